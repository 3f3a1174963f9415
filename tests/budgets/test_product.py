"""The product and mixture bounds, from scores."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from peerassay.budgets import (
    MIXTURE,
    histogram_product_bound,
    kernel_count,
    kl_variance_bound,
    log_product,
    mixture_variance_bound,
    pair_histogram,
    product_variance_bound,
)
from peerassay.budgets.product import invert

from .test_matchings import brute_force

tables = arrays(float, st.tuples(st.integers(1, 6), st.integers(2, 6)), elements=st.integers(1, 10))
levels = st.floats(1e-4, 0.5)


def constant_papers_with_jumps(jumps: int) -> np.ndarray:
    scores = np.ones((200, 10))
    scores[:jumps, 0] = 10
    return scores


@pytest.mark.parametrize(("jumps", "product", "chernoff"), [(1, 0.319, 0.232), (2, 0.484, 0.311), (10, 1.498, 0.800)])
def test_rare_jumps_make_the_product_bound_wider_than_kl(jumps, product, chernoff):
    # all six from the note on the tighter budget
    scores = constant_papers_with_jumps(jumps)
    variance = float(scores.var(axis=1, ddof=1).mean())
    assert product_variance_bound(scores, 0.05) == pytest.approx(product, abs=5e-4)
    assert kl_variance_bound(variance, 1000, 0.05) == pytest.approx(chernoff, abs=5e-4)


@pytest.mark.parametrize("jumps", [0, 1, 2, 10, 50])
def test_the_mixture_is_never_much_worse_than_the_product_bound(jumps):
    # its price is at most log(1/0.9) / (c M) = 40.5 * log(1/0.9) / 1000 in variance
    scores = constant_papers_with_jumps(jumps)
    price = 40.5 * math.log(1 / MIXTURE[0][0]) / 1000
    assert mixture_variance_bound(scores, 0.05) <= product_variance_bound(scores, 0.05) + price + 1e-9


def test_the_mixture_is_much_better_where_the_product_bound_is_bad():
    scores = constant_papers_with_jumps(10)
    assert mixture_variance_bound(scores, 0.05) < 0.7 * product_variance_bound(scores, 0.05)


def test_a_pilot_without_spread_has_a_closed_form():
    # (1 + U/B)^M = 1/alpha
    bound = 40.5 * (0.05 ** (-1 / 1000) - 1)
    assert product_variance_bound(np.full((200, 10), 7), 0.05) == pytest.approx(bound, rel=1e-9)
    assert bound == pytest.approx(0.121, abs=6e-4)


def test_one_paper_with_two_scores_by_hand():
    # a difference of 3: 1 - (4.5 - m)/40.5 is 2 at m = 45, so the cap 20.25 holds, and 1/0.9 at m = 4.5 + 40.5/9 = 9
    assert product_variance_bound([[1, 4]], 0.5) == 20.25
    assert product_variance_bound([[1, 4]], 0.9) == pytest.approx(9, rel=1e-12)


def test_log_product_equals_the_average_over_all_orders_for_each_paper():
    scores = [[1, 1, 2, 10], [3, 3, 3, 4], [3, 3, 4, 3], [2, 9, 5, 5]]
    expected = sum(math.log(brute_force(paper, 1 / 40.5, 1.3)) for paper in scores)
    assert log_product(scores, 1.3) == pytest.approx(expected, rel=1e-12)


def test_unequal_rounds_use_a_smaller_constant_for_papers_with_more_pairs():
    # K = 2 and 1, so c = 1/(2B) and 1/B
    scores = [[1, 4, 2, 8], [5, 6, np.nan, np.nan]]
    expected = math.log(brute_force([1, 4, 2, 8], 1 / 81, 2.0)) + math.log(brute_force([5, 6], 1 / 40.5, 2.0))
    assert log_product(scores, 2.0) == pytest.approx(expected, rel=1e-12)


def test_a_missing_round_may_stand_anywhere():
    first = [[1, 4, 2, np.nan], [5, 6, 6, 7]]
    second = [[np.nan, 2, 4, 1], [6, 5, 7, 6]]
    assert product_variance_bound(first, 0.05) == product_variance_bound(second, 0.05)


def test_more_than_twelve_rounds_give_a_bound_close_to_the_histogram_one():
    scores = np.random.default_rng(3).integers(4, 7, (40, 14)).astype(float)
    wide = histogram_product_bound(pair_histogram(scores, 9), kernel_count(40, 14), 0.05)
    assert product_variance_bound(scores, 0.05) == pytest.approx(wide, rel=0.01)


def test_the_scale_of_human_scores_has_a_larger_kernel_bound():
    scores = constant_papers_with_jumps(0)
    ratio = product_variance_bound(scores, 0.05, 0, 10) / product_variance_bound(scores, 0.05, 1, 10)
    assert ratio == pytest.approx(50 / 40.5, rel=1e-9)


def test_scores_bound_is_not_wider_than_the_histogram_bound():
    # Jensen's inequality
    scores = np.random.default_rng(5).integers(3, 7, (50, 10)).astype(float)
    assert product_variance_bound(scores, 0.05) <= histogram_product_bound(pair_histogram(scores, 9), 250, 0.05)


@settings(deadline=None, max_examples=50)
@given(tables, st.floats(0, 20), st.floats(0, 20))
def test_the_product_grows_with_the_candidate(scores, first, second):
    low, high = sorted((first, second))
    assert log_product(scores, low) <= log_product(scores, high) + 1e-12


@settings(deadline=None, max_examples=50)
@given(tables, levels, levels)
def test_bounds_grow_with_confidence_and_reach_the_variance(scores, first, second):
    strict, lax = sorted((first, second))
    variance = min(float(scores.var(axis=1, ddof=1).mean()), 20.25)
    for bound in (product_variance_bound, mixture_variance_bound):
        assert variance - 1e-9 <= bound(scores, lax) <= bound(scores, strict) + 1e-9 <= 20.25 + 1e-9


@settings(deadline=None, max_examples=50)
@given(tables, st.randoms(use_true_random=False))
def test_order_of_papers_rounds_and_scale_does_not_matter(scores, random):
    shuffled = [random.sample(row, len(row)) for row in random.sample(scores.tolist(), len(scores))]
    bound = product_variance_bound(scores, 0.1)
    assert product_variance_bound(shuffled, 0.1) == pytest.approx(bound, rel=1e-9)
    assert product_variance_bound(11 - scores, 0.1) == pytest.approx(bound, rel=1e-9)


@settings(deadline=None, max_examples=30)
@given(arrays(float, st.tuples(st.integers(2, 5), st.just(6)), elements=st.integers(1, 10)), st.data())
def test_missing_rounds_keep_the_bound_inside_its_limits(scores, data):
    gaps = data.draw(st.lists(st.integers(0, 4), min_size=len(scores), max_size=len(scores)))
    for row, gap in zip(scores, gaps, strict=True):
        row[:gap] = np.nan
    kernels = len(scores) * min(int(np.isfinite(row).sum()) // 2 for row in scores)
    bound = product_variance_bound(scores, 0.05)
    assert min(20.25, 40.5 * math.log(20) / kernels) - 1e-6 <= bound <= 20.25


@pytest.mark.parametrize("bound", [product_variance_bound, mixture_variance_bound])
@pytest.mark.parametrize("short", [1e-5, 1e-7, 1e-9, 1e-12])
def test_a_level_close_to_one_gives_a_bound_above_its_closed_form_floor(bound, short):
    # no root lies below B log(1/alpha) / M
    scores = np.full((200, 10), 7)
    floor = 40.5 * -math.log(1 - short) / 1000 * (1 - 1e-9)
    assert floor <= bound(scores, 1 - short) <= bound(scores, 0.9)


def test_a_level_that_floats_cannot_resolve_is_refused_by_name():
    with pytest.raises(ValueError, match=r"alpha = 0\.5; expected a level further below 1"):
        invert(lambda _: 1.0, 0.5, 1000, 1, 10)  # above log 2 even at 0, as rounding may put it


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ([[1, 2], [3, 11]], r"paper \(row\) 1, round \(column\) 1: value 11; expected 1 to 10"),
        ([[0, 2], [3, 4]], r"paper \(row\) 0, round \(column\) 0: value 0"),
        ([[1, 2], [3, np.inf]], "value inf"),
        ([[1, 2], [3, np.nan]], r"paper \(row\) 1: 1 score"),
        ([[1], [2]], r"paper \(row\) 0: 1 score"),
        ([], "expected a table"),
        ([1, 2], "expected a table"),
    ],
)
def test_scores_that_no_bound_can_use_are_named(scores, words):
    with pytest.raises(ValueError, match=words):
        product_variance_bound(scores, 0.05)


@pytest.mark.parametrize("parts", [[(0.5, 1)], [(1, 0)], [(1, 1.5)], [(1.5, 1), (-0.5, 0.5)]])
def test_parts_must_be_weights_and_shares(parts):
    with pytest.raises(ValueError, match="parts"):
        mixture_variance_bound([[1, 2]], 0.05, parts=parts)
