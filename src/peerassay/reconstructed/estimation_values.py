"""The value of each printed number about the estimation of score distributions, and what computed it."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from peerassay.estimation import (
    DIRECT_SIZES,
    analyse,
    appearances,
    auc_table,
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
from peerassay.reconstruct.repeatability.targets import YEARS

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    import pandas as pd

    from peerassay.claims import Claims
    from peerassay.estimation import Analysis, Fitted, Sample

    Values = dict[str, float | Fraction]

SEARCHED = ("temperatures", "offsets", "slopes")
"""What a combination of Quick's parameters consists of."""
TOLERANCE = "rep.fusion.refit.match_tolerance"
TOLERANCE_REMARK = "beside it, how far our refit with equal weights is from our fit; the study's own cannot be checked"
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
    auc: pd.DataFrame,
    parameters: tuple[float, float, float, float],
    losses: pd.DataFrame,
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
    parameters : tuple of float
        As from `fit_others`.
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit. What follows from printed numbers is computed from those. Constants of the
        design that follow from nothing have no value here.

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
    return values | counted_values(claims)


def counted_values(claims: Claims) -> dict[str, int]:
    """Count what follows from other printed constants of the design.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to int
        By claim id. What merely stands in our code, or was put into the records, is not among them: nothing would be
        checked by it.
    """
    printed = {claim_id: int(claim.value) for claim_id, claim in claims.items() if not claim.decimals}
    fusion, new, calibrated = "rep.fusion.", "rep.independent.", "rep.sampling.probs198."
    scores, inputs = (printed[fusion + name] for name in ("target_scores", "partition.inputs"))
    papers = printed[calibrated + "accepted"] + printed[calibrated + "nonaccepted"]
    held = printed[new + "papers_per_year"] * len(YEARS)
    sizes = [name for name in claims if name.startswith(fusion + "direct_size.")]
    return {
        fusion + "n_papers": papers,
        fusion + "n_papers.2026": papers - printed[fusion + "n_papers.2025"],
        fusion + "n_test": papers - printed[fusion + "n_train"],
        fusion + "grid.combinations": prod(printed[fusion + f"grid.{name}"] for name in SEARCHED),
        fusion + "partition.n": comb(scores, inputs),
        fusion + "partition.targets": scores - inputs,
        new + "n_papers": held,
        new + "fit_papers": papers - held,
        new + "n_baselines": len(sizes) + 1,
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
        "rep.fusion.auc_diff": auc_table,
        "rep.independent": independent_table,
        "rep.independent.fit": fit_others,
    }
    derived, counted = derived_values(claims), counted_values(claims)
    return {
        name: derived_values
        if name in derived
        else counted_values
        if name in counted
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
