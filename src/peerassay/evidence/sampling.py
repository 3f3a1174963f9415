"""The samples of the repeatability paper beside the public counts of what they were drawn from, ready for a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from peerassay.records.population import cells, count_papers, load_population, load_status_totals
from peerassay.records.problems import plural
from peerassay.records.tables import load_table
from peerassay.sampling import QuotaError, draw_nested, largest_remainder, nested_quotas, quota_table, status_draws
from peerassay.sampling.designs import ACCEPTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

CENTRAL = (0.05, 0.5, 0.95)
"""The quantiles that are shown of simulated samples."""
FRAMED = ("paper_id", "year", "area", "human_mean")
"""What must be known of a paper to draw it."""
HIGHEST = 10
"""End of the last bin."""
STATUSES = ("accepted", "rejected", "withdrawn", "desk_rejected")


class Frame(NamedTuple):
    """One year's sampling frame.

    Attributes
    ----------
    year : int
        Of the conference.
    population : pandas.DataFrame
        Counts, as from `peerassay.records.population.load_population`.
    quotas : pandas.DataFrame
        As from `peerassay.sampling.nested_quotas`, over area and bin.
    """

    year: int
    population: pd.DataFrame
    quotas: pd.DataFrame

    @property
    def cells(self) -> pd.Series:
        """Papers of each nonempty cell of area and bin."""
        return cells(self.population)


def public_frames(sizes: Sequence[int]) -> list[Frame]:
    """Solve the quotas of both years from the public counts: all sizes of 2025, the smallest of 2026."""
    plans = {2025: list(sizes), 2026: [min(sizes)]}
    populations = {year: load_population(year) for year in plans}
    return [Frame(year, populations[year], nested_quotas(cells(populations[year]), plans[year])) for year in plans]


def own_papers(records: str) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Read a reader's own papers, with the bin of each.

    Parameters
    ----------
    records : str
        A CSV file in the schema `papers`, or a folder with `papers.csv`; year, area and human mean are needed.

    Returns
    -------
    papers : pandas.DataFrame
        The papers with a year, an area and a mean, with their `bin`.
    notes : tuple of str
        Everything that was not taken literally, and how many papers are left out.

    Raises
    ------
    FileNotFoundError, peerassay.records.RecordsError
        If the table cannot be read.
    peerassay.sampling.QuotaError
        If no paper is left, or a mean is not from 0 to 10, the range of the bins.
    """
    loaded, notes = load_table(Path(records).expanduser(), "papers", list(FRAMED))
    papers = loaded.dropna(subset=list(FRAMED)).reset_index(drop=True)
    if papers.empty:
        raise QuotaError(f"{records}: no paper has a year, an area and a human_mean; expected at least one")
    outside = papers.loc[~papers["human_mean"].between(0, HIGHEST), ["paper_id", "human_mean"]]
    if len(outside):
        paper, mean = outside.iloc[0]
        raise QuotaError(
            f"{records}: paper {paper} has human_mean {mean:g}; expected 0 to {HIGHEST}, as bins have width 1"
        )
    lost = len(loaded) - len(papers)
    if lost:
        notes = (*notes, f"{plural(lost, 'paper')} without a year, an area or a human mean left out")
    return papers.assign(bin=papers["human_mean"].floordiv(1).clip(upper=HIGHEST - 1).astype(int)), notes


def own_frames(papers: pd.DataFrame, sizes: Sequence[int]) -> list[Frame]:
    """Solve the quotas of a reader's own papers, year by year.

    Parameters
    ----------
    papers : pandas.DataFrame
        As from `own_papers`.
    sizes : sequence of int
        Sizes of the nested samples.

    Returns
    -------
    list of Frame
        One a year.

    Raises
    ------
    peerassay.sampling.QuotaError
        If there are no quotas of these sizes.
    """
    counts = count_papers(papers.assign(status=papers.get("status", "unknown")))
    years = {int(year): counts[counts["year"] == year] for year in sorted(counts["year"].unique())}
    return [Frame(year, table, nested_quotas(cells(table), sizes)) for year, table in years.items()]


def draw_own(papers: pd.DataFrame, frames: Sequence[Frame], rng: np.random.Generator) -> pd.DataFrame:
    """Draw nested samples of a reader's own papers, and say of each drawn paper in which sizes it is.

    Returns
    -------
    pandas.DataFrame
        `paper_id`, `year`, `area`, `human_mean`, `smallest_sample` (the smallest size that contains the paper).
    """
    drawn = []
    for frame in frames:
        samples = draw_nested(papers[papers["year"] == frame.year], frame.quotas, "human_mean", rng)
        for size, sample in sorted(samples.items(), reverse=True):
            drawn.append(sample.assign(smallest_sample=size))
    table = pd.concat(drawn).groupby("paper_id", as_index=False).last()
    columns = ["paper_id", "year", "area", "human_mean", "smallest_sample"]
    return table.sort_values(["year", "smallest_sample", "paper_id"], ignore_index=True)[columns]


