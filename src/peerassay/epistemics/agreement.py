"""Agreement of judges and runs: shares and kappa of labels, ordinal alpha of scores, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import norm
from statsmodels.stats.inter_rater import cohens_kappa

from peerassay.epistemics.values import require_level
from peerassay.style.inference import share_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

RESAMPLES: Final = 2000
_CELLS: Final = 2**20


@dataclass(frozen=True)
class Agreement:
    """How far ratings of the same reviews agree.

    Attributes
    ----------
    measure : str
        ``agreement``, ``kappa`` or ``ordinal alpha``.
    value : float
        NaN if it is undefined.
    low, high : float
        Ends of the interval; NaN if it is undefined or was not asked for.
    n : int
        Reviews that it rests on.
    raw : float
        Share of pairs of ratings of the same review that are equal, 0 to 1; stated even if the value is undefined.
    excluded : int
        Reviews with fewer than two ratings.
    reason : str
        Why the value or its interval is NaN; empty otherwise.
    confidence : float
        Of the interval.
    method : str
        How the interval was made.
    """

    measure: str
    value: float
    low: float
    high: float
    n: int
    raw: float
    excluded: int = 0
    reason: str = ""
    confidence: float = 0.95
    method: str = ""


def agreement_table(first: Sequence[object] | pd.Series, second: Sequence[object] | pd.Series) -> pd.DataFrame:
    """Count which label of one rating goes with which of another.

    Parameters
    ----------
    first, second
        Labels of the same reviews in the same order; a review without a label (None, NaN) in either is left out.

    Returns
    -------
    pandas.DataFrame
        Counts, labels of the first by labels of the second, the same labels in rows and columns.

    Raises
    ------
    ValueError
        If the columns differ in length.
    """
    a, b = _paired(first, second)
    names = sorted(set(a) | set(b), key=str)
    counts = pd.crosstab(pd.Series(a, dtype=object), pd.Series(b, dtype=object))
    return counts.reindex(index=names, columns=names, fill_value=0).rename_axis(index="first", columns="second")


def label_agreement(
    first: Sequence[object] | pd.Series, second: Sequence[object] | pd.Series, confidence: float = 0.95
) -> Agreement:
    """Give the share of reviews that get the same label twice.

    Parameters
    ----------
    first, second
        Labels of the same reviews in the same order; a review without a label in either is left out and counted.
    confidence
        Of the exact (Clopper-Pearson) interval, between 0 and 1.

    Returns
    -------
    Agreement
        As a fraction, 0 to 1.

    Raises
    ------
    ValueError
        If the columns differ in length or the confidence is out of range.
    """
    a, b = _paired(first, second)
    same, n = sum(x == y for x, y in zip(a, b, strict=True)), len(a)
    low, high = share_interval(same, n, confidence)
    share = same / n if n else nan
    reason = "" if n else "no review has two labels"
    return Agreement("agreement", share, low, high, n, share, len(first) - n, reason, confidence, "Clopper-Pearson")


def label_kappa(
    first: Sequence[object] | pd.Series, second: Sequence[object] | pd.Series, confidence: float = 0.95
) -> Agreement:
    """Give Cohen's kappa (unweighted) of two labellings.

    Parameters
    ----------
    first, second
        Labels of the same reviews in the same order; a review without a label in either is left out and counted.
    confidence
        Between 0 and 1.

    Returns
    -------
    Agreement
        Kappa, at most 1; `raw` is the share of equal labels. NaN with a reason if there are no two labels, because then
        agreement by chance is 1.

    Raises
    ------
    ValueError
        If the columns differ in length or the confidence is out of range.

    Notes
    -----
    ``kappa = (p_o - p_e) / (1 - p_e)`` with p_e from the products of the marginal shares. Interval: the large-sample
    standard error of Fleiss, Cohen and Everitt (1969), ends cut at 1 (statsmodels.stats.inter_rater). The paper does
    not say whether its kappa is weighted; labels have no order, so that the unweighted one is meant here.
    """
    require_level(confidence)
    table = agreement_table(first, second)
    n = int(table.to_numpy().sum())
    raw = float(np.trace(table.to_numpy())) / n if n else nan
    excluded = len(first) - n
    if len(table) < 2:
        reason = "undefined: no variation (all labels are equal)" if n else "no review has two labels"
        return Agreement("kappa", nan, nan, nan, n, raw, excluded, reason, confidence)
    with np.errstate(divide="ignore", invalid="ignore"):
        result = cohens_kappa(table.to_numpy())
    kappa, reach = float(result.kappa), float(norm.ppf((1 + confidence) / 2) * result.std_kappa)
    reason = _no_width(table)
    low, high = (nan, nan) if reason else (kappa - reach, min(1.0, kappa + reach))
    return Agreement("kappa", kappa, low, high, n, raw, excluded, reason, confidence, "large sample")


def _no_width(table: pd.DataFrame) -> str:
    """Say why the large-sample interval of a kappa would have no width; empty if it has some."""
    counts = table.to_numpy()
    if counts.sum() == np.trace(counts):
        return "all labels agree, so that the large-sample interval has no width"
    single = (counts.sum(axis=1) > 0).sum() == 1 or (counts.sum(axis=0) > 0).sum() == 1
    return "one judge gives one label only, so that kappa is 0 whatever the other says" if single else ""


def _paired(
    first: Sequence[object] | pd.Series, second: Sequence[object] | pd.Series
) -> tuple[list[object], list[object]]:
    if len(first) != len(second):
        raise ValueError(f"labels: expected two columns of the same length, got {len(first)} and {len(second)}")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if not (pd.isna(a) or pd.isna(b))]
    return [a for a, _ in pairs], [b for _, b in pairs]


def ordinal_alpha(
    ratings: ArrayLike,
    rng: np.random.Generator | None = None,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Agreement:
    """Give Krippendorff's alpha for ordered ratings, with a bootstrap interval if a generator is given.

    Parameters
    ----------
    ratings
        Shape (judges, reviews); NaN marks a missing rating. A review with fewer than two is left out and counted.
    rng
        Source of the draws; without it there is no interval.
    resamples
        Number of resamples, 1 or more.
    confidence
        Between 0 and 1.

    Returns
    -------
    Agreement
        Alpha, at most 1. NaN with a reason if all ratings are equal ("undefined: no variation") or no review has two.

    Raises
    ------
    ValueError
        If the input is not two-dimensional, has an infinite number, or a setting is out of range.

    Notes
    -----
    ``alpha = 1 - D_o / D_e`` (Krippendorff 2011). The ordinal distance of two values, the number of ratings between
    them with both ends counted half, is the difference of their mid-ranks, so that alpha is the interval alpha of the
    mid-ranks: memory grows with the number of ratings and not with the square of the number of distinct values, as in
    programs that tabulate coincidences. Interval: percentiles over resamples of reviews, mid-ranks made anew in each; a
    resample without variation counts as undefined and is left out.
    """
    require_level(confidence)
    if resamples < 1:
        raise ValueError(f"resamples: expected at least 1, got {resamples}")
    table = np.asarray(ratings, dtype=float)
    if table.ndim != 2 or np.isinf(table).any():
        raise ValueError(f"ratings: expected finite numbers of shape (judges, reviews), got shape {table.shape}")
    used = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    n, excluded = used.shape[1], table.shape[1] - used.shape[1]
    raw = _equal_share(used)
    reason = "no review has two ratings" if not n else ""
    if not reason and np.nanmax(used) == np.nanmin(used):
        reason = "undefined: no variation (all ratings are equal)"
    if reason:
        return Agreement("ordinal alpha", nan, nan, nan, n, raw, excluded, reason, confidence)
    value = float(_alphas(used, np.ones((1, n)))[0])
    low, high = _alpha_interval(used, rng, resamples, confidence) if rng is not None else (nan, nan)
    method = f"percentile bootstrap over reviews, {resamples:,} resamples" if rng is not None else ""
    return Agreement("ordinal alpha", value, low, high, n, raw, excluded, "", confidence, method)


def _equal_share(table: NDArray[np.float64]) -> float:
    """Give the share of pairs of ratings of the same review that are equal."""
    pairs = [
        (table[i] == table[j], ~np.isnan(table[i] + table[j]))
        for i in range(len(table))
        for j in range(i + 1, len(table))
    ]
    both = sum(int(there.sum()) for _, there in pairs)
    return sum(int(equal.sum()) for equal, _ in pairs) / both if both else nan


def _alpha_interval(
    table: NDArray[np.float64], rng: np.random.Generator, resamples: int, confidence: float
) -> tuple[float, float]:
    n = table.shape[1]
    step = max(1, _CELLS // table.size)
    found = []
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        weights = rng.multinomial(n, np.full(n, 1 / n), size=size).astype(float)
        found.append(_alphas(table, weights))
    alphas = np.concatenate(found)
    known = alphas[~np.isnan(alphas)]
    if not len(known):
        return nan, nan
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def _alphas(table: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give alpha when review u counts `weights[b, u]` times, for each b; shapes (judges, reviews), (draws, reviews)."""
    there = ~np.isnan(table)
    judge, unit = np.nonzero(there)
    levels, level = np.unique(table[judge, unit], return_inverse=True)
    order = np.argsort(level, kind="stable")
    starts = np.searchsorted(level[order], np.arange(len(levels)))
    rated = weights[:, unit]
    per_level = np.add.reduceat(rated[:, order], starts, axis=1)
    middles = np.cumsum(per_level, axis=1) - per_level / 2
    ranks = middles[:, level]
    total = per_level.sum(axis=1)
    centred = ranks - (rated * ranks).sum(axis=1, keepdims=True) / total[:, None]
    return _one_minus_ratio(centred, rated, weights, unit, there.sum(axis=0), total)


def _one_minus_ratio(
    ranks: NDArray[np.float64],
    rated: NDArray[np.float64],
    weights: NDArray[np.float64],
    unit: NDArray[np.intp],
    sizes: NDArray[np.intp],
    total: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Compare the squared distances within reviews with those among all ratings."""
    order = np.argsort(unit, kind="stable")
    starts = np.searchsorted(unit[order], np.arange(len(sizes)))
    sums = np.add.reduceat(ranks[:, order], starts, axis=1)
    squares = np.add.reduceat(ranks[:, order] ** 2, starts, axis=1)
    within = (weights * (sizes * squares - sums**2) / (sizes - 1)).sum(axis=1) / total
    among = (rated * ranks**2).sum(axis=1) / (total - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(among > 0, 1 - within / among, nan)
