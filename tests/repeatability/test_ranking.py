"""Ranking reproducibility: equal to looking at every pair, on the grid and by sorting."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.repeatability import close_pairs, concordance, gaps, partitions, ranking_reproducibility

from .tables import score_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

GRID, SORTING = 10**9, 0
COUNTS = ["same", "tie", "reverse"]


def verdict(first: list[Decimal], second: list[Decimal], blocks: Iterable[Iterable[int]]) -> str | None:
    """Compare two papers by both blocks, in exact decimals; None if a review is missing."""
    differences = []
    for block in blocks:
        used = [*(first[place] for place in block), *(second[place] for place in block)]
        if any(score.is_nan() for score in used):
            return None
        differences.append(sum(used[: len(used) // 2]) - sum(used[len(used) // 2 :]))
    product = differences[0] * differences[1]
    return "tie" if product == 0 else "same" if product > 0 else "reverse"


def every_pair(scores: np.ndarray, groups: np.ndarray, size: int) -> list[int]:
    """Count same, tie and reverse by looking at every pair and partition."""
    exact = [[Decimal(repr(float(score))) for score in row] for row in scores]
    pairs = [(i, j) for i, j in combinations(range(len(scores)), 2) if groups[i] == groups[j]]
    blocks = partitions(scores.shape[1], size).tolist()
    found = [verdict(exact[i], exact[j], block) for block in blocks for i, j in pairs]
    return [found.count(name) for name in COUNTS]


def check_every_pair(scores: np.ndarray, seed: int, cells: int) -> None:
    """Compare with looking at every pair, with two groups, on the grid or by sorting."""
    groups = np.random.default_rng(seed).integers(2025, 2027, len(scores))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(concordance, "GRID_CELLS_PER_PAPER", cells)
        found = ranking_reproducibility(scores, groups)
    for row in found.to_dict("records"):
        expected = every_pair(scores, groups, row["reviews_per_block"])
        assert [row[name] for name in COUNTS] == expected
        assert row["comparisons"] == sum(expected)
        assert row["comparisons"] + row["missing"] == row["pairs"] * row["partitions"]


@given(scores=score_tables(steps=(1, 0.5, 0.1)), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=50)
def test_counts_on_the_grid_are_those_of_every_pair(scores: np.ndarray, seed: int) -> None:
    check_every_pair(scores, seed, GRID)


@given(scores=score_tables(), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=50)
def test_counts_by_sorting_are_those_of_every_pair(scores: np.ndarray, seed: int) -> None:
    check_every_pair(scores, seed, SORTING)


def test_scores_of_nine_decimals_are_compared_exactly() -> None:
    scores = np.array([[1.000000001, 9, 2.5], [1.000000002, 9, 2.5], [9.999999999, 1, 7]])
    found = ranking_reproducibility(scores)
    assert found.loc[0, COUNTS].tolist() == every_pair(scores, np.zeros(3), 1)


def test_single_rounds_give_kendalls_numerator() -> None:
    """The documentation of scipy.stats.kendalltau: tau-b = -0.47140452079103173."""
    x, y = [12, 2, 1, 12, 2], [1, 4, 7, 1, 0]
    found = ranking_reproducibility(np.column_stack([x, y])).loc[0]
    assert found["same"] - found["reverse"] == round(-0.47140452079103173 * sqrt((10 - 2) * (10 - 1)))
    assert found["same"] + found["tie"] + found["reverse"] == 10


def test_three_papers_by_hand() -> None:
    found = ranking_reproducibility([[5, 6], [5, 4], [7, 5]]).loc[0]
    # papers 1-2: tie in the first round; 1-3: below, above; 2-3: below, below
    assert found[COUNTS].tolist() == [1, 1, 1]
    assert found["same_share"] == found["tie_share"] == found["reverse_share"] == 1 / 3


def test_the_size_of_the_study() -> None:
    scores = np.random.default_rng(1).integers(3, 7, (200, 10))
    found = ranking_reproducibility(scores, np.repeat([2025, 2026], 100))
    assert found["partitions"].tolist() == [45, 630, 2100, 1575, 126]
    assert found["pairs"].tolist() == [9900] * 5
    assert found["missing"].tolist() == [0] * 5
    np.testing.assert_allclose(found[["same_share", "tie_share", "reverse_share"]].sum(axis=1), 1)


def test_equal_scores_only_tie() -> None:
    found = ranking_reproducibility(np.full((6, 4), 5))
    assert found["tie_share"].tolist() == [1, 1]


def test_order_without_noise_is_always_the_same() -> None:
    found = ranking_reproducibility(np.arange(8.0)[:, None] + np.zeros(6))
    assert found["same_share"].tolist() == [1, 1, 1]


def test_a_missing_round_takes_out_the_partitions_that_need_it() -> None:
    found = ranking_reproducibility([[1, 2, 3], [4, 5, np.nan]]).loc[0]
    assert (found["partitions"], found["comparisons"], found["missing"], found["same"]) == (3, 1, 2, 1)


def test_sizes_that_the_rounds_do_not_allow_are_undefined_with_a_reason() -> None:
    found = ranking_reproducibility([[1, 2, 3], [4, 5, 6]], sizes=[2]).loc[0]
    assert np.isnan(found["same_share"])
    assert found["reason"] == "two blocks of 2 need 4 rounds"


@pytest.mark.parametrize("scores", [np.empty((0, 4)), [[1, 2]], [[np.nan, np.nan], [1, 2]]])
def test_without_two_papers_to_compare_there_is_a_reason(scores: object) -> None:
    found = ranking_reproducibility(scores, sizes=[1]).loc[0]
    assert np.isnan(found["same_share"])
    assert found["reason"] == "no two papers can be compared"


def test_one_round_has_no_row() -> None:
    assert ranking_reproducibility([[1], [2]]).empty


def test_too_many_partitions_are_drawn_and_counted_as_such() -> None:
    scores = np.random.default_rng(2).integers(1, 6, (12, 14))
    with pytest.raises(ValueError, match="105105 partitions of 14 rounds into blocks of 4"):
        ranking_reproducibility(scores, sizes=[4], most=1000)
    drawn = ranking_reproducibility(scores, sizes=[4], most=1000, rng=np.random.default_rng(3)).loc[0]
    assert (drawn["partitions"], drawn["all_partitions"]) == (1000, 105105)
    whole = ranking_reproducibility(scores, sizes=[4]).loc[0]
    assert drawn["same_share"] == pytest.approx(whole["same_share"], abs=0.02)


@pytest.mark.parametrize("groups", [[2025], [2025, None, 2025]])
def test_groups_must_be_known_for_every_paper(groups: list[object]) -> None:
    with pytest.raises(ValueError, match="groups"):
        ranking_reproducibility([[1, 2]] * 3, groups)


def every_close_pair(scores: np.ndarray, groups: np.ndarray, size: int, edges: list[str]) -> dict[int, list[int]]:
    """Count same, tie and reverse on the second half of the rounds by the gap of the first half."""
    exact = [[Decimal(repr(float(score))) for score in row] for row in scores]
    half = scores.shape[1] // 2
    blocks = [
        [[half + place for place in block] for block in pair]
        for pair in partitions(scores.shape[1] - half, size).tolist()
    ]
    counts: dict[int, list[int]] = {number: [0, 0, 0] for number in range(len(edges) + 1)}
    for i, j in combinations(range(len(scores)), 2):
        gap = abs(sum(exact[i][:half]) - sum(exact[j][:half])) / half
        if gap.is_nan() or groups[i] != groups[j]:
            continue
        group = sum(gap > Decimal(edge) for edge in edges)
        for block in blocks:
            name = verdict(exact[i], exact[j], block)
            if name:
                counts[group][COUNTS.index(name)] += 1
    return counts


@pytest.mark.parametrize("worth", [GRID, SORTING])
@given(scores=score_tables(papers=(1, 9), rounds=(4, 6)), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=40)
def test_close_pairs_are_those_of_every_pair(worth: int, scores: np.ndarray, seed: int) -> None:
    groups = np.random.default_rng(seed).integers(2025, 2027, len(scores))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gaps, "_GRID_WORTH", worth)
        found = close_pairs(scores, groups)
    for size in (1, 2):
        expected = every_close_pair(scores, groups, size, ["0", "0.4", "1", "2"])
        rows = found[found["reviews_per_block"] == size]
        assert rows[COUNTS].to_numpy().tolist() == list(expected.values())


def test_close_pairs_have_the_partitions_and_groups_of_the_paper() -> None:
    scores = np.random.default_rng(1).integers(3, 7, (40, 10))
    found = close_pairs(scores, np.repeat([2025, 2026], 20))
    assert found["gap"].unique().tolist() == ["0", "(0, 0.4]", "(0.4, 1]", "(1, 2]", "above 2"]
    assert found["partitions"].tolist() == [10, 15] * 5
    assert found.groupby("reviews_per_block")["pairs"].sum().tolist() == [380, 380]
    assert found["papers_excluded"].eq(0).all()


def test_gaps_are_compared_as_whole_sums() -> None:
    scores = [[5] * 10, [5, 5, 5, 6, 6, 5, 5, 5, 5, 5]]  # first-five means 5 and 5.4
    found = close_pairs(scores, sizes=[1])
    assert found["pairs"].tolist() == [0, 1, 0, 0, 0]
    assert found["tie_share"].tolist()[1] == 1
    assert found["reason"].tolist()[0] == "no two papers can be compared"


def test_papers_without_all_grouping_rounds_have_no_gap() -> None:
    scores = np.array([[5.0] * 10, [5.0] * 10, [np.nan] + [5.0] * 9])
    found = close_pairs(scores, sizes=[1])
    assert found["pairs"].sum() == 1
    assert found["papers_excluded"].eq(1).all()


@pytest.mark.parametrize(
    ("options", "message"), [({"edges": (1, 0)}, "edges"), ({"edges": ()}, "edges"), ({"grouping": [7]}, "grouping")]
)
def test_groups_that_make_no_sense_are_refused(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        close_pairs([[1, 2, 3, 4]] * 2, **options)


@given(scores=score_tables(papers=(2, 8), rounds=(2, 6)))
@settings(deadline=None, max_examples=30)
def test_turning_the_scale_around_changes_nothing(scores: np.ndarray) -> None:
    assert ranking_reproducibility(-scores).equals(ranking_reproducibility(scores))


def test_many_papers_are_counted_in_pieces() -> None:
    """Without noise the same papers tie in every partition, and no pair is reversed."""
    quality = np.arange(3000) % 9
    found = ranking_reproducibility(np.tile(quality[:, None], (1, 8)), sizes=[2]).loc[0]
    sizes = np.bincount(quality)
    ties = int((sizes * (sizes - 1) // 2).sum()) * 210
    assert found[COUNTS].tolist() == [found["comparisons"] - ties, ties, 0]
