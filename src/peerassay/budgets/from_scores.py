"""Bounds and budgets from tables of scores, also where papers have different numbers of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.chernoff import kl_variance_bound
from peerassay.budgets.limits import check_scores
from peerassay.budgets.planning import distribution_free_budget
from peerassay.budgets.product import mixture_variance_bound, product_variance_bound
from peerassay.budgets.tables import METHODS, budgets_table, by_method

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

TOO_FEW = "no paper has two scores"


def score_pilots_table(matrices: Mapping[str, ArrayLike]) -> pd.DataFrame:
    r"""Describe each table of scores as a pilot.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round.

    Returns
    -------
    pandas.DataFrame
        `model`, `papers` (with at least two scores), `excluded` (the others), `fewest` and `most` scores of a paper,
        `kernels` :math:`M = N \lfloor n_{\min}/2 \rfloor`, `variance` (mean of the papers' unbiased variances, in
        squared score points), `sd` (its root) and `reason` (why these are undefined).
    """
    rows = []
    for name, scores in matrices.items():
        table = np.asarray(scores, dtype=float)
        usable = _usable(table)
        counts = np.isfinite(usable).sum(axis=1)
        known = {"model": name, "papers": len(usable), "excluded": len(table) - len(usable)}
        if not len(usable):
            rows.append(known | {"reason": TOO_FEW})
            continue
        variance = float(np.nanvar(usable, axis=1, ddof=1).mean())
        kernels = len(usable) * (int(counts.min()) // 2)
        sizes = {"fewest": int(counts.min()), "most": int(counts.max()), "kernels": kernels}
        rows.append(known | sizes | {"variance": variance, "sd": variance**0.5, "reason": ""})
    columns = ["model", "papers", "excluded", "fewest", "most", "kernels", "variance", "sd", "reason"]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(["fewest", "most", "kernels"], "Int64"))


def _usable(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Keep the papers with at least two scores."""
    return np.asarray(table[np.isfinite(table).sum(axis=1) > 1])


def score_bounds_table(
    matrices: Mapping[str, ArrayLike], alpha: float, low: float = 1, high: float = 10
) -> pd.DataFrame:
    r"""Bound each reviewer's mean within-paper variance by each method.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round. Papers with fewer than two scores are left out.
    alpha : float
        Error level of each bound.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        The columns of `bounds_table`: rows by model and method (``planning`` is the observed variance itself), `least`
        and `most`, which are equal here. No rows for a reviewer without a paper that has two scores.

    Raises
    ------
    ValueError
        If a score lies outside the range or the level is out of range.

    Notes
    -----
    With unequal numbers of scores the KL bound has :math:`M = N K_{\min}`, :math:`K_{\min} = \lfloor n_{\min}/2
    \rfloor`: each paper's variance is the mean over all ways to form :math:`K_{\min}` disjoint pairs of its scores, so
    that the argument of the paper holds for that many kernels. Product and mixture bound: see their notes.
    """
    rows = []
    for pilot in score_pilots_table(matrices).to_dict("records"):
        if pilot["reason"]:
            continue
        scores = check_scores(_usable(np.asarray(matrices[pilot["model"]], dtype=float)), low, high)
        observed = float(pilot["variance"])
        bounds = (
            observed,
            kl_variance_bound(observed, int(pilot["kernels"]), alpha, low, high),
            product_variance_bound(scores, alpha, low, high),
            mixture_variance_bound(scores, alpha, low, high),
        )
        rows += [(pilot["model"], method, bound, bound) for method, bound in zip(METHODS, bounds, strict=True)]
    return pd.DataFrame(rows, columns=["model", "method", "least", "most"])


