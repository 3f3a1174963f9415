"""Tables of bounds and budgets: one row per model and method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.chernoff import kernel_count, kl_variance_bound
from peerassay.budgets.histogram import histogram_mixture_bound, histogram_product_bound
from peerassay.budgets.planning import planning_budget, success_lower_bound
from peerassay.budgets.product import mixture_variance_bound, product_variance_bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from peerassay.budgets.pilots import Pilot

METHODS = ("planning", "KL", "product", "mixture")


def pilots_table(pilots: Iterable[Pilot]) -> pd.DataFrame:
    """Lay out what is known of each model's pilot.

    Parameters
    ----------
    pilots : iterable of Pilot
        The models.

    Returns
    -------
    pandas.DataFrame
        One row per model: ``model``, ``variance``, ``squared_sum``, ``sd`` (root of the mean variance),
        ``equal_pairs``, ``pairs``, ``histograms`` (how many are possible) and ``widest`` (their largest difference).
    """
    rows = [
        {
            "model": pilot.model,
            "variance": float(pilot.variance),
            "squared_sum": pilot.squared_sum,
            "sd": math.sqrt(pilot.variance),
            "equal_pairs": pilot.equal_pairs,
            "pairs": pilot.pairs,
            "histograms": len(pilot.histograms),
            "widest": int(np.flatnonzero(pilot.histograms.any(axis=0)).max()),
        }
        for pilot in pilots
    ]
    return pd.DataFrame(rows)


def bounds_table(pilots: Iterable[Pilot], alpha: float, low: float = 1, high: float = 10) -> pd.DataFrame:
    """Bound each model's mean variance by each method, over all histograms that its pilot may have.

    Parameters
    ----------
    pilots : iterable of Pilot
        The models.
    alpha : float
        Error level of each bound.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        Rows by model and method (``planning`` is the observed variance itself): ``model``, ``method``, ``least`` and
        ``most``, the smallest and largest bound over the histograms, in squared score points.

    Raises
    ------
    ValueError
        If an argument is out of its range or a pilot has no histogram.
    """
    rows = []
    for pilot in pilots:
        single = float(pilot.variance), kl_variance_bound(pilot.variance, pilot.kernels, alpha, low, high)
        several = [
            [function(histogram, pilot.kernels, alpha, low, high) for histogram in pilot.histograms]
            for function in (histogram_product_bound, histogram_mixture_bound)
        ]
        found = [[value] for value in single] + several
        rows += [(pilot.model, method, min(v), max(v)) for method, v in zip(METHODS, found, strict=True)]
    return pd.DataFrame(rows, columns=["model", "method", "least", "most"])


def budgets_table(bounds: pd.DataFrame, tolerance: float, beta: float) -> pd.DataFrame:
    """Turn bounds of the variance into numbers of reviews.

    Parameters
    ----------
    bounds : pandas.DataFrame
        As from `bounds_table`.
    tolerance : float
        Accepted error of the mean, in score points.
    beta : float
        Accepted share of misses.

    Returns
    -------
    pandas.DataFrame
        The same rows with ``reviews_least`` and ``reviews``: the smallest budget over the histograms and the one that
        suffices for all of them.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    counts = {
        name: [planning_budget(float(value), tolerance, beta) for value in bounds[column]]
        for name, column in (("reviews_least", "least"), ("reviews", "most"))
    }
    return bounds.assign(**counts)


def by_method(budgets: pd.DataFrame, column: str = "reviews") -> pd.DataFrame:
    """Lay a table of budgets out with one row per model and one column per method.

    Parameters
    ----------
    budgets : pandas.DataFrame
        As from `budgets_table`.
    column : str
        Which of its columns to show.

    Returns
    -------
    pandas.DataFrame
        Columns ``model`` and the methods.

    Raises
    ------
    KeyError
        If there is no such column.
    """
    wide = budgets.pivot_table(index="model", columns="method", values=column, aggfunc="first")
    wide = wide.loc[budgets["model"].unique(), list(METHODS)].reset_index()
    wide.columns.name = None
    return wide


