"""The statistics of single reviewers, laid out for several: by year, by batch of rounds, and on two adjacent levels."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.repeatability.agreement import score_distribution, two_point_papers
from peerassay.repeatability.drift import batch_drift_table
from peerassay.repeatability.resampling import RESAMPLES
from peerassay.repeatability.scores import score_table
from peerassay.repeatability.subsets import acceptance_labels, year_subsets
from peerassay.repeatability.tables import repeatability_table
from peerassay.repeatability.validity import validity_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

ONE_ROUND = "fewer than two rounds"


def distributions(matrices: Mapping[str, ArrayLike], levels: Sequence[float] | None = None) -> pd.DataFrame:
    """Count how often each reviewer gives each score.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round.
    levels : sequence of float, optional
        Scores to list even if nobody gives them.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `score`, `count`, `share` (a fraction of the reviewer's scores), ascending by score.
    """
    tables = [score_distribution(scores, levels).assign(reviewer=name) for name, scores in matrices.items()]
    return pd.concat(tables, ignore_index=True)[["reviewer", "score", "count", "share"]]


def two_point_table(matrices: Mapping[str, ArrayLike]) -> pd.DataFrame:
    r"""Check for each reviewer that papers on two adjacent levels disagree twice their variance.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `adjacent` (papers with at least two scores, on at most two levels that are one point apart),
        `holds` (those of them for which pair disagreement is exactly :math:`2S_i^2`), `others` and `reason`.

    Raises
    ------
    ValueError
        If a score has more than nine decimals.
    """
    shares = {name: two_point_papers(scores) for name, scores in matrices.items()}
    rows = [(name, share.papers, share.count, share.excluded, share.reason) for name, share in shares.items()]
    return pd.DataFrame(rows, columns=["reviewer", "adjacent", "holds", "others", "reason"])


def repeatability_by_year(
    matrices: Mapping[str, ArrayLike], years: Mapping[str, ArrayLike], width: float = 1
) -> pd.DataFrame:
    """Summarize how repeatable the scores of each reviewer are in each year.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round.
    years : mapping of str to array_like, shape (papers,)
        The year of each paper, by name of the reviewer; NaN if unknown.
    width : float
        Width of the range to count, in score points.

    Returns
    -------
    pandas.DataFrame
        The columns of `repeatability_table` and `subset`, the year. No rows for a reviewer whose papers are all of the
        same year.

    Raises
    ------
    ValueError
        If lengths differ or a score has more than nine decimals.
    """
    tables = [
        repeatability_table({name: table[chosen]}, width).assign(subset=year)
        for name, table in ((name, score_table(scores)) for name, scores in matrices.items())
        for year, chosen in list(year_subsets(len(table), years[name]).items())[1:]
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["reviewer", "subset"])


def drift_overview(
    matrices: Mapping[str, ArrayLike],
    years: Mapping[str, ArrayLike],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare the last with the first half of each reviewer's rounds, for all papers and by year.

    Parameters
    ----------
    matrices, years
        As in `repeatability_by_year`.
    rng : numpy.random.Generator
        Source of the bootstrap's draws.
    resamples, confidence
        As in `peerassay.repeatability.paper_interval`.

    Returns
    -------
    pandas.DataFrame
        The columns of `batch_drift_table` and, first, `reviewer`. A reviewer with a single round has one row with NaN
        and the reason.

    Raises
    ------
    ValueError
        If lengths differ, or the confidence or the number of resamples is out of range.
    """
    tables = []
    for name, scores in matrices.items():
        table = score_table(scores)
        if table.shape[1] > 1:
            found = batch_drift_table(table, years[name], rng, resamples=resamples, confidence=confidence)
        else:
            found = _no_drift(len(table))
        tables.append(found.assign(reviewer=name))
    return _joined(tables)


def _no_drift(papers: int) -> pd.DataFrame:
    cells = dict.fromkeys(["early", "late", "difference", "low", "high"], nan)
    return pd.DataFrame([{"subset": "all", **cells, "papers": 0, "excluded": papers, "reason": ONE_ROUND}])


def validity_overview(means: Mapping[str, ArrayLike], papers: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Relate each reviewer's mean scores to human scores and acceptance, in every set of papers.

    Parameters
    ----------
    means : mapping of str to array_like, shape (papers,)
        Mean score of each paper, by name of the reviewer.
    papers : mapping of str to pandas.DataFrame
        `human_mean`, `status` and `year` of each paper, by name of the reviewer.

    Returns
    -------
    pandas.DataFrame
        The columns of `validity_table` and, first, `reviewer`.

    Raises
    ------
    ValueError
        If lengths differ or a status is unknown.
    """
    tables = []
    for name, values in means.items():
        known = papers[name]
        table = validity_table(values, known["human_mean"], known["status"], known["year"])
        tables.append(table.assign(reviewer=name))
    return _joined(tables)


def validity_by_subset(validity: pd.DataFrame) -> pd.DataFrame:
    """Lay the statistics of validity out in columns.

    Parameters
    ----------
    validity : pandas.DataFrame
        As from `validity_overview`.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer and set of papers: `reviewer`, `subset`, `papers` (with a human mean), `labelled` (with a
        decision), and a column for each statistic.
    """
    keys = ["reviewer", "subset"]
    wide = validity.pivot_table(index=keys, columns="statistic", values="value", sort=False, dropna=False)
    counts = validity.pivot_table(index=keys, columns="statistic", values="papers", sort=False)
    wide.insert(0, "papers", counts["pearson"])
    wide.insert(1, "labelled", counts["auc"])
    wide.columns.name = None
    return wide.dropna(subset=["papers"]).astype({"papers": "int64", "labelled": "int64"}).reset_index()


def validity_points(means: Mapping[str, ArrayLike], papers: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """List mean score, human mean score and outcome of each paper that has both means.

    Parameters
    ----------
    means, papers
        As in `validity_overview`.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `paper_id`, `human_mean`, `mean`, `outcome` (accepted, not accepted, unknown).

    Raises
    ------
    ValueError
        If lengths differ or a status is unknown.
    """
    tables = []
    for name, values in means.items():
        labels = pd.Series(acceptance_labels(papers[name]["status"]))
        outcome = labels.map({1.0: "accepted", 0.0: "not accepted"}).astype(object).fillna("unknown").to_numpy()
        known = papers[name][["paper_id", "human_mean"]].reset_index(drop=True)
        tables.append(known.assign(mean=np.asarray(values, dtype=float), outcome=outcome, reviewer=name))
    return _joined(tables).dropna(subset=["human_mean", "mean"], ignore_index=True)


def _joined(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Put tables below each other, the reviewer in the first column."""
    joined = pd.concat(tables, ignore_index=True)
    joined.insert(0, "reviewer", joined.pop("reviewer"))
    return joined
