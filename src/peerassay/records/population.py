"""How many submissions a conference had, by area, status and mean human rating: counts in ``data/population``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

YEARS = (2025, 2026)
"""The years of ICLR with counts."""


def _folder() -> Path:
    return project_root() / "data" / "population"


def load_population(year: int) -> pd.DataFrame:
    """Read the counts of one year of ICLR.

    Parameters
    ----------
    year : int
        One of `YEARS`.

    Returns
    -------
    pandas.DataFrame
        `year`, `area`, `status`, `bin` (lower edge of the bin of the mean rating, width 1) and `papers`.

    Raises
    ------
    ValueError
        If there are no counts of that year.
    """
    if year not in YEARS:
        raise ValueError(f"no counts of {year}; expected one of {', '.join(map(str, YEARS))}")
    return pd.read_csv(_folder() / f"iclr{year}.csv")


def load_status_totals(year: int) -> dict[str, int]:
    """Read how many submissions ended in each status, where only totals are public.

    Parameters
    ----------
    year : int
        2026.

    Returns
    -------
    dict of str to int
        Papers by final status.

    Raises
    ------
    ValueError
        If there are no totals of that year.
    """
    table = pd.read_csv(_folder() / "status-totals.csv")
    chosen = table[table["year"] == year]
    if chosen.empty:
        raise ValueError(f"no status totals of {year}; expected one of {', '.join(map(str, table['year'].unique()))}")
    return {str(status): int(papers) for status, papers in zip(chosen["status"], chosen["papers"], strict=True)}


def cells(population: pd.DataFrame) -> pd.Series:
    """Count the papers of each nonempty cell of area and bin.

    Parameters
    ----------
    population : pandas.DataFrame
        As from `load_population`.

    Returns
    -------
    pandas.Series of int
        Indexed by area and bin, sorted.
    """
    counts = population.groupby(["area", "bin"])["papers"].sum()
    return counts[counts > 0]


def count_papers(papers: pd.DataFrame) -> pd.DataFrame:
    """Count a reader's own papers as the public counts are counted.

    Parameters
    ----------
    papers : pandas.DataFrame
        `area`, `status`, `human_mean` and `year`, one row a paper; those without area or mean are left out.

    Returns
    -------
    pandas.DataFrame
        As from `load_population`. The highest bin is closed: a mean of 10 falls into bin 9.
    """
    known = papers.dropna(subset=["area", "human_mean"])
    bins = known["human_mean"].floordiv(1).clip(upper=9).astype(int)
    keyed = known.assign(bin=bins, status=known["status"].fillna("unknown"))
    return keyed.groupby(["year", "area", "status", "bin"]).size().rename("papers").reset_index()
