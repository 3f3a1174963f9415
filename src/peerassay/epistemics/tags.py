"""Bias tags that occur together: phi of every pair, with its interval."""

from __future__ import annotations

from itertools import combinations
from math import atanh, nan, sqrt, tanh
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import chi2_contingency, norm

from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_ROWS: Final = 3
"""Reviews that Fisher's interval takes off the number of reviews."""


def phi_matrix(tags: pd.DataFrame) -> pd.DataFrame:
    """Lay out how tags occur together.

    Parameters
    ----------
    tags : pandas.DataFrame of bool
        One column per tag, one row per review.

    Returns
    -------
    pandas.DataFrame
        Off the diagonal phi of each pair, on it the share of reviews with the tag. NaN where a tag occurs never or
        always, as phi is undefined then.

    Notes
    -----
    ``phi = (n11 n00 - n10 n01) / sqrt(n1. n0. n.1 n.0)``, which is Pearson's correlation of the two indicators.
    Articulate Intuition, Figure 9.
    """
    counts = tags.to_numpy(float)
    together, totals, n = counts.T @ counts, counts.sum(axis=0), len(counts)
    spread = totals * (n - totals)
    with np.errstate(divide="ignore", invalid="ignore"):
        phi = (n * together - np.outer(totals, totals)) / np.sqrt(np.outer(spread, spread))
    np.fill_diagonal(phi, totals / n if n else nan)
    names = [str(name) for name in tags]
    return pd.DataFrame(phi, index=names, columns=names)


def phi_pairs(tags: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """List the association of every pair of tags, the strongest first.

    Parameters
    ----------
    tags : pandas.DataFrame of bool
        One column per tag, one row per review.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `first`, `second`, `both` (reviews with both), `expected` (if they were independent), `phi`, `low`, `high`
        (Fisher's z), `p` (chi-square, one degree of freedom, uncorrected), `p_adjusted` (Bonferroni over the pairs
        that could be tested), `reason`.

    Raises
    ------
    ValueError
        If the confidence is out of range.
    """
    require_level(confidence)
    names, values, flags, rows = list(tags), phi_matrix(tags).to_numpy(), tags.to_numpy(bool), []
    for one, other in combinations(range(len(names)), 2):
        phi, a, b = float(values[one, other]), flags[:, one], flags[:, other]
        low, high = _fisher(phi, len(tags), confidence)
        rows.append(
            {"first": names[one], "second": names[other], "both": int((a & b).sum()), "expected": a.mean() * b.sum()}
            | {"phi": phi, "low": low, "high": high, "p": _independence(a, b)}
            | {"reason": "" if phi == phi else "a tag occurs never or always"}
        )
    table = pd.DataFrame(rows)
    table.insert(8, "p_adjusted", (table["p"] * table["p"].notna().sum()).clip(upper=1))
    order = table["phi"].abs().sort_values(ascending=False, kind="stable", na_position="last").index
    return table.loc[order].reset_index(drop=True)


def _fisher(phi: float, n: int, confidence: float) -> tuple[float, float]:
    if not abs(phi) < 1 or n <= LEAST_ROWS:
        return nan, nan
    reach = float(norm.ppf((1 + confidence) / 2)) / sqrt(n - LEAST_ROWS)
    return tanh(atanh(phi) - reach), tanh(atanh(phi) + reach)


def _independence(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    table = np.array([[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]])
    if 0 in table.sum(axis=0) or 0 in table.sum(axis=1):
        return nan
    return float(chi2_contingency(table, correction=False).pvalue)
