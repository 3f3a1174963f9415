"""Groups by labels: whether they differ, by how much, and whether the counts are large enough to say so."""

from __future__ import annotations

from math import nan, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import chi2_contingency

from peerassay.epistemics.noncentral import chi_square_limits
from peerassay.epistemics.results import Comparison, Effect
from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL_COUNT: Final = 5
"""Expected counts below this make the chi-square approximation doubtful."""


def expected_counts(table: pd.DataFrame) -> pd.DataFrame:
    """Give the counts that a table would have if rows and columns were independent.

    Parameters
    ----------
    table
        Counts, groups by categories.

    Returns
    -------
    pandas.DataFrame
        Same shape and names: row total times column total over the grand total.

    Raises
    ------
    ValueError
        If a count is negative or the table is empty.
    """
    counts = _counts(table)
    total = counts.sum()
    if not total:
        raise ValueError("table: expected at least one count above 0")
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / total
    return pd.DataFrame(expected, index=table.index, columns=table.columns)


def chi_square(table: pd.DataFrame, confidence: float = 0.95) -> Comparison:
    """Test whether groups differ in their labels.

    Parameters
    ----------
    table
        Counts, groups by labels. Rows and columns without any count are left out, with a note.
    confidence
        Between 0 and 1.

    Returns
    -------
    Comparison
        The effect is Cramér's V, 0 to 1; its ``details`` have the smallest ``expected`` count, and how many are
        ``small``. `note` warns if one is below 5.

    Raises
    ------
    ValueError
        If a count is negative or the confidence is out of range.

    Notes
    -----
    Pearson's statistic without continuity correction (scipy.stats.chi2_contingency). ``V = sqrt(X^2 / (n m))`` with m =
    min(rows, columns) - 1; interval from the noncentralities L at which X^2 lies at the outer quantiles, as
    ``sqrt(L / (n m))`` (Smithson 2003).
    """
    require_level(confidence)
    counts = _counts(table)
    used = counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
    sizes = tuple(int(size) for size in used.sum(axis=1))
    dropped = counts.shape != used.shape
    if min(used.shape, default=0) < 2:
        reason = "fewer than two groups or two labels have any count"
        return Comparison("chi-square", nan, (), nan, Effect("V", nan, n=sizes, reason=reason), reason)
    result = chi2_contingency(used, correction=False)
    x, df, most = float(result.statistic), int(result.dof), int(used.sum()) * (min(used.shape) - 1)
    low, high = (sqrt(limit / most) for limit in chi_square_limits(x, df, confidence))
    expected = np.asarray(result.expected_freq)
    details = {"expected": float(expected.min()), "small": float((expected < SMALL_COUNT).sum())}
    effect = Effect(
        "V", sqrt(x / most), low, min(1.0, high), confidence, "noncentral chi-square", sizes, details=details
    )
    return Comparison("chi-square", x, (df,), float(result.pvalue), effect, note=_chi_note(expected, dropped=dropped))


def _chi_note(expected: NDArray[np.float64], *, dropped: bool) -> str:
    small = int((expected < SMALL_COUNT).sum())
    few = f"{small} of {expected.size} expected counts are below {SMALL_COUNT}" if small else ""
    return "; ".join(filter(None, [few, "rows or columns without a count are left out" if dropped else ""]))


def _counts(table: pd.DataFrame) -> NDArray[np.float64]:
    counts = table.to_numpy(dtype=float)
    if np.isnan(counts).any() or (counts < 0).any():
        raise ValueError("table: expected counts of 0 or more")
    return counts
