"""The imposed and the held-out numbers, computed from records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from peerassay.budgets import certified_budget, kernel_count
from peerassay.budgets.pilots import MODELS
from peerassay.reconstruct.repeatability.targets import DECIMAL_ROUNDS, YEARS
from peerassay.records import papers_in_order, score_matrix
from peerassay.repeatability import (
    batch_drift,
    close_pairs,
    granularity_table,
    identical_share,
    pairwise_agreement,
    paper_means,
    range_share,
    ranking_reproducibility,
    validity_table,
    within_paper_variance,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from peerassay.reconstruct.repeatability.build import Tables

    Scores = NDArray[np.float64]
    Values = dict[str, float | Fraction]

DECIMAL_MODELS = ("gpt6luna", "gpt6sol")
BY_YEAR = ("gpt6sol",)
"""Whose spread is printed by year: variance and, as no range exceeds one point, exact agreement follow from it."""
BOOTSTRAP_SEED = 20250
PRINTED_GAPS = (("tie", 0, "gap0_04", 1), ("tie", 0, "gap0_04", 2), ("same", 1, "gap1_2", 2))
"""Kind of order, lower end of the gap in score points, its name in the ids, and reviews per block."""
ALPHA, BETA, TOLERANCE = 0.05, 0.05, 0.5


@dataclass(frozen=True)
class Study:
    """Records arranged by reviewer.

    Attributes
    ----------
    papers : pandas.DataFrame
        Years, decisions and human means.
    integer, decimal : mapping of str to ndarray of float, shape (papers, rounds)
        Scores by reviewer (as in the ids of the claims), papers in the order of `papers`.
    """

    papers: pd.DataFrame
    integer: Mapping[str, Scores]
    decimal: Mapping[str, Scores]

    @property
    def years(self) -> NDArray[np.int64]:
        """The year of each paper."""
        return self.papers["year"].to_numpy(dtype=np.int64)


def study(tables: Tables) -> Study:
    """Arrange records by reviewer.

    Parameters
    ----------
    tables : Tables
        Papers and reviews, built or loaded.
    """
    papers = papers_in_order(tables.papers, sorted(tables.papers["paper_id"]))
    order = papers["paper_id"].tolist()

    def scores(key: str, protocol: str) -> Scores:
        return score_matrix(tables.reviews, MODELS[key], protocol=protocol, papers=order)[1]

    integer = {key: scores(key, "integer") for key in MODELS}
    return Study(papers, integer, {key: scores(key, "decimal") for key in DECIMAL_MODELS})


def imposed_values(tables: Tables) -> Values:
    """Compute every imposed number.

    Parameters
    ----------
    tables : Tables
        Records.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit; shares of whole numbers exactly.
    """
    data = study(tables)
    values: Values = {}
    for year in YEARS:
        status = data.papers.loc[data.years == year, "status"]
        values |= {f"rep.sampling.status.{name}.{year}": int(n) for name, n in status.value_counts().items()}
    return values | _stability(data) | _levels(data) | _relations(data) | _first_ranking(data) | _protocols(data)


def _stability(data: Study) -> Values:
    values: Values = {}
    close = {}
    for key, scores in data.integer.items():
        values[f"rep.repeatability.identical_count.{key}"] = identical_share(scores).count
        if key not in BY_YEAR:
            values[f"rep.repeatability.variance.{key}"] = within_paper_variance(scores).value
            agreement = pairwise_agreement(scores)
            values[f"rep.repeatability.exact_agreement.{key}"] = Fraction(100 * agreement.equal_pairs, agreement.pairs)
        close[key] = range_share(scores)
    lowest = min(close.values(), key=lambda share: share.count)
    values["rep.repeatability.range_le1_share.min"] = Fraction(100 * lowest.count, lowest.papers)
    values["rep.repeatability.range_le1_count.gpt6sol"] = close["gpt6sol"].count
    for key in BY_YEAR:
        for year in YEARS:
            values[f"rep.repeatability.sd.{key}.{year}"] = within_paper_variance(
                data.integer[key][data.years == year]
            ).sd
    return values


def _levels(data: Study) -> Values:
    scores = data.integer["gpt6sol"]
    band = int(((scores >= 5) & (scores <= 7)).sum())
    return {
        "rep.repeatability.score5_count.gpt6sol": int((scores == 5).sum()),
        "rep.repeatability.score5to7_share.gpt6sol": Fraction(100 * band, scores.size),
    }


def _validity(data: Study, key: str) -> dict[tuple[str, str], float]:
    """Give the relations to human judgement, by subset and statistic."""
    means = paper_means(data.integer[key])
    table = validity_table(means, data.papers["human_mean"], data.papers["status"], data.years)
    return {(str(row["subset"]), row["statistic"]): row["value"] for row in table.to_dict("records")}


def _relations(data: Study) -> Values:
    values: Values = {f"rep.validity.auc.{key}": _validity(data, key)["all", "auc"] for key in MODELS}
    return values | {"rep.validity.spearman.gpt6sol": _validity(data, "gpt6sol")["all", "spearman"]}


def _ranking(data: Study, key: str, size: int) -> dict[str, Fraction]:
    """Give the exact shares of same, tied and reverse orders by blocks of a size, in percent."""
    row = ranking_reproducibility(data.integer[key], data.years, [size]).iloc[0]
    return {kind: Fraction(100 * int(row[kind]), int(row["comparisons"])) for kind in ("same", "tie", "reverse")}


def _first_ranking(data: Study) -> Values:
    return {f"rep.ranking.same.k1.{key}": _ranking(data, key, 1)["same"] for key in MODELS}


def _granularity(data: Study, key: str) -> dict[tuple[str, str], dict[Hashable, float]]:
    """Compare the first five integer scores with the decimal ones: cells by subset and quantity."""
    table = granularity_table(
        data.integer[key][:, :DECIMAL_ROUNDS],
        data.decimal[key],
        np.random.default_rng(BOOTSTRAP_SEED),
        human=data.papers["human_mean"],
        years=data.years,
    )
    return {(str(row["subset"]), row["quantity"]): row for row in table.to_dict("records")}


def _protocols(data: Study) -> Values:
    values: Values = {}
    for key in DECIMAL_MODELS:
        table = _granularity(data, key)
        values[f"rep.granularity.mean_diff.{key}"] = table["all", "mean"]["difference"]
        values[f"rep.granularity.sd.decimal.{key}"] = table["all", "sd"]["decimal"]
    return values


def predicted_values(tables: Tables) -> Values:
    """Compute what the records say about every held-out number, and about budgets that follow from held-out SDs.

    Parameters
    ----------
    tables : Tables
        Records.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit.
    """
    data = study(tables)
    return _five_rankings(data) | _close_pairs(data) | _by_year(data) | _batches(data) | _five_scores(data)


def _five_rankings(data: Study) -> Values:
    values: Values = {}
    for key in MODELS:
        shares = _ranking(data, key, 5)
        values[f"rep.ranking.same.k5.{key}"] = shares["same"]
        kind = "tie" if key == "gpt6sol" else "reverse"
        values[f"rep.ranking.{kind}.k5.{key}"] = shares[kind]
    return values


def _close_pairs(data: Study) -> Values:
    found: dict[str, list[Fraction]] = {}
    for scores in data.integer.values():
        rows = close_pairs(scores, data.years).to_dict("records")
        table = {(row["above"], row["reviews_per_block"]): row for row in rows}
        for kind, above, gap, size in PRINTED_GAPS:
            row = table[above, size]
            share = Fraction(100 * int(row[kind]), int(row["comparisons"]))
            found.setdefault(f"rep.close_pairs.{kind}.{gap}.k{size}", []).append(share)
    return _ends(found)


def _ends(found: Mapping[str, list[Fraction]] | Mapping[str, list[float]]) -> Values:
    """Give the lowest and the highest value over reviewers."""
    return {f"{name}.{end.__name__}": end(values) for name, values in found.items() for end in (min, max)}


def _by_year(data: Study) -> Values:
    tables = [_validity(data, key) for key in MODELS]
    values: Values = {}
    for kind in ("spearman", "auc"):
        for year in YEARS:
            yearly = [table[str(year), kind] for table in tables]
            values |= {f"rep.validity.{kind}.{end.__name__}.{year}": end(yearly) for end in (min, max)}
    return values


def _batches(data: Study) -> Values:
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    intervals = [batch_drift(scores, rng).difference for scores in data.integer.values()]
    return {"rep.batch_drift.n_ci_including_zero": sum(interval.low <= 0 <= interval.high for interval in intervals)}


def _five_scores(data: Study) -> Values:
    values: Values = {}
    for key, scores in data.integer.items():
        variance = within_paper_variance(scores[:, :DECIMAL_ROUNDS])
        kernels = kernel_count(variance.papers, DECIMAL_ROUNDS)
        budget = certified_budget(variance.value, kernels, TOLERANCE, ALPHA, BETA)
        values[f"rep.budget.certified.eps050.{key}.pilot5"] = budget
        if key in DECIMAL_MODELS:
            values[f"rep.granularity.sd.integer.{key}"] = variance.sd
    return values | _errors(data)


def _errors(data: Study) -> Values:
    luna, sol = (_granularity(data, key) for key in DECIMAL_MODELS)
    values: Values = {
        f"rep.granularity.mae_diff.gpt6luna.{subset}": luna[subset, "mae"]["difference"]
        for subset in ("all", *map(str, YEARS))
    }
    yearly = [sol[str(year), "mae"] for year in YEARS]
    including = sum(row["low"] <= 0 <= row["high"] for row in yearly)
    return values | {"rep.granularity.mae_ci_including_zero.gpt6sol": including}
