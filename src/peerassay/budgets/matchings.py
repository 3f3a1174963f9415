"""Ways to pair a paper's scores, and the average of a product over them as a polynomial."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Up to this many scores every matching is visited: 10,395 of them for eleven or twelve scores.
EXACT_ROUNDS = 12
#: For more scores: a fixed number of matchings, drawn once from a fixed seed and never from the data.
SAMPLED_MATCHINGS, SAMPLE_SEED = 1000, 20_250_101
#: Papers that are handled in one piece, so that twelve rounds need a few tens of megabytes.
CHUNK = 32


@lru_cache(maxsize=32)
def matchings(rounds: int) -> NDArray[np.intp]:
    r"""List the ways to form disjoint pairs of a paper's rounds.

    Parameters
    ----------
    rounds : int
        Scores of the paper, :math:`n \ge 2`.

    Returns
    -------
    ndarray of int, shape (ways, floor(n/2), 2)
        Read-only positions of the pairs. All ways for at most 12 rounds (945 for ten; an odd number leaves each round
        out in turn), 1,000 fixed ones for more.

    Raises
    ------
    ValueError
        If there are fewer than two rounds.
    """
    if rounds < 2:
        raise ValueError(f"rounds = {rounds}; expected at least 2")
    ways = _all_ways(rounds) if rounds <= EXACT_ROUNDS else _fixed_ways(rounds)
    ways.setflags(write=False)
    return ways


def matching_polynomials(scores: NDArray[np.float64], slope: float) -> NDArray[np.float64]:
    r"""Average the product over all pairings, as a polynomial for each paper.

    Parameters
    ----------
    scores : ndarray of float, shape (papers, n)
        Scores without gaps.
    slope : float
        The constant :math:`c` with :math:`0 \le c \le 1/B`, per squared score point.

    Returns
    -------
    ndarray of float, shape (papers, floor(n/2) + 1)
        Coefficients of :math:`z^0, z^1, \dots` of the mean over matchings of :math:`\prod (1 - c\,h + z)`, where
        :math:`z = c\,m`. None is negative, so that evaluating loses no digits.

    Raises
    ------
    ValueError
        If there are fewer than two scores per paper.

    Notes
    -----
    The factor of a pair is :math:`1 - c(h - m)` with :math:`h = (y-y')^2/2`.
    """
    ways = matchings(scores.shape[1])
    parts = [_mean_product(scores[start : start + CHUNK], ways, slope) for start in range(0, len(scores), CHUNK)]
    return np.concatenate(parts)


def _mean_product(scores: NDArray[np.float64], ways: NDArray[np.intp], slope: float) -> NDArray[np.float64]:
    first, second = scores[:, ways[:, :, 0]], scores[:, ways[:, :, 1]]
    constants = np.maximum(0.0, 1 - slope * (first - second) ** 2 / 2)
    pairs = constants.shape[2]
    coefficients = np.zeros((pairs + 1, *constants.shape[:2]))
    coefficients[0] = 1
    for pair in range(pairs):
        shifted = coefficients[: pair + 1].copy()
        coefficients[: pair + 2] *= constants[:, :, pair]
        coefficients[1 : pair + 2] += shifted
    return np.asarray(coefficients.mean(axis=2).T)


def _all_ways(rounds: int) -> NDArray[np.intp]:
    if rounds % 2 == 0:
        return np.array(_pairings(tuple(range(rounds))), dtype=np.intp)
    left_out = ([kept for kept in range(rounds) if kept != out] for out in range(rounds))
    return np.array([way for kept in left_out for way in _pairings(tuple(kept))], dtype=np.intp)


def _pairings(items: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """List the perfect matchings of an even number of items: the first one meets each other one in turn."""
    if not items:
        return [[]]
    first, others = items[0], items[1:]
    return [
        [(first, other), *rest]
        for index, other in enumerate(others)
        for rest in _pairings(others[:index] + others[index + 1 :])
    ]


def _fixed_ways(rounds: int) -> NDArray[np.intp]:
    generator = np.random.default_rng(SAMPLE_SEED)
    orders = generator.permuted(np.tile(np.arange(rounds), (SAMPLED_MATCHINGS, 1)), axis=1)
    return np.asarray(orders[:, : rounds // 2 * 2].reshape(SAMPLED_MATCHINGS, rounds // 2, 2))
