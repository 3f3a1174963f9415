"""The printed numbers about repeated scores, computed from records: repeatability, score counts, batches, validity."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import TYPE_CHECKING, Any

from peerassay.budgets.pilots import MODELS, published_pilots
from peerassay.reconstruct.repeatability.targets import ROUNDS, squared_window

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import pandas as pd

    from peerassay.claims import Claims

    Value = float | Fraction | str

KEYS = {name: key for key, name in MODELS.items()}
"""The last part of the ids of a reviewer's claims, by its name."""
TEXT = "rep.repeatability."
STABILITY_CLAIMS: dict[tuple[str, str], str] = {
    **{("identical", name): f"{TEXT}identical_count.{key}" for name, key in KEYS.items()},
    ("identical_share", "GPT-5.6-Sol"): f"{TEXT}identical_share.min",
    ("identical_share", "GPT-6-Sol"): f"{TEXT}identical_share.max",
    ("within_range", "GPT-6-Sol"): f"{TEXT}range_le1_count.gpt6sol",
    ("within_range_share", "GPT-6-Luna"): f"{TEXT}range_le1_share.min",
    ("within_range_share", "GPT-6-Sol"): f"{TEXT}range_le1_share.max",
    **{("variance", name): f"{TEXT}variance.{key}" for name, key in KEYS.items()},
    **{("sd", name): f"{TEXT}sd.{key}" for name, key in KEYS.items()},
    **{("agreement", name): f"{TEXT}exact_agreement.{key}" for name, key in KEYS.items()},
}
"""The claim of a measure of a reviewer (columns of `repeatability_table`)."""
YEAR_CLAIMS: dict[tuple[str, str], str] = {("GPT-6-Sol", year): f"{TEXT}sd.gpt6sol.{year}" for year in ("2025", "2026")}
"""The claim on the within-paper SD of a reviewer in a year."""
DISTRIBUTION_CLAIMS = tuple(
    f"{TEXT}{name}"
    for name in (
        "score5_count.gpt6sol",
        "score5_share.gpt6sol",
        "score5to7_share.gpt6sol",
        "luna_mode_low",
        "luna_mode_high",
    )
)
"""What is printed about how often scores are given."""
VALIDITY_CLAIMS: dict[tuple[str, str], str] = {
    **{("auc", name): f"rep.validity.auc.{key}" for name, key in KEYS.items()},
    ("spearman", "GPT-6-Sol"): "rep.validity.spearman.gpt6sol",
}
"""The claim of a statistic of a reviewer over all papers."""
SHARES = {
    "identical_share.min": "identical_count.gpt56sol",
    "identical_share.max": "identical_count.gpt6sol",
    "range_le1_share.max": "range_le1_count.gpt6sol",
    "score5_share.gpt6sol": "score5_count.gpt6sol",
}
"""Printed shares that follow from a printed count."""
SOL = "GPT-6-Sol"
LUNA = "GPT-6-Luna"
LUNA_BAND = (2, 4)
FIVE, BAND = 5, (5, 7)


def stability_values(table: pd.DataFrame, by_year: pd.DataFrame) -> dict[str, Value]:
    """Give the printed numbers of the repeatability table from records.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.repeatability_table`, for the study's three reviewers.
    by_year : pandas.DataFrame
        As from `peerassay.repeatability.repeatability_by_year`.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit; shares exactly.
    """
    rows = {row["reviewer"]: row for row in table.to_dict("records")}
    values: dict[str, Value] = {f"{TEXT}pairs_per_paper": Fraction(rows[SOL]["pairs"], rows[SOL]["papers"])}
    for (measure, name), claim_id in STABILITY_CLAIMS.items():
        values[claim_id] = _stability(rows[name], measure)
    values[f"{TEXT}n_scores.gpt6sol"] = rows[SOL]["scores"]
    yearly = by_year[by_year["reviewer"] == SOL]
    return values | {
        f"{TEXT}sd.gpt6sol.{year}": float(sd) for year, sd in zip(yearly["subset"], yearly["sd"], strict=True)
    }


