"""Budgets that need a variance or nothing at all."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.budgets import (
    distribution_free_budget,
    joint_success,
    largest_variance,
    level_per_model,
    planning_budget,
    success_lower_bound,
)

from .published import VARIANCES

variances = st.floats(0, 20)
tolerances = st.floats(0.01, 5)
levels = st.floats(0.001, 0.9)


@pytest.mark.parametrize(
    ("tolerance", "beta", "expected"),
    [  # reference-values and appendix D of the repeatability paper; beta 0.04 is the joint guarantee of 0.95
        (0.25, 0.05, [45, 48, 24]),
        (0.5, 0.05, [12, 12, 6]),
        (0.5, 0.04, [15, 15, 8]),
        (0.25, 0.04, [57, 60, 30]),
    ],
)
def test_planning_budgets_of_the_paper(tolerance, beta, expected):
    assert [planning_budget(variance, tolerance, beta) for variance in VARIANCES] == expected


@pytest.mark.parametrize("printed", [0.140056, 0.148889, 0.074056])
def test_the_printed_variance_gives_the_budget_of_the_exact_one(printed):
    exact = min(VARIANCES, key=lambda variance: abs(variance - Fraction(str(printed))))
    assert planning_budget(printed, 0.25, 0.05) == planning_budget(exact, 0.25, 0.05)


@pytest.mark.parametrize(
    ("variance", "expected"),
    [
        (0.0125, 1),
        (0.0375, 3),
        (0.1 + 0.2 - 0.3 + 0.0125, 1),
        (Fraction(1, 80), 1),
        (Fraction(1, 80) + Fraction(1, 10**9), 2),
    ],
)
def test_a_whole_quotient_is_not_rounded_up_by_float_noise(variance, expected):
    assert planning_budget(variance, 0.5, 0.05) == expected


def test_a_sample_variance_above_the_cap_is_taken_as_it_is():
    # two scores at the two ends of 1 to 10: 9^2/2 = 40.5, twice the cap 20.25; 40.5/(0.05 * 0.25) = 3240
    assert planning_budget(40.5, 0.5, 0.05) == 3240


def test_no_variance_still_needs_one_review():
    assert planning_budget(0.0, 0.5, 0.05) == 1


@pytest.mark.parametrize(("tolerance", "expected"), [(0.25, 2391), (0.5, 598)])
def test_distribution_free_budgets_of_the_paper(tolerance, expected):
    assert distribution_free_budget(tolerance, 0.05) == expected


def test_distribution_free_budget_by_hand_on_another_scale():
    # 4^2 ln(2/0.5) / (2 * 2^2) = 2 ln 4 = 2.77
    assert distribution_free_budget(2, 0.5, 1, 5) == 3


def test_joint_success_is_the_product_of_both_levels():
    assert joint_success(0.05, 0.05) == 0.9025
    assert joint_success(0.01, 0.04) == 0.9504


def test_models_share_the_level_equally():
    assert level_per_model(0.05, 1) == 0.05
    assert level_per_model(0.06, 3) == 0.02


def test_success_bound_by_hand():
    # v / eps^2 = 0.2 / 0.25 = 0.8
    np.testing.assert_allclose(success_lower_bound([1, 2, 16], 0.2, 0.5), [0.2, 0.6, 0.95])


def test_success_bound_is_never_negative():
    assert success_lower_bound(1, 4, 0.5) == 0


@settings(deadline=None, max_examples=60)
@given(variances, tolerances, levels)
def test_a_planning_budget_is_the_smallest_that_reaches_the_target(variance, tolerance, beta):
    reviews = planning_budget(variance, tolerance, beta)
    assert success_lower_bound(reviews, variance, tolerance) >= 1 - beta - 1e-9
    assert reviews == 1 or success_lower_bound(reviews - 1, variance, tolerance) < 1 - beta + 1e-9


@settings(deadline=None, max_examples=60)
@given(variances, variances, tolerances, levels)
def test_more_variance_never_needs_fewer_reviews(first, second, tolerance, beta):
    low, high = sorted((first, second))
    assert planning_budget(low, tolerance, beta) <= planning_budget(high, tolerance, beta)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 5000), st.sampled_from([0.25, 0.5, 0.1]), st.sampled_from([0.05, 0.04]))
def test_a_budget_covers_exactly_its_largest_variance(reviews, tolerance, beta):
    assert planning_budget(largest_variance(reviews, tolerance, beta), tolerance, beta) == reviews


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: planning_budget(-0.1, 0.5, 0.05), "variance = -0.1"),
        (lambda: planning_budget(float("nan"), 0.5, 0.05), "variance = nan"),
        (lambda: planning_budget(0.1, 0, 0.05), "tolerance = 0"),
        (lambda: planning_budget(0.1, 0.5, 1), "beta = 1"),
        (lambda: distribution_free_budget(0.5, 0.05, 5, 5), "score range"),
        (lambda: success_lower_bound([3, 0], 0.1, 0.5), "reviews = 0"),
        (lambda: level_per_model(0.05, 0), "models = 0"),
        (lambda: joint_success(0, 0.05), "alpha = 0"),
        (lambda: largest_variance(0, 0.5, 0.05), "reviews = 0"),
    ],
)
def test_arguments_out_of_range_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
