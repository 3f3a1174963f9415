"""Ways to pair scores."""

import itertools
import math

import numpy as np
import pytest

from peerassay.budgets.matchings import matching_polynomials, matchings


def brute_force(scores: list[float], slope: float, candidate: float) -> float:
    """Average over all orders of the rounds of the product over consecutive pairs, without any matching."""
    products = [
        math.prod(1 - slope * ((order[k] - order[k + 1]) ** 2 / 2 - candidate) for k in range(0, len(order) - 1, 2))
        for order in itertools.permutations(scores)
    ]
    return math.fsum(products) / len(products)


@pytest.mark.parametrize(
    ("rounds", "ways"), [(2, 1), (3, 3), (4, 3), (5, 15), (6, 15), (10, 945), (11, 10395), (12, 10395)]
)
def test_number_of_ways(rounds, ways):
    # (2k - 1)!! perfect matchings; with an odd number of rounds each is left out in turn
    assert matchings(rounds).shape == (ways, rounds // 2, 2)


def test_each_way_uses_each_round_at_most_once_and_no_way_comes_twice():
    for rounds in (5, 8):
        ways = [frozenset(map(frozenset, way)) for way in matchings(rounds).tolist()]
        assert len(set(ways)) == len(ways)
        assert all(len(frozenset().union(*way)) == rounds // 2 * 2 for way in ways)


def test_many_rounds_use_a_fixed_set_of_ways():
    ways = matchings(13)
    assert ways.shape == (1000, 6, 2)
    assert all(len(np.unique(way)) == 12 for way in ways[:50])
    with pytest.raises(ValueError, match="read-only"):
        ways[0] = 0


@pytest.mark.parametrize(
    "scores", [[1, 10], [1, 4, 4], [1, 1, 2, 10], [2, 3, 5, 5, 9], [1, 1, 1, 10, 10, 7], [3.5, 1, 8, 8, 2, 6, 6]]
)
def test_polynomial_equals_the_average_over_all_orders(scores):
    slope, candidate = 1 / 40.5, 0.7
    (polynomial,) = matching_polynomials(np.array([scores], dtype=float), slope)
    value = np.polynomial.polynomial.polyval(slope * candidate, polynomial)
    assert value == pytest.approx(brute_force(scores, slope, candidate), rel=1e-12)


def test_polynomial_by_hand():
    # scores 1, 1, 1, 10 with B = 40.5: every matching has one pair of 1s and one jump: (1 + z) z
    np.testing.assert_allclose(matching_polynomials(np.array([[1.0, 1, 1, 10]]), 1 / 40.5), [[0, 1, 1]], atol=1e-15)


def test_papers_in_several_chunks_keep_their_order():
    scores = np.random.default_rng(1).integers(1, 11, (70, 6)).astype(float)
    whole = matching_polynomials(scores, 1 / 40.5)
    np.testing.assert_array_equal(whole[65], matching_polynomials(scores[65:66], 1 / 40.5)[0])


def test_one_round_cannot_be_paired():
    with pytest.raises(ValueError, match="rounds = 1"):
        matchings(1)
