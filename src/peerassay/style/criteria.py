"""Preferences criterion by criterion, and what a printed ratio needs to be significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy.stats import binom

from peerassay.style.pairs import preference_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peerassay.style.contrasts import Contrast


def criteria_table(
    reviews: pd.DataFrame, contrasts: Sequence[Contrast], columns: Sequence[str], *, alpha: float = 0.05
) -> pd.DataFrame:
    """Compute the preference table of every score: the overall rating and the criteria.

    Parameters
    ----------
    reviews
        As for `paired_scores`.
    contrasts
        The pairs of versions.
    columns
        The scores; those that the reviews lack, or that are empty, are left out.
    alpha
        Level of significance, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        As from `preference_table`, with a column `criterion` before the others. Holm's adjustment is over all tests of
        a criterion.

    Notes
    -----
    Style over Substance, appendix D.
    """
    there = [name for name in columns if name in reviews and reviews[name].notna().any()]
    tables = [preference_table(reviews, contrasts, column=name, alpha=alpha).assign(criterion=name) for name in there]
    tables = [table for table in tables if not table.empty]
    if not tables:
        return pd.DataFrame(columns=["criterion"])
    whole = pd.concat(tables, ignore_index=True)
    return whole[["criterion", *(name for name in whole if name != "criterion")]]


def least_untied(ratio: float, alpha: float = 0.05, most: int = 10_000) -> int:
    """Return how many untied pairs a preference ratio needs before the sign test can find it significant.

    Parameters
    ----------
    ratio
        First count over second, above 0.
    alpha
        Level of significance, between 0 and 1.
    most
        Where the search ends.

    Returns
    -------
    int
        The smallest number of untied pairs m for which the counts nearest to the ratio, round(m ratio / (1 + ratio))
        wins and the rest losses, have a two-sided exact p below `alpha`, and so does every larger m up to twice that.

    Raises
    ------
    ValueError
        If the ratio is 1 or not above 0, or no m up to `most` is enough.

    Notes
    -----
    Sign test of Style over Substance, section 3.2. A ratio alone says nothing about significance.
    """
    if not ratio > 0 or ratio == 1:
        raise ValueError(f"ratio: expected above 0 and other than 1, got {ratio}")
    numbers = np.arange(1, 2 * most + 1)
    p = _two_sided(np.rint(numbers * ratio / (1 + ratio)), numbers)
    failing = np.flatnonzero(p[:most] >= alpha)
    least = int(failing[-1]) + 2 if failing.size else 1
    if least > most:
        raise ValueError(f"ratio {ratio:g}: no number of untied pairs up to {most} is enough at {alpha:g}")
    return least


def _two_sided(wins: NDArray[Any], numbers: NDArray[Any]) -> NDArray[np.float64]:
    tail = binom.sf(np.maximum(wins, numbers - wins) - 1, numbers, 0.5)
    return np.asarray(np.minimum(1.0, 2 * tail), dtype=float)
