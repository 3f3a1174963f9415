"""Comparing groups of ratings by ranks and by means, each test with an effect size and its interval."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import f_oneway, kruskal, mannwhitneyu
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.nonparametric import rank_compare_2indep

from peerassay.epistemics.effects import RESAMPLES, cohens_d
from peerassay.epistemics.noncentral import chi_square_limits, f_limits
from peerassay.epistemics.results import Comparison, Effect
from peerassay.epistemics.values import present_groups, require_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

_DETAILS: Final = ("mean_first", "sd_first", "mean_second", "sd_second", "pooled_sd")


def mann_whitney(first: ArrayLike, second: ArrayLike, confidence: float = 0.95) -> Comparison:
    """Compare two groups by ranks.

    Parameters
    ----------
    first, second
        Shapes (n1,), (n2,); NaN is left out and counted.
    confidence
        Between 0 and 1.

    Returns
    -------
    Comparison
        ``statistic`` is U of the first group. The effect is the probability of superiority,
        P(first > second) + P(equal) / 2: 0.5 if neither tends to be higher.

    Raises
    ------
    ValueError
        If an input is not one-dimensional or the confidence is out of range.

    Notes
    -----
    Two-sided, normal approximation with correction for ties and continuity (scipy.stats.mannwhitneyu, method
    ``asymptotic``). Interval after Brunner and Munzel (2000), t distribution
    (statsmodels.stats.nonparametric.rank_compare_2indep); undefined if the groups do not overlap.
    """
    require_level(confidence)
    (a, b), missing = present_groups([first, second])
    reason = _too_small([a, b], 1) or _constant([a, b])
    if reason:
        return _undone("Mann-Whitney", "P(first > second)", [a, b], missing, reason, confidence)
    result = mannwhitneyu(a, b, alternative="two-sided", method="asymptotic")
    value = float(result.statistic) / (len(a) * len(b))
    low, high, why = _superiority_interval(a, b, confidence)
    effect = Effect(
        "P(first > second)", value, low, high, confidence, "Brunner-Munzel", (len(a), len(b)), missing, reason=why
    )
    return Comparison("Mann-Whitney", float(result.statistic), (), float(result.pvalue), effect)


def _superiority_interval(
    a: NDArray[np.float64], b: NDArray[np.float64], confidence: float
) -> tuple[float, float, str]:
    if a.min() > b.max() or b.min() > a.max():
        return nan, nan, "the groups do not overlap, so that the interval is undefined"
    if min(len(a), len(b)) < 2:
        return nan, nan, "a group has one value, so that the interval is undefined"
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = rank_compare_2indep(a, b, use_t=True).conf_int(alpha=1 - confidence)
    return max(0.0, float(low)), min(1.0, float(high)), ""


def kruskal_wallis(groups: Sequence[ArrayLike], confidence: float = 0.95) -> Comparison:
    """Compare several groups by ranks.

    Parameters
    ----------
    groups
        Two or more, each of shape (n,); NaN is left out and counted.
    confidence
        Between 0 and 1.

    Returns
    -------
    Comparison
        The effect is epsilon squared, the share of the variance of the ranks that lies between groups, 0 to 1.

    Raises
    ------
    ValueError
        If there are fewer than two groups or the confidence is out of range.

    Notes
    -----
    H corrected for ties, chi-square with k - 1 degrees of freedom (scipy.stats.kruskal). ``epsilon^2 = H / (n - 1)``
    (Kelley 1935; Tomczak and Tomczak 2014). Interval: the noncentralities for which the observed H lies at the outer
    quantiles of the noncentral chi-square distribution, divided by n - 1; an approximation for large groups.
    """
    require_level(confidence)
    arrays, missing = present_groups(groups)
    reason = _too_small(arrays, 1) or _constant(arrays)
    if reason:
        return _undone("Kruskal-Wallis", "epsilon squared", arrays, missing, reason, confidence)
    result = kruskal(*arrays)
    n, df = sum(map(len, arrays)), len(arrays) - 1
    h = float(result.statistic)
    low, high = (limit / (n - 1) for limit in chi_square_limits(h, df, confidence))
    effect = Effect(
        "epsilon squared",
        h / (n - 1),
        low,
        min(1.0, high),
        confidence,
        "noncentral chi-square",
        _sizes(arrays),
        missing,
    )
    return Comparison("Kruskal-Wallis", h, (df,), float(result.pvalue), effect)


def one_way_anova(groups: Sequence[ArrayLike], confidence: float = 0.95) -> Comparison:
    """Compare the means of several groups.

    Parameters
    ----------
    groups
        Two or more, each of shape (n,); NaN is left out and counted.
    confidence
        Between 0 and 1.

    Returns
    -------
    Comparison
        The effect is eta squared, the share of the variance that lies between groups, 0 to 1.

    Raises
    ------
    ValueError
        If there are fewer than two groups or the confidence is out of range.

    Notes
    -----
    scipy.stats.f_oneway (equal variances). ``eta^2 = df1 F / (df1 F + df2)``. Interval: noncentralities L at which F
    lies at the outer quantiles of the noncentral F distribution, as ``L / (L + n)`` (Steiger 2004, Psychological
    Methods 9); the lower end is 0 if even no difference leaves F in reach.
    """
    require_level(confidence)
    arrays, missing = present_groups(groups)
    reason = _too_small(arrays, 2) or _constant(arrays)
    if not reason and all(np.ptp(group) == 0 for group in arrays):
        reason = "nothing varies within the groups"
    if reason:
        return _undone("one-way ANOVA", "eta squared", arrays, missing, reason, confidence)
    result = f_oneway(*arrays)
    n, df = sum(map(len, arrays)), (len(arrays) - 1, sum(map(len, arrays)) - len(arrays))
    f = float(result.statistic)
    low, high = f_limits(f, df, confidence)
    value = df[0] * f / (df[0] * f + df[1])
    effect = Effect(
        "eta squared", value, low / (low + n), high / (high + n), confidence, "noncentral F", _sizes(arrays), missing
    )
    return Comparison("one-way ANOVA", f, df, float(result.pvalue), effect)


def bonferroni(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p values for being looked at together.

    Parameters
    ----------
    p_values
        Shape (k,), each 0 to 1, or NaN for a test that could not be done.

    Returns
    -------
    numpy.ndarray
        ``min(1, m p)`` with m the number of tests that were done; NaN stays NaN.

    Raises
    ------
    ValueError
        If the input is not one-dimensional or a value is outside 0 to 1.

    Notes
    -----
    Articulate Intuition, section 4.1, over the nine dimensions; statsmodels.stats.multitest.multipletests.
    """
    raw = np.asarray(p_values, dtype=float)
    known = ~np.isnan(raw)
    if raw.ndim != 1 or ((raw[known] < 0) | (raw[known] > 1)).any():
        raise ValueError(f"p values: expected one dimension and numbers from 0 to 1, got shape {raw.shape}")
    adjusted = np.full(raw.shape, nan)
    if known.any():
        adjusted[known] = multipletests(raw[known], method="bonferroni")[1]
    return adjusted


