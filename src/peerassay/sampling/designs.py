"""The sampling designs of the style and the epistemics paper, each with a report of what it could not fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from peerassay.sampling.quotas import QuotaError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ACCEPTED = (
    *("accepted", "accepted_oral", "accepted_spotlight", "accepted_poster"),
    *("oral", "spotlight", "poster", "conditional"),
)
"""The final statuses that count as accepted, as the tables of papers and the counts of the population name them."""


class Sample(NamedTuple):
    """What was drawn, and how far each cell could be filled.

    Attributes
    ----------
    rows : pandas.DataFrame
        The drawn rows, in the order of the table they were drawn from.
    report : pandas.DataFrame
        The columns that make a cell, then `wanted`, `available`, `drawn` and `short` (wanted minus drawn).
    """

    rows: pd.DataFrame
    report: pd.DataFrame

    @property
    def shortfalls(self) -> tuple[str, ...]:
        """One sentence for each cell that is smaller than what was wanted of it; it is taken whole."""
        cells = self.report[self.report["short"] > 0]
        keys = list(self.report.columns[:-4])
        return tuple(
            f"{', '.join(str(row[key]) for key in keys)}: {row['wanted']} wanted, {row['available']} there, all taken"
            for row in cells.to_dict("records")
        )


def _draw(table: pd.DataFrame, wanted: pd.Series, rng: np.random.Generator) -> Sample:
    """Draw at random without replacement from each cell of `wanted`, and whole cells where they are too small."""
    names = list(wanted.index.names)
    groups = table.groupby(names if len(names) > 1 else str(names[0]), sort=True).indices
    kept, report = [], []
    for cell, number in wanted.items():
        inside = groups.get(cell, np.empty(0, dtype=np.int64))
        drawn = rng.permutation(inside)[: int(number)]
        kept.append(drawn)
        labels = cell if isinstance(cell, tuple) else (cell,)
        report.append([*labels, int(number), len(inside), len(drawn), int(number) - len(drawn)])
    rows = table.iloc[np.sort(np.concatenate(kept))] if kept else table.iloc[:0]
    return Sample(rows, pd.DataFrame(report, columns=[*names, "wanted", "available", "drawn", "short"]))


def _need(table: pd.DataFrame, columns: Sequence[str]) -> None:
    lacking = [name for name in columns if name not in table]
    if lacking:
        raise QuotaError(f"the table has no column {', '.join(lacking)}; it has {', '.join(table.columns)}")


def balanced_by_area(papers: pd.DataFrame, rng: np.random.Generator, *, each: int = 12, batch: int = 6) -> Sample:
    """Draw equally many accepted and rejected papers from every area, and put them into batches.

    Parameters
    ----------
    papers : pandas.DataFrame
        `area` and `status` (a tier of `ACCEPTED`, or ``rejected``; other statuses are never drawn).
    rng : numpy.random.Generator
        Draws papers and shuffles them into batches.
    each : int
        Papers of either kind in each area.
    batch : int
        Papers of an area in each batch.

    Returns
    -------
    Sample
        Rows with `decision` (``accepted`` or ``rejected``) and `batch`, counted from 1 within each area.

    Raises
    ------
    QuotaError
        If a column is missing or no paper was accepted or rejected.

    References
    ----------
    Style paper, Section 2 (504 papers: 12 accepted and 12 rejected in each of 21 areas; batches of 6 an area give 126).
    """
    _need(papers, ["area", "status"])
    decided = papers.assign(decision=np.where(papers["status"].isin(ACCEPTED), "accepted", papers["status"]))
    decided = decided[decided["decision"].isin(["accepted", "rejected"])]
    if decided.empty:
        raise QuotaError("no paper is accepted or rejected; expected statuses such as poster and rejected")
    cells = pd.MultiIndex.from_product([sorted(decided["area"].unique()), ["accepted", "rejected"]])
    sample = _draw(decided, pd.Series(each, index=cells.set_names(["area", "decision"])), rng)
    shuffled = sample.rows.iloc[rng.permutation(len(sample.rows))]
    place = shuffled.groupby("area").cumcount().reindex(sample.rows.index)
    return Sample(sample.rows.assign(batch=place // batch + 1), sample.report)


def by_tier(papers: pd.DataFrame, tiers: Mapping[str, int], rng: np.random.Generator) -> Sample:
    """Draw a fixed number of papers of each acceptance tier from every venue.

    Parameters
    ----------
    papers : pandas.DataFrame
        `venue` and `status`.
    tiers : mapping of str to int
        Papers of each status, such as 6 ``accepted_oral``, 10 ``accepted_spotlight`` and 84 ``accepted_poster``.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    Sample
        Cells are venue and status.

    Raises
    ------
    QuotaError
        If a column is missing.

    References
    ----------
    Epistemics paper, Section 4 (ICLR, ICML and NeurIPS 2025).
    """
    _need(papers, ["venue", "status"])
    cells = pd.MultiIndex.from_product([sorted(papers["venue"].unique()), list(tiers)], names=["venue", "status"])
    return _draw(papers, pd.Series([tiers[status] for _, status in cells], index=cells), rng)


def random_per_year(papers: pd.DataFrame, number: int, rng: np.random.Generator) -> Sample:
    """Draw the same number of papers at random from every year.

    Parameters
    ----------
    papers : pandas.DataFrame
        `year`.
    number : int
        Papers a year.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    Sample
        Cells are years.

    Raises
    ------
    QuotaError
        If the column is missing.

    References
    ----------
    Epistemics paper, Section 4 (200 papers of each year of ICLR).
    """
    _need(papers, ["year"])
    years = pd.Index(sorted(papers["year"].unique()), name="year")
    return _draw(papers, pd.Series(number, index=years), rng)


def balanced_subset(table: pd.DataFrame, by: Sequence[str], total: int, rng: np.random.Generator) -> Sample:
    """Draw a subset that is balanced over the cells of some columns, as for a validation by people.

    Parameters
    ----------
    table : pandas.DataFrame
        One row an item, such as a rated review with `venue` and `label`.
    by : sequence of str
        The columns whose cells are to be equally large.
    total : int
        Size of the subset.
    rng : numpy.random.Generator
        Draws it; the epistemics paper takes seed 42.

    Returns
    -------
    Sample
        `total` divided by the number of nonempty cells goes to each; the first cells in sorted order get the
        remainder. A cell that is too small is taken whole, and what it lacks is **not** moved to others: the report
        says so.

    Raises
    ------
    QuotaError
        If a column is missing or the table is empty.

    References
    ----------
    Epistemics paper, validation of the judge.
    """
    _need(table, by)
    if table.empty:
        raise QuotaError("the table to draw from is empty")
    sizes = table.groupby(list(by), sort=True).size()
    share, extra = divmod(total, len(sizes))
    wanted = pd.Series(np.full(len(sizes), share), index=sizes.index)
    wanted.iloc[:extra] += 1
    return _draw(table, wanted, rng)
