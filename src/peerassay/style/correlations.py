"""How mentions of aspects go together with ratings and criterion scores."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.stats import pearsonr

from peerassay.style.aspects import POLARITIES
from peerassay.style.polarity import REVIEW_KEY, paired_counts

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from peerassay.style.contrasts import Contrast

FEWEST: Final = 3
"""Pairs that a correlation needs."""


def correlation(first: ArrayLike, second: ArrayLike) -> tuple[float, int, str]:
    """Give Pearson's correlation of two lists, with the number of pairs and the reason if it is undefined.

    Parameters
    ----------
    first, second
        Numbers, shape (n,); pairs with a NaN do not count.

    Returns
    -------
    tuple
        r, pairs, and the reason why r is NaN (empty if it is not).

    Raises
    ------
    ValueError
        If the two are not lists of the same length.

    Notes
    -----
    scipy.stats.pearsonr. The paper prints r without saying which.
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(f"expected two lists of the same length, got shapes {a.shape} and {b.shape}")
    known = ~(np.isnan(a) | np.isnan(b))
    a, b = a[known], b[known]
    if len(a) < FEWEST:
        return nan, len(a), f"fewer than {FEWEST} pairs"
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return nan, len(a), "one of the two is the same everywhere"
    return float(pearsonr(a, b).statistic), len(a), ""


def shift_correlation(
    counts: pd.DataFrame, reviews: pd.DataFrame, contrast: Contrast, aspect: str
) -> tuple[float, int, str]:
    """Correlate the change of an aspect's net polarity with the change of the overall rating, pair by pair.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    reviews
        Reviews with `REVIEW_KEY` and `overall`.
    contrast
        The two versions.
    aspect
        One of `ASPECTS`.

    Returns
    -------
    tuple
        As from `correlation`.

    Notes
    -----
    Style over Substance, section 3.2 (Presentation). Pairs of all reviewers are pooled.
    """
    key = ["reviewer", "prompt", "round", "paper_id"]
    pairs = paired_counts(counts[counts["aspect"] == aspect], contrast)
    sides = [
        reviews.loc[reviews["version"] == version, [*key, "overall"]] for version in (contrast.first, contrast.second)
    ]
    whole = pairs.merge(sides[0].merge(sides[1], on=key, suffixes=("_a", "_b")), on=key)
    return correlation(whole["net_first"] - whole["net_second"], whole["overall_a"] - whole["overall_b"])


def positive_share_correlation(counts: pd.DataFrame, reviews: pd.DataFrame) -> tuple[float, int, str]:
    """Correlate each review's share of positive mentions with its overall rating.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    reviews
        Reviews with `REVIEW_KEY` and `overall`.

    Returns
    -------
    tuple
        As from `correlation`; reviews without a mention do not count.

    Notes
    -----
    Style over Substance, section 3.2.
    """
    key = list(REVIEW_KEY)
    sums = counts.groupby(key)[list(POLARITIES)].sum().reset_index()
    whole = sums.merge(reviews[[*key, "overall"]], on=key)
    total = whole["positive"] + whole["negative"]
    return correlation((whole["positive"] / total.where(total > 0)).to_numpy(), whole["overall"].to_numpy())


def presence_correlation(
    counts: pd.DataFrame, reviews: pd.DataFrame, criterion: str, aspect: str, polarity: str
) -> tuple[float, int, str]:
    """Correlate a criterion score with whether the review mentions an aspect with a polarity.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    reviews
        Reviews with `REVIEW_KEY` and the criterion.
    criterion
        A column of scores.
    aspect, polarity
        One of `ASPECTS`, and ``positive`` or ``negative``.

    Returns
    -------
    tuple
        As from `correlation` (point-biserial).

    Notes
    -----
    Style over Substance, appendix D.
    """
    key = list(REVIEW_KEY)
    chosen = counts[counts["aspect"] == aspect]
    whole = chosen.merge(reviews[[*key, criterion]], on=key)
    return correlation((whole[polarity] > 0).to_numpy(dtype=float), whole[criterion].to_numpy(dtype=float))
