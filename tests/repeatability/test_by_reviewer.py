"""Rankings of several reviewers in one table."""

from __future__ import annotations

from math import isnan

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.records import ReviewerScores
from peerassay.repeatability import close_pairs_table, comparisons_table, ranking_table, same_year

NAN = float("nan")


def reviewer(scores: object, years: object = None, name: str = "one") -> ReviewerScores:
    table = np.asarray(scores, dtype=float)
    papers = pd.DataFrame({"paper_id": [f"p{row}" for row in range(len(table))]})
    papers["year"] = pd.array([None] * len(table) if years is None else years, dtype="Int64")
    return ReviewerScores(name, papers, table)


def test_only_papers_of_the_same_year_are_compared() -> None:
    found = ranking_table([reviewer([[1, 1], [2, 2], [3, 3], [3, 3]], [2025, 2025, 2026, 2026])], 5).iloc[0]
    assert found[["pairs", "same", "tie", "reverse", "papers_excluded"]].tolist() == [2, 1, 1, 0, 0]


def test_a_paper_of_unknown_year_is_counted_not_compared() -> None:
    found = ranking_table([reviewer([[1, 1], [2, 2], [3, 3]], [2025, 2025, None])], 1).iloc[0]
    assert found[["pairs", "same", "papers_excluded"]].tolist() == [1, 1, 1]


def test_without_any_year_every_two_papers_are_compared() -> None:
    scores, years, excluded = same_year(reviewer([[1, 1], [2, 2], [3, 3]]))
    assert (len(scores), years, excluded) == (3, None, 0)
    assert ranking_table([reviewer([[1, 1], [2, 2], [3, 3]])], 1)["pairs"].tolist() == [3]


def test_blocks_grow_to_half_of_each_reviewers_rounds() -> None:
    both = [reviewer(np.ones((2, 7)), name="long"), reviewer(np.ones((2, 2)), name="short")]
    found = ranking_table(both, 5)
    assert found.groupby("reviewer")["reviews_per_block"].max().to_dict() == {"long": 3, "short": 1}
    assert ranking_table(both[:1], 2)["reviews_per_block"].tolist() == [1, 2]


def test_a_single_round_gives_a_row_with_the_reason() -> None:
    (row,) = ranking_table([reviewer([[3], [4]])], 5).to_dict("records")
    assert isnan(row["same_share"])
    assert row["reason"] == "two blocks of 1 need 2 rounds"


def test_missing_reviews_are_counted() -> None:
    row = ranking_table([reviewer([[1, 2], [3, NAN], [5, 5]])], 1).iloc[0]
    assert row[["pairs", "comparisons", "missing"]].tolist() == [3, 1, 2]


def test_reviewers_with_equal_numbers_of_comparisons_share_a_row() -> None:
    ten = [reviewer(np.ones((4, 10)), name=name) for name in ("a", "b")]
    found = comparisons_table(ranking_table([*ten, reviewer(np.ones((4, 3)), name="c")], 5))
    assert found["reviewers"].tolist() == ["a, b"] * 5 + ["c"]
    # repeatability paper, main text: unordered pairs of disjoint blocks out of ten
    assert found["all_partitions"].tolist()[:5] == [45, 630, 2100, 1575, 126]


def test_close_pairs_by_hand() -> None:
    rows = close_pairs_table([reviewer([[5, 5, 5], [5, 6, 7], [8, 8, 9]])], edges=[0, 2]).to_dict("records")
    assert [(row["gap"], row["pairs"], row["same"], row["tie"], row["reverse"]) for row in rows] == [
        ("0", 1, 1, 0, 0),
        ("(0, 2]", 0, 0, 0, 0),
        ("above 2", 2, 2, 0, 0),
    ]
    assert {row["reviews_per_block"] for row in rows} == {1}


@pytest.mark.parametrize(("rounds", "grouping", "held"), [(2, 0, None), (3, 0, 1), (3, 2, None), (6, 4, 1), (9, 0, 2)])
def test_close_pairs_need_a_round_for_the_gap_and_two_more(rounds: int, grouping: int, held: int | None) -> None:
    found = close_pairs_table([reviewer(np.ones((3, rounds)))], grouping_rounds=grouping)
    assert len(found) == 0 if held is None else found["reviews_per_block"].max() == held


def test_nobody_to_compare_gives_an_empty_table() -> None:
    assert close_pairs_table([])["same_share"].notna().sum() == 0


@given(st.lists(st.tuples(*[st.integers(1, 4)] * 4), min_size=2, max_size=6), st.integers(-3, 3))
@settings(deadline=None, max_examples=20)
def test_a_shift_of_all_scores_changes_no_ranking(scores: list[tuple[int, ...]], shift: int) -> None:
    plain, moved = (ranking_table([reviewer(np.array(scores) + by)], 2) for by in (0, shift))
    pd.testing.assert_frame_equal(plain, moved)
    assert (plain["same"] + plain["tie"] + plain["reverse"] == plain["comparisons"]).all()
