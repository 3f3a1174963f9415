"""Loading one table of any schema: every problem named with its place, or the typed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.records.checks import check_columns, typed_cells
from peerassay.records.layouts import rename_columns
from peerassay.records.problems import RecordsError
from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    import pandas as pd

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table
    from peerassay.records.schema import Schema

    Check = Callable[[Table, pd.DataFrame], list[Problem]]

REMOVE = "; rename the column, or remove it"
"""What is said of a column that the schema does not know."""


def load_table(
    path: Path, name: str, needed: Sequence[str], *, ignore: Sequence[str] = (), check: Check | None = None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Load and check a table of one schema.

    Parameters
    ----------
    path : pathlib.Path
        A CSV file, or a folder with ``<name>.csv``.
    name : str
        The schema, a file of ``data/schemas`` without its ending.
    needed : sequence of str
        Columns that must be there.
    ignore : sequence of str
        Columns to set aside.
    check : callable, optional
        What else must hold: takes the table as read and its typed rows, gives further problems. Called only if
        nothing else is wrong.

    Returns
    -------
    frame : pandas.DataFrame
        The columns of the schema that the file has, sorted by the schema's key.
    notes : tuple of str
        Everything that was not taken literally.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    RecordsError
        If anything breaks the schema; it lists every problem with file, row, column, value and what was expected.
    """
    file = path / f"{name}.csv" if path.is_dir() else path
    schema = load_schema(name)
    if not file.is_file():
        raise FileNotFoundError(f"{file}: not there; expected a table of {schema.title.lower()} ({name}.csv)")
    table = rename_columns(read_table(file), schema.names, ignore)
    frame, problems = typed_rows(table, schema, needed, REMOVE)
    if check and not problems:
        problems += check(table, frame)
    return settled(frame, problems, schema), table.notes


def typed_rows(
    table: Table, schema: Schema, needed: Iterable[str], hint: str = ""
) -> tuple[pd.DataFrame, list[Problem]]:
    """Give the cells of a table their types, and find everything in which it breaks its schema.

    Parameters
    ----------
    table : Table
        Cells of a file, with what was wrong in reading it.
    schema : Schema
        What they should be.
    needed : iterable of str
        Columns that must be there.
    hint : str
        What to add to the message about an unknown column.

    Returns
    -------
    frame : pandas.DataFrame
        As from `peerassay.records.checks.typed_cells`.
    problems : list of Problem
        Of reading, of columns, of cells.
    """
    frame, found = typed_cells(table, schema)
    return frame, [*table.problems, *check_columns(table, schema, needed, hint), *found]


def settled(frame: pd.DataFrame, problems: Iterable[Problem], schema: Schema) -> pd.DataFrame:
    """Sort the rows of a table by its key, or refuse it with every problem.

    Parameters
    ----------
    frame : pandas.DataFrame
        As from `typed_rows`.
    problems : iterable of Problem
        All that was found.
    schema : Schema
        Whose key sorts the rows.

    Returns
    -------
    pandas.DataFrame
        The rows, sorted by those columns of the key that are there.

    Raises
    ------
    RecordsError
        If there is any problem.
    """
    if found := sorted(problems, key=lambda problem: problem.row or 0):
        raise RecordsError(found)
    key = [column for column in schema.key if column in frame]
    return frame.sort_values(key, ignore_index=True) if key else frame
