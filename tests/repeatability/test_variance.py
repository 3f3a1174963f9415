"""The within-paper variance and SD."""

from __future__ import annotations

import statistics
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.repeatability import expand_patterns, paper_variances, two_point, within_paper_variance

from .tables import score_tables

PATTERNS = Path(__file__).parents[2] / "data" / "human-ratings" / "iclr2026_patterns.csv"
#: Shrout and Fleiss (1979), table 2: four judges rate six targets; the mean square within targets is 6.26.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_the_mean_variance_is_the_mean_square_within_of_shrout_and_fleiss() -> None:
    found = within_paper_variance(SHROUT_FLEISS)
    assert found.value == pytest.approx(6.26, abs=0.005)
    assert (found.papers, found.excluded) == (6, 0)


def test_human_ratings_at_iclr_2026_vary_as_published() -> None:
    counted = pd.read_csv(PATTERNS)
    ratings = expand_patterns(counted["pattern"], counted["papers"])
    found = within_paper_variance(ratings)
    assert len(ratings) == 19472
    assert found.papers + found.excluded == 19472
    assert found.value == pytest.approx(2.8358, abs=5e-5)


def test_variances_are_averaged_before_the_root() -> None:
    found = within_paper_variance([[1, 3], [2, 2]])  # variances 2 and 0
    assert found.value == 1
    assert found.sd == 1  # not the mean of the SDs, 0.707; not the SD of all scores, 0.816


def test_papers_weigh_the_same_whatever_their_number_of_rounds() -> None:
    found = within_paper_variance([[1, 3, np.nan, np.nan], [4, 5, 4, 5]])
    assert found.value == pytest.approx((2 + 1 / 3) / 2)


def test_papers_with_one_score_or_none_are_excluded_and_counted() -> None:
    found = within_paper_variance([[1, 3], [4, np.nan], [np.nan, np.nan]])
    assert (found.value, found.papers, found.excluded) == (2, 1, 2)
    assert np.isnan(paper_variances([[4, np.nan]])).all()


@pytest.mark.parametrize("scores", [np.empty((0, 10)), [[5]], [[np.nan, np.nan]]])
def test_without_two_scores_of_a_paper_it_is_undefined_with_a_reason(scores: object) -> None:
    found = within_paper_variance(scores)
    assert np.isnan(found.value)
    assert np.isnan(found.sd)
    assert found.reason == "no paper has two scores"


def test_equal_scores_have_no_variance() -> None:
    assert within_paper_variance(np.full((5, 10), 7)).value == 0


def test_the_published_sds_are_the_roots_of_whole_sums_over_pairs() -> None:
    """Half of 2521, 2680 and 1333 squared differences over 9,000 pairs give the SDs that Table 1 prints."""
    claims = load_claims()
    for model, twice in {"gpt56sol": 2521, "gpt6luna": 2680, "gpt6sol": 1333}.items():
        assert agrees(claims[f"rep.repeatability.sd.{model}"], (twice / 2 / 9000) ** 0.5)


@given(scores=score_tables())
@settings(deadline=None, max_examples=50)
def test_each_variance_is_the_statistics_module_s(scores: np.ndarray) -> None:
    for row, variance in zip(scores, paper_variances(scores), strict=True):
        known = row[~np.isnan(row)].tolist()
        assert (
            np.isnan(variance) if len(known) < 2 else variance == pytest.approx(statistics.variance(known), abs=1e-12)
        )


@given(share=st.floats(0, 1))
@settings(deadline=None, max_examples=50)
def test_two_adjacent_scores_disagree_twice_their_variance(share: float) -> None:
    found = two_point(share)
    assert found.disagreement == 2 * found.variance
    assert found.variance == pytest.approx(two_point(1 - share).variance, abs=1e-15)


def test_a_fair_switch_has_variance_a_quarter() -> None:
    assert two_point(0.5) == (0.25, 0.5)
    with pytest.raises(ValueError, match=r"share = 1\.5"):
        two_point(1.5)
