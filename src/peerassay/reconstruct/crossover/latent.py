"""Papers and gains to start from: true positions, true gains, noise around them, and rounding to whole scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from peerassay.reconstruct.crossover.targets import SCORES
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

CENTRES = {"L": (2.8, 3.4), "H": (4.0, 6.0)}
"""Where the middle of the positions is drawn from, in score points."""
STRETCHES = {"L": (1.0, 1.2), "H": (0.8, 1.3)}
"""Where the spread of the positions is drawn from, in score points."""
UNEVEN = {"L": (0.3, 0.5), "H": (0.25, 1.1)}
"""How unequal the noise of the papers is: the SD of its logarithm is drawn from here, for Haiku from a wide range."""
NOISIEST = 1.5
"""Haiku's variance within papers is drawn up to so many times the highest printed one of the other configurations."""
TAILS = (5, 10, 30)
"""Degrees of freedom of the t distribution of true gains; one is drawn."""
SELECTION = (0.0, 0.5)
"""What another Selector adds to a paper's true gain, as a share of the gains' own spread."""
LUNA_ON_HAIKU = (0.05, 0.45)
"""Luna's mean gain for Haiku's edits, of which only the sign is printed, in score points."""
HALVINGS = 14


class Prior(NamedTuple):
    """What nobody printed, drawn once for each seed.

    Attributes
    ----------
    centre, stretch, uneven : mapping of str to float
        Level and spread of the papers' true positions, and how unequal their noise is, by Scorer's letter.
    variance : mapping of str to float
        Variance of the scores of a paper, by Scorer's letter.
    tail : int
        Degrees of freedom of the gains.
    selection : float
        As in `SELECTION`.
    luna_on_haiku : float
        As in `LUNA_ON_HAIKU`.
    """

    centre: Mapping[str, float]
    stretch: Mapping[str, float]
    uneven: Mapping[str, float]
    variance: Mapping[str, float]
    tail: int
    selection: float
    luna_on_haiku: float


def draw_prior(variances: tuple[float, float, float], rng: np.random.Generator) -> Prior:
    """Draw what nobody printed.

    Parameters
    ----------
    variances : tuple of float
        Printed within-paper variance of Luna, and the lowest and highest of all configurations; Haiku's is drawn from
        the lowest to `NOISIEST` times the highest.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    Prior
    """
    luna, low, high = variances
    return Prior(
        centre={scorer: float(rng.uniform(*ends)) for scorer, ends in CENTRES.items()},
        stretch={scorer: float(rng.uniform(*ends)) for scorer, ends in STRETCHES.items()},
        uneven={scorer: float(rng.uniform(*ends)) for scorer, ends in UNEVEN.items()},
        variance={"L": luna, "H": float(rng.uniform(low, NOISIEST * high))},
        tail=int(rng.choice(TAILS)),
        selection=float(rng.uniform(*SELECTION)),
        luna_on_haiku=float(rng.uniform(*LUNA_ON_HAIKU)),
    )


@dataclass(frozen=True)
class Scorer:
    """How one Scorer sees some papers.

    Attributes
    ----------
    positions : ndarray of float, shape (papers,)
        Where the original manuscripts stand, in score points.
    noise : ndarray of float, shape (papers,)
        SD of the noise before rounding, in score points.
    """

    positions: Reals
    noise: Reals

    def scores(self, gains: Reals, normal: Reals, rows: NDArray[np.intp] | slice = slice(None)) -> Whole:
        """Give whole scores of manuscripts that gained something.

        Parameters
        ----------
        gains : ndarray of float, shape (rows,)
            True gains, in score points.
        normal : ndarray of float, shape (rows, scores)
            Standard normal draws.
        rows : index
            Which papers; all if not given.

        Returns
        -------
        ndarray of int64, shape (rows, scores)
            1 to 10.
        """
        exact = (self.positions[rows] + gains)[:, None] + self.noise[rows][:, None] * normal
        return np.clip(np.rint(exact), LOWEST, HIGHEST).astype(np.int64)

    def only(self, rows: NDArray[np.intp]) -> Scorer:
        """Give the same for some papers, in this order."""
        return Scorer(self.positions[rows], self.noise[rows])


def draw_scorers(prior: Prior, papers: int, link: float, rng: np.random.Generator) -> dict[str, Scorer]:
    """Draw how both Scorers see some papers.

    Parameters
    ----------
    prior : Prior
        Levels, spreads and noise.
    papers : int
        How many.
    link : float
        Correlation of the two Scorers' positions, 0 to 1.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dict of str to Scorer
        By letter. The noise is such that scores have about the variance of the prior.
    """
    common, other = rng.standard_normal((2, papers))
    places = {"L": common, "H": link * common + (1 - link**2) ** 0.5 * other}
    return {letter: _scorer(prior, letter, z, rng) for letter, z in places.items()}


def _scorer(prior: Prior, letter: str, places: Reals, rng: np.random.Generator) -> Scorer:
    uneven = prior.uneven[letter]
    sizes = np.exp(uneven * rng.standard_normal(len(places)) - uneven**2 / 2)
    positions = prior.centre[letter] + prior.stretch[letter] * places
    normal, still = rng.standard_normal((len(places), SCORES)), np.zeros(len(places))

    def variance(noise: float) -> float:
        return float(Scorer(positions, noise * sizes).scores(still, normal).var(axis=1, ddof=1).mean())

    return Scorer(positions, bisect(variance, prior.variance[letter], 0.01, 1.5) * sizes)


class Spread(NamedTuple):
    """Spread of both Scorers' true gains, in score points, and the correlation of them."""

    luna: float
    haiku: float
    link: float


def shapes(tail: int, papers: int, rng: np.random.Generator) -> Reals:
    """Draw two independent standardised true gains for each paper; shape (2, papers)."""
    return np.asarray(rng.standard_t(tail, (2, papers)) * ((tail - 2) / tail) ** 0.5)


def true_gains(means: Mapping[str, Reals], spread: Spread, shape: Reals) -> dict[str, Reals]:
    """Give both Scorers' true gains.

    Parameters
    ----------
    means : mapping of str to ndarray of float, shape (papers,)
        By Scorer's letter, in score points.
    spread : Spread
        Of both Scorers.
    shape : ndarray of float, shape (2, papers)
        As from `shapes`.

    Returns
    -------
    dict of str to ndarray of float, shape (papers,)
        By Scorer's letter.
    """
    joint = spread.link * shape[0] + (1 - spread.link**2) ** 0.5 * shape[1]
    return {"L": means["L"] + spread.luna * shape[0], "H": means["H"] + spread.haiku * joint}


def bisect(rising: Callable[[float], float], target: float, low: float, high: float) -> float:
    """Find where a function that rises reaches a target; the nearer end if it does not between the two.

    Parameters
    ----------
    rising : callable
        From a positive number to a number.
    target : float
        What it should be.
    low, high : float
        Positive ends of the search, halved on a logarithmic scale.

    Returns
    -------
    float
    """
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if rising(middle) > target else (middle, high)
    return float((low * high) ** 0.5)
