"""Comparing the exhibits of two builds: bytes, then numbers, then cell by cell."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = 5
"""How many differing cells are named."""
BYTES, NUMBERS, DIFFERS, MISSING = "bytes equal", "numbers equal", "differs", "missing"


@dataclass(frozen=True)
class Comparison:
    """What became of one exhibit.

    Attributes
    ----------
    exhibit : str
        Its id, or ``ledger``.
    outcome : str
        ``bytes equal``; ``numbers equal`` (the table holds the same values, only the rendering differs); ``differs``;
        ``missing`` (in one of the two builds).
    cells : tuple of str
        Where values differ and by how much, the first ones.
    differing : int
        How many cells differ.
    largest : float
        Largest absolute difference of two numbers; NaN if none differ.
    """

    exhibit: str
    outcome: str
    cells: tuple[str, ...] = ()
    differing: int = 0
    largest: float = math.nan


def compare_exhibits(frozen: Path, again: Path, only: set[str] | None = None) -> list[Comparison]:
    """Compare the exhibits of a release with those of another build.

    Parameters
    ----------
    frozen, again : pathlib.Path
        Folders of files of exhibits, named ``<id>.<kind>``.
    only : set of str, optional
        Ids to compare; all of either folder if not given.

    Returns
    -------
    list of Comparison
        One an exhibit, sorted by id.
    """
    names = {path.stem for folder in (frozen, again) for path in folder.glob("*.csv")}
    return [compare_exhibit(name, frozen, again) for name in sorted(names if only is None else only)]


def compare_exhibit(name: str, frozen: Path, again: Path) -> Comparison:
    """Compare the files of one exhibit.

    Parameters
    ----------
    name : str
        Its id.
    frozen, again : pathlib.Path
        As in `compare_exhibits`.

    Returns
    -------
    Comparison
        Its outcome.
    """
    files = [{path.suffix: path.read_bytes() for path in folder.glob(f"{name}.*")} for folder in (frozen, again)]
    if files[0] == files[1] and files[0]:
        return Comparison(name, BYTES)
    if not all(".csv" in kinds for kinds in files):
        where = " and ".join(
            word for word, kinds in zip(("the release", "the new build"), files, strict=True) if not kinds
        )
        return Comparison(name, MISSING, (f"not in {where}" if where else "without a table",))
    return compare_tables(name, frozen / f"{name}.csv", again / f"{name}.csv")


def compare_tables(name: str, frozen: Path, again: Path) -> Comparison:
    """Compare two CSV files cell by cell.

    Parameters
    ----------
    name : str
        What to call the result.
    frozen, again : pathlib.Path
        The files.

    Returns
    -------
    Comparison
        ``numbers equal`` if every pair of cells is the same text or the same number; else ``differs``. Tables of other
        shapes differ in all.
    """
    before, now = _read(frozen), _read(again)
    if before[:1] != now[:1] or len(before) != len(now):
        shapes = [
            f"{max(len(rows) - 1, 0)} rows of {', '.join(rows[0]) if rows else 'nothing'}" for rows in (before, now)
        ]
        return Comparison(name, DIFFERS, (f"{shapes[0]}; now {shapes[1]}",), differing=max(len(before), len(now)))
    cells, gaps = [], []
    for row, (old, new) in enumerate(zip(before[1:], now[1:], strict=True), start=1):
        for column, first, second in zip_longest(before[0], old, new, fillvalue=""):
            gap = _gap(first, second)
            if gap != 0:
                cells.append(f"row {row}, {column}: {first!r}, now {second!r}")
                gaps.append(gap)
    if not cells:
        return Comparison(name, NUMBERS)
    numbers = [gap for gap in gaps if not math.isnan(gap)]
    return Comparison(name, DIFFERS, tuple(cells[:SHOWN]), len(cells), max(numbers, default=math.nan))


def _read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def _gap(first: str, second: str) -> float:
    """Give the absolute difference of two cells: 0 if they are equal, NaN if either is no number."""
    if first == second:
        return 0.0
    try:
        return abs(float(first) - float(second))
    except ValueError:
        return math.nan
