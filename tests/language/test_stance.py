"""Hedges and boosters: the lexicon, the matching and its traps."""

from __future__ import annotations

from itertools import pairwise
from math import isnan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.language.lexicon import LexiconError, read_lexicon, stance_lexicon
from peerassay.language.stance import marks, rates

if TYPE_CHECKING:
    from pathlib import Path


def found(text: str) -> list[tuple[str, str]]:
    return [(text[mark.start : mark.end], mark.term.kind) for mark in marks(text)]


def test_the_examples_that_the_paper_gives_are_in_the_lists() -> None:
    """Style over Substance, appendix A."""
    kinds = {term.text: term.kind for term in stance_lexicon().terms}
    assert {kinds[word] for word in ("clearly", "demonstrates", "certainly")} == {"booster"}
    assert {kinds[word] for word in ("may", "suggests", "likely")} == {"hedge"}


def test_the_lists_are_mutually_exclusive_and_of_some_size() -> None:
    lexicon = stance_lexicon()
    texts = [term.text for term in lexicon.terms]
    assert len(set(texts)) == len(texts)
    assert lexicon.count("hedge") > 100
    assert lexicon.count("booster") > 60
    assert any(" " in text for text in texts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It may work. May it work? May we ask?", [("may", "hedge"), ("May", "hedge"), ("May", "hedge")]),
        ("Held in May, on May 3, 3 May 2024, late May, and the month of May.", []),
        ("May 2024 was warm.", []),
        ("It might rain, with the might of a storm; military might; its might.", [("might", "hedge")]),
        ("About 5 points, about graphs, around 0.3, around us", [("About", "hedge"), ("around", "hedge")]),
        ("It is not clear, clearly.", [("not clear", "hedge"), ("clearly", "booster")]),
        ("To the best of our knowledge, no doubt remains, in fact.", [
            ("To the best of our knowledge", "hedge"), ("no doubt", "booster"), ("in fact", "booster"),
        ]),
        ("A positive definite matrix, almost surely, rather than not", []),
        ("rather good; ratherish; mayor; maybe", [("rather", "hedge"), ("maybe", "hedge")]),
        ("may-be and couldn’t", [("couldn’t", "hedge")]),
        ("It could\nperhaps", [("could", "hedge"), ("perhaps", "hedge")]),
        ("Values appear in Table 2 and appear large.", [("appear", "hedge")]),
        ("as large as possible, as far as possible, a possible cause", [
            ("as far as possible", "hedge"), ("possible", "hedge"),
        ]),
        ("CLEARLY", [("CLEARLY", "booster")]),
        ("‘may’ and (perhaps) in, fact", [("may", "hedge"), ("perhaps", "hedge")]),
        ("in", []),
        ("", []),
    ],
)  # fmt: skip
def test_whole_words_longest_first_and_in_their_sense(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_rates_by_hand() -> None:
    text = "This may clearly and certainly be it, in fact."  # 9 words, 1 hedge, 3 boosters
    assert rates(text)["hedge"].value == pytest.approx(1000 / 9)
    assert rates(text)["booster"].value == pytest.approx(3000 / 9)


@pytest.mark.parametrize("text", ["", "3.5", "Это, возможно, так."])
def test_undefined_with_a_reason(text: str) -> None:
    assert all(isnan(measure.value) and measure.reason for measure in rates(text).values())


def test_one_word() -> None:
    assert {kind: measure.value for kind, measure in rates("Perhaps").items()} == {"hedge": 1000, "booster": 0}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["may", "Clearly", "not", "clear", "in fact", "we", "could", "."]), max_size=15))
def test_marks_do_not_overlap_and_are_words_of_the_text(parts: list[str]) -> None:
    text = " ".join(parts)
    spans = marks(text)
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert all(text[mark.start : mark.end].lower() == mark.term.text for mark in spans)


def test_a_broken_lexicon_lists_every_row(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("term,kind,word_class,rule,note\nMay,hedge,,,\nmay,hedge,,,\nmay,boost,,when,\n", "utf-8")
    with pytest.raises(LexiconError) as caught:
        read_lexicon(path)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["own.csv, row 2", *["own.csv, row 4"] * 3]
    path.write_text("term,kind\nmay,hedge\n", "utf-8")
    with pytest.raises(LexiconError, match="expected rows with the columns term, kind"):
        read_lexicon(path)
