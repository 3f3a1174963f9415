"""Checking cells against a schema and giving them their types."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.records.layouts import other_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table
    from peerassay.records.schema import Field, Schema

_PATTERNS = {
    "integer": r"[+-]?\d{1,15}(\.0+)?",
    "number": r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?",
}

_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")


def check_columns(table: Table, schema: Schema, needed: Iterable[str], hint: str = "") -> list[Problem]:
    """Find columns that are missing or that the schema does not know.

    Parameters
    ----------
    table : Table
        Cells of a file.
    schema : Schema
        What they should be.
    needed : iterable of str
        Columns that must be there.
    hint : str
        What to add to the message about an unknown column.

    Returns
    -------
    list of Problem
        One per column.
    """
    missing = [
        table.problem(None, name, "no such column", f"a column {name} ({_meaning(schema, name)})")
        for name in needed
        if name not in table.names
    ]
    unknown = [name for name in table.names if name not in schema.names]
    return missing + [table.problem(None, name, name, _known(name, schema) + hint) for name in unknown]


def _meaning(schema: Schema, name: str) -> str:
    return schema.field(name).description.rstrip(".") + other_names(name)


def _known(column: str, schema: Schema) -> str:
    close = difflib.get_close_matches(column.lower(), schema.names, n=1)
    return f"{close[0]}?" if close else f"one of {', '.join(schema.names)}"


def typed_cells(table: Table, schema: Schema) -> tuple[pd.DataFrame, list[Problem]]:
    """Give the cells their types.

    Parameters
    ----------
    table : Table
        Cells of a file; columns that the schema does not know are left out.
    schema : Schema
        Types and rules.

    Returns
    -------
    frame : pandas.DataFrame
        The schema's columns in its order, those that the file has; one row per row. Numbers are float64, whole
        numbers Int64, text is str; empty cells and cells with a problem are missing values.
    problems : list of Problem
        One per cell that breaks a rule, and one per row that repeats another row's key.
    """
    problems: list[Problem] = []
    columns: dict[str, pd.Series] = {}
    for field in schema.fields:
        if field.name in table.cells:
            columns[field.name], found = _typed_column(table, field, schema.missing)
            problems += found
    return pd.DataFrame(columns).reset_index(drop=True), problems + _repeated(table, schema)


def _typed_column(table: Table, field: Field, missing: frozenset[str]) -> tuple[pd.Series, list[Problem]]:
    cells = table.cells[field.name].reset_index(drop=True)
    empty = cells.isin(list(missing))
    wrong = ~empty & ~_fits(cells, field)
    values = _convert(cells.where(~empty & ~wrong), field)
    outside = _outside(values, field)
    problems = (
        [table.problem(place, field.name, "", field.expected) for place in _places(empty)] if field.required else []
    )
    problems += [
        table.problem(place, field.name, cells[place], _expected(field, cells[place]))
        for place in _places(wrong | outside)
    ]
    return values.where(~outside), problems


def _fits(cells: pd.Series, field: Field) -> pd.Series:
    if field.type == "string":
        return cells.eq(cells.str.strip()) | (field.name == "text")
    return cells.str.strip().str.fullmatch(_PATTERNS[field.type])


def _convert(cells: pd.Series, field: Field) -> pd.Series:
    if field.type == "string":
        return cells.astype("str")
    numbers = pd.to_numeric(cells)
    return numbers.astype("Int64") if field.type == "integer" else numbers.astype("float64")


def _outside(values: pd.Series, field: Field) -> pd.Series:
    outside = pd.Series(False, index=values.index)
    if field.choices:
        outside |= values.notna() & ~values.isin(list(field.choices))
    if field.minimum is not None:
        outside |= values.lt(field.minimum).fillna(False).astype(bool)
    if field.maximum is not None:
        outside |= values.gt(field.maximum).fillna(False).astype(bool)
    return outside


def _expected(field: Field, cell: str) -> str:
    if field.type == "number" and _DECIMAL_COMMA.fullmatch(cell.strip()):
        return f"{field.expected} with a decimal point: {cell.strip().replace(',', '.')}"
    return f"{field.expected} without spaces at its ends" if field.expected == "text" else field.expected


def _places(marked: pd.Series) -> list[int]:
    return [int(place) for place in marked.to_numpy().nonzero()[0]]


def _repeated(table: Table, schema: Schema) -> list[Problem]:
    if not set(schema.key) <= set(table.cells):
        return []
    keys = table.cells[list(schema.key)]
    groups = keys.groupby(list(schema.key), sort=False).ngroup().to_numpy()
    first = pd.Series(groups).drop_duplicates().index.to_numpy()
    repeated = pd.Series(groups).duplicated()
    rows = table.cells.index
    return [
        table.problem(
            place, ", ".join(schema.key), " / ".join(keys.iloc[place]), _once(int(rows[first[groups[place]]]))
        )
        for place in _places(repeated)
    ]


def _once(row: int) -> str:
    return f"every combination once, but row {row} has it already"


def check_scores(table: Table, reviews: pd.DataFrame, score_range: tuple[float, float]) -> list[Problem]:
    """Find overall scores outside the range, and fractions where whole numbers were asked for.

    Parameters
    ----------
    table : Table
        The cells, one row per review.
    reviews : pandas.DataFrame
        The same with types.
    score_range : tuple of float
        Lowest and highest score that can be given.

    Returns
    -------
    list of Problem
        One per score.
    """
    if not {"overall", "protocol"} <= set(reviews):
        return []
    low, high = score_range
    scores = reviews["overall"]
    outside = scores.lt(low) | scores.gt(high)
    broken = ~outside & reviews["protocol"].eq("integer") & scores.notna() & (scores % 1).ne(0)
    expected = {
        f"a score from {low:g} to {high:g}, or a wider score range": outside,
        "a whole number, because the protocol of this review is integer": broken,
    }
    return [
        table.problem(place, "overall", table.cells["overall"].iloc[place], words)
        for words, marked in expected.items()
        for place in _places(marked)
    ]


def check_papers_known(table: Table, reviews: pd.DataFrame, papers: pd.DataFrame, file: str) -> list[Problem]:
    """Find reviews of papers that the table of papers does not list.

    Parameters
    ----------
    table : Table
        Cells of the reviews.
    reviews, papers : pandas.DataFrame
        Both tables with types.
    file : str
        Name of the file of papers.

    Returns
    -------
    list of Problem
        One per paper, at its first review.
    """
    unknown = reviews["paper_id"].notna() & ~reviews["paper_id"].isin(papers["paper_id"])
    first = unknown & ~reviews["paper_id"].duplicated()
    expected = f"a paper of {file}"
    return [
        table.problem(place, "paper_id", str(reviews["paper_id"].iloc[place]), expected) for place in _places(first)
    ]
