"""A quoted phrase is found up to typography, at the right place, and nothing else is found."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from peerassay.language.spans import Span, find_span, normalise

REVIEW = "The ﬁrst result — “strong” on paper — isn’t\n  reproduced; see Section\u00a03.  Naïve baselines win."


@pytest.mark.parametrize(
    ("phrase", "passage"),
    [
        ("Naïve baselines", "Naïve baselines"),
        ("The first result", "The ﬁrst result"),
        ('- "strong" on paper -', "— “strong” on paper —"),
        ("isn't reproduced", "isn’t\n  reproduced"),
        ("Section 3. Naïve", "Section\u00a03.  Naïve"),
        (normalize("NFD", "Naïve baselines"), "Naïve baselines"),
        ("  result  ", "result"),
        ("fi", "ﬁ"),
    ],
)
def test_typography_does_not_hide_a_phrase(phrase: str, passage: str) -> None:
    found = find_span(phrase, REVIEW)
    assert found is not None
    assert REVIEW[found.start : found.end] == passage


@pytest.mark.parametrize("phrase", ["the ﬁrst", "Naive baselines", "results", "", "   ", "\u200b", "Section 3 Naïve"])
def test_case_letters_accents_and_punctuation_must_be_right(phrase: str) -> None:
    assert find_span(phrase, REVIEW) is None


def test_the_answer_says_whether_normalisation_was_needed() -> None:
    assert find_span("on paper", REVIEW) == Span(27, 35, verbatim=True)
    assert REVIEW[27:35] == "on paper"
    tidy = find_span("on paper -", REVIEW)
    assert tidy is not None
    assert not tidy.verbatim


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("ef\u00adfect", "effect"),
        ("a -- b — c − d", "a - b - c - d"),
        ("``so called''", '"so called"'),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("x² … ½", "x2 ... 1⁄2"),
        ("한국어", normalize("NFC", "한국어")),
        (" \n\t ", ""),
        ("", ""),
    ],
)
def test_normalisation_by_hand(text: str, plain: str) -> None:
    assert normalise(text) == plain


def test_nfkc_of_the_standard_library_is_what_letters_become() -> None:
    for text in ("Ångström ﬀ ﬃ", "Ａ①㎏", "e\u0301te\u0301"):
        assert normalise(text) == normalize("NFKC", text)


@settings(deadline=None, max_examples=100)
@given(text=st.text(min_size=1, max_size=60), data=st.data())
def test_every_stretch_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    found = find_span(text[start:end], text)
    if normalise(text[start:end].strip()):
        assert found is not None
        assert found.verbatim
        assert text[found.start : found.end] == text[start:end].strip()
    else:
        assert found is None


ALPHABET = "ab –—-“”\"'’ﬁé\u00a0\n.\u00ad"


@settings(deadline=None, max_examples=150)
@given(before=st.text(ALPHABET, max_size=8), phrase=st.text(ALPHABET, min_size=1, max_size=12))
@example(before="'", phrase="'a")
def test_the_passage_found_reads_as_the_phrase(before: str, phrase: str) -> None:
    text = before + phrase
    found = find_span(normalise(phrase), text)
    if found is not None:
        assert normalise(phrase) in normalise(text[found.start : found.end])
