"""Fitting the spread of true gains to the printed direction tables, in a large simulated population."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from peerassay.reconstruct.crossover.latent import Prior, Scorer, Spread, bisect, draw_scorers, shapes, true_gains
from peerassay.reconstruct.crossover.targets import SCORES, ZERO, Goal, expected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

COPIES = 8
"""Simulated papers for each paper of the study."""
START = Spread(0.5, 0.5, 0.6)
STEPS = 90
LINKS = (0.5, 0.999)
SHRINKING = (0.02, 2.0)


@dataclass(frozen=True)
class Population:
    """Many papers like those of the study, with fixed random numbers, so that results depend on parameters only.

    Attributes
    ----------
    scorers : mapping of str to Scorer
        By letter.
    before : mapping of str to ndarray of int64, shape (papers,)
        Sums of the original scores.
    shape : ndarray of float, shape (2, papers)
        Standardised true gains.
    normal : mapping of str to ndarray of float, shape (papers, scores)
        Noise of the revised scores.
    copies : int
        Simulated papers for each paper of the study.
    """

    scorers: Mapping[str, Scorer]
    before: Mapping[str, Whole]
    shape: Reals
    normal: Mapping[str, Reals]
    copies: int

    def directions(self, means: Mapping[str, Reals], spread: Spread) -> tuple[Whole, Whole]:
        """Give the signs of both Scorers' gains, Luna's first."""
        gains = true_gains({letter: np.tile(mean, self.copies) for letter, mean in means.items()}, spread, self.shape)
        signs = [
            np.sign(self.scorers[letter].scores(gains[letter], self.normal[letter]).sum(axis=1) - self.before[letter])
            for letter in "LH"
        ]
        return signs[0], signs[1]

    def papers(self, signs: tuple[Whole, Whole], cells: frozenset[tuple[int, int]]) -> float:
        """Count the papers with certain directions, per paper of the study."""
        inside = np.zeros(len(signs[0]), dtype=bool)
        for first, second in cells:
            inside |= (signs[0] == first) & (signs[1] == second)
        return float(inside.sum() / self.copies)


def populate(prior: Prior, papers: int, link: float, rng: np.random.Generator, copies: int = COPIES) -> Population:
    """Simulate many papers.

    Parameters
    ----------
    prior : Prior
        Levels, spreads and noise.
    papers : int
        Papers of the study.
    link : float
        Correlation of the Scorers' true positions.
    rng : numpy.random.Generator
        Source of the draws.
    copies : int
        As in `Population`.

    Returns
    -------
    Population
    """
    total = papers * copies
    scorers, still = draw_scorers(prior, total, link, rng), np.zeros(total)
    before = {
        letter: scorer.scores(still, rng.standard_normal((total, SCORES))).sum(axis=1)
        for letter, scorer in scorers.items()
    }
    normal = {letter: rng.standard_normal((total, SCORES)) for letter in "LH"}
    return Population(scorers, before, shapes(prior.tail, total, rng), normal, copies)


def fit_link(prior: Prior, papers: int, correlation: float, seeds: Sequence[int]) -> float:
    """Find the correlation of true positions with which mean scores correlate as printed.

    Parameters
    ----------
    prior : Prior
        Levels, spreads and noise.
    papers : int
        Papers of the study.
    correlation : float
        The printed one, of the means of three scores.
    seeds : sequence of int
        Of the simulated population, the same for every trial.

    Returns
    -------
    float
    """

    def observed(link: float) -> float:
        before = populate(prior, papers, link, np.random.default_rng(seeds)).before
        return float(np.corrcoef(before["L"], before["H"])[0, 1])

    return bisect(observed, correlation, *LINKS)


def fit_spread(population: Population, means: Sequence[Mapping[str, Reals]], goals: Sequence[Goal]) -> Spread:
    """Find the spread of true gains that fits the direction tables of several versions best.

    Parameters
    ----------
    population : Population
        Simulated papers.
    means : sequence of mapping
        Mean gains of each version, by Scorer's letter and paper.
    goals : sequence of Goal
        What is imposed on each version.

    Returns
    -------
    Spread
        With the least sum of squared misses, each over its expected count (Nelder and Mead's search, a fixed number of
        steps).
    """
    wanted = [expected(goal) for goal in goals]

    def miss(point: Reals) -> float:
        spread = _spread(point)
        total = 0.0
        for mean, cells in zip(means, wanted, strict=True):
            signs = population.directions(mean, spread)
            total += sum((population.papers(signs, name) - float(n)) ** 2 / (float(n) + 1) for name, n in cells.items())
        return total

    start = np.array([np.log(START.luna), np.log(START.haiku), np.arctanh(START.link)])
    simplex = np.vstack([start, start + 0.4 * np.eye(3)])
    found = minimize(miss, start, method="Nelder-Mead", options={"maxfev": STEPS, "initial_simplex": simplex})
    return _spread(found.x)


def _spread(point: Reals) -> Spread:
    return Spread(float(np.exp(point[0])), float(np.exp(point[1])), float(np.tanh(point[2])))


def fit_size(population: Population, means: Mapping[str, Reals], goal: Goal, spread: Spread) -> Spread:
    """Shrink the spread of true gains until papers with a zero are as frequent as printed; the correlation stays.

    Parameters
    ----------
    population : Population
        Simulated papers.
    means : mapping of str to ndarray of float
        Mean gains by Scorer's letter and paper.
    goal : Goal
        What is imposed on the version.
    spread : Spread
        That of another Writer's edits.

    Returns
    -------
    Spread
        Both Scorers' spread multiplied by the same number.
    """
    target = float(expected(goal)[ZERO])

    def without_zero(size: float) -> float:
        signs = population.directions(means, Spread(size * spread.luna, size * spread.haiku, spread.link))
        return -population.papers(signs, ZERO)

    size = bisect(without_zero, -target, *SHRINKING)
    return Spread(size * spread.luna, size * spread.haiku, spread.link)
