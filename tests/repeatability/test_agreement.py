"""Identical scores, ranges, pairwise agreement, and the distribution of scores."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from peerassay.repeatability import (
    identical_share,
    pairwise_agreement,
    paper_variances,
    range_share,
    score_distribution,
    two_point_papers,
)

from .tables import score_tables

#: Fleiss' kappa, the example of Wikipedia: ten subjects, fourteen raters, five categories; mean agreement 0.378.
FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_pairwise_agreement_is_that_of_fleiss_example() -> None:
    scores = [np.repeat(np.arange(1, 6), counts) for counts in FLEISS]
    found = pairwise_agreement(scores)
    assert found.value == pytest.approx(0.378, abs=5e-4)
    assert found.pairs == 10 * 91


def test_agreement_is_averaged_within_papers_first() -> None:
    found = pairwise_agreement([[5, 5, 6], [4, 4, np.nan], [3, np.nan, np.nan]])  # 1 of 3, 1 of 1, none
    assert found.value == pytest.approx((1 / 3 + 1) / 2)
    assert (found.equal_pairs, found.pairs, found.papers, found.excluded) == (2, 4, 2, 1)


def test_ten_rounds_of_200_papers_have_9000_pairs() -> None:
    scores = np.full((200, 10), 5)
    scores[:, 0] = 6
    found = pairwise_agreement(scores)
    assert (found.equal_pairs, found.pairs) == (200 * 36, 9000)
    assert found.value == 0.8


def test_identical_and_near_papers_are_counted_with_their_denominator() -> None:
    scores = [[5, 5, 5], [5, 6, 5], [5, 7, 6], [4, np.nan, np.nan], [4, np.nan, 4]]
    identical, near = identical_share(scores), range_share(scores)
    assert (identical.count, identical.papers, identical.excluded) == (2, 4, 1)
    assert identical.fraction == Fraction(1, 2)
    assert (near.count, near.value) == (3, 0.75)
    assert range_share(scores, 2).count == 4


def test_ranges_of_decimals_are_exact() -> None:
    assert range_share([[4.1, 5.1], [4.1, 5.2]], 1).count == 1
    assert range_share([[4.1, 4.2], [0.3, 0.1]], 0.1).count == 1


@pytest.mark.parametrize("scores", [np.empty((0, 3)), [[5.0]], [[np.nan, 5]]])
def test_without_two_scores_of_a_paper_shares_are_undefined(scores: object) -> None:
    for found in (identical_share(scores), range_share(scores), pairwise_agreement(scores)):
        assert np.isnan(found.value)
        assert found.reason == "no paper has two scores"
    assert identical_share(scores).fraction is None


@pytest.mark.parametrize("width", [-1, float("inf"), float("nan")])
def test_a_width_must_be_a_number_of_0_or_more(width: float) -> None:
    with pytest.raises(ValueError, match="width"):
        range_share([[1, 2]], width)


@given(scores=score_tables())
@settings(deadline=None, max_examples=50)
def test_agreement_equals_looking_at_every_pair(scores: np.ndarray) -> None:
    shares = []
    for row in scores:
        known = row[~np.isnan(row)]
        equal = [first == second for first, second in combinations(known, 2)]
        shares += [np.mean(equal)] if equal else []
    found = pairwise_agreement(scores)
    assert found.papers == len(shares)
    assert not shares or found.value == pytest.approx(np.mean(shares))
    assert identical_share(scores).count == sum(share == 1 for share in shares)


@given(scores=score_tables(steps=(1,)))
@settings(deadline=None, max_examples=50)
def test_papers_on_two_adjacent_levels_disagree_twice_their_variance(scores: np.ndarray) -> None:
    found = two_point_papers(scores)
    assert found.count == found.papers
    assert found.papers == range_share(scores).count
    assert found.papers + found.excluded == len(scores)


def test_decimals_between_the_levels_are_no_two_point_papers() -> None:
    found = two_point_papers([[4.5, 5.5, 4.5], [4.5, 5, 5.5], [4.5, 4.6, 4.6]])
    assert (found.count, found.papers, found.excluded) == (1, 1, 2)
    assert paper_variances([[4.5, 5.5, 4.5]])[0] == pytest.approx(1 / 3)


def test_no_two_point_paper_gives_a_reason() -> None:
    assert "adjacent levels" in two_point_papers([[1, 9]]).reason


def test_scores_are_counted_and_levels_without_one_are_listed() -> None:
    found = score_distribution([[5, 6, 5], [np.nan, 5, 7.5]], levels=range(4, 8))
    assert found["score"].tolist() == [4, 5, 6, 7, 7.5]
    assert found["count"].tolist() == [0, 3, 1, 0, 1]
    assert found["share"].tolist() == [0, 0.6, 0.2, 0, 0.2]


def test_the_distribution_of_no_scores_has_undefined_shares() -> None:
    found = score_distribution([[np.nan]], levels=[1, 2])
    assert found["count"].tolist() == [0, 0]
    assert found["share"].isna().all()
