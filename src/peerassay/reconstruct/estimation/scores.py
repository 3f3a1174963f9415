"""Target scores: drawn from distributions around a paper's ten committed scores, brought to the printed risks."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from peerassay.estimation import collision_share, count_scores, frequencies
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST, window
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

TARGET_ROUNDS = 5
SPREAD = 0.04
"""Share of a score's mass that goes to each of its neighbours, so that ten equal scores do not exclude another one."""
HALVINGS, STEPS, DETOUR = 40, 20_000, 6


def unequal_pairs(claims: Claims, year: int) -> int:
    """Give the unequal pairs of target scores of a paper that the printed risk of two samples stands for.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    year : int
        2025 or 2026.

    Returns
    -------
    int
        The only number over all papers of the year and all pairs of five scores that prints so.

    Raises
    ------
    ValueError
        If the printed risk leaves none, or several.
    """
    claim = claims[f"rep.fusion.risk.r2.{year}"]
    fitting = window(claim, 2 * (claim.n or 0) * comb(TARGET_ROUNDS, 2))
    if fitting.low != fitting.high:
        raise ValueError(f"{claim.id}: {fitting.low} to {fitting.high} pairs fit; expected one number")
    return fitting.low


def score_distributions(scores: Whole, groups: Whole, unequal: dict[int, int]) -> Reals:
    r"""Give each paper a distribution of target scores around its ten scores.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Scores of the base.
    groups : ndarray of int, shape (papers,)
        Years.
    unequal : dict of int to int
        Printed unequal pairs of target scores by year.

    Returns
    -------
    ndarray of float, shape (papers, scores)

    Notes
    -----
    Shares of the ten scores, `SPREAD` of each given to both neighbours, raised to a power that is the same for all
    papers of a year and renormalised. The power is found by bisection so that the expected number of unequal pairs is
    the printed one.
    """
    shares = frequencies(count_scores(scores, LOWEST, HIGHEST))
    smooth = shares * (1 - 2 * SPREAD)
    smooth[:, 1:] += SPREAD * shares[:, :-1]
    smooth[:, :-1] += SPREAD * shares[:, 1:]
    found = np.empty_like(smooth)
    for group, pairs in unequal.items():
        rows = groups == group
        goal = pairs / (comb(TARGET_ROUNDS, 2) * rows.sum())
        found[rows] = _powered(smooth[rows], goal)
    return found


def _powered(shares: Reals, unequal: float) -> Reals:
    low, high = 0.1, 20.0
    for _ in range(HALVINGS):
        power = (low * high) ** 0.5
        distributions = frequencies(shares**power)
        above = float((1 - (distributions**2).sum(axis=1)).mean()) > unequal
        low, high = (power, high) if above else (low, power)
    return distributions


def draw_scores(distributions: Reals, rounds: int, rng: np.random.Generator) -> Whole:
    """Draw independent scores of each paper.

    Parameters
    ----------
    distributions : ndarray of float, shape (papers, scores)
        As from `score_distributions`.
    rounds : int
        Scores per paper.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers, rounds)
    """
    below = distributions.cumsum(axis=1)[:, None, :-1]
    return np.asarray(LOWEST + (rng.random((len(distributions), rounds, 1)) > below).sum(axis=2), dtype=np.int64)


def target_scores(distributions: Reals, groups: Whole, unequal: dict[int, int], rng: np.random.Generator) -> Whole:
    """Draw five target scores of each paper with the printed number of unequal pairs in every year.

    Parameters
    ----------
    distributions : ndarray of float, shape (papers, scores)
        As from `score_distributions`.
    groups : ndarray of int, shape (papers,)
        Years.
    unequal : dict of int to int
        Printed unequal pairs by year.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers, 5)

    Raises
    ------
    SearchError
        If the printed number is not reached.

    Notes
    -----
    Papers are drawn anew, one at a time, and the draw is kept if it comes nearer; now and then also if it leads a few
    pairs past the goal, because one paper's pairs cannot change by every number.
    """
    scores = draw_scores(distributions, TARGET_ROUNDS, rng)
    for group, goal in unequal.items():
        rows = np.flatnonzero(groups == group)
        pairs = _unequal(scores[rows])
        for place, chance in zip(rng.integers(len(rows), size=STEPS), rng.random(STEPS), strict=True):
            away = int(pairs.sum()) - goal
            if not away:
                break
            drawn = draw_scores(distributions[rows[place]][None], TARGET_ROUNDS, rng)
            change = int(_unequal(drawn)[0] - pairs[place])
            if abs(away + change) < abs(away) or (abs(away + change) <= DETOUR and chance < 0.1):
                scores[rows[place]], pairs[place] = drawn[0], pairs[place] + change
        if pairs.sum() != goal:
            raise SearchError(f"{group}: {int(pairs.sum())} unequal pairs of target scores instead of {goal}")
    return scores


def _unequal(scores: Whole) -> Whole:
    pairs = comb(scores.shape[1], 2)
    shares = collision_share(count_scores(scores, LOWEST, HIGHEST))
    return np.asarray(np.rint((1 - shares) * pairs), dtype=np.int64)
