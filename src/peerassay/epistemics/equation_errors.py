"""The standard error of Equation 1's coefficient, given what is not printed: how much the lengths of reviews vary.

Each resolution of the design has a standard error of its own. With the printed numbers it is a function of the spread
of log-length alone, so that the printed interval asks of each resolution for a certain spread.
"""

from __future__ import annotations

from math import exp, log, nan, sqrt
from typing import TYPE_CHECKING, Final

import pandas as pd
from scipy.optimize import brentq
from scipy.stats import norm, t

from peerassay.epistemics.equation import AI
from peerassay.epistemics.explained import gap_needed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peerassay.epistemics.equation import Resolution
    from peerassay.epistemics.explained import Printed

SPREADS: Final = (0.05, 2.0)
"""SDs of log-length between which a solution is looked for."""


def standard_error_at(printed: Printed, way: Resolution, spread: float, human_log: float) -> float:
    """Return the classical standard error of the AI coefficient, if it is the printed one.

    Parameters
    ----------
    printed : Printed
        Everything printed.
    way : Resolution
        How the design was resolved.
    spread : float
        SD of log-length within groups, above 0.
    human_log : float
        Mean log-length of the human reviews.

    Returns
    -------
    float
        NaN if length would explain more than the scores vary.

    Notes
    -----
    With weights w, group means L_g of log-length, ``S = (N - G) spread^2`` and ``s^2 = (Q - b2^2 S) / (N - G - 1)`` for
    Q the squares of the scores within the G groups: ``s^2 (sum w_g^2 / n_g + (sum w_g L_g)^2 / S)``.
    """
    groups, reviews = len(printed.sizes), printed.reviews
    squares = (reviews - groups) * spread**2
    residual = (printed.within_squares - printed.slope**2 * squares) / (reviews - groups - 1)
    if residual <= 0:
        return nan
    gap = gap_needed(printed, way, human_log)
    level = sum(weight * (human_log + (gap if group == AI else 0)) for group, weight in way.weights.items())
    means = sum(weight**2 / printed.sizes[group] for group, weight in way.weights.items())
    return sqrt(residual * (means + level**2 / squares))


def log_normal_mean(spread: float, quantile: float, level: float) -> float:
    """Return the mean of a normal log-length whose `level` quantile is a given length.

    Parameters
    ----------
    spread : float
        SD of log-length.
    quantile : float
        The length below which a share `level` of the reviews lies.
    level : float
        Between 0 and 1.
    """
    return log(quantile) - spread * float(norm.ppf(level))


def errors_by_spread(
    printed: Printed, ways: Sequence[Resolution], spreads: Iterable[float], quantile: float, level: float
) -> pd.DataFrame:
    """Follow the standard error of the AI coefficient over the unknown spread of log-length.

    Parameters
    ----------
    printed, ways
        As in `explained_by_length`.
    spreads : iterable of float
        SDs of log-length within groups.
    quantile, level : float
        A printed quantile of the human lengths, in characters; log-length is taken as normal.

    Returns
    -------
    pandas.DataFrame
        `key`, `resolution`, `spread`, `standard_error`.
    """
    rows = [
        (way.key, way.title, spread, _error(printed, way, spread, quantile, level))
        for way in ways
        for spread in spreads
    ]
    return pd.DataFrame(rows, columns=["key", "resolution", "spread", "standard_error"])


def spread_needed(printed: Printed, way: Resolution, error: float, quantile: float, level: float) -> float:
    """Return the spread of log-length with which a resolution has a standard error; NaN if there is none.

    Parameters
    ----------
    printed, way, quantile, level
        As in `errors_by_spread`.
    error : float
        The standard error looked for.
    """
    low, high = SPREADS

    def off(spread: float) -> float:
        found = _error(printed, way, spread, quantile, level)
        return (0.0 if found != found else found) - error

    return float(brentq(off, low, high)) if off(low) > 0 > off(high) else nan


def error_range(printed: Printed, p: float, half: float = 0.005, half_p: float = 0.0005) -> tuple[float, float]:
    """Return the standard errors that the printed interval and the printed p allow, their rounding included.

    Parameters
    ----------
    printed : Printed
        With the interval and the coefficient.
    p : float
        The printed p of the coefficient.
    half, half_p : float
        Half a unit of the last printed decimal of coefficient and interval, and of p.
    """
    degrees = printed.reviews - len(printed.sizes) - 1
    reach, width = float(t.ppf((1 + printed.confidence) / 2, degrees)), printed.high - printed.low
    from_interval = ((width - 2 * half) / 2 / reach, (width + 2 * half) / 2 / reach)
    low, high = (float(t.isf(level / 2, degrees)) for level in (p - half_p, p + half_p))
    from_p = ((printed.adjusted - half) / low, (printed.adjusted + half) / high)
    return max(from_interval[0], from_p[0]), min(from_interval[1], from_p[1])


def spreads_needed(
    printed: Printed, ways: Sequence[Resolution], errors: tuple[float, float], quantile: float, level: float
) -> pd.DataFrame:
    """List which spread of log-length each resolution needs for the printed standard error.

    Parameters
    ----------
    printed, ways, quantile, level
        As in `errors_by_spread`.
    errors : tuple of float
        As from `error_range`.

    Returns
    -------
    pandas.DataFrame
        `key`, `resolution`, `spread_low`, `spread`, `spread_high` (NaN if none), `human_length` (geometric mean in
        characters that goes with the middle one), `ratio` (of lengths).
    """
    rows = []
    for way in ways:
        middle = spread_needed(printed, way, sum(errors) / 2, quantile, level)
        ends = [spread_needed(printed, way, error, quantile, level) for error in reversed(errors)]
        human = log_normal_mean(middle, quantile, level)
        ratio = exp(gap_needed(printed, way, human)) if middle == middle else nan
        rows.append((way.key, way.title, ends[0], middle, ends[1], exp(human) if human == human else nan, ratio))
    return pd.DataFrame(
        rows, columns=["key", "resolution", "spread_low", "spread", "spread_high", "human_length", "ratio"]
    )


def spread_from_split(difference: float, slope: float, level: float) -> float:
    """Return the spread of log-length that a difference between short and other reviews implies.

    Parameters
    ----------
    difference : float
        Mean score of the others minus that of the shortest share `level`.
    slope : float
        Score points per unit of log-length.
    level : float
        Share of the short ones, between 0 and 1.

    Notes
    -----
    For normal log-length the two mean log-lengths differ by ``spread phi(z) (1 / level + 1 / (1 - level))`` with z the
    `level` quantile of the standard normal distribution.
    """
    density = float(norm.pdf(norm.ppf(level)))
    return difference / (slope * density * (1 / level + 1 / (1 - level)))


def _error(printed: Printed, way: Resolution, spread: float, quantile: float, level: float) -> float:
    return standard_error_at(printed, way, spread, log_normal_mean(spread, quantile, level))
