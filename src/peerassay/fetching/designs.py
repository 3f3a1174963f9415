"""The designs of the three papers, drawn from tables of papers or of ratings, each with a seed and a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.fetching.problems import FetchError
from peerassay.sampling import (
    Sample,
    balanced_by_area,
    balanced_subset,
    by_tier,
    nested_by_area_and_bin,
    random_per_year,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

TIERS: Final = {"accepted_oral": 6, "accepted_spotlight": 10, "accepted_poster": 84}
CELLS: Final = ["wanted", "available", "drawn", "short"]


@dataclass(frozen=True)
class Sizes:
    """The numbers of the designs; the papers' own by default.

    Attributes
    ----------
    sizes : tuple of int
        Of the nested samples.
    each, batch : int
        Accepted and rejected papers of each area; papers of an area in a batch.
    tiers : tuple of int
        Oral, spotlight and poster papers of each venue.
    number : int
        Papers a year.
    total : int
        Reviews of the subset for validation.
    """

    sizes: tuple[int, ...] = (100, 300, 1000)
    each: int = 12
    batch: int = 6
    tiers: tuple[int, ...] = tuple(TIERS.values())
    number: int = 200
    total: int = 100


@dataclass(frozen=True)
class Design:
    """One design.

    Attributes
    ----------
    name, paper, summary : str
        What it is called; which paper takes it; what it does.
    table : str
        What is drawn from: ``papers`` or ``ratings``.
    needs : tuple of str
        Columns without which a row is not in the frame.
    seed : int
        The seed by default.
    """

    name: str
    paper: str
    summary: str
    table: str
    needs: tuple[str, ...]
    draw: Callable[[pd.DataFrame, Sizes, np.random.Generator], Sample]
    seed: int = 0


@dataclass(frozen=True)
class Drawn:
    """What a design has drawn.

    Attributes
    ----------
    design : Design
        Which.
    seed : int
        With which seed.
    rows : pandas.DataFrame
        Rows of the table, with a column that the design adds (`smallest_sample` or `batch`).
    cells : pandas.DataFrame
        `cell`, `wanted`, `available`, `drawn`, `short`.
    remarks : tuple of str
        Rows outside the frame, and cells that are too small.
    """

    design: Design
    seed: int
    rows: pd.DataFrame
    cells: pd.DataFrame
    remarks: tuple[str, ...]


DESIGNS: Final = {
    design.name: design
    for design in (
        Design(
            "nested",
            "repeatability",
            "nested samples that follow areas and bins of the mean rating, in each year",
            "papers",
            ("area", "human_mean", "year"),
            lambda table, sizes, rng: nested_by_area_and_bin(table, sizes.sizes, rng),
        ),
        Design(
            "by-area",
            "style",
            "equally many accepted and rejected papers of each area, in batches",
            "papers",
            ("area", "status"),
            lambda table, sizes, rng: balanced_by_area(table, rng, each=sizes.each, batch=sizes.batch),
        ),
        Design(
            "by-tier",
            "epistemics",
            "fixed numbers of oral, spotlight and poster papers of each venue",
            "papers",
            ("venue", "status"),
            lambda table, sizes, rng: by_tier(table, dict(zip(TIERS, sizes.tiers, strict=True)), rng),
        ),
        Design(
            "per-year",
            "epistemics",
            "the same number of papers of each year, at random",
            "papers",
            ("year",),
            lambda table, sizes, rng: random_per_year(table, sizes.number, rng),
        ),
        Design(
            "validation",
            "epistemics",
            "rated reviews for a second judge, balanced over venue and label",
            "ratings",
            ("venue", "label"),
            lambda table, sizes, rng: balanced_subset(table, ["venue", "label"], sizes.total, rng),
            seed=42,
        ),
    )
}
"""By name; a cell that is too small is taken whole, is reported, and is not made up for by others."""


def draw_design(name: str, table: pd.DataFrame, sizes: Sizes, seed: int | None = None) -> Drawn:
    """Draw a sample.

    Parameters
    ----------
    name : str
        One of `DESIGNS`.
    table : pandas.DataFrame
        Papers or ratings, as the design needs.
    sizes : Sizes
        How many.
    seed : int, optional
        The design's own by default.

    Returns
    -------
    Drawn
        The rows and the report.

    Raises
    ------
    FetchError
        If there is no such design, or no row has what it needs.
    peerassay.sampling.QuotaError
        If its conditions cannot be met.
    """
    if name not in DESIGNS:
        raise FetchError(f"no design {name!r}; expected one of {', '.join(DESIGNS)}")
    design = DESIGNS[name]
    lacking = [column for column in design.needs if column not in table or _known(table[column]).sum() == 0]
    if lacking:
        raise FetchError(f"design {name}: no row of {design.table} has {' and '.join(lacking)}")
    inside = np.logical_and.reduce([_known(table[column]) for column in design.needs])
    used = design.seed if seed is None else seed
    sample = design.draw(table[inside], sizes, np.random.default_rng(used))
    return Drawn(design, used, sample.rows, _cells(sample.report), tuple(_remarks(design, inside, sample)))


def _known(column: pd.Series) -> NDArray[np.bool_]:
    return (column.notna() & column.astype(str).ne("")).to_numpy(dtype=bool)


def _cells(report: pd.DataFrame) -> pd.DataFrame:
    names = [str(column) for column in report.columns if column not in CELLS]
    labels = report[names].astype(str).agg(", ".join, axis=1) if len(report) else pd.Series(dtype=str)
    return report[CELLS].astype("int64").assign(cell=labels)[["cell", *CELLS]]


def _remarks(design: Design, inside: NDArray[np.bool_], sample: Sample) -> list[str]:
    outside = int((~inside).sum())
    lacking = f"{design.table} without {' or '.join(design.needs)}, not drawn from"
    remarks = [f"{lacking}: {outside:,} of {len(inside):,}"] if outside else []
    empty = int((sample.report["wanted"] == 0).sum())
    if empty:
        remarks.append(f"cells with so few papers that their quota is 0: {empty:,} of {len(sample.report):,}")
    return [*remarks, *sample.shortfalls]
