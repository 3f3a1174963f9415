"""Other layouts of a table of reviews that are understood, and what is said about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.records.problems import plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table
    from peerassay.records.schema import Schema

SYNONYMS = {
    "paper": "paper_id",
    "submission": "paper_id",
    "submission_id": "paper_id",
    "model": "reviewer",
    "score": "overall",
    "rating": "overall",
    "overall_score": "overall",
    "run": "round",
    "repeat": "round",
    "repetition": "round",
}
"""Other names of columns that are understood."""
DEFAULTS = {"version": "original", "reviewer": "reviewer", "prompt": "default"}
"""What a column that is not there is filled with."""
_ROUND = re.compile(r"(?:(?P<reviewer>.+?)[ _.:-]+)?(?:round|run|review|score|rating|r)[ _.-]?(?P<round>\d+)", re.I)
_PER_REVIEW = ("overall", "round")


def rename_columns(table: Table, names: Iterable[str], ignore: Iterable[str]) -> Table:
    """Bring column names into the schema's spelling, and set aside those that are to be ignored.

    Parameters
    ----------
    table : Table
        Cells of a file.
    names : iterable of str
        The schema's names.
    ignore : iterable of str
        Columns to set aside.

    Returns
    -------
    Table
        With a note for every column that was renamed or set aside.
    """
    known = list(names)
    aside = [column for column in table.names if column in set(ignore)]
    if aside:
        table = table.noted(f"set aside as asked: {', '.join(aside)}", cells=table.cells.drop(columns=aside))
    renamed = {column: _name(column, known) for column in table.names}
    taken = list(renamed.values())
    renamed = {old: new for old, new in renamed.items() if new != old and taken.count(new) == 1}
    pairs = ", ".join(f"{old!r} as {new!r}" for old, new in renamed.items())
    notes = [f"columns are read under other names: {pairs}"] if pairs else []
    titles = {new: old for old, new in renamed.items()}
    return table.noted(*notes, cells=table.cells.rename(columns=renamed), titles=table.titles | titles)


def other_names(name: str) -> str:
    """Say by which other names a column is understood.

    Parameters
    ----------
    name : str
        One of the schema's names.

    Returns
    -------
    str
        A clause that begins with a semicolon; empty if there are none.
    """
    found = [synonym for synonym, meant in SYNONYMS.items() if meant == name]
    return f"; also understood: {', '.join(found)}" if found else ""


def _name(column: str, known: list[str]) -> str:
    plain = re.sub(r"[\s.-]+", "_", column.strip().lower())
    plain = plain if plain in known else SYNONYMS.get(plain, plain)
    return plain if plain in known else column


def unpivot_rounds(table: Table, schema: Schema) -> tuple[Table, list[Problem]]:
    """Turn one column per round (and perhaps per reviewer) into one row per review.

    Parameters
    ----------
    table : Table
        Cells of a file of reviews, possibly with columns such as `round_1`, `Round 2`, `r3`, `score_4` or
        `GPT round 5`.
    schema : Schema
        The schema of the reviews.

    Returns
    -------
    table : Table
        One row per paper and round, in the order of the file, or the same table if it has a column `overall` or
        `round` or none per round.
    problems : list of Problem
        Columns that cannot be told apart or that belong to no single review.
    """
    found = {column: match for column in table.names if (match := _ROUND.fullmatch(column))}
    if not found or any(name in table.names for name in _PER_REVIEW):
        return table, []
    problems = _unpivot_problems(table, schema, found)
    if problems:
        return table, problems
    return _unpivot(table, found), []


def _unpivot(table: Table, found: dict[str, re.Match[str]]) -> Table:
    kept = table.cells.drop(columns=list(found))
    names = list(found)
    rows = np.repeat(np.arange(len(kept)), len(names))
    cells = kept.iloc[rows].copy()
    cells["round"] = [found[name]["round"] for name in names] * len(kept)
    cells["overall"] = table.cells[names].to_numpy().ravel()
    if any(match["reviewer"] for match in found.values()):
        cells["reviewer"] = [found[name]["reviewer"] for name in names] * len(kept)
    reviewers = {match["reviewer"] for match in found.values() if match["reviewer"]}
    whose = f" of {plural(len(reviewers), 'reviewer')}: {', '.join(sorted(reviewers))}" if reviewers else ""
    note = f"one column per round is read as one review each ({names[0]} to {names[-1]}{whose})"
    origins = pd.Series(names * len(kept), index=cells.index)
    return table.noted(note, cells=cells, origins=origins)


def _unpivot_problems(table: Table, schema: Schema, found: dict[str, re.Match[str]]) -> list[Problem]:
    reviewers = [match["reviewer"] for match in found.values()]
    keys = [(match["reviewer"], int(match["round"])) for match in found.values()]
    shared = {*schema.key, "protocol"}
    single = [name for name in table.names if name in schema.names and name not in shared]
    problems = [
        table.problem(None, name, name, "no such column beside one per round (one row per review)") for name in single
    ]
    if any(reviewers) and (not all(reviewers) or "reviewer" in table.cells):
        expected = "reviewers either in a column of their own or in the name of every round's column"
        problems.append(table.problem(None, next(iter(found)), ", ".join(found), expected))
    problems += [
        table.problem(None, name, name, "every round once")
        for name, key in zip(found, keys, strict=True)
        if keys.count(key) > 1
    ]
    return problems


def fill_defaults(table: Table, missing: Iterable[str]) -> Table:
    """Add the columns of a table of reviews that can be filled.

    Parameters
    ----------
    table : Table
        One row per review.
    missing : iterable of str
        What an empty cell may look like.

    Returns
    -------
    Table
        With `version`, `reviewer`, `prompt`, `protocol` and `round`, and a note for each that was added. The protocol
        is `integer` for a reviewer whose scores are all whole, else `decimal`. Rounds are numbered in the order of
        the file.
    """
    cells, notes = table.cells.copy(), []
    for name, value in DEFAULTS.items():
        if name not in cells:
            cells[name] = value
            notes.append(f"no column {name!r}: {value!r} is assumed for all reviews")
    if "protocol" not in cells and "overall" in cells:
        cells["protocol"] = _protocols(cells, set(missing))
        kinds = ", ".join(sorted(set(cells["protocol"])))
        notes.append(f"no column 'protocol': taken from the scores ({kinds})")
    if "round" not in cells and "paper_id" in cells:
        group = ["paper_id", *(name for name in (*DEFAULTS, "protocol") if name in cells)]
        cells["round"] = (cells.groupby(group).cumcount() + 1).astype(str).astype("str")
        notes.append("no column 'round': the reviews of a paper are numbered in the order of the rows")
    return table.noted(*notes, cells=cells)


def _protocols(cells: pd.DataFrame, missing: set[str]) -> pd.Series:
    """Give each row its reviewer's protocol: decimal if any score has a fraction."""
    scores = pd.to_numeric(cells["overall"].where(~cells["overall"].isin(list(missing))), errors="coerce")
    fraction = (scores.notna() & (scores % 1 != 0)).groupby(cells["reviewer"]).transform("any")
    return fraction.map({True: "decimal", False: "integer"}).astype("str")
