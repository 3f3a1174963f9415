"""Scores to start from: a paper's true position, noise around it, and rounding to a whole score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.repeatability.rankings import SameOrder
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from peerassay.reconstruct.repeatability.targets import Targets

    Reals = NDArray[np.float64]

TAILS = (5, 10, 30)
"""Degrees of freedom of the t distribution of positions; one is drawn for each reviewer."""
CENTRES = {"gpt56sol": (4.0, 6.0), "gpt6luna": (2.8, 3.4), "gpt6sol": (5.0, 5.0)}
"""Where the middle of the positions is drawn from; the last one follows from the printed counts instead."""
UNEVEN = {"gpt56sol": (0.25, 0.45), "gpt6luna": (0.3, 0.5), "gpt6sol": (0.0, 0.25)}
"""How unequal the noise of the papers is: the SD of its logarithm is drawn from here."""
HALVINGS, ALTERNATIONS = 14, 3


@dataclass(frozen=True)
class Positions:
    """Places of papers on the scale as a function of a standardised place and a stretch.

    Attributes
    ----------
    centre : float
        In score points.
    edges : tuple of (float, float) or None
        Standardised places of the ends of the middle score: between them the places are spread evenly over that score,
        outside them they are stretched. None: stretched everywhere around the centre.
    """

    centre: float
    edges: tuple[float, float] | None = None

    def at(self, z: Reals, stretch: float) -> Reals:
        """Give positions in score points."""
        if self.edges is None:
            return self.centre + stretch * z
        low, high = self.edges
        inside = self.centre - 0.5 + (np.clip(z, low, high) - low) / (high - low)
        return np.asarray(inside + stretch * (np.minimum(z - low, 0) + np.maximum(z - high, 0)))


@dataclass(frozen=True)
class Draws:
    """Random numbers of one reviewer, fixed before the two free constants are fitted.

    Attributes
    ----------
    positions : Positions
        How places become score points.
    z : ndarray of float, shape (papers,)
        Standardised places.
    noise : ndarray of float, shape (papers, rounds)
        Noise of mean square about 1.
    """

    positions: Positions
    z: Reals
    noise: Reals

    def scores(self, stretch: float, noise: float | Reals) -> NDArray[np.int64]:
        """Give whole scores from 1 to 10; the SD of the noise may differ between papers."""
        exact = self.positions.at(self.z, stretch)[:, None] + np.reshape(noise, (-1, 1)) * self.noise
        return np.clip(np.rint(exact), LOWEST, HIGHEST).astype(np.int64)


def draw(key: str, papers: int, targets: Targets, rng: np.random.Generator) -> Draws:
    """Draw the random numbers of one reviewer.

    Parameters
    ----------
    key : str
        The reviewer, as in the ids of the claims.
    papers : int
        Number of papers.
    targets : Targets
        What is imposed; the counts of scores place the positions where they are printed.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    Draws
        Places, and noise whose size differs between papers (log-normal).
    """
    tail = float(rng.choice(TAILS))
    z = rng.standard_t(tail, papers) * np.sqrt((tail - 2) / tail)
    uneven = rng.uniform(*UNEVEN[key])
    size = np.exp(uneven * rng.standard_normal(papers) - uneven**2 / 2)
    noise = size[:, None] * rng.standard_normal((papers, ROUNDS))
    return Draws(_positions(key, z, targets, rng), z, noise)


def _positions(key: str, z: Reals, targets: Targets, rng: np.random.Generator) -> Positions:
    centre = float(rng.uniform(*CENTRES[key]))
    if not targets.goal.bands:
        return Positions(centre)
    scores = len(z) * ROUNDS
    (middle, first), (_, second) = targets.goal.bands.items()
    below = 1 - second.low / scores
    edges = np.quantile(z, [below, below + first.low / scores])
    return Positions(float(min(middle)), (float(edges[0]), float(edges[1])))


def start_scores(draws: Draws, groups: Sequence[int], targets: Targets) -> NDArray[np.int64]:
    """Choose stretch and noise for about the printed variance and share of rounds that order papers alike.

    Parameters
    ----------
    draws : Draws
        Random numbers.
    groups : sequence of int, shape (papers,)
        Each paper's group.
    targets : Targets
        What is imposed.

    Returns
    -------
    ndarray of int, shape (papers, rounds)
        Scores that are near what is imposed.

    Notes
    -----
    Bisections in turn: the noise of each group whose variance is printed, then the stretch of the positions.
    """
    places = np.minimum(groups, len(targets.goal.squares) - 1)
    stretch, noise = 1.0, np.full(len(places), 0.25)
    for _ in range(ALTERNATIONS):
        for group, window in enumerate(targets.goal.squares):
            rows = np.flatnonzero(places == group)
            noise[rows] = _noise(draws, stretch, rows, window.low)
        stretch = _bisect(lambda x: SameOrder(draws.scores(x, noise), groups).total, targets.same.low, 0.2, 4)
    return draws.scores(stretch, noise)


def _noise(draws: Draws, stretch: float, rows: NDArray[np.intp], squares: int) -> float:
    """Find the noise with which some papers have about a sum of squared differences."""
    return _bisect(lambda x: _squares(draws.scores(stretch, x)[rows]), squares, 0.01, 1.5)


def _squares(scores: NDArray[np.int64]) -> int:
    """Give the sum of squared differences over the pairs of scores of a paper, over all papers."""
    rounds = scores.shape[1]
    return int(rounds * (scores**2).sum() - (scores.sum(axis=1) ** 2).sum())


def _bisect(rising: Callable[[float], int], target: int, low: float, high: float) -> float:
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if rising(middle) > target else (middle, high)
    return float((low * high) ** 0.5)
