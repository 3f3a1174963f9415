"""Tests and intervals for wins, losses and ties."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

METHODS = {"exact": "beta", "wilson": "wilson"}


def _require_counts(**counts: int) -> None:
    for name, count in counts.items():
        if count < 0:
            raise ValueError(f"{name}: expected a count of 0 or more, got {count}")


def _require_level(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, got {confidence}")


def sign_test(wins: int, losses: int) -> float:
    """Test whether first and second version win equally often (exact, two-sided; ties are left out).

    Parameters
    ----------
    wins, losses
        Pairs in which the first, the second version scores higher; 0 or more.

    Returns
    -------
    float
        p value, 0 to 1; NaN if there are neither wins nor losses, because then there is nothing to test.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    With m = wins + losses and X ~ Binomial(m, 1/2): p = min(1, 2 P(X >= max(wins, losses))).
    Source: Style over Substance, section 3.2 ("two-sided sign test"); scipy.stats.binomtest.
    """
    _require_counts(wins=wins, losses=losses)
    if wins + losses == 0:
        return nan
    return float(binomtest(wins, wins + losses, 0.5).pvalue)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust a family of p values for being looked at together (Holm's step-down method).

    Parameters
    ----------
    p_values
        Shape (k,), each 0 to 1, or NaN for a test that could not be done.

    Returns
    -------
    numpy.ndarray
        Adjusted p values, shape (k,), in the same order. NaN stays NaN and does not count as a test.

    Raises
    ------
    ValueError
        If the input is not one-dimensional or a value is outside 0 to 1.

    Notes
    -----
    Sorted p_(1) <= ... <= p_(k): adjusted p_(i) = max over j <= i of min(1, (k - j + 1) p_(j)). Holm (1979),
    Scand. J. Statist. 6; statsmodels.stats.multitest.multipletests.
    """
    raw = np.asarray(p_values, dtype=float)
    if raw.ndim != 1:
        raise ValueError(f"p values: expected one dimension, got shape {raw.shape}")
    known = ~np.isnan(raw)
    if ((raw[known] < 0) | (raw[known] > 1)).any():
        raise ValueError("p values: expected numbers from 0 to 1")
    adjusted = np.full(raw.shape, nan)
    if known.any():
        adjusted[known] = multipletests(raw[known], method="holm")[1]
    return adjusted


def share_interval(count: int, n: int, confidence: float = 0.95, method: str = "exact") -> tuple[float, float]:
    """Confidence interval for a share.

    Parameters
    ----------
    count, n
        Number of hits and of pairs, 0 <= count <= n.
    confidence
        Between 0 and 1.
    method
        ``exact`` (Clopper-Pearson) or ``wilson``.

    Returns
    -------
    tuple of float
        Lower and upper limit as fractions, 0 to 1; both NaN if `n` is 0.

    Raises
    ------
    ValueError
        If a count, the confidence or the method is not as above.

    Notes
    -----
    Clopper and Pearson (1934), Biometrika 26; Wilson (1927), J. Am. Stat. Assoc. 22;
    statsmodels.stats.proportion.proportion_confint.
    """
    _require_counts(count=count, n=n)
    _require_level(confidence)
    if count > n:
        raise ValueError(f"count: expected at most n={n}, got {count}")
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}")
    if n == 0:
        return nan, nan
    low, high = proportion_confint(count, n, alpha=1 - confidence, method=METHODS[method])
    return float(low), float(high)


def _odds(share: float) -> float:
    return float("inf") if share == 1 else share / (1 - share)


def ratio_interval(wins: int, losses: int, confidence: float = 0.95) -> tuple[float, float]:
    """Confidence interval for the preference ratio wins / losses, given the pairs that are no ties.

    Parameters
    ----------
    wins, losses
        Pairs in which the first, the second version scores higher; 0 or more.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple of float
        Lower and upper limit, 0 to infinity; both NaN if there are neither wins nor losses.

    Raises
    ------
    ValueError
        If a count is negative or the confidence is not between 0 and 1.

    Notes
    -----
    The Clopper-Pearson limits q of wins / (wins + losses), turned into odds q / (1 - q). The interval leaves out 1
    exactly when the doubled smaller tail of the sign test is below 1 - confidence.
    """
    low, high = share_interval(wins, wins + losses, confidence)
    return _odds(low), _odds(high)
