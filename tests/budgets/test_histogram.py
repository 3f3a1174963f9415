"""The product and mixture bounds, from the histograms behind the published numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.budgets import (
    attainable_histograms,
    histogram_mixture_bound,
    histogram_product_bound,
    histogram_variance,
    kl_variance_bound,
    pair_histogram,
    planning_budget,
)

from .published import EQUAL_PAIRS, KERNELS, PAPERS, SQUARED_SUMS, VARIANCES

HISTOGRAMS = [
    attainable_histograms(equal, squared, PAPERS) for equal, squared in zip(EQUAL_PAIRS, SQUARED_SUMS, strict=True)
]
histograms = st.lists(st.integers(0, 300), min_size=10, max_size=10).filter(lambda counts: sum(counts) > 0)


def bounds(model: int, alpha: float) -> list[float]:
    return [histogram_product_bound(histogram, KERNELS, alpha) for histogram in HISTOGRAMS[model]]


@pytest.mark.parametrize(("model", "low", "high"), [(0, 0.2623, 0.2625), (1, 0.2713, 0.2729), (2, 0.19596, 0.19596)])
def test_bounds_over_all_attainable_histograms(model, low, high):
    # the note on the tighter budget: about 0.2623, 0.2713-0.2729, 0.19596
    found = bounds(model, 0.05)
    decimals = len(str(low)) - 2
    assert (round(min(found), decimals), round(max(found), decimals)) == (low, high)


@pytest.mark.parametrize(
    ("tolerance", "alpha", "beta", "expected"),
    [  # the note on the tighter budget; its last two rows hold over all attainable histograms too
        (0.5, 0.05, 0.05, [{21}, {22}, {16}]),
        (0.25, 0.05, 0.05, [{84}, {87, 88}, {63}]),
        (0.5, 0.05 / 3, 0.05, [{25}, {26}, {20}]),
        (0.5, 0.01, 0.04, [{33}, {34}, {27}]),
    ],
)
def test_product_budgets_over_all_attainable_histograms(tolerance, alpha, beta, expected):
    found = [{planning_budget(bound, tolerance, beta) for bound in bounds(model, alpha)} for model in range(3)]
    assert found == expected


@pytest.mark.parametrize("model", [0, 1, 2])
def test_product_and_mixture_lie_between_variance_and_kl_bound(model):
    limit = kl_variance_bound(VARIANCES[model], KERNELS, 0.05)
    for histogram in HISTOGRAMS[model][:5]:
        assert histogram_variance(histogram) == pytest.approx(float(VARIANCES[model]), rel=1e-12)
        product, mixture = (f(histogram, KERNELS, 0.05) for f in (histogram_product_bound, histogram_mixture_bound))
        assert VARIANCES[model] < product < mixture < product + 40.5 * np.log(1 / 0.9) / KERNELS < limit


def test_pair_histogram_by_hand():
    # differences 0 3 3 and 1 1 2
    assert pair_histogram([[1, 1, 4], [5, 6, 4]], 3).tolist() == [1, 2, 1, 2]


def test_a_histogram_of_one_difference_by_hand():
    # 1 - (2 - m)/40.5 = 1/0.9 for one kernel: m = 2 + 40.5/9 = 6.5
    assert histogram_product_bound([0, 0, 45], 1, 0.9) == pytest.approx(6.5, rel=1e-12)


def test_a_difference_across_the_whole_scale_is_no_problem():
    assert 0.121 < histogram_product_bound([8999, *[0] * 8, 1], KERNELS, 0.05) < 1


@settings(deadline=None, max_examples=50)
@given(histograms, st.floats(1e-4, 0.5), st.floats(1e-4, 0.5))
def test_bounds_grow_with_confidence_and_reach_the_variance(counts, first, second):
    strict, lax = sorted((first, second))
    variance = min(histogram_variance(counts), 20.25)
    for bound in (histogram_product_bound, histogram_mixture_bound):
        assert variance - 1e-9 <= bound(counts, 500, lax) <= bound(counts, 500, strict) + 1e-9


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: histogram_product_bound([1, 0, 0, 0, 0, 1], 10, 0.05, 1, 5), "kernel 12.5; expected at most 8"),
        (lambda: histogram_product_bound([0, 0], 10, 0.05), "at least one pair"),
        (lambda: histogram_variance([5, -1]), "at least 0"),
        (lambda: pair_histogram([[1.5, 2]], 9), "whole numbers"),
        (lambda: pair_histogram([[1, np.nan]], 9), "whole numbers"),
        (lambda: pair_histogram([[1, 9]], 5), "largest difference 8"),
    ],
)
def test_histograms_that_no_bound_can_use_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