def guarantees_table(
    pilots: Sequence[Pilot],
    guarantees: Mapping[str, tuple[float, float]],
    tolerances: Sequence[float],
    low: float = 1,
    high: float = 10,
) -> pd.DataFrame:
    """Give the budgets of several guarantees and tolerances beside each other.

    Parameters
    ----------
    pilots : sequence of Pilot
        The models.
    guarantees : mapping of str to (alpha, beta)
        Error level of the variance bound and accepted share of misses, by what to call the guarantee.
    tolerances : sequence of float
        Accepted errors of the mean, in score points.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        One row per guarantee, tolerance and model: ``guarantee``, ``tolerance``, ``model``, one column per method with
        the budget that suffices for every histogram, and ``product_least`` and ``mixture_least`` with the smallest.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    parts = []
    for name, (alpha, beta) in guarantees.items():
        bounds = bounds_table(pilots, alpha, low, high)
        for tolerance in tolerances:
            budgets = budgets_table(bounds, tolerance, beta)
            least = by_method(budgets, "reviews_least")
            wide = by_method(budgets).assign(product_least=least["product"], mixture_least=least["mixture"])
            parts.append(wide.assign(guarantee=name, tolerance=tolerance))
    table = pd.concat(parts, ignore_index=True)
    ends = ["product_least", "product", "mixture_least", "mixture"]
    return table[["guarantee", "tolerance", "model", "planning", "KL", *ends]]


def success_curves(bounds: pd.DataFrame, tolerance: float, beta: float, most: int) -> pd.DataFrame:
    """Follow the lower bound of the success rate as the number of reviews grows.

    Parameters
    ----------
    bounds : pandas.DataFrame
        As from `bounds_table`; the rows ``planning`` and ``KL`` are drawn.
    tolerance : float
        Accepted error of the mean, in score points.
    beta : float
        Accepted share of misses; the budgets that it leads to are among the points.
    most : int
        Largest number of reviews.

    Returns
    -------
    pandas.DataFrame
        Columns ``model``, ``method``, ``variance``, ``reviews`` and ``success``; about 400 points a curve at most.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    drawn = bounds[bounds["method"].isin(["planning", "KL"])]
    budgets = budgets_table(drawn, tolerance, beta)["reviews"]
    reviews = np.union1d(np.linspace(1, most, min(most, 400)).round().astype(int), budgets[budgets <= most])
    curves = [
        pd.DataFrame({"model": model, "method": method, "variance": variance, "reviews": reviews}).assign(
            success=success_lower_bound(reviews, variance, tolerance)
        )
        for model, method, variance in zip(drawn["model"], drawn["method"], drawn["most"].astype(float), strict=True)
    ]
    return pd.concat(curves, ignore_index=True)


def rare_jump_table(
    jumps: Sequence[int], papers: int, rounds: int, alpha: float, low: float = 1, high: float = 10
) -> pd.DataFrame:
    """Bound the variance of pilots in which every score is the lowest, except one highest score in some papers.

    Parameters
    ----------
    jumps : sequence of int
        Numbers of papers with a highest score, one pilot each.
    papers, rounds : int
        Papers and scores per paper.
    alpha : float
        Error level of each bound.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        One row per pilot: ``jumps``, ``planning`` (the observed variance), ``KL``, ``product`` and ``mixture``.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    rows = []
    for count in jumps:
        scores = np.full((papers, rounds), float(low))
        scores[:count, 0] = high
        observed = float(scores.var(axis=1, ddof=1).mean())
        chernoff = kl_variance_bound(observed, kernel_count(papers, rounds), alpha, low, high)
        spread = [bound(scores, alpha, low, high) for bound in (product_variance_bound, mixture_variance_bound)]
        rows.append((count, observed, chernoff, *spread))
    return pd.DataFrame(rows, columns=["jumps", *METHODS])
