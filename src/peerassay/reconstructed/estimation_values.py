"""The value of each printed number about the estimation of score distributions, and what computed it."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from peerassay.estimation import (
    DIRECT_SIZES,
    INPUTS,
    TAIL,
    analyse,
    appearances,
    auc_table,
    call_cost,
    calls,
    difference_table,
    fit_others,
    independent_table,
    refit_bootstrap,
    weighted_risks,
)
from peerassay.reconstruct.estimation import derived_values
from peerassay.reconstruct.estimation.measures import (
    Found,
    appearance_values,
    auc_values,
    interval_values,
    loss_values,
    parameter_values,
    risk_values,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    import pandas as pd

    from peerassay.claims import Claims
    from peerassay.estimation import Analysis, Fitted, Refits, Sample

    Values = dict[str, float | Fraction]

_RISKS = {("standard", "2025"), ("standard", "2026"), ("direct_2", "2025"), ("direct_2", "2026")}


def unweighted_gap(fitted: Fitted, analysis: Analysis) -> float:
    """Give how far a refit with all weights equal is from the fit itself.

    Parameters
    ----------
    fitted : Fitted
        The choices on all splits.
    analysis : Analysis
        Risks of each paper.

    Returns
    -------
    float
        Largest difference of an estimator's overall risk.
    """
    ones = np.ones((1, fitted.training.shape[1]), dtype=np.int64)
    again = weighted_risks(fitted.losses, fitted.grid, fitted.training, DIRECT_SIZES, ones).iloc[0]
    tested = appearances(fitted.training) > 0
    return max(abs(float(again[name]) - float(risk[tested].mean())) for name, risk in analysis.risks.items())


def estimation_values(
    sample: Sample,
    analysis: Analysis,
    differences: pd.DataFrame,
    refits: Refits,
    auc: pd.DataFrame,
    parameters: tuple[float, float, float, float],
    losses: pd.DataFrame,
    confidence: float,
    claims: Claims,
) -> Values:
    """Give the value of each printed number of the page.

    Parameters
    ----------
    sample : Sample
        Papers, scores and probabilities.
    analysis : Analysis
        Risks and choices.
    differences, auc, losses : pandas.DataFrame
        As from `difference_table`, `auc_table` and `independent_table`.
    refits : Refits
        Resamples with parameters chosen anew.
    parameters : tuple of float
        As from `fit_others`.
    confidence : float
        Of the intervals.
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit. What follows from printed numbers is computed from those.

    Raises
    ------
    ValueError
        If there is no fit.
    """
    fitted = analysis.fitted
    if fitted is None:
        raise ValueError(f"analysis: {analysis.reason}; expected a fit")
    values: Values = {**derived_values(claims)}
    values |= risk_values(Found(sample, fitted, analysis.risks))
    values |= appearance_values(fitted.training) | interval_values(differences) | auc_values(auc)
    values |= parameter_values(parameters, ("temperature", "offset", "slope", "weight")) | loss_values(losses)
    values |= _sizes(sample, fitted) | _grid_sizes(fitted) | _independent_sizes(sample, losses)
    return values | {
        "rep.fusion.ci_level": 100 * confidence,
        "rep.fusion.refit.resamples": len(refits.risks),
        "rep.fusion.refit.resample_size": len(sample.papers),
        "rep.fusion.refit.match_tolerance": unweighted_gap(fitted, analysis),
    }


def _sizes(sample: Sample, fitted: Fitted) -> Values:
    rounds, training = sample.scores.shape[1], fitted.training
    years = sample.papers["year"].value_counts()
    return {
        "rep.fusion.n_papers": len(sample.papers),
        **{f"rep.fusion.n_papers.{year}": int(number) for year, number in years.items()},
        "rep.fusion.n_splits": len(training),
        "rep.fusion.n_train": int(training.sum(axis=1).max()),
        "rep.fusion.n_test": int((~training).sum(axis=1).max()),
        "rep.fusion.partition.n": comb(rounds, INPUTS),
        "rep.fusion.partition.inputs": INPUTS,
        "rep.fusion.partition.targets": rounds - INPUTS,
        "rep.fusion.clip.lo": sample.low,
        "rep.fusion.clip.hi": sample.high,
    }


def _grid_sizes(fitted: Fitted) -> Values:
    grid = fitted.grid
    return {
        "rep.fusion.grid.temperatures": len(grid.temperatures),
        "rep.fusion.grid.offsets": len(grid.offsets),
        "rep.fusion.grid.slopes": len(grid.slopes),
        "rep.fusion.grid.combinations": len(grid.candidates),
        "rep.fusion.grid.weights": len(grid.weights),
        **{f"rep.fusion.direct_size.r{size}": size for size in DIRECT_SIZES},
        "rep.fusion.calls.quick.aux": calls("quick")[0],
        "rep.fusion.calls.standard.aux": calls("standard")[0],
        "rep.fusion.calls.standard.reasoning": calls("standard")[1],
    }


def _independent_sizes(sample: Sample, losses: pd.DataFrame) -> Values:
    held = sample.held
    per_year = sample.papers["year"][held].value_counts()
    return {
        "rep.independent.papers_per_year": int(per_year.max()),
        "rep.independent.n_papers": int(held.sum()),
        "rep.independent.target_scores": int((~np.isnan(sample.later[held])).sum(axis=1).max()),
        "rep.independent.fit_papers": int((~held).sum()),
        "rep.independent.n_baselines": int(losses["estimator"].ne("standard").sum()),
        "rep.independent.tail_threshold": TAIL,
    }


def value_functions(values: Values, claims: Claims) -> dict[str, Callable[..., Any]]:
    """Name what computed each value.

    Parameters
    ----------
    values : dict of str to float or Fraction
        As from `estimation_values`.
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to callable
        By claim id.
    """
    general: dict[str, Callable[..., Any]] = {
        "rep.fusion": analyse,
        "rep.fusion.test_appearances": appearances,
        "rep.fusion.risk_diff.": difference_table,
        "rep.fusion.risk_diff_refit": refit_bootstrap,
        "rep.fusion.refit": refit_bootstrap,
        "rep.fusion.auc_diff": auc_table,
        "rep.independent": independent_table,
        "rep.independent.fit": fit_others,
        "rep.cost": call_cost,
    }
    derived = derived_values(claims)
    return {
        name: derived_values
        if name in derived
        else general[max((key for key in general if name.startswith(key)), key=len)]
        for name in values
    }


def risk_claims(kind: str = "rep.fusion.risk") -> dict[tuple[str, str], str]:
    """Give the printed risk of each cell of a table of risks.

    Parameters
    ----------
    kind : str
        Beginning of the claims' ids.

    Returns
    -------
    dict of (str, str) to str
        Claim id by subset and estimator.
    """
    names = {"standard": "standard", "direct_2": "r2"}
    found = {(year, name): f"{kind}.{names[name]}.{year}" for name, year in sorted(_RISKS)}
    return found | {("all", "standard"): f"{kind}.standard"}