def score_budgets_table(
    matrices: Mapping[str, ArrayLike],
    levels: Mapping[str, float],
    tolerance: float,
    beta: float,
    low: float = 1,
    high: float = 10,
) -> pd.DataFrame:
    """Give the number of new reviews per paper that each reviewer's scores lead to.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        As in `score_bounds_table`.
    levels : mapping of str to float
        Error level of each bound, by what to call the guarantee.
    tolerance : float
        Accepted error of the mean score, in score points.
    beta : float
        Accepted share of misses.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        One row per guarantee and reviewer: `guarantee`, `model`, one column per method, and `free`, the number that
        suffices without any pilot.

    Raises
    ------
    ValueError
        If an argument is out of its range or a score outside the range.

    Notes
    -----
    `free` does not depend on the scores: for every single paper at most a share `beta` of means misses. The certified
    budgets promise this of the average over papers, but for a share `alpha` of pilots. So taking the smaller one of
    `free` and one certified budget keeps the certified guarantee.
    """
    free = distribution_free_budget(tolerance, beta, low, high)
    tables = []
    for guarantee, alpha in levels.items():
        bounds = score_bounds_table(matrices, alpha, low, high)
        wide = (
            by_method(budgets_table(bounds, tolerance, beta))
            if len(bounds)
            else pd.DataFrame(columns=["model", *METHODS])
        )
        tables.append(wide.assign(guarantee=guarantee, free=free))
    return pd.concat(tables, ignore_index=True)[["guarantee", "model", *METHODS, "free"]]


def fewest_scores_table(matrices: Mapping[str, ArrayLike], labels: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    r"""Name the papers whose few scores limit how many pairs of all the other papers count.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        As in `score_bounds_table`.
    labels : mapping of str to sequence of str
        What to call the papers of each reviewer, one for each row.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer whose papers have different numbers of pairs: `model`, `papers` (the labels of those with
        the fewest pairs :math:`K_{\min}`), `fewest` and `most` (their scores), `pairs` (:math:`K_{\min}`), `kept` (how
        many papers have more pairs) and `pairs_without` (:math:`K_{\min}` of these).

    Raises
    ------
    ValueError
        If a reviewer does not have one label per paper.
    """
    rows = []
    for name, scores in matrices.items():
        counts = np.isfinite(np.asarray(scores, dtype=float)).sum(axis=1)
        if len(labels[name]) != len(counts):
            raise ValueError(f"labels of {name}: {len(labels[name])}; expected one for each of {len(counts)} papers")
        pairs, least = _pairs(scores)
        few, more = pairs == least, pairs > least
        if not more.any():
            continue
        named = [str(label) for label, chosen in zip(labels[name], few, strict=True) if chosen]
        sizes = {"fewest": int(counts[few].min()), "most": int(counts[few].max()), "pairs": least}
        rows.append({"model": name, "papers": named} | sizes | {"kept": more.sum(), "pairs_without": pairs[more].min()})
    return pd.DataFrame(rows, columns=["model", "papers", "fewest", "most", "pairs", "kept", "pairs_without"])


def without_fewest(matrices: Mapping[str, ArrayLike]) -> dict[str, NDArray[np.float64]]:
    """Leave out the papers that `fewest_scores_table` names.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        As in `score_bounds_table`.

    Returns
    -------
    dict of str to ndarray, shape (papers, rounds)
        The other papers of each reviewer that has such papers; no entry for the rest of the reviewers.

    Notes
    -----
    The numbers of scores alone decide, not their values, so a bound for the papers that are left keeps its guarantee,
    as far as scores are not missing because of what they would have been.
    """
    kept = {}
    for name, scores in matrices.items():
        pairs, least = _pairs(scores)
        if (pairs > least).any():
            kept[name] = np.asarray(scores, dtype=float)[pairs > least]
    return kept


def _pairs(scores: ArrayLike) -> tuple[NDArray[np.intp], int]:
    """Count the disjoint pairs of each paper, and give the smallest count that is not zero (zero if all are)."""
    pairs = np.isfinite(np.asarray(scores, dtype=float)).sum(axis=1) // 2
    return pairs, int(pairs[pairs > 0].min(initial=pairs.max(initial=0)))