def compare_columns(
    first: pd.DataFrame,
    second: pd.DataFrame,
    columns: Sequence[str],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare two groups on several scales: means, SDs, d with its interval, and Mann-Whitney with Bonferroni.

    Parameters
    ----------
    first, second
        One row per review; every column that is asked for.
    columns
        The scales, such as the nine dimensions.
    rng
        Source of the draws.
    resamples, confidence
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        One row per scale: ``column``, ``n_first``, ``n_second``, ``mean_first``, ``sd_first``, ``mean_second``,
        ``sd_second``, ``pooled_sd``, ``d``, ``low``, ``high``, ``superiority``, ``p``, ``p_adjusted``, ``reason``.
    """
    rows = []
    for column in columns:
        effect = cohens_d(first[column], second[column], rng, resamples=resamples, confidence=confidence)
        ranks = mann_whitney(first[column], second[column], confidence)
        rows.append(
            {
                "column": column,
                "n_first": effect.n[0],
                "n_second": effect.n[1],
                **{name: effect.details.get(name, nan) for name in _DETAILS},
                "d": effect.value,
                "low": effect.low,
                "high": effect.high,
                "superiority": ranks.effect.value,
                "p": ranks.p,
                "reason": effect.reason or ranks.reason,
            }
        )
    table = pd.DataFrame(rows)
    table.insert(len(table.columns) - 1, "p_adjusted", bonferroni(table["p"]))
    return table


def _sizes(groups: Sequence[NDArray[np.float64]]) -> tuple[int, ...]:
    return tuple(map(len, groups))


def _too_small(groups: Sequence[NDArray[np.float64]], least: int) -> str:
    return f"a group has fewer than {least} values" if min(map(len, groups)) < least else ""


def _constant(groups: Sequence[NDArray[np.float64]]) -> str:
    return "all values are equal" if np.ptp(np.concatenate(groups)) == 0 else ""


def _undone(
    test: str, measure: str, groups: Sequence[NDArray[np.float64]], missing: int, reason: str, confidence: float
) -> Comparison:
    effect = Effect(measure, nan, confidence=confidence, n=_sizes(groups), excluded=missing, reason=reason)
    return Comparison(test, nan, (), nan, effect, reason)
