"""Conditioning simulated scores on what is imposed: single papers are drawn anew until everything holds exactly."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.crossover.targets import SCORED, SCORES, Goal
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from peerassay.reconstruct.crossover.latent import Scorer

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Rows = NDArray[np.intp]
    Gains = Mapping[str, Reals]

STEPS = 80_000
WARM, COLD = 1.0, 0.15
"""How readily a draw that misses more is taken, at the beginning and at the end, in units that are missed."""


class Tally:
    """Sums of gains and papers by direction of one version, and how far they are from what is imposed.

    Parameters
    ----------
    years : ndarray of int, shape (papers,)
        Year of each paper.
    gains : mapping of str to ndarray of int, shape (papers,)
        Revised minus original sum of scores, by Scorer's letter.
    goal : Goal
        What is imposed.
    """

    def __init__(self, years: Whole, gains: Mapping[str, Whole], goal: Goal) -> None:
        self.years = years.tolist()
        self.letters = list(gains)
        self.gains = {letter: values.tolist() for letter, values in gains.items()}
        self.goal = goal
        self.sums = dict.fromkeys(goal.sums, 0)
        self.cells = dict.fromkeys(goal.cells, 0)
        for paper in range(len(self.years)):
            self._count(paper, {letter: self.gains[letter][paper] for letter in self.letters}, 1)
        self.miss = self._miss()

    def _count(self, paper: int, gains: Mapping[str, int], sign: int) -> None:
        for key in self.sums:
            if self.years[paper] in key[1]:
                self.sums[key] += sign * gains[key[0]]
        if self.cells:
            pair = tuple((value > 0) - (value < 0) for value in gains.values())
            for cells in self.cells:
                self.cells[cells] += sign * (pair in cells)

    def _miss(self) -> int:
        pairs = [(self.goal.sums[key], value) for key, value in self.sums.items()]
        pairs += [(self.goal.cells[cells], count) for cells, count in self.cells.items()]
        return sum(abs(window.miss(value)) for window, value in pairs)

    def replace(self, paper: int, gains: Mapping[str, int]) -> int:
        """Give one paper other gains and return how much more is missed now."""
        before = self.miss
        self._count(paper, {letter: self.gains[letter][paper] for letter in self.letters}, -1)
        self._count(paper, gains, 1)
        for letter, value in gains.items():
            self.gains[letter][paper] = value
        self.miss = self._miss()
        return self.miss - before


def conditioned(
    version: str,
    years: Whole,
    originals: Mapping[str, Whole],
    scorers: Mapping[str, Scorer],
    draw: Callable[[Rows, np.random.Generator], dict[str, Reals]],
    goal: Goal,
    rng: np.random.Generator,
) -> tuple[dict[str, Whole], dict[str, Reals]]:
    r"""Draw revised scores of one version that meet everything imposed.

    Parameters
    ----------
    version : str
        Its two letters.
    years : ndarray of int, shape (papers,)
        Year of each paper.
    originals : mapping of str to ndarray of int64, shape (papers, scores)
        Original scores by Scorer's letter.
    scorers : mapping of str to Scorer
        How each Scorer sees the papers.
    draw : callable
        From papers and a generator to true gains of these papers, by Scorer's letter.
    goal : Goal
        What is imposed.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    revised : dict of str to ndarray of int64, shape (papers, scores)
        Revised scores by letter of the Scorers that scored this version.
    gains : dict of str to ndarray of float, shape (papers,)
        The true gains behind them, by letter of both Scorers.

    Raises
    ------
    SearchError
        If something imposed was not met.

    Notes
    -----
    Metropolis' algorithm with the model itself as proposal: a paper is drawn anew and kept with probability
    :math:`\min(1, e^{-\Delta/T})`, where :math:`\Delta` is how much more is missed and :math:`T` falls. What is left
    free keeps the model's distribution, given what is imposed.
    """
    everyone = np.arange(len(years))
    true, revised = _propose(version, everyone, scorers, draw, rng)
    letters = SCORED[version]
    before = {letter: originals[letter].sum(axis=1) for letter in letters}
    tally = Tally(years, {letter: revised[letter].sum(axis=1) - before[letter] for letter in letters}, goal)
    papers = rng.integers(len(years), size=STEPS)
    other, scores = _propose(version, papers, scorers, draw, rng)
    steps = {letter: (scores[letter].sum(axis=1) - before[letter][papers]).tolist() for letter in letters}
    chances = rng.random(STEPS).tolist()
    for step, paper in enumerate(papers.tolist()):
        if not tally.miss:
            return revised, true
        old = {letter: tally.gains[letter][paper] for letter in letters}
        more = tally.replace(paper, {letter: steps[letter][step] for letter in letters})
        if more > 0 and chances[step] >= exp(-more / (WARM * (COLD / WARM) ** (step / STEPS))):
            tally.replace(paper, old)
            continue
        for letter in letters:
            revised[letter][paper] = scores[letter][step]
        for letter, values in true.items():
            values[paper] = other[letter][step]
    raise SearchError(f"version {version}: {tally.miss} units missed after {STEPS:,} draws")


def _propose(
    version: str,
    papers: Rows,
    scorers: Mapping[str, Scorer],
    draw: Callable[[Rows, np.random.Generator], dict[str, Reals]],
    rng: np.random.Generator,
) -> tuple[dict[str, Reals], dict[str, Whole]]:
    gains = draw(papers, rng)
    scores = {
        letter: scorers[letter].scores(gains[letter], rng.standard_normal((len(papers), SCORES)), papers)
        for letter in SCORED[version]
    }
    return gains, scores


def place_for_correlation(
    first: Whole, second: Whole, printed: tuple[float, float], rng: np.random.Generator
) -> NDArray[np.intp]:
    """Exchange papers of the second Scorer until two sums of scores correlate as printed.

    Parameters
    ----------
    first, second : ndarray of int64, shape (papers,)
        Sums of original scores.
    printed : tuple of float
        Ends between which the correlation must lie.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers,)
        Which of the second Scorer's papers goes where.

    Raises
    ------
    SearchError
        If it was not reached.
    """
    order = np.arange(len(first))
    scale = len(first) * float(first.std() * second.std())
    products = len(first) * float(first.mean() * second.mean())
    low, high = (end * scale + products for end in printed)
    total = float((first * second).sum())
    for i, j in rng.integers(len(first), size=(STEPS, 2)).tolist():
        if low <= total <= high:
            return order
        change = float((first[i] - first[j]) * (second[order[j]] - second[order[i]]))
        after = total + change
        if max(low - after, after - high, 0) < max(low - total, total - high):
            order[i], order[j] = order[j], order[i]
            total = after
    raise SearchError(f"original scores: a correlation from {printed[0]} to {printed[1]} was not reached")
