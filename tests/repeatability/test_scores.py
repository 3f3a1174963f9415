"""Tables of scores: exact whole numbers and means in which ties are exact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from peerassay.repeatability import paper_means, score_counts, whole_scores

from .tables import score_tables


def test_the_smallest_power_of_ten_makes_all_scores_whole() -> None:
    whole = whole_scores([[4.25, 5], [np.nan, 3.1]])
    assert whole.scale == 100
    assert whole.units.tolist() == [[425, 500], [0, 310]]
    assert whole.present.tolist() == [[True, True], [False, True]]
    assert whole_scores([[4, 5]]).scale == 1


def test_a_sum_of_floats_is_not_taken_for_the_decimal_beside_it() -> None:
    with pytest.raises(ValueError, match=r"paper \(row\) 1, round \(column\) 0: value .*0.30000000000000004"):
        whole_scores([[0.3], [0.1 + 0.2]])


@pytest.mark.parametrize(
    ("scores", "message"),
    [([1, 2], "shape"), ([[1, np.inf]], r"paper \(row\) 0, round \(column\) 1: infinite"), ([[1e16]], "2\\^53")],
)
def test_tables_that_cannot_be_used_are_refused(scores: list[object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        whole_scores(scores)


def test_no_papers_and_no_rounds_are_fine() -> None:
    assert whole_scores(np.empty((0, 5))).units.shape == (0, 5)
    assert np.isnan(paper_means(np.empty((2, 0)))).all()


def test_equal_means_of_unequal_numbers_of_rounds_are_equal_floats() -> None:
    means = paper_means([[3, 3, 4, np.nan, np.nan, np.nan], [3, 3, 4, 3, 3, 4], [np.nan] * 6])
    assert means[0] == means[1] == 10 / 3
    assert np.isnan(means[2])
    assert score_counts([[1, np.nan], [np.nan, np.nan]]).tolist() == [1, 0]


@given(scores=score_tables())
@settings(deadline=None, max_examples=50)
def test_means_are_the_floats_nearest_to_the_exact_means(scores: np.ndarray) -> None:
    for row, mean in zip(scores, paper_means(scores), strict=True):
        exact = [Fraction(repr(float(score))) for score in row if not np.isnan(score)]
        assert np.isnan(mean) if not exact else mean == float(sum(exact) / len(exact))
