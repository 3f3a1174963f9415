"""Ratings by group: shares of labels and tags, means of scores, and the regression over years, with intervals."""

from __future__ import annotations

from math import nan, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import t
from statsmodels.stats.proportion import proportion_confint

from peerassay.epistemics.regression import Fit, fit_ols
from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

TIER_ORDER: Final = ("oral", "spotlight", "poster")
"""Tiers from the highest; others follow by name."""


def category_counts(groups: ArrayLike, categories: ArrayLike, order: Sequence[str]) -> pd.DataFrame:
    """Count how often each category occurs in each group.

    Parameters
    ----------
    groups, categories : array_like of str, shape (n,)
        Of each review.
    order : sequence of str
        All categories, in the order of the columns.

    Returns
    -------
    pandas.DataFrame
        Groups in order of appearance by categories; zeros where one does not occur.
    """
    names = pd.Series(np.asarray(groups, dtype=str), name="group")
    table = pd.crosstab(names, pd.Series(np.asarray(categories, dtype=str), name="category"))
    table = table.reindex(index=list(dict.fromkeys(names)), columns=list(order), fill_value=0)
    table.columns.name = None
    return table


def share_table(counts: pd.DataFrame, sizes: ArrayLike | None = None, confidence: float = 0.95) -> pd.DataFrame:
    """Turn counts into shares with intervals.

    Parameters
    ----------
    counts : pandas.DataFrame
        Groups by categories.
    sizes : array_like of int, shape (groups,), optional
        What the counts are out of; the sum of each row if not given.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        One row per group and category: `group`, `category`, `count`, `n`, `share`, `low`, `high` (Wilson's interval,
        statsmodels); NaN where a group is empty.

    Raises
    ------
    ValueError
        If the confidence is out of range.
    """
    require_level(confidence)
    totals = counts.sum(axis=1).to_numpy() if sizes is None else np.asarray(sizes)
    rows = []
    for (group, row), n in zip(counts.iterrows(), totals, strict=True):
        for category, count in row.items():
            low, high = proportion_confint(count, n, 1 - confidence, "wilson") if n else (nan, nan)
            share = count / n if n else nan
            rows.append((str(group), str(category), int(count), int(n), share, float(low), float(high)))
    return pd.DataFrame(rows, columns=["group", "category", "count", "n", "share", "low", "high"])


def score_table(groups: ArrayLike, scores: ArrayLike, confidence: float = 0.95) -> pd.DataFrame:
    """Summarise the scores of each group.

    Parameters
    ----------
    groups : array_like of str, shape (n,)
        Of each review.
    scores : array_like of float, shape (n,)
        NaN is left out and counted.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        One row per group in order of appearance: `group`, `n`, `missing`, `mean`, `sd` (divisor n - 1), `low`, `high`
        (Student's interval of the mean), `median`. NaN where there are too few scores.

    Raises
    ------
    ValueError
        If the confidence is out of range.
    """
    require_level(confidence)
    frame = pd.DataFrame({"group": np.asarray(groups, dtype=str), "score": np.asarray(scores, dtype=float)})
    rows = []
    for group, part in frame.groupby("group", sort=False)["score"]:
        known = part.dropna()
        n, mean, sd = len(known), float(known.mean()), float(known.std(ddof=1))
        reach = float(t.ppf((1 + confidence) / 2, n - 1)) * sd / sqrt(n) if n > 1 else nan
        rows.append((str(group), n, len(part) - n, mean, sd, mean - reach, mean + reach, float(known.median())))
    return pd.DataFrame(rows, columns=["group", "n", "missing", "mean", "sd", "low", "high", "median"])


def tier_table(ratings: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """Summarise the scores of each tier of each venue.

    Parameters
    ----------
    ratings : pandas.DataFrame
        `group` (the venue), `tier` and `rqs` of each review.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `venue`, `tier` and the columns of `score_table`, venues and tiers by name, but oral before spotlight before
        poster.
    """
    order = {name: place for place, name in enumerate(TIER_ORDER)}
    rank = [order.get(str(tier), len(order)) for tier in ratings["tier"]]
    ordered = ratings.assign(rank=rank).sort_values(["group", "rank", "tier"], kind="stable")
    parts = [
        score_table(part["tier"], part["rqs"], confidence).assign(venue=venue)
        for venue, part in ordered.groupby("group", sort=False)
    ]
    table = pd.concat(parts, ignore_index=True).rename(columns={"group": "tier"})
    return table[["venue", "tier", *(name for name in table if name not in {"venue", "tier"})]]


def tier_spreads(ratings: pd.DataFrame) -> pd.DataFrame:
    """Say how far the mean scores of the tiers lie apart within each venue.

    Parameters
    ----------
    ratings : pandas.DataFrame
        `group` (the venue), `tier` and `rqs` of each review.

    Returns
    -------
    pandas.DataFrame
        `group`, `tiers`, `spread` (largest minus smallest mean score).
    """
    means = ratings.groupby(["group", "tier"], sort=False)["rqs"].mean().reset_index()
    ends = means.groupby("group", sort=False)["rqs"].agg(["size", "min", "max"]).reset_index()
    return pd.DataFrame({"group": ends["group"], "tiers": ends["size"], "spread": ends["max"] - ends["min"]})


def year_fit(
    scores: ArrayLike, years: ArrayLike, lengths: ArrayLike, *, covariance: str = "nonrobust", confidence: float = 0.95
) -> Fit:
    """Compare years at equal length: one indicator for each year but the first, and log-length.

    Parameters
    ----------
    scores : array_like of float, shape (n,)
        What is compared.
    years : array_like of int, shape (n,)
        Year of each review; the earliest is the reference.
    lengths : array_like of float, shape (n,)
        Characters, above 0.
    covariance, confidence
        As in `peerassay.epistemics.regression.fit_ols`.

    Returns
    -------
    Fit
        Terms `intercept`, the later years, `log_length`.

    Raises
    ------
    ValueError
        If there are fewer than two years or a length is not positive.

    Notes
    -----
    ``score = b0 + sum b_y 1[year = y] + b log(length)``. Articulate Intuition, section 4.2, reference 2021.
    """
    known, characters = np.asarray(years, dtype=int), np.asarray(lengths, dtype=float)
    order = sorted(set(known.tolist()))
    if len(order) < 2:
        raise ValueError(f"years: {', '.join(map(str, order)) or 'none'}; expected two or more")
    if not (characters > 0).all():
        raise ValueError("lengths: expected characters above 0, as their logarithm is taken")
    columns = {"intercept": np.ones(len(known))} | {str(year): (known == year).astype(float) for year in order[1:]}
    design = pd.DataFrame(columns | {"log_length": np.log(characters)})
    return fit_ols(scores, design, covariance=covariance, confidence=confidence)