def derived_values(claims: Claims) -> dict[str, float | Fraction]:
    r"""Compute what follows by arithmetic from other printed numbers of the repeatability table, without records.

    Parameters
    ----------
    claims : Claims
        All claims.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit; exact but for the SDs.

    Raises
    ------
    ValueError
        If a printed SD of a year does not leave exactly one sum of squared differences.

    Notes
    -----
    Counts give shares, and the root of the variance the SD. The variance of the reviewer whose SDs are printed by year
    is :math:`V = (q_{2025} + q_{2026}) / (2 \cdot \text{pairs})`, with the whole number :math:`q` that each SD leaves
    for the sum of squared differences. As none of its ranges exceeds one point, every unequal pair differs by 1, and
    exact agreement is :math:`1 - 2V`.
    """
    variances: dict[str, Fraction] = {key: pilot.variance for key, pilot in published_pilots(claims).items()}
    variances[KEYS[SOL]] = _variance_of_years(claims)
    shares = {
        f"{TEXT}{share}": Fraction(claims[f"{TEXT}{count}"].value) * 100 / Fraction(claims[f"{TEXT}{count}"].n or 0)
        for share, count in SHARES.items()
    }
    return {
        **shares,
        **{f"{TEXT}sd.{key}": sqrt(variance) for key, variance in variances.items()},
        f"{TEXT}variance.{KEYS[SOL]}": variances[KEYS[SOL]],
        f"{TEXT}exact_agreement.{KEYS[SOL]}": 100 * (1 - 2 * variances[KEYS[SOL]]),
    }


def _variance_of_years(claims: Claims) -> Fraction:
    total, doubled = 0, 0
    for claim_id in YEAR_CLAIMS.values():
        whole = 2 * comb(ROUNDS, 2) * (claims[claim_id].n or 0)
        found = squared_window(claims[claim_id], whole)
        if found.low != found.high:
            raise ValueError(
                f"{claim_id}: sums of squared differences {found.low} to {found.high}; expected exactly one"
            )
        total, doubled = total + found.low, doubled + whole
    return Fraction(total, doubled)


def _stability(row: Mapping[Hashable, Any], measure: str) -> Value:
    numerators = {"identical_share": "identical", "within_range_share": "within_range", "agreement": "equal_pairs"}
    if measure not in numerators:
        return float(row[measure])
    whole = "pairs" if measure == "agreement" else "papers"
    return Fraction(100 * int(row[numerators[measure]]), int(row[whole]))


def distribution_values(table: pd.DataFrame) -> dict[str, Value]:
    """Give the printed numbers about how often scores are given.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.distributions`, for the study's three reviewers.

    Returns
    -------
    dict of str to float, Fraction or str
        By claim id, in the claim's unit; text for what is printed in words only.
    """
    counts = table.set_index(["reviewer", "score"])["count"]
    total = int(counts[SOL].sum())
    five, band = int(counts[SOL, FIVE]), int(counts[SOL].loc[BAND[0] : BAND[1]].sum())
    low, high = LUNA_BAND
    share = counts[LUNA].loc[low:high].sum() / counts[LUNA].sum()
    said = f"{share:.1%} of its scores are {low} to {high}"
    found = (five, Fraction(100 * five, total), Fraction(100 * band, total), said, said)
    return dict(zip(DISTRIBUTION_CLAIMS, found, strict=True))


def drift_values(table: pd.DataFrame) -> dict[str, Value]:
    """Give the printed number about the batches of rounds.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.drift_overview`.

    Returns
    -------
    dict of str to int
        The number of reviewers whose interval over all papers includes zero.
    """
    overall = table[table["subset"] == "all"]
    included = ((overall["low"] <= 0) & (overall["high"] >= 0)).sum()
    return {"rep.batch_drift.n_ci_including_zero": int(included)}


def validity_values(table: pd.DataFrame) -> dict[str, Value]:
    """Give the printed numbers about human scores and acceptance.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.validity_overview`, for the study's three reviewers.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit: single values over all papers, the lowest and highest of the three by year.
    """
    found = table.set_index(["statistic", "reviewer", "subset"])["value"]
    values: dict[str, Value] = {
        claim_id: float(found[statistic, name, "all"]) for (statistic, name), claim_id in VALIDITY_CLAIMS.items()
    }
    for (statistic, subset), claims in year_range_claims().items():
        of_reviewers = [float(found[statistic, name, subset]) for name in KEYS]
        values |= dict(zip(claims, (min(of_reviewers), max(of_reviewers)), strict=True))
    return values


def year_range_claims() -> dict[tuple[str, str], tuple[str, str]]:
    """Give the claims on the lowest and the highest of the three reviewers, by statistic and year."""
    return {
        (statistic, year): (f"rep.validity.{statistic}.min.{year}", f"rep.validity.{statistic}.max.{year}")
        for statistic in ("spearman", "auc")
        for year in ("2025", "2026")
    }


def year_range_labels() -> dict[str, str]:
    """Give what to call each of the claims of `year_range_claims`, by its id."""
    names = {"spearman": "Spearman", "auc": "AUC"}
    return {
        claim_id: f"{names[statistic]} {year}, {end}"
        for (statistic, year), ends in year_range_claims().items()
        for claim_id, end in zip(ends, ("lowest", "highest"), strict=True)
    }
