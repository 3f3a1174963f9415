"""Ratings as normal values around a paper's own mean, rounded to whole numbers: what two of them show by chance."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRID: Final = (np.arange(50) + 0.5) / 50
"""Papers' means between two whole numbers, evenly spread."""


def untied_bound(sd: float) -> float:
    """Return the largest possible share of untied pairs of two independent whole-number scores.

    Parameters
    ----------
    sd
        Standard deviation of either score around the paper's mean, 0 or more.

    Raises
    ------
    ValueError
        If `sd` is negative.

    Notes
    -----
    ``P(d != 0) <= E(d**2) = 2 sd**2``, because a difference d of whole numbers that is not 0 has a square of at least
    1. It holds on average over papers if `sd` is the root of the mean variance.
    """
    if sd < 0:
        raise ValueError(f"sd: expected 0 or more, got {sd}")
    return min(1.0, 2 * sd**2)


@lru_cache(maxsize=128)
def latent_spread(sd: float) -> float:
    """Return the spread of the normal values whose rounded scores have a given SD within papers.

    Parameters
    ----------
    sd
        Root of the mean variance of the whole-number scores, above 0.

    Raises
    ------
    ValueError
        If `sd` is not above 0.

    Notes
    -----
    Score = round(normal(m, s)), m spread evenly between whole numbers; s solves mean variance = ``sd**2``.
    """
    if not sd > 0:
        raise ValueError(f"sd: expected above 0, got {sd}")
    return float(brentq(lambda s: _variance(_weights(s)) - sd**2, 1e-6, 2 * sd + 1))


@lru_cache(maxsize=128)
def chance_difference(sd: float) -> tuple[float, float]:
    """Return what two independent reviews of the same text would show, if scores were rounded normal values.

    Parameters
    ----------
    sd
        Root of the mean variance of the whole-number scores, above 0.

    Returns
    -------
    tuple of float
        Share of untied pairs, and mean absolute difference.

    Raises
    ------
    ValueError
        If `sd` is not above 0.

    Notes
    -----
    See `latent_spread`. An assumption, not a bound.
    """
    weights = _weights(latent_spread(sd))
    ties = float((weights**2).sum(axis=1).mean())
    steps = np.arange(weights.shape[1])
    gaps = np.abs(steps[:, None] - steps[None, :])
    return 1 - ties, float(np.einsum("mi,ij,mj->m", weights, gaps, weights).mean())


def _weights(spread: float, shift: float = 0.0) -> NDArray[np.float64]:
    """Return the chances of every whole score (columns) for papers with means between 0 and 1 (rows), moved by a shift.

    The columns are the same for opposite shifts, so that two versions can be set side by side.
    """
    reach = int(np.ceil(6 * spread + abs(shift))) + 1
    edges = np.arange(-reach, reach + 2) - 0.5
    return np.diff(ndtr((edges[None, :] - GRID[:, None] - shift) / spread), axis=1)


def _variance(weights: NDArray[np.float64]) -> float:
    steps = np.arange(weights.shape[1])
    means = weights @ steps
    return float((weights @ steps**2 - means**2).mean())


def win_chances(sd: float, shift: float = 0.0) -> tuple[float, float]:
    """Return how often the first and the second version score higher if the first one is truly better by a shift.

    Parameters
    ----------
    sd
        The reviewer's SD over repeated reviews of one text, in score points, above 0.
    shift
        How much higher the first version is rated in truth, in score points.

    Returns
    -------
    tuple of float
        Chances of a win and of a loss; the rest are ties.

    Raises
    ------
    ValueError
        If `sd` is not above 0.

    Notes
    -----
    P(a > b) for a = round(normal(m + shift/2, s)) and b = round(normal(m - shift/2, s)), independent, averaged over m
    between whole numbers; s as in `latent_spread`.
    """
    spread = latent_spread(sd)
    first, second = _weights(spread, shift / 2), _weights(spread, -shift / 2)
    below = np.cumsum(second, axis=1) - second
    win = float((first * below).sum(axis=1).mean())
    tie = float((first * second).sum(axis=1).mean())
    return win, max(0.0, 1 - win - tie)
