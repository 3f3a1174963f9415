"""What the page on fetched papers shows: final states, ratings, and the designs on real counts and on edge cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from peerassay.fetching.designs import DESIGNS, Sizes, draw_design
from peerassay.fetching.problems import FetchError
from peerassay.records.population import YEARS, load_population
from peerassay.sampling import QuotaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.fetching.designs import Drawn
    from peerassay.fetching.folder import Fetched

NO_STATUS: Final = "(none)"
_TIERS: Final = {"oral": "accepted_oral", "spotlight": "accepted_spotlight", "poster": "accepted_poster"}


def state_table(fetched: Fetched) -> pd.DataFrame:
    """Count papers, reviews and ratings by final status.

    Parameters
    ----------
    fetched : Fetched
        A fetched folder.

    Returns
    -------
    pandas.DataFrame
        `status`, `papers`, `reviewed` (papers with a review), `reviews`, `rated` (reviews with a rating), `mean` (of
        the papers' mean ratings), one row a status, and one for all.
    """
    papers = fetched.papers.assign(status=lambda frame: frame["status"].fillna(NO_STATUS))
    reviews = fetched.table("reviews").merge(papers[["paper_id", "status"]], on="paper_id")
    rows = []
    for status in [*sorted(papers["status"].unique()), "all"]:
        inside = papers if status == "all" else papers[papers["status"] == status]
        written = reviews if status == "all" else reviews[reviews["status"] == status]
        counts = {"papers": len(inside), "reviewed": written["paper_id"].nunique(), "reviews": len(written)}
        given = {"rated": int(written["overall"].notna().sum()), "mean": inside["human_mean"].mean()}
        rows.append({"status": status} | counts | given)
    return pd.DataFrame(rows)


def rating_table(fetched: Fetched) -> pd.DataFrame:
    """Count how often each rating of the scale was given.

    Parameters
    ----------
    fetched : Fetched
        A fetched folder.

    Returns
    -------
    pandas.DataFrame
        `venue`, `year`, `rating`, `reviews`; a row for every declared value, also those that nobody gave.
    """
    papers = fetched.papers[["paper_id", "venue", "year"]]
    given = fetched.table("reviews").merge(papers, on="paper_id")
    rows = []
    for source in fetched.facts["sources"]:
        here = given[(given["venue"] == source["name"]) & (given["year"] == source["year"])]["overall"]
        rows += [
            {"venue": source["name"], "year": source["year"], "rating": value, "reviews": int((here == value).sum())}
            for value in source["rating"]
        ]
    return pd.DataFrame(rows)


def public_papers(year: int) -> pd.DataFrame:
    """Turn the public counts of one year of ICLR into one row a paper.

    Parameters
    ----------
    year : int
        2025 or 2026.

    Returns
    -------
    pandas.DataFrame
        `venue`, `year`, `area`, `status`, and the lower edge of the bin as `human_mean`, which is all that counts tell.
    """
    counts = load_population(year)
    rows = counts.loc[counts.index.repeat(counts["papers"])].reset_index(drop=True)
    return rows.assign(venue="ICLR", status=rows["status"].replace(_TIERS), human_mean=rows["bin"].astype(float))


def population_designs(seed: int, names: Sequence[str] = ("nested", "by-area", "by-tier", "per-year")) -> pd.DataFrame:
    """Draw the papers' designs, in the papers' sizes, from the public counts of ICLR.

    Parameters
    ----------
    seed : int
        Of every draw.
    names : sequence of str
        Designs.

    Returns
    -------
    pandas.DataFrame
        As from `design_row`, one row a design and year.
    """
    everything = {year: public_papers(year) for year in YEARS}
    rows = []
    for name in names:
        for year, papers in everything.items():
            sizes = Sizes() if year == YEARS[0] else Sizes(sizes=(100,))
            rows.append(design_row(name, f"ICLR {year}", papers, sizes, seed))
    return pd.DataFrame(rows)


def design_row(name: str, frame: str, table: pd.DataFrame, sizes: Sizes, seed: int) -> dict[str, Any]:
    """Draw a design, and say what came of it in one row.

    Parameters
    ----------
    name : str
        One of `peerassay.fetching.designs.DESIGNS`.
    frame : str
        What is drawn from, for people.
    table : pandas.DataFrame
        Papers or ratings.
    sizes : Sizes
        How many.
    seed : int
        Of the draw.

    Returns
    -------
    dict
        `design`, `paper`, `frame`, `rows`, `cells`, `wanted`, `drawn`, `short` (cells that are too small), `empty`
        (cells with a quota of 0) and `said` (remarks, or why nothing could be drawn).
    """
    head = {"design": name, "paper": DESIGNS[name].paper, "frame": frame, "rows": len(table)}
    try:
        drawn = draw_design(name, table, sizes, seed)
    except (FetchError, QuotaError) as error:
        counts = dict.fromkeys(["cells", "wanted", "drawn", "short", "empty"], 0)
        return head | counts | {"said": f"refused: {error}"}
    cells = drawn.cells
    counts = {"cells": len(cells), "wanted": int(cells["wanted"].sum()), "drawn": len(drawn.rows)}
    counts |= {"short": int((cells["short"] > 0).sum()), "empty": int((cells["wanted"] == 0).sum())}
    return head | counts | {"said": "; ".join(drawn.remarks) or "every cell was filled"}


def own_sizes(size: int) -> Sizes:
    """Read one number as the size of any design.

    Parameters
    ----------
    size : int
        Papers or reviews in all, of each cell, or of each year.

    Returns
    -------
    Sizes
        With that number everywhere, and batches of half of it.
    """
    return Sizes((size,), size, max(size // 2, 1), (size,) * len(_TIERS), size, size)


def draw_from(fetched: Fetched, design: str, size: int, seed: int) -> Drawn:
    """Draw from a fetched folder without writing anything.

    Parameters
    ----------
    fetched : Fetched
        The folder.
    design : str
        One of `peerassay.fetching.designs.DESIGNS`.
    size : int
        As in `own_sizes`.
    seed : int
        Of the draw.

    Returns
    -------
    Drawn
        As from `peerassay.fetching.designs.draw_design`, which says what it raises.
    """
    table = fetched.papers if DESIGNS[design].table == "papers" else fetched.table("ratings")
    return draw_design(design, table, own_sizes(size), seed)


def yes_no(flag: bool) -> str:
    """Write a flag for people."""
    return "yes" if flag else "no"


def _table(**columns: Sequence[Any]) -> pd.DataFrame:
    return pd.DataFrame(columns)


def edge_cases(seed: int) -> pd.DataFrame:
    """Draw from made-up tables in which something is too small.

    Parameters
    ----------
    seed : int
        Of every draw.

    Returns
    -------
    pandas.DataFrame
        As from `design_row`; `frame` says what is odd.
    """
    tiers = ["accepted_oral"] * 3 + ["accepted_poster"] * 9
    areas = _table(area=list("aaaaaabbb"), status=["accepted_poster"] * 3 + ["rejected"] * 5 + ["withdrawn"])
    flat = _table(area=list("aaaaaabbbbbb"), human_mean=[float(edge) for edge in range(6)] * 2, year=[2030] * 12)
    rated = _table(venue=list("XXXXXY"), label=["System 1"] * 3 + ["Mixed"] * 2 + ["System 1"])
    cases: list[tuple[str, str, pd.DataFrame, Sizes]] = [
        ("by-area", "an area without accepted papers", areas, Sizes(each=3, batch=3)),
        ("by-area", "nothing but withdrawn papers", areas.assign(status="withdrawn"), Sizes(each=3)),
        ("by-tier", "a venue without spotlights", _table(venue=["X"] * 12, status=tiers), Sizes(tiers=(2, 2, 5))),
        ("per-year", "a year with few papers", _table(year=[2029] * 9 + [2030] * 2), Sizes(number=5)),
        ("nested", "a sample smaller than the number of bins", flat, Sizes(sizes=(4,))),
        ("nested", "a sample larger than the population", flat, Sizes(sizes=(20,))),
        ("nested", "a sample that leaves cells empty", flat, Sizes(sizes=(6,))),
        ("nested", "papers without a rating", flat.assign(human_mean=[1.0, 2.0] + [np.nan] * 10), Sizes(sizes=(2,))),
        ("validation", "a label that is rare at a venue", rated, Sizes(total=6)),
        ("validation", "nobody has rated yet", rated.drop(columns="label"), Sizes(total=6)),
    ]
    return pd.DataFrame([design_row(name, odd, table, sizes, seed) for name, odd, table, sizes in cases])
