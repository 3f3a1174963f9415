"""Numbered lists, mirrored questions and ultra-short reviews, on reviews written for the purpose."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics.detectors import find_template, mirrored_questions, numbered_lists, ultra_short
from peerassay.epistemics.examples import load_detector_examples

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = {example.name: example for example in load_detector_examples()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_flagged_as_it_says(name: str) -> None:
    assert find_template(EXAMPLES[name].text).inflated == EXAMPLES[name].inflated


def test_a_template_mirrors_its_weaknesses_and_argued_comments_do_not() -> None:
    template, detailed = (find_template(EXAMPLES[name].text) for name in ("template", "detailed"))
    assert template.lists == (32, 32)
    assert template.mirrored_share > 0.9
    assert (detailed.lists, detailed.questions) == ((31,), 0)
    assert math.isnan(detailed.mirrored_share)


def test_numbers_that_are_no_items_are_left_alone() -> None:
    assert numbered_lists(EXAMPLES["references"].text) == []


@pytest.mark.parametrize("form", ["{}. ", "{}) ", "({}) ", "[{}] ", "- W{}: ", "**{}.** ", "Q{} "])
def test_usual_forms_of_numbers_are_read(form: str) -> None:
    text = "\n".join(f"{form.format(number)}point {number} is weak." for number in (1, 2, 3))
    assert [[item.number for item in found] for found in numbered_lists(text)] == [[1, 2, 3]]


def test_an_excerpt_that_starts_late_needs_three_items_and_may_lack_one() -> None:
    """As the paper quotes: (31) ... (32) ... (38) (39) (40)."""
    text = "(31) It is unclear. (32) It is short. ... (38) It is old. (39) It is new. (40) It is blue."
    assert [[item.number for item in found] for found in numbered_lists(text)] == [[38, 39, 40]]
    assert [len(found) for found in numbered_lists("1. a\n2. b\n4. d\n7. g")] == [3]


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 60), st.integers(2, 40))
def test_as_many_items_are_found_as_were_written(items: int, least: int) -> None:
    text = " ".join(f"({number}) The paper lacks point {number}." for number in range(1, items + 1))
    found = find_template(text, least)
    assert (found.longest, found.total, found.inflated) == (items, items, items >= least)


def test_mirrored_questions_by_hand() -> None:
    """Two of three questions share words with a weakness; the weakness on seeds serves one question only."""
    weaknesses = ["No seeds are reported.", "The ablation of the encoder is missing."]
    questions = ["How many seeds?", "Which seeds?", "Where is the encoder ablation?"]
    assert mirrored_questions(weaknesses, questions) == 2
    assert mirrored_questions([], questions) == 0
    with pytest.raises(ValueError, match="similar"):
        mirrored_questions(weaknesses, questions, 0)


def test_the_shortest_tenth_of_1155_are_116() -> None:
    """Appendix F of the paper: n = 116 of 1,155."""
    cut = ultra_short(range(1, 1156))
    assert (cut.n, cut.of, cut.characters) == (116, 1155, 116)


def test_ties_at_the_limit_are_all_short_and_unknown_lengths_are_not() -> None:
    cut = ultra_short([5, 5, 5, 9, math.nan], 0.25)
    assert (cut.n, cut.of, cut.is_short.tolist()) == (3, 4, [True, True, True, False, False])
    assert ultra_short([]).n == 0
    with pytest.raises(ValueError, match="share"):
        ultra_short([1], 0)


def test_least_is_checked_and_examples_can_come_from_elsewhere(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 or more"):
        find_template("x", 1)
    with pytest.raises(FileNotFoundError):
        load_detector_examples(tmp_path / "none.toml")
