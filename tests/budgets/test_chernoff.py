"""The certified budget from the average variance alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import entropy

from peerassay.budgets import (
    certified_budget,
    kernel_bound,
    kernel_count,
    kl_bernoulli,
    kl_variance_bound,
    pilot_variances,
    variance_cap,
)

from .published import KERNELS, VARIANCES

ALPHA3 = 0.05 / 3


def test_divergence_equals_scipy_entropy():
    assert kl_bernoulli(0.3, 0.4) == pytest.approx(entropy([0.3, 0.7], [0.4, 0.6]), abs=1e-15)


def test_divergence_at_the_ends_by_hand():
    np.testing.assert_allclose(kl_bernoulli([0, 1, 0.5, 0], [0.5, 0.5, 0.5, 0]), [np.log(2), np.log(2), 0, 0])
    assert kl_bernoulli(0.5, 0) == np.inf


def test_kernel_constants_of_the_paper():
    assert (kernel_bound(1, 10), variance_cap(1, 10), kernel_bound(0, 10)) == (40.5, 20.25, 50)
    assert (kernel_count(200, 10), kernel_count(200, 5)) == (1000, 400)


def test_bounds_of_the_three_models():
    # reference values, independently solved: 0.41137, 0.42566, 0.29782
    bounds = [kl_variance_bound(variance, KERNELS, 0.05) for variance in VARIANCES]
    np.testing.assert_allclose(bounds, [0.41137, 0.42566, 0.29782], atol=5e-6)


@pytest.mark.parametrize(
    ("tolerance", "alpha", "beta", "expected"),
    [
        (0.5, 0.05, 0.05, [33, 35, 24]),  # printed in the paper
        (0.25, 0.05, 0.05, [132, 137, 96]),  # reference values from here on
        (0.5, ALPHA3, 0.05, [39, 40, 29]),
        (0.25, ALPHA3, 0.05, [153, 158, 114]),
        (0.5, 0.01, 0.04, [51, 52, 39]),
        (0.25, 0.01, 0.04, [202, 208, 153]),
    ],
)
def test_certified_budgets(tolerance, alpha, beta, expected):
    assert [certified_budget(variance, KERNELS, tolerance, alpha, beta) for variance in VARIANCES] == expected


@pytest.mark.parametrize(
    ("sd", "expected"), [(0.3895, 55), (0.390, 55), (0.3905, 55), (0.2855, 43), (0.286, 43), (0.2865, 43)]
)
def test_five_score_pilots_with_a_printed_sd(sd, expected):
    assert certified_budget(sd**2, kernel_count(200, 5), 0.5, 0.05, 0.05) == expected


def test_the_five_score_pilot_without_a_printed_sd_needs_one_in_an_interval():
    # 53 reviews need an SD between 0.3698 and 0.3784
    ends = np.sqrt(pilot_variances(53, kernel_count(200, 5), 0.5, 0.05, 0.05))
    np.testing.assert_allclose(ends, [0.3698, 0.3784], atol=5e-5)


def test_all_variances_of_a_budget_lie_between_its_ends():
    low, high = pilot_variances(53, 400, 0.5, 0.05, 0.05)
    inside = [certified_budget(value, 400, 0.5, 0.05, 0.05) for value in (low + 1e-6, high - 1e-6)]
    outside = [certified_budget(value, 400, 0.5, 0.05, 0.05) for value in (low - 1e-6, high + 1e-6)]
    assert (inside, outside) == ([53, 53], [52, 54])


def test_a_budget_that_no_pilot_leads_to_has_no_variances():
    assert np.isnan(pilot_variances(2, 400, 0.5, 0.05, 0.05)).all()


def test_a_pilot_without_spread_has_a_closed_form():
    # U = B (1 - alpha^(1/M))
    assert kl_variance_bound(0, KERNELS, 0.05) == pytest.approx(40.5 * (1 - 0.05**0.001), rel=1e-9)


@pytest.mark.parametrize("variance", [22.5, 20.25, 20.2])
def test_no_bound_exceeds_the_largest_possible_variance(variance):
    assert kl_variance_bound(variance, 5, 0.05) == 20.25


@settings(deadline=None, max_examples=60)
@given(st.floats(0, 20), st.integers(1, 5000), st.floats(1e-6, 0.9))
def test_the_bound_solves_its_equation_above_the_variance(variance, kernels, alpha):
    bound = kl_variance_bound(variance, kernels, alpha)
    assert variance - 1e-9 <= bound <= 20.25
    if bound < 20.25:
        assert kernels * kl_bernoulli(variance / 40.5, bound / 40.5) == pytest.approx(
            -np.log(alpha), rel=1e-4, abs=1e-6
        )


@settings(deadline=None, max_examples=60)
@given(st.tuples(st.floats(0, 20), st.floats(0, 20)), st.tuples(st.floats(1e-6, 0.9), st.floats(1e-6, 0.9)))
def test_the_bound_grows_with_the_variance_and_with_confidence(variances, alphas):
    small, large = sorted(variances)
    strict, lax = sorted(alphas)
    assert kl_variance_bound(small, 500, lax) <= kl_variance_bound(large, 500, lax) + 1e-9
    assert kl_variance_bound(small, 500, lax) <= kl_variance_bound(small, 500, strict) + 1e-9


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kl_variance_bound(41, 1000, 0.05), "variance = 41"),
        (lambda: kl_variance_bound(1, 0, 0.05), "kernels = 0"),
        (lambda: kl_variance_bound(1, 1000, 1), "alpha = 1"),
        (lambda: kl_bernoulli(1.1, 0.5), "p = 1.1"),
        (lambda: kernel_count(200, 1), "rounds = 1"),
        (lambda: kernel_bound(10, 1), "low = 10"),
    ],
)
def test_arguments_out_of_range_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
