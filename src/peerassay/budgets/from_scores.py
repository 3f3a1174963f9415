"""Bounds and budgets from tables of scores, also where papers have different numbers of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.chernoff import kl_variance_bound
from peerassay.budgets.limits import check_scores
from peerassay.budgets.product import mixture_variance_bound, product_variance_bound
from peerassay.budgets.tables import METHODS, budgets_table, by_method

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        One row per guarantee and reviewer: `guarantee`, `model` and one column per method.

    Raises
    ------
    ValueError
        If an argument is out of its range or a score outside the range.
    """
    tables = []
    for guarantee, alpha in levels.items():
        bounds = score_bounds_table(matrices, alpha, low, high)
        wide = (
            by_method(budgets_table(bounds, tolerance, beta))
            if len(bounds)
            else pd.DataFrame(columns=["model", *METHODS])
        )
        tables.append(wide.assign(guarantee=guarantee))
    return pd.concat(tables, ignore_index=True)[["guarantee", "model", *METHODS]]
