"""Accepted edits of two Selectors, and what their counts imply."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import jaccard_score

from peerassay.crossover import Acceptance, acceptance_table, jaccard, rehashed_images, replaced_blocks

EDITS = pd.DataFrame(
    [
        ("p1", "e1", "A", "A", 1),
        ("p1", "e1", "A", "B", 1),
        ("p1", "e2", "A", "A", 1),
        ("p1", "e2", "A", "B", 0),
        ("p2", "e1", "A", "A", 0),
        ("p2", "e1", "A", "B", 0),
    ],
    columns=["paper_id", "edit_id", "writer", "selector", "accepted"],
)


def test_the_papers_counts_give_its_differing_edits() -> None:
    """Printed: 661 of 9,327 with different decisions; 207 rejected by both, 184 and 49 for the other Writer."""
    luna, haiku = Acceptance(9327, 8857, 8722, 8459), Acceptance(2587, 2442, 2450, 2354)
    assert (luna.differing, luna.neither) == (661, 207)
    assert (haiku.differing, haiku.neither) == (184, 49)
    assert luna.pooled == Fraction(8459, 9120)


def test_the_printed_number_of_images_follows() -> None:
    assert rehashed_images(2584, 224, 4) == 9440


@pytest.mark.parametrize("wrong", [(10, 20, 1), (-1, 0, 1), (10, 1, -1)])
def test_impossible_numbers_of_images_are_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="expected 0 <= left out <= images"):
        rehashed_images(*wrong)


@pytest.mark.parametrize("wrong", [(10, 8, 8, 5), (10, 5, 5, 6), (10, 11, 5, 5)])
def test_counts_that_no_sets_have_are_refused(wrong: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="no sets of edits have such sizes"):
        Acceptance(*wrong)


def test_jaccard_by_hand_and_of_empty_sets() -> None:
    assert jaccard({1, 2, 3}, {2, 3, 4}) == Fraction(1, 2)
    assert jaccard([], []) == 1
    assert jaccard({1}, []) == 0


decisions = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=15)


@settings(deadline=None, max_examples=40)
@given(decisions)
def test_jaccard_is_scikit_learns_and_symmetric(made: list[tuple[bool, bool]]) -> None:
    first, second = ({n for n, pair in enumerate(made) if pair[side]} for side in (0, 1))
    found = jaccard(first, second)
    expected = jaccard_score(*zip(*made, strict=True), zero_division=1.0)
    assert float(found) == pytest.approx(expected)
    assert found == jaccard(second, first)
    counts = Acceptance(len(made), len(first), len(second), len(first & second))
    assert counts.pooled == found
    assert counts.differing + counts.neither + counts.both == len(made)


def test_the_table_averages_papers_and_counts_those_without_edits_as_alike() -> None:
    """p1: one of two in common; p2: both empty; p3: no edit at all."""
    row = acceptance_table(EDITS, ["p1", "p2", "p3"]).iloc[0]
    assert row["jaccard"] == pytest.approx((1 / 2 + 1 + 1) / 3)
    assert row["pooled"] == 0.5
    assert row[["candidates", "accepted_first", "accepted_second", "accepted_both"]].tolist() == [3, 2, 1, 1]
    assert row[["differing", "neither", "same_papers", "different_papers"]].tolist() == [1, 1, 2, 1]


def test_no_edits_or_a_single_selector_give_no_row() -> None:
    assert acceptance_table(EDITS.iloc[:0], ["p1"]).empty
    assert acceptance_table(EDITS[EDITS["selector"] == "A"], ["p1"]).empty
    assert replaced_blocks(EDITS.iloc[:0]).empty


def test_every_accepted_edit_is_one_replaced_block() -> None:
    table = replaced_blocks(EDITS).set_index("selector")
    assert table.loc["A", ["candidates", "blocks", "unchanged"]].tolist() == [3, 2, 1]
    assert table.loc["B", "blocks"] == 1
