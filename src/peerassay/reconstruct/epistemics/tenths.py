"""Scores in tenths of a point with a given sum and SD, from any shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

TENTHS = 10
ROUNDS = 60
CLOSE = 0.0015
"""How near the SD has to come, in points."""


def unit(values: Vector) -> Vector:
    """Return values with mean 0 and SD 1 (divisor n - 1)."""
    return np.asarray((values - values.mean()) / values.std(ddof=1))


def scores_in_tenths(
    shape: Vector, mean: float, sd: float, limits: tuple[float, float], rng: np.random.Generator
) -> Vector:
    """Stretch and shift a shape to scores in steps of a tenth with a given mean and SD.

    Parameters
    ----------
    shape : ndarray of float, shape (n,)
        Any values that vary.
    mean, sd : float
        Of the scores, in points; the mean is met to half a tenth over n, the SD to `CLOSE`.
    limits : tuple of float
        Lowest and highest score.
    rng : numpy.random.Generator
        Chooses which scores give way by a tenth.

    Returns
    -------
    ndarray of float, shape (n,)

    Raises
    ------
    SearchError
        If the SD is not reached.
    """
    base, stretch, shift = unit(shape), sd, mean
    total = round(mean * len(shape) * TENTHS)
    for _ in range(ROUNDS):
        whole = np.clip(np.rint((shift + stretch * base) * TENTHS), limits[0] * TENTHS, limits[1] * TENTHS)
        whole = nudged(whole, total, limits, rng)
        reached = float(whole.std(ddof=1)) / TENTHS
        if abs(reached - sd) < CLOSE:
            return np.asarray(whole / TENTHS)
        stretch *= sd / reached
    raise SearchError(f"SD {sd:.3f} around {mean:.3f}: reached {reached:.3f}")


def nudged(whole: Vector, total: int, limits: tuple[float, float], rng: np.random.Generator) -> Vector:
    """Change scores by a tenth, each at most once a turn, until they add up to a total.

    Parameters
    ----------
    whole : ndarray of float, shape (n,)
        Scores in tenths.
    total : int
        What they shall add up to.
    limits : tuple of float
        Lowest and highest score, in points.
    rng : numpy.random.Generator
        Chooses which.

    Raises
    ------
    SearchError
        If no score can give way any more.
    """
    whole = whole.copy()
    while off := total - round(float(whole.sum())):
        step = 1 if off > 0 else -1
        free = np.flatnonzero((whole + step >= limits[0] * TENTHS) & (whole + step <= limits[1] * TENTHS))
        if not len(free):
            raise SearchError(f"total {total}: every score is at its limit")
        chosen = rng.choice(free, min(abs(off), len(free)), replace=False)
        whole[chosen] += step
    return whole


def orthogonal(columns: int, given: list[Vector], rng: np.random.Generator) -> list[Vector]:
    """Draw normal columns with mean 0 and SD 1 that are uncorrelated with each other and with given ones.

    Parameters
    ----------
    columns : int
        How many.
    given : list of ndarray of float, shape (n,)
        At least one.
    rng : numpy.random.Generator
        Source of the draws.
    """
    n = len(given[0])
    drawn = rng.standard_normal((n, columns))
    basis, _ = np.linalg.qr(np.column_stack([np.ones(n), *given, drawn]))
    return [np.asarray(unit(basis[:, 1 + len(given) + place])) for place in range(columns)]
