"""Limits of noncentralities: how far from "no difference" the truth may be, given a chi-square or an F statistic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scipy.optimize import brentq
from scipy.stats import chi2, f, ncf, ncx2

if TYPE_CHECKING:
    from collections.abc import Callable


def chi_square_limits(statistic: float, df: int, confidence: float) -> tuple[float, float]:
    """Give the noncentralities between which a chi-square statistic is no surprise.

    Parameters
    ----------
    statistic
        Of 0 or more.
    df
        Degrees of freedom.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple of float
        The ends at which the statistic lies at the (1 + confidence) / 2 and (1 - confidence) / 2 quantile; an end is 0
        if even no difference leaves it beyond that quantile.

    Notes
    -----
    Steiger and Fouladi (1997), Noncentrality interval estimation.
    """
    return _limits(
        lambda shift: float(ncx2.cdf(statistic, df, shift) if shift else chi2.cdf(statistic, df)), statistic, confidence
    )


def f_limits(statistic: float, df: tuple[int, int], confidence: float) -> tuple[float, float]:
    """Give the noncentralities between which an F statistic is no surprise.

    Parameters
    ----------
    statistic
        Of 0 or more.
    df
        Degrees of freedom between and within groups.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple of float
        As in `chi_square_limits`.

    Notes
    -----
    Steiger (2004), Psychological Methods 9.
    """
    return _limits(
        lambda shift: float(ncf.cdf(statistic, *df, shift) if shift else f.cdf(statistic, *df)),
        statistic * df[0],
        confidence,
    )


def _limits(chance_below: Callable[[float], float], start: float, confidence: float) -> tuple[float, float]:
    tail = (1 - confidence) / 2
    return _limit(chance_below, 1 - tail, start), _limit(chance_below, tail, start)


def _limit(chance_below: Callable[[float], float], level: float, start: float) -> float:
    """Return the noncentrality at which the statistic has this chance to be at most what it is; 0 if none is small."""
    if chance_below(0.0) <= level:
        return 0.0
    top = max(1.0, start)
    while chance_below(top) > level:
        top *= 2
    return float(brentq(lambda shift: chance_below(shift) - level, 0.0, top, xtol=1e-10))
