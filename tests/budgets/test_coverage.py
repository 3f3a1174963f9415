"""How often the bounds fail."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.budgets import (
    Switching,
    error_rates,
    kl_variance_bound,
    mixture_variance_bound,
    product_variance_bound,
    rare_jump_chance,
    rare_jump_error,
    rare_jump_floor,
)

METHODS = {
    "KL": lambda scores, alpha: kl_variance_bound(scores.var(axis=1, ddof=1).mean(), scores.size // 2, alpha),
    "product": product_variance_bound,
    "mixture": mixture_variance_bound,
}
CONSTANT = np.ones((200, 10))


def hardest(bound: float) -> Switching:
    return Switching("hardest", np.full(200, 9.0), np.full(200, rare_jump_chance(bound) * (1 + 1e-9)))


def test_error_rate_in_the_hardest_case_is_just_below_the_level():
    # the note on the tighter budget: 4.94 %
    assert round(100 * rare_jump_error(product_variance_bound(CONSTANT, 0.05), 2000), 2) == 4.94


@pytest.mark.parametrize("method", METHODS)
def test_no_method_exceeds_its_level_in_its_hardest_case(method):
    assert 0.04 < rare_jump_error(METHODS[method](CONSTANT, 0.05), 2000) <= 0.05


def test_the_smallest_valid_bound_after_a_pilot_without_spread():
    # the note: B log(1/alpha) / M = 0.121; the three bounds lie just above
    floor = rare_jump_floor(2000, 0.05)
    assert floor == pytest.approx(0.121, abs=5e-4)
    assert floor == pytest.approx(40.5 * math.log(20) / 1000, rel=5e-3)
    assert all(floor <= bound(CONSTANT, 0.05) < 1.03 * floor for bound in METHODS.values())


def test_chance_of_a_jump_by_hand():
    # 81 p (1 - p) = 81 * 0.1 * 0.9
    assert rare_jump_chance(7.29) == pytest.approx(0.1, rel=1e-12)
    assert rare_jump_error(7.29, 2) == pytest.approx(0.81, rel=1e-12)


def test_errors_begin_a_hair_above_the_chance_and_not_below():
    bound = product_variance_bound(CONSTANT, 0.05)
    below = Switching("below", np.full(200, 9.0), np.full(200, rare_jump_chance(bound) * (1 - 1e-6)))
    rates = [
        error_rates(case, 10, 0.05, 3000, np.random.default_rng(0)).set_index("method")["rate"]
        for case in (below, hardest(bound))
    ]
    assert rates[0]["product"] == 0
    # binomial standard error of 3,000 pilots: 0.004
    assert rates[1]["product"] == pytest.approx(0.0494, abs=0.012)


def test_true_variance_by_hand():
    case = Switching("two", np.array([1.0, 9.0]), np.array([0.5, 0.1]))
    assert case.variance == pytest.approx((0.25 + 81 * 0.09) / 2)


@pytest.mark.parametrize(("rounds", "alpha"), [(2, 0.4), (3, 0.4), (4, 0.6)])
def test_simulated_rates_equal_exact_ones_of_small_pilots(rounds, alpha):
    """Sum the chances of all pilots of two papers whose bound, inverted from the scores, lies below the truth."""
    case = Switching("small", np.array([9.0, 3.0]), np.array([0.3, 0.5]))
    exact = dict.fromkeys(METHODS, 0.0)
    for higher in itertools.product(range(rounds + 1), repeat=2):
        scores = np.where(np.arange(rounds) < np.array(higher)[:, None], 1 + case.gaps[:, None], 1.0)
        chance = math.prod(
            math.comb(rounds, k) * p**k * (1 - p) ** (rounds - k) for k, p in zip(higher, case.chances, strict=True)
        )
        for method, bound in METHODS.items():
            kernels = 2 * (rounds // 2)
            value = (
                kl_variance_bound(scores.var(axis=1, ddof=1).mean(), kernels, alpha)
                if method == "KL"
                else bound(scores, alpha)
            )
            exact[method] += chance * (value < case.variance)
    simulated = error_rates(case, rounds, alpha, 20_000, np.random.default_rng(7)).set_index("method")["rate"]
    for method in METHODS:
        assert simulated[method] == pytest.approx(exact[method], abs=0.015)
        assert exact[method] <= alpha


def test_equal_seeds_give_equal_tables():
    case = hardest(0.12)
    tables = [error_rates(case, 10, 0.05, 2500, np.random.default_rng(3)) for _ in range(2)]
    assert tables[0].equals(tables[1])


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.sampled_from([0.05, 0.2]), st.floats(0.001, 0.999), st.sampled_from([1.0, 4.0, 9.0]))
def test_rates_stay_below_the_level(seed, alpha, chance, gap):
    case = Switching("any", np.full(20, gap), np.full(20, chance))
    rates = error_rates(case, 4, alpha, 400, np.random.default_rng(seed))["rate"]
    assert rates.max() <= alpha + 4 * math.sqrt(alpha / 400)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: error_rates(hardest(0.1), 10, 0.05, 0, np.random.default_rng(0)), "simulations = 0"),
        (lambda: error_rates(hardest(0.1), 10, 0.05, 5, np.random.default_rng(0), 1, 5), "widest gap = 9"),
        (lambda: error_rates(hardest(0.1), 10, 0, 5, np.random.default_rng(0)), "alpha = 0"),
        (lambda: rare_jump_chance(21), "bound = 21"),
    ],
)
def test_arguments_out_of_range_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
