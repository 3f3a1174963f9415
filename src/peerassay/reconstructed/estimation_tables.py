"""Tables about the estimation of score distributions, beside what is printed."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.reconstruct.estimation import implied_quick_risks, single_risk
from peerassay.reconstruct.estimation.scores import TARGET_ROUNDS
from peerassay.reconstruct.repeatability.targets import YEARS
from peerassay.reconstructed.estimation import ESTIMATORS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from peerassay.claims import Claims
    from peerassay.exhibits.recorder import Recorder

_DIFFERENCES = "rep.fusion.risk_diff"


def implied_table(claims: Claims, weights: Sequence[float]) -> pd.DataFrame:
    r"""Lay out the risk of Quick that the printed risks leave, for each weight that all splits might have chosen.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    weights : sequence of float
        Candidates for w, below 1.

    Returns
    -------
    pandas.DataFrame
        `weight`, `quick_2025`, `quick_2026`, `quick`, `single` (risk of one direct sample), `possible` (no year has a
        risk that no estimate can have).

    Notes
    -----
    With f the frequencies of m target scores and C their share of equal pairs, the debiased risk of q is
    :math:`\|q-f\|_2^2 - (1-C)/m`. A mean over papers may be negative, but not below minus the risk of m direct scores.
    """
    rows = []
    lowest = {str(year): -single_risk(claims, [year]) / TARGET_ROUNDS for year in YEARS}
    for weight in weights:
        found = implied_quick_risks(claims, Fraction(str(weight)))
        rows.append(
            {"weight": weight, "quick_2025": float(found["2025"]), "quick_2026": float(found["2026"])}
            | {"quick": float(found["all"]), "single": float(single_risk(claims))}
            | {"possible": all(found[year] >= least for year, least in lowest.items())}
        )
    return pd.DataFrame(rows)


def auc_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Put the AUC of the sets of papers beside each other.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `auc_table`.

    Returns
    -------
    pandas.DataFrame
        `estimator` and a column per set of papers.
    """
    wide = table.pivot_table(index="estimator", columns="subset", values="auc", sort=False, dropna=False)
    wide.columns.name = None
    return wide.reset_index()


def auc_differences(table: pd.DataFrame) -> pd.DataFrame:
    """Give the differences of AUC that the paper prints.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `auc_table`.

    Returns
    -------
    pandas.DataFrame
        `subset`, `first`, `second`, `difference`.
    """
    auc = table.set_index(["subset", "estimator"])["auc"].to_dict()
    subsets = dict.fromkeys(table["subset"])
    return pd.DataFrame(
        [
            {"subset": subset, "first": first, "second": second, "difference": auc[subset, first] - auc[subset, second]}
            for subset in subsets
            for first, second in (("quick", "direct_1"), ("standard", "direct_2"))
        ]
    )


def held_out_labels(claims: Claims, predicted: Collection[str], beginnings: Sequence[str]) -> dict[str, str]:
    """Name held-out numbers for a figure.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    predicted : collection of str
        Ids of those that are predicted.
    beginnings : sequence of str
        Beginnings of the ids of those to name.

    Returns
    -------
    dict of str to str
        Label by claim id, in the order of the claims.
    """
    return {name: _label(name) for name in claims if name in predicted and name.startswith(tuple(beginnings))}


def _label(claim_id: str) -> str:
    topic, kind, name, *rest = claim_id.split(".")[1:]
    plain = {"test_appearances": f"test appearances, {name}", "fit": f"fitted {name}"}
    if kind in plain:
        return plain[kind]
    if topic == "independent":
        measures = {"brier": "Brier loss", "w1": "Wasserstein distance", "modal_accuracy": "modal accuracy"}
        return f"{measures.get(kind, kind)}, {_estimator(name)}"
    end = {"ci_low": ", lower end", "ci_high": ", upper end"}.get("".join(rest), "")
    return f"{'AUC' if kind == 'auc_diff' else 'risk'} {_group(claim_id)}{end}"


def _group(claim_id: str) -> str:
    """Name the difference that a number belongs to."""
    kind, name, *rest = claim_id.split(".")[2:]
    first, _, second = name.partition("_minus_")
    added = ", refitted" if kind.endswith("refit") else ""
    added += ", without withdrawn" if "excl_withdrawn" in rest else ""
    return f"{_estimator(first)} − {_estimator(second)}{added}"


def grouped_bands(bands: pd.DataFrame) -> pd.DataFrame:
    """Arrange held-out differences for `peerassay.plots.estimation.plot_held_out`.

    Parameters
    ----------
    bands : pandas.DataFrame
        As from `predicted_rows`, of differences of risk and of AUC.

    Returns
    -------
    pandas.DataFrame
        With `panel` and `group`.
    """
    titles = [
        "Difference of AUC" if ".auc_diff." in name else "Difference of risk, interval" for name in bands["claim_id"]
    ]
    return bands.assign(panel=titles, group=[_group(name) for name in bands["claim_id"]])


def difference_rows(page: Recorder, table: pd.DataFrame) -> pd.DataFrame:
    """Add the printed differences and intervals to the computed ones.

    Parameters
    ----------
    page : Recorder
        The page; with changed parameters nothing is added.
    table : pandas.DataFrame
        As from `difference_table`.

    Returns
    -------
    pandas.DataFrame
        With `pair`, and `published` and `published_refit` as text, empty where nothing is printed.
    """
    named = table.assign(
        pair=[f"{ESTIMATORS[a]} − {ESTIMATORS[b]}" for a, b in zip(table["first"], table["second"], strict=True)]
    )
    if page.changed:
        return named
    texts = [
        [_printed(page.claims, kind, row) for row in table.to_dict("records")]
        for kind in (_DIFFERENCES, f"{_DIFFERENCES}_refit")
    ]
    return named.assign(published=texts[0], published_refit=texts[1])


def _printed(claims: Claims, kind: str, row: Mapping[Any, Any]) -> str:
    name = f"{kind}.{row['first']}_minus_r{row['second'].removeprefix('direct_')}"
    if name not in claims or f"{name}.ci_low" not in claims:
        return ""
    value, low, high = (claims[end].printed for end in (name, f"{name}.ci_low", f"{name}.ci_high"))
    return f"{value} [{low}, {high}]"


def _estimator(short: str) -> str:
    if not short.startswith("r"):
        return short.capitalize()
    return f"{short.removeprefix('r')} {'score' if short == 'r1' else 'scores'}"
