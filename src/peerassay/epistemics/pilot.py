"""The function-probe pilot of the paper: what its printed summary implies.

In the function probe a model writes two reviews of one paper, A with a real concern and B with surface requests, and a
judge scores both. Printed are the number of pairs that A wins, the paired effect size and the labels; the functions
here say what follows from those alone.
"""

from __future__ import annotations

import math
from typing import Final

import pandas as pd
from scipy.optimize import brentq
from scipy.stats import nct, norm

from peerassay.style.inference import share_interval, sign_test

WIDTH: Final = 8
"""How many approximate standard errors around t the limits of the noncentrality are looked for."""


def undecided_pairs(wins: int, n: int) -> pd.DataFrame:
    """Give the sign test for every way in which the pairs that are no wins can divide into losses and ties.

    Parameters
    ----------
    wins
        Pairs in which A scores higher, 0 to `n`.
    n
        Number of pairs, at least 1.

    Returns
    -------
    pandas.DataFrame
        One row per number of losses from 0 to ``n - wins``: ``wins``, ``losses``, ``ties``, ``p`` (exact, two-sided,
        ties left out; NaN if no pair is decided).

    Raises
    ------
    ValueError
        If `wins` is not between 0 and `n` or `n` is below 1.

    Notes
    -----
    With m = wins + losses and X ~ Binomial(m, 1/2): p = min(1, 2 P(X >= max(wins, losses))). Source: Articulate
    Intuition, section 4.4 (function-probe pilot), which does not say whether the other pairs are losses or ties.
    """
    _require_wins(wins, n)
    rows = [(wins, losses, n - wins - losses, sign_test(wins, losses)) for losses in range(n - wins + 1)]
    return pd.DataFrame(rows, columns=["wins", "losses", "ties", "p"])


def largest_effect(wins: int, n: int) -> float:
    """Return the largest paired effect size that `n` pairs with no more than `wins` wins can have.

    Parameters
    ----------
    wins
        Pairs with a positive difference, 0 to `n`.
    n
        Number of pairs, at least 2.

    Returns
    -------
    float
        Largest d_z = mean / SD (divisor n - 1) of the differences; infinite if all pairs are wins, 0 if none is.

    Raises
    ------
    ValueError
        If `wins` is not between 0 and `n` or `n` is below 2.

    Notes
    -----
    It is reached when all wins are equally large and all others are ties: ``sqrt(w (n - 1) / (n (n - w)))``. Any
    other differences have a larger spread for their mean (one-sided Chebyshev inequality for a sample).
    """
    _require_wins(wins, n)
    if n < 2:
        raise ValueError(f"pairs: expected at least 2, got {n}")
    return math.inf if wins == n else math.sqrt(wins * (n - 1) / (n * (n - wins)))


def fewest_wins(effect: float, n: int) -> int:
    """Return the smallest number of wins with which `n` pairs can have a paired effect size.

    Parameters
    ----------
    effect
        d_z = mean / SD of the differences.
    n
        Number of pairs, at least 2.

    Raises
    ------
    ValueError
        If `n` is below 2 or `effect` is not finite.

    Notes
    -----
    The smallest w with ``largest_effect(w, n) >= effect``; 0 if the effect is not positive.
    """
    if not math.isfinite(effect):
        raise ValueError(f"effect: expected a finite number, got {effect}")
    return next(wins for wins in range(n + 1) if largest_effect(wins, n) >= effect)


def effect_interval(effect: float, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Confidence interval of a paired effect size, if the differences are normal.

    Parameters
    ----------
    effect
        d_z = mean / SD of the differences.
    n
        Number of pairs, at least 2.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple of float
        Lower and upper limit.

    Raises
    ------
    ValueError
        If `n` is below 2 or `confidence` is not between 0 and 1.

    Notes
    -----
    ``t = d_z sqrt(n)`` follows a noncentral t distribution with n - 1 degrees of freedom and noncentrality
    ``delta sqrt(n)``; the limits are those delta for which the observed t lies at the outer quantiles. Steiger and
    Fouladi (1997), Noncentrality interval estimation.
    """
    if n < 2:
        raise ValueError(f"pairs: expected at least 2, got {n}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, got {confidence}")
    tail = (1 - confidence) / 2
    near, far = (_delta(abs(effect) * math.sqrt(n), n, level) for level in (1 - tail, tail))
    return (near, far) if effect >= 0 else (-far, -near)


def _delta(t: float, n: int, level: float) -> float:
    reach = WIDTH * math.sqrt(1 + t**2 / (2 * (n - 1)))
    limit = brentq(lambda shift: _chance_below(t, n - 1, shift) - level, t - reach, t + reach)
    return float(limit) / math.sqrt(n)


def _chance_below(t: float, degrees: int, shift: float) -> float:
    """Return the noncentral t distribution function for t >= 0; SciPy gives NaN far below t, where it is 1."""
    chance = float(nct.cdf(t, degrees, shift))
    return 1.0 if math.isnan(chance) and shift < t else chance


def expected_wins(effect: float, n: int) -> float:
    """Return how many of `n` pairs one expects A to win, if the differences are normal with this effect size.

    Parameters
    ----------
    effect
        d_z = mean / SD of the differences.
    n
        Number of pairs, 0 or more.

    Raises
    ------
    ValueError
        If `n` is negative.

    Notes
    -----
    ``n Phi(d_z)``.
    """
    if n < 0:
        raise ValueError(f"pairs: expected 0 or more, got {n}")
    return n * float(norm.cdf(effect))


def label_contrast(both: int, only_a: int, only_b: int) -> float:
    """Test whether a label is given to A and to B equally often (exact McNemar test).

    Parameters
    ----------
    both
        Pairs in which both reviews carry the label; they do not enter the test.
    only_a, only_b
        Pairs in which only A, only B carries it.

    Returns
    -------
    float
        Two-sided p; NaN if no pair differs.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    The sign test of `only_a` against `only_b`. McNemar (1947), Psychometrika 12.
    """
    if both < 0:
        raise ValueError(f"both: expected a count of 0 or more, got {both}")
    return sign_test(only_a, only_b)


def shares_at_a_glance(counts: dict[str, int], n: int, confidence: float = 0.95) -> pd.DataFrame:
    """Give counts out of the same number of pairs as shares with exact confidence intervals.

    Parameters
    ----------
    counts
        What was counted, for people, and how often, 0 to `n`.
    n
        Number of pairs, at least 1.
    confidence
        Between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        ``measure``, ``count``, ``n``, ``share``, ``low``, ``high`` (fractions; Clopper-Pearson).

    Raises
    ------
    ValueError
        If a count is not between 0 and `n`, or `confidence` is not between 0 and 1.
    """
    rows = [(name, count, n, count / n, *share_interval(count, n, confidence)) for name, count in counts.items()]
    return pd.DataFrame(rows, columns=["measure", "count", "n", "share", "low", "high"])


def _require_wins(wins: int, n: int) -> None:
    if n < 1:
        raise ValueError(f"pairs: expected at least 1, got {n}")
    if not 0 <= wins <= n:
        raise ValueError(f"wins: expected 0 to {n}, got {wins}")
