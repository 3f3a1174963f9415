"""Candidate probabilities of an auxiliary call, brought to the printed risks of Standard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.estimation import choose, paper_losses, tested_risks
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.estimation import Grid

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

WIDTHS = (0.24, 0.32)
"""Variance, in squared score points, that the tempered probabilities have around their centre: drawn from here."""
VISIBLE = 1e-9
"""Candidates with less are not among the returned tokens."""
DIGITS = 8
"""Significant digits kept of a probability."""
START = {2025: 0.08, 2026: 0.19}
"""Share of the variance of papers' expected scores that the auxiliary call misses: where the search begins."""
STEPS, LEAST, MOST = 40, 0.002, 0.9


@dataclass(frozen=True)
class Goal:
    """What the probabilities are to bring about.

    Attributes
    ----------
    risks : mapping of int to float
        Risk of Standard to aim at, by year.
    tolerance : float
        How far from it each may end.
    parameters : tuple of float
        Temperature, offset and slope that the calls are made for.
    """

    risks: Mapping[int, float]
    tolerance: float
    parameters: tuple[float, float, float]


@dataclass(frozen=True)
class Setting:
    """What stays the same while the search goes on.

    Attributes
    ----------
    expected : ndarray of float, shape (papers,)
        Expected target score of each paper.
    counts : ndarray of int, shape (papers, scores)
        Counts of the target scores.
    groups : ndarray of int, shape (papers,)
        Years.
    training : ndarray of bool, shape (splits, papers)
        The splits.
    grid : Grid
        The grid.
    """

    expected: Reals
    counts: Whole
    groups: Whole
    training: NDArray[np.bool_]
    grid: Grid


def foreseen(expected: Reals, groups: Whole, missed: Mapping[int, float], noise: Reals) -> Reals:
    r"""Give what an auxiliary call makes of each paper's expected score.

    Parameters
    ----------
    expected : ndarray of float, shape (papers,)
        Expected target scores.
    groups : ndarray of int, shape (papers,)
        Years.
    missed : mapping of int to float
        Share u of the variance that is missed, by year, 0 to 1.
    noise : ndarray of float, shape (papers,)
        Standard normal.

    Returns
    -------
    ndarray of float, shape (papers,)
        :math:`\bar t + (1-u)(t-\bar t) + \sqrt{u(1-u)}\,\sigma_t\,z` within each year: a prediction that is right on
        average wherever it lies, with error variance :math:`u\sigma_t^2`.
    """
    found = np.empty(len(expected))
    for group, share in missed.items():
        rows = groups == group
        inside = expected[rows]
        spread = np.sqrt(share * (1 - share)) * inside.std() * noise[rows]
        found[rows] = inside.mean() + (1 - share) * (inside - inside.mean()) + spread
    return found


def candidate_probabilities(centres: Reals, width: float, parameters: tuple[float, float, float]) -> Reals:
    r"""Give the token probabilities that Quick's parameters turn into distributions around some centres.

    Parameters
    ----------
    centres : ndarray of float, shape (papers,)
        In score points of the target.
    width : float
        Variance v of the tempered probabilities.
    parameters : tuple of float
        Temperature T, offset a and slope b.

    Returns
    -------
    ndarray of float, shape (papers, scores)
        Proportional to :math:`\exp\{-T (s - c)^2 / 2v\}` with :math:`c = (x - a)/b`; 0 below `VISIBLE`, else rounded to
        `DIGITS` significant digits.
    """
    temperature, offset, slope = parameters
    places = (centres - offset) / slope
    scores = np.arange(LOWEST, HIGHEST + 1)
    powers = -temperature * (scores - places[:, None]) ** 2 / (2 * width)
    mass = np.exp(powers - powers.max(axis=1, keepdims=True))
    shares = mass / mass.sum(axis=1, keepdims=True)
    kept = np.where(shares < VISIBLE, 0, shares)
    return np.array([[float(f"{share:.{DIGITS}g}") for share in row] for row in kept.tolist()])


def fit_auxiliary(setting: Setting, goal: Goal, rng: np.random.Generator) -> tuple[Reals, float]:
    """Find centres of the auxiliary calls with which Standard has the risks that are aimed at.

    Parameters
    ----------
    setting : Setting
        Papers, splits and grid.
    goal : Goal
        What to reach.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    centres : ndarray of float, shape (papers,)
        As for `candidate_probabilities`.
    width : float
        As for `candidate_probabilities`.

    Raises
    ------
    SearchError
        If the risks are not reached.

    Notes
    -----
    The errors of the calls are drawn once; how much they matter is then changed year by year with secant steps. The
    whole analysis (all splits, all parameters) is repeated at every step.
    """
    noise, width = rng.standard_normal(len(setting.expected)), float(rng.uniform(*WIDTHS))
    years = list(goal.risks)
    shares = {year: START[year] * float(rng.uniform(0.8, 1.2)) for year in years}
    before: dict[int, tuple[float, float]] = {}
    for _ in range(STEPS):
        centres = foreseen(setting.expected, setting.groups, shares, noise)
        risks = standard_risks(setting, candidate_probabilities(centres, width, goal.parameters))
        away = {year: risks[year] - goal.risks[year] for year in years}
        if max(map(abs, away.values())) <= goal.tolerance:
            return centres, width
        for year in years:
            last = (shares[year], away[year])
            shares[year] = _secant(last, before.get(year))
            before[year] = last
    raise SearchError(f"risks of Standard still {', '.join(f'{gap:+.5f}' for gap in away.values())} away")


def _secant(last: tuple[float, float], earlier: tuple[float, float] | None) -> float:
    """Give the next share to try; its slope is taken from the last two tries where they tell one."""
    slope = 0.1
    if earlier is not None and last[0] != earlier[0]:
        slope = min(max((last[1] - earlier[1]) / (last[0] - earlier[0]), 0.02), 0.5)
    return min(max(last[0] - last[1] / slope, LEAST), MOST)


def standard_risks(setting: Setting, probabilities: Reals) -> dict[int, float]:
    """Give the risk of Standard by year.

    Parameters
    ----------
    setting : Setting
        Papers, splits and grid.
    probabilities : ndarray of float, shape (papers, scores)
        Of the first auxiliary call.

    Returns
    -------
    dict of int to float
    """
    losses = paper_losses(probabilities, setting.counts, setting.grid, LOWEST, HIGHEST)
    fit = choose(losses, setting.grid, setting.training)
    risks = tested_risks(losses, setting.grid, setting.training, fit)[1]
    return {int(year): float(np.nanmean(risks[setting.groups == year])) for year in np.unique(setting.groups)}
