"""Words and sentences under the one declared rule."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.language.tokens import sentences, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We don’t know; it isn't non-native.", ["we", "don't", "know", "it", "isn't", "non-native"]),
        ("GPT-4 scores 3.5 on x_1, a 3rd of the total", ["scores", "on", "a", "of", "the", "total"]),
        ("end-of-line - and — dashes", ["end-of-line", "and", "dashes"]),
        ("naïve Ångström", ["naïve", "ångström"]),
        (normalize("NFD", "naïve"), ["naïve"]),
        ("ПРИВЕТ мир", ["привет", "мир"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("模型很好。", ["模型很好"]),
        ("'quoted' words'", ["quoted", "words"]),
        ("", []),
        ("42 3.14 %", []),
    ],
)
def test_words_by_hand(text: str, expected: list[str]) -> None:
    assert words(text) == [normalize("NFC", word) for word in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We test. It works! Does it?", ["We test.", "It works!", "Does it?"]),
        (
            "See Fig. 3 and Smith et al. (2020), e.g. here. Dr. J. Doe agrees.",
            ["See Fig. 3 and Smith et al. (2020), e.g. here.", "Dr. J. Doe agrees."],
        ),
        ("The error is 0.5 points. So be it.", ["The error is 0.5 points.", "So be it."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("First line\nof one sentence\n\nA new paragraph", ["First line of one sentence", "A new paragraph"]),
        ("A paragraph without stop e.g.\n\nAnother", ["A paragraph without stop e.g.", "Another"]),
        ("approx. ten of them. yes", ["approx. ten of them. yes"]),
        ("模型很好。结果不错。", ["模型很好。", "结果不错。"]),
        ("Apples, pears, etc. The rest", ["Apples, pears, etc.", "The rest"]),
        ("", []),
        ("3.5. 4.5!", []),
    ],
)
def test_sentences_by_hand(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@settings(deadline=None, max_examples=100)
@given(st.text("ab .!?\n\"'AB1-é", max_size=60))
def test_sentences_keep_every_word_in_order(text: str) -> None:
    assert [word for sentence in sentences(text) for word in words(sentence)] == words(text)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60))
def test_words_are_lower_case_and_hold_no_digits_or_spaces(text: str) -> None:
    for word in words(text):
        assert word == word.lower()
        assert not any(sign.isspace() or sign.isdecimal() for sign in word)
