"""Sentences about the estimation of score distributions, made from computed numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from peerassay.reconstruct.estimation import implied_quick_risks, single_risk
from peerassay.reconstructed.estimation import ESTIMATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from peerassay.claims import Claims
    from peerassay.exhibits.recorder import Spread

SUBSETS = {"all": "all papers", "excl_withdrawn": "without withdrawn"}


def implied_words(claims: Claims) -> str:
    """Say what the printed risks and the printed weight leave for Quick.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    str
        Markdown.
    """
    weight = Fraction(claims["rep.independent.fit.weight"].value)
    found, single = implied_quick_risks(claims, weight), float(single_risk(claims))
    years = [(year, float(found[year]), float(single_risk(claims, [int(year)]))) for year in ("2025", "2026")]
    parts = [f"{quick:.3f} against {one:.3f} for one score in {year}" for year, quick, one in years]
    papers = claims["rep.independent.fit_papers"].printed
    return (
        f"If every split chose the weight {float(weight):g}, as the fit to {papers} papers did, Quick's risk was "
        f"**{float(found['all']):.3f}** over both years, against {single:.3f} for one direct score: close, as the "
        f"paper says. By year it was not: {'; '.join(parts)}."
    )


def seeds_words(spread: Spread) -> str:
    """Say what the seeds predict for Quick minus one direct score, which is printed in words only.

    Parameters
    ----------
    spread : Spread
        As from `load_predictions`.

    Returns
    -------
    str
        Markdown.
    """
    return (
        f"Nine tenths of {spread.seeds} seeds have Quick minus one direct score between {spread.low:+.4f} and "
        f"{spread.high:+.4f} (median {spread.median:+.4f})."
    )


def risk_words(table: pd.DataFrame, differences: pd.DataFrame) -> str:
    """Say what Standard gains over as many direct scores, and how many direct scores it is worth.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `risk_table`.
    differences : pandas.DataFrame
        As from `difference_table`.

    Returns
    -------
    str
        Markdown.
    """
    risks = table[table["subset"] == "all"].set_index("estimator")["risk"].to_dict()
    row = differences[differences["first"].eq("standard") & differences["second"].eq("direct_2")].to_dict("records")[0]
    worth = f"{risks['direct_1'] / risks['standard']:.1f}" if risks["standard"] > 0 else "more than any number of"
    return (
        f"**Standard** has a risk of {risks['standard']:.4f}; two direct scores have {risks['direct_2']:.4f}. The "
        f"difference is {row['difference']:+.4f} ({row['low']:+.4f} to {row['high']:+.4f} with parameters fixed). By "
        f"the sampling law, Standard is worth {worth} direct scores, for two of them and one auxiliary call. **Quick** "
        f"has {risks['quick']:.4f}, one direct score {risks['direct_1']:.4f}."
    )


def parameter_words(parameters: Sequence[float], papers: int) -> str:
    """Say what the fit to the papers without independent targets chose."""
    temperature, offset, slope, weight = parameters
    return (
        f"The fit to the {papers} papers without independent targets chose $T={temperature:g}$, $a={offset:g}$, "
        f"$b={slope:g}$ and $w={weight:g}$."
    )


def auc_words(table: pd.DataFrame) -> str:
    """Say the differences of AUC, by set of papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `auc_differences`.

    Returns
    -------
    str
        Markdown.
    """
    parts = []
    for subset, rows in table.groupby("subset", sort=False):
        said = [
            f"{ESTIMATORS[row['first']]} against {ESTIMATORS[row['second']].lower()} {row['difference']:+.4f}"
            for row in rows.to_dict("records")
        ]
        parts.append(f"{SUBSETS.get(str(subset), str(subset))}: {', '.join(said)}")
    return f"Differences of AUC, {'; '.join(parts)}."


def held_out_words(rows: pd.DataFrame) -> str:
    """Say how many held-out numbers lie where the seeds predict, and which do not.

    Parameters
    ----------
    rows : pandas.DataFrame
        As from `predicted_rows`.

    Returns
    -------
    str
        Markdown.
    """
    outside = rows[rows["verdict"] != "predicted-agrees"]
    named = [f"{row['label']} ({row['published']}, median {row['median']:.3g})" for row in outside.to_dict("records")]
    rest = f" Outside: {'; '.join(named)}." if named else ""
    return f"{len(rows) - len(outside)} of {len(rows)} published numbers lie in nine tenths of the predictions.{rest}"


def cost_words(costs: pd.DataFrame) -> str:
    """Say how first and later calls compare, by reviewer.

    Parameters
    ----------
    costs : pandas.DataFrame
        As from `cost_table`.

    Returns
    -------
    str
        Markdown.
    """
    parts = []
    for reviewer, rows in costs.groupby("reviewer", sort=False):
        prices = rows.set_index("state")["cost"].to_dict()
        first, later = prices.get("first", float("nan")), prices.get("later", float("nan"))
        if first > 0 and later == later:
            parts.append(f"a later **{reviewer}** costs {later / first:.0%} of a first one")
    return (
        f"With written tokens counted as input: {'; '.join(parts)}."
        if parts
        else "There are no later calls to compare."
    )


def identity_words(gap: float, papers: int) -> str:
    """Say that the decomposition holds exactly on these records.

    Parameters
    ----------
    gap : float
        Largest difference between the two sides over the papers.
    papers : int
        How many papers.
    """
    return (
        f"On the {papers} papers here, enumerating every way to split the target scores gives the same risk of "
        f"Standard as the two terms, up to {gap:.0e}."
    )


def published_auc_words(claims: Claims) -> str:
    """Say the published differences of AUC.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    str
        Markdown.
    """
    sets = {"": "all papers", ".excl_withdrawn": "without withdrawn"}
    parts = [
        f"{claims[f'rep.fusion.auc_diff.quick_minus_r1{ending}'].value:+} and "
        f"{claims[f'rep.fusion.auc_diff.standard_minus_r2{ending}'].value:+} ({name})"
        for ending, name in sets.items()
    ]
    return f"Published for the same two differences: {', '.join(parts)}."


def published_loss_words(claims: Claims) -> str:
    """Say the published losses against new target scores.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    str
        Markdown.
    """
    parts = [
        f"{claims[f'rep.independent.brier.{name}'].published}, {claims[f'rep.independent.w1.{name}'].published} and "
        f"{claims[f'rep.independent.modal_accuracy.{name}'].published} for {title}"
        for name, title in (("standard", "Standard"), ("r3", "three direct scores"))
    ]
    return f"Published as Brier loss, Wasserstein distance and modal accuracy: {'; '.join(parts)}."
