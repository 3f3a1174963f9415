"""Reading a CSV file into cells of text, each with its place in the file."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.records.problems import Problem, RecordsError

if TYPE_CHECKING:
    from pathlib import Path

_DELIMITERS = {";": "semicolons", "\t": "tabs"}


@dataclass(frozen=True)
class Table:
    """The cells of a file, before anything is made of them.

    Attributes
    ----------
    file : str
        Name of the file.
    cells : pandas.DataFrame of str
        One column per column of the file; the index is the row as a spreadsheet counts (heading: row 1).
    titles : dict of str to str
        How a column is called in the file, where its name here is another.
    notes : tuple of str
        What was understood about the layout.
    origins : pandas.Series of str or None
        For a table that had one column per round: the column of the file that each row's score comes from.
    problems : tuple of Problem
        Rows that are not among the cells because their length is wrong.
    """

    file: str
    cells: pd.DataFrame
    titles: dict[str, str]
    notes: tuple[str, ...] = ()
    origins: pd.Series | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def names(self) -> list[str]:
        """The columns."""
        return [str(name) for name in self.cells.columns]

    def noted(self, *notes: str, **changes: object) -> Table:
        """Give a copy with further notes and other cells.

        Parameters
        ----------
        *notes : str
            What was understood; the name of the file is put before it.
        **changes
            Attributes to replace.

        Returns
        -------
        Table
            The copy.
        """
        added = tuple(f"{self.file}: {note}" for note in notes)
        return replace(self, notes=self.notes + added, **changes)  # type: ignore[arg-type]

    def problem(self, place: int | None, column: str, value: str, expected: str) -> Problem:
        """Describe a problem by the position of a row and the name of a column here.

        Parameters
        ----------
        place : int or None
            Position of the row in `cells`; None for the heading.
        column : str
            Name of the column in `cells`.
        value, expected : str
            What was found and what was expected.

        Returns
        -------
        Problem
            With the row and column as they are in the file.
        """
        row = 1 if place is None else int(self.cells.index[place])
        title = self.titles.get(column, column)
        if column == "overall" and self.origins is not None and place is not None:
            title = str(self.origins.iloc[place])
        return Problem(self.file, row, title, value, expected)


def read_table(path: Path) -> Table:
    """Read a CSV file.

    Parameters
    ----------
    path : pathlib.Path
        The file: UTF-8, with a heading; commas, semicolons or tabs between cells.

    Returns
    -------
    Table
        All cells as text. Empty lines are left out, as CSV readers do; rows of another length than the heading are
        left out of the cells and listed in `problems`.

    Raises
    ------
    RecordsError
        If the file is not UTF-8, is empty, has no row below the heading, a repeated or an empty heading, or a quotation
        mark that is not closed.
    """
    text = _decode(path)
    delimiter = _delimiter(text)
    (_, heading), *rows = _parse(path.name, text, delimiter)
    problems = _heading_problems(path.name, heading)
    if not rows:
        problems.append(Problem(path.name, None, "", "no row below the heading", "at least one"))
    if problems:
        raise RecordsError(problems)
    whole = [(row, cells) for row, cells in rows if len(cells) == len(heading)]
    index = pd.Index([row for row, _ in whole], dtype="int64")
    cells = pd.DataFrame([cells for _, cells in whole], columns=heading, index=index, dtype="str")
    table = Table(path.name, cells, {}, problems=_length_problems(path.name, heading, rows))
    return table.noted(f"cells are separated by {_DELIMITERS[delimiter]}") if delimiter in _DELIMITERS else table


def _decode(path: Path) -> str:
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        found = content[error.start : error.start + 4]
        raise RecordsError(
            [Problem(path.name, row, "", repr(found)[2:-1], "text in UTF-8 (save it as such)")]
        ) from error
    if not text.strip():
        raise RecordsError([Problem(path.name, None, "", "an empty file", "a heading and rows")])
    return text


def _delimiter(text: str) -> str:
    first = text.lstrip("\r\n").splitlines()[0]
    return next((mark for mark in _DELIMITERS if mark in first and "," not in first), ",")


def _parse(file: str, text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Split text into rows with their numbers, counted as a spreadsheet does."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            if cells:
                rows.append((number, cells))
    except csv.Error as error:
        raise RecordsError([Problem(file, number + 1, "", str(error), "quotation marks in pairs")]) from error
    return rows


def _heading_problems(file: str, heading: list[str]) -> list[Problem]:
    repeated = sorted({name for name in heading if name.strip() and heading.count(name) > 1})
    problems = [Problem(file, 1, name, name, "every column once") for name in repeated]
    if any(not name.strip() for name in heading):
        position = next(number for number, name in enumerate(heading, start=1) if not name.strip())
        problems.append(Problem(file, 1, str(position), "", "a name for every column"))
    return problems


def _length_problems(file: str, heading: list[str], rows: list[tuple[int, list[str]]]) -> tuple[Problem, ...]:
    wrong = [(row, len(cells)) for row, cells in rows if len(cells) != len(heading)]
    return tuple(Problem(file, row, "", f"{found} cells", f"{len(heading)}, as in the heading") for row, found in wrong)
