"""Brier loss, debiased risk, direct sampling, and the exact decomposition of Standard."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import brier_score_loss

from peerassay.claims import agrees, load_claims
from peerassay.estimation import (
    brier_loss,
    collision_share,
    count_scores,
    debiased_risk,
    direct_risk,
    enumerated_risk,
    frequencies,
    mixture_risk,
    standard_estimate,
)

CLAIMS = load_claims()
MASS = arrays(float, 10, elements=st.floats(0, 1)).filter(lambda mass: mass.sum() > 1e-3)
SCORES = st.lists(st.integers(1, 10), min_size=4, max_size=7)


def test_brier_loss_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(3)
    estimate, targets = rng.dirichlet(np.ones(10)), rng.integers(1, 11, 40)
    theirs = brier_score_loss(targets, np.tile(estimate, (40, 1)), labels=range(1, 11), scale_by_half=False)
    assert brier_loss(estimate, count_scores(targets)) == pytest.approx(theirs)


def test_debiased_risk_by_hand() -> None:
    """q = (0.5, 0.5, 0), targets 1, 1, 3: 0.5 - 2/3 (0.5 + 0.5 + 0) + 1/3 = 1/6; the Brier loss is 5/6."""
    counts = count_scores([1, 1, 3], 1, 3)
    assert debiased_risk([0.5, 0.5, 0], counts) == pytest.approx(1 / 6)
    assert brier_loss([0.5, 0.5, 0], counts) == pytest.approx(5 / 6)


def test_a_risk_may_be_negative_and_is_kept() -> None:
    """q = (0.5, 0.5), targets 1, 2: 0.5 - 1 + 0."""
    assert debiased_risk([0.5, 0.5], count_scores([1, 2], 1, 2)) == pytest.approx(-0.5)


@given(arrays(float, 3, elements=st.floats(0.01, 1)), arrays(float, 3, elements=st.floats(0.01, 1)))
@settings(deadline=None, max_examples=40)
def test_debiased_risk_is_right_on_average(estimate: np.ndarray, truth: np.ndarray) -> None:
    """Over all outcomes of three targets, weighted by their probabilities."""
    q, p = estimate / estimate.sum(), truth / truth.sum()
    mean = sum(
        p[list(outcome)].prod() * debiased_risk(q, np.bincount(outcome, minlength=3))
        for outcome in product(range(3), repeat=3)
    )
    assert mean == pytest.approx(((q - p) ** 2).sum(), abs=1e-12)


@given(MASS, SCORES, st.floats(0, 1))
@settings(deadline=None, max_examples=80)
def test_averaged_over_all_splits_standard_is_exactly_its_two_terms(
    mass: np.ndarray, scores: list[int], weight: float
) -> None:
    """For any distribution, any scores and any weight; the paper states it as an expectation only."""
    quick, counts = mass / mass.sum(), count_scores(scores)
    terms = mixture_risk(weight, debiased_risk(quick, counts), collision_share(counts))
    assert enumerated_risk(quick[None], [scores], weight)[0] == pytest.approx(float(terms), abs=1e-12)


@given(MASS, SCORES)
@settings(deadline=None, max_examples=40)
def test_risk_and_brier_loss_differ_by_what_no_estimate_changes(mass: np.ndarray, scores: list[int]) -> None:
    counts, quick = count_scores(scores), mass / mass.sum()
    assert brier_loss(quick, counts) - debiased_risk(quick, counts) == pytest.approx(1 - collision_share(counts))


def test_printed_risks_of_two_scores_are_whole_numbers_of_unequal_pairs() -> None:
    """301 and 181 of 990 pairs print as 0.1520 and 0.0914 (repeatability paper, appendix E), no other number does."""
    for year, pairs in ((2025, 301), (2026, 181)):
        claim = CLAIMS[f"rep.fusion.risk.r2.{year}"]
        fitting = [number for number in range(991) if agrees(claim, float(direct_risk(1 - number / 990, 2)))]
        assert fitting == [pairs]


def test_printed_difference_from_three_scores_follows_from_the_sampling_law() -> None:
    standard = float(np.mean([float(CLAIMS[f"rep.fusion.risk.standard.{year}"].value) for year in (2025, 2026)]))
    three = float(direct_risk(1 - (301 + 181) / 1980, 3))
    assert agrees(CLAIMS["rep.fusion.risk_diff.standard_minus_r3"], standard - three)


def test_equal_scores_have_no_direct_risk_and_a_single_score_has_no_pair() -> None:
    assert direct_risk(collision_share(count_scores([4, 4, 4, 4])), 1) == 0
    assert np.isnan(collision_share(count_scores([4])))
    assert np.isnan(debiased_risk([1, 0], count_scores([1], 1, 2)))
    assert np.isnan(frequencies([0, 0])).all()


def test_missing_scores_are_not_counted() -> None:
    assert count_scores([[1, np.nan, 3], [2, 2, 2]], 1, 3).tolist() == [[1, 0, 1], [0, 3, 0]]


def test_standard_by_hand() -> None:
    mixed = standard_estimate([0.2, 0.8, 0], count_scores([1, 3], 1, 3), 0.5)
    assert mixed.tolist() == pytest.approx([0.35, 0.4, 0.25])


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"score 4.5; expected a whole number from 1 to 10"):
        count_scores([4.5])
    with pytest.raises(ValueError, match="score 0;"):
        count_scores([0])
    with pytest.raises(ValueError, match="from 0 to 1"):
        standard_estimate([1.0], [1], 1.2)
    with pytest.raises(ValueError, match="1 or more"):
        direct_risk(0.5, 0)
