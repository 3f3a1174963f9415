"""Four versions of a paper at once: weak orders of their scores, and scores that have them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.reconstruct.style.tables import Demand, nearest
from peerassay.style.contrasts import COMBINED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.counts import Solution
    from peerassay.reconstruct.style.model import Habits

    Whole = NDArray[np.int64]

VERSIONS: Final = ("native-high", "native-low", "nonnative-high", "nonnative-low")
NATIVE_SIGNS: Final = np.array([0.5, 0.5, -0.5, -0.5])
HIGH_SIGNS: Final = np.array([0.5, -0.5, 0.5, -0.5])
POOL: Final = 6000
ROUNDS: Final = 60
BLOCKS: Final = 4


def weak_orders(items: int = len(VERSIONS)) -> Whole:
    """Return every way in which items can be ranked, ties allowed.

    Parameters
    ----------
    items
        Number of items, 1 or more.

    Returns
    -------
    numpy.ndarray
        Dense ranks from 0 (lowest), shape (orders, items): 1, 3, 13, 75, ... orders (Fubini numbers, OEIS A000670).
    """
    ranks = np.array(list(product(range(items), repeat=items)))
    dense = [set(row) == set(range(max(row) + 1)) for row in ranks.tolist()]
    return np.asarray(ranks[np.array(dense)], dtype=np.int64)


ORDERS: Final = weak_orders()


@dataclass(frozen=True)
class Pool:
    """Simulated scores of four versions.

    Attributes
    ----------
    scores : numpy.ndarray
        Whole scores, shape (papers, 4).
    order : numpy.ndarray
        Which of `ORDERS` each paper has, shape (papers,).
    """

    scores: Whole
    order: Whole


def order_of(scores: Whole) -> Whole:
    """Return which of `ORDERS` each row of scores has.

    Parameters
    ----------
    scores
        Shape (papers, 4).
    """
    ranks = np.array([np.unique(row, return_inverse=True)[1] for row in scores.tolist()])
    places = {tuple(order): place for place, order in enumerate(ORDERS.tolist())}
    return np.array([places[tuple(row)] for row in ranks.tolist()], dtype=np.int64)


def simulate(habits: Habits, level: float, native: float, high: float, rng: np.random.Generator) -> Pool:
    """Draw scores of four versions of many papers.

    Parameters
    ----------
    habits
        How the reviewer rates.
    level
        Mean of the papers' own means, in score points.
    native, high
        How much higher native and confident wording is rated, in score points.
    rng
        Source of the draw.
    """
    means = rng.normal(level, habits.papers, POOL)[:, None] + native * NATIVE_SIGNS + high * HIGH_SIGNS
    noise = habits.noise * np.exp(habits.uneven * rng.standard_normal(POOL))[:, None]
    scores = np.clip(np.rint(means + noise * rng.standard_normal(means.shape)), 1, 10).astype(np.int64)
    return Pool(scores, order_of(scores))


def outcome_rows() -> NDArray[np.float64]:
    """Return for each block of Table 5 which weak orders are wins, losses and ties, shape (6, 3, orders)."""
    sides = [(VERSIONS.index(contrast.first), VERSIONS.index(contrast.second)) for contrast in COMBINED]
    signs = [np.sign(ORDERS[:, first] - ORDERS[:, second]) for first, second in sides]
    return np.array([[sign == 1, sign == -1, sign == 0] for sign in signs], dtype=float)


def fitted_orders(chances: NDArray[np.float64], counts: Whole) -> NDArray[np.float64]:
    """Scale the chances of the weak orders until four blocks have their wins, losses and ties.

    Parameters
    ----------
    chances
        Shape (orders,), above 0.
    counts
        Shape (4, 3).

    Returns
    -------
    numpy.ndarray
        Expected numbers of papers, shape (orders,).

    Notes
    -----
    Iterative proportional fitting (Deming and Stephan 1940, Ann. Math. Statist. 11).
    """
    expected = chances / chances.sum() * counts[0].sum()
    rows = outcome_rows()[:BLOCKS]
    for _ in range(ROUNDS):
        for kinds, numbers in zip(rows, counts, strict=True):
            sums = kinds @ expected
            expected = expected * ((numbers / np.maximum(sums, 1e-12)) @ kinds)
    return np.asarray(expected, dtype=float)


def combined_scores(solutions: list[Solution], pool: Pool, rng: np.random.Generator) -> Whole:
    """Choose papers of a pool so that four blocks have given counts exactly.

    Parameters
    ----------
    solutions
        Counts of the four blocks, in the order of `COMBINED`.
    pool
        Simulated papers.
    rng
        Source of the draw.

    Returns
    -------
    numpy.ndarray
        Scores of the four versions, shape (papers, 4).

    Raises
    ------
    SearchError
        If no weak orders give the counts together.
    """
    counts = np.array([[one.wins, one.losses, one.ties] for one in solutions])
    chances = np.asarray(np.bincount(pool.order, minlength=len(ORDERS)) + 0.2, dtype=np.float64)
    expected = fitted_orders(chances, counts)
    drawn = rng.multinomial(int(counts[0].sum()), expected / expected.sum())
    demands = [
        Demand(factors, number, number)
        for kinds, numbers in zip(outcome_rows()[:BLOCKS], counts, strict=True)
        for factors, number in zip(kinds, numbers, strict=True)
    ]
    chosen = nearest(drawn, np.maximum(expected, 0.05), demands)
    return np.concatenate([_scores_of(place, number, pool, rng) for place, number in enumerate(chosen) if number])


def _scores_of(place: int, number: int, pool: Pool, rng: np.random.Generator) -> Whole:
    """Draw scores with a given weak order from the pool, or from its ranks where the pool has none."""
    there = pool.scores[pool.order == place]
    if not len(there):
        middle = int(np.median(pool.scores))
        there = np.clip(ORDERS[place] + middle - 1, 1, 10)[None, :]
    return np.asarray(there[rng.integers(len(there), size=number)], dtype=np.int64)