def category_table(frames: Sequence[Frame], level: str) -> pd.DataFrame:
    """Put population and quotas of all years beside each other, one row a category (``area`` or ``bin``).

    Returns
    -------
    pandas.DataFrame
        `level`, and for each year y and size n `population_y`, `population_share_y`, `quota_n_y`, `share_n_y`;
        missing where a year has no such category.
    """
    parts = [
        quota_table(frame.cells, frame.quotas, level).set_index(level).add_suffix(f"_{frame.year}") for frame in frames
    ]
    return pd.concat(parts, axis=1).sort_index().reset_index(names=level)


def bin_label(edge: float) -> str:
    """Write a bin of mean ratings as the paper does; the last one is closed."""
    return f"[{edge:.0f}, 10]" if edge == 9 else f"[{edge:.0f}, {edge + 1:.0f})"


def final_statuses(counts: pd.DataFrame | dict[str, int]) -> dict[str, int]:
    """Add accepted tiers up; the other statuses stay as they are.

    Parameters
    ----------
    counts : pandas.DataFrame or dict of str to int
        Counts with `status` and `papers`, or papers by status.

    Returns
    -------
    dict of str to int
        Papers by `STATUSES`; 0 where there is none.
    """
    by_status = counts if isinstance(counts, dict) else counts.groupby("status")["papers"].sum().to_dict()
    others = {status: int(by_status.get(status, 0)) for status in STATUSES[1:]}
    return {"accepted": sum(int(by_status.get(status, 0)) for status in ACCEPTED)} | others


def status_quotas(totals: dict[str, int], size: int) -> dict[str, int]:
    """Share a sample out over final statuses: accepted against the rest first, then the rest, by largest remainder.

    Parameters
    ----------
    totals : dict of str to int
        As from `final_statuses`.
    size : int
        Papers of the sample.

    Returns
    -------
    dict of str to int
        Papers by status.
    """
    others = {status: totals[status] for status in STATUSES[1:]}
    first = largest_remainder({"accepted": totals["accepted"], "others": sum(others.values())}, size)
    return {"accepted": first["accepted"]} | largest_remainder(others, first["others"])


def simulated_statuses(frame: Frame, size: int, draws: int, rng: np.random.Generator) -> pd.DataFrame:
    """Simulate which statuses a sample has that was not stratified by status.

    Returns
    -------
    pandas.DataFrame
        Rows `STATUSES`; columns `low`, `median`, `high`: 5 %, 50 % and 95 % of the simulated samples.
    """
    names = sorted(frame.population["status"].unique())
    drawn = status_draws(frame.population, frame.quotas[size], names, draws, rng)
    finals = pd.DataFrame({"accepted": drawn[[name for name in names if name in ACCEPTED]].sum(axis=1)})
    for status in STATUSES[1:]:
        finals[status] = drawn.get(status, 0)
    return finals.quantile(list(CENTRAL)).T.set_axis(["low", "median", "high"], axis=1)


def status_table(
    frames: Sequence[Frame], published: dict[tuple[int, str], int], size: int, draws: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Put the published statuses of the samples beside what the public counts give.

    Parameters
    ----------
    frames : sequence of Frame
        As from `public_frames`.
    published : dict
        Papers of the published samples by year and status.
    size : int
        Papers of a sample.
    draws : int
        Simulated samples.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    pandas.DataFrame
        `year`, `status`, `population`, `share`, `published`, `quota` (2026, by largest remainder) and `low`, `median`,
        `high` (2025, whose sample was not stratified by status); missing where a column does not apply.
    """
    rows = []
    for frame in frames:
        fixed = frame.year == 2026
        totals = final_statuses(load_status_totals(2026) if fixed else frame.population)
        quotas = status_quotas(totals, size) if fixed else {}
        simulated = None if fixed else simulated_statuses(frame, size, draws, rng)
        for status, papers in totals.items():
            row = {"year": frame.year, "status": status, "population": papers, "share": papers / sum(totals.values())}
            row |= {"published": published.get((frame.year, status), 0), "quota": quotas.get(status)}
            rows.append(row | (dict(simulated.loc[status]) if simulated is not None else {}))
    return pd.DataFrame(rows).astype({"quota": float})
