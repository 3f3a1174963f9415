"""Loading a table of ratings: what judges said about reviews, one message per problem."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.records.layouts import rename_columns
from peerassay.records.problems import plural
from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema
from peerassay.records.tables import REMOVE, settled, typed_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table

RATINGS: Final = "ratings.csv"
SEPARATOR: Final = ";"
NO_TAG: Final = "none"


@dataclass(frozen=True)
class Ratings:
    """Ratings of reviews.

    Attributes
    ----------
    frame : pandas.DataFrame
        One row per rating, sorted by the schema's key; the columns of the schema `ratings` that the file has.
    notes : tuple of str
        What was understood about the layout, assumed, or counted as missing; to be shown before anything is computed.
    tag_names : tuple of str
        The tags that can be given.
    """

    frame: pd.DataFrame
    notes: tuple[str, ...]
    tag_names: tuple[str, ...]

    @property
    def tags(self) -> pd.DataFrame:
        """One column per tag, rows as in `frame`: 1 if it was given, 0 if not, NaN if the judge was not asked."""
        if "bias_tags" not in self.frame:
            return pd.DataFrame(nan, index=self.frame.index, columns=list(self.tag_names))
        cells = self.frame["bias_tags"]
        given = cells.str.split(SEPARATOR)
        columns = {
            name: given.map(lambda tags, name=name: nan if not isinstance(tags, list) else float(name in tags))
            for name in self.tag_names
        }
        return pd.DataFrame(columns, index=self.frame.index, dtype=float)


def load_ratings(path: str | Path, tags: Sequence[str], *, ignore: Sequence[str] = ()) -> Ratings:
    """Load and check a table of ratings.

    Parameters
    ----------
    path : str or pathlib.Path
        A folder with `ratings.csv`, or a CSV file. Only `review_id` is needed; what else is missing is left out of the
        analysis by whoever needs it.
    tags : sequence of str
        Names of the bias tags, as in the rubric.
    ignore : sequence of str
        Columns of the file that are to be set aside, because the schema does not know them.

    Returns
    -------
    Ratings
        The ratings, and notes on everything that was not taken literally.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    RecordsError
        If anything breaks the schema; it lists every problem with file, row, column, value and what was expected.
    """
    schema = load_schema("ratings")
    table = _with_defaults(rename_columns(read_table(_locate(Path(path))), schema.names, ignore))
    frame, problems = typed_rows(table, schema, ("review_id",), REMOVE)
    frame = settled(frame, problems + _tag_problems(table, tuple(tags), schema.missing), schema)
    return Ratings(frame, table.notes + _counted(frame), tuple(tags))


def _locate(path: Path) -> Path:
    file = path / RATINGS if path.is_dir() else path
    if not file.is_file():
        raise FileNotFoundError(f"{path}: not there, or without {RATINGS}; expected a folder with it, or a CSV file")
    return file


def _with_defaults(table: Table) -> Table:
    cells, notes = table.cells.copy(), []
    for name, value, words in (("judge", "judge", "one judge"), ("run", "1", "one run of each judge")):
        if name not in cells:
            cells[name] = value
            notes.append(f"no column {name!r}: {words} is assumed")
    return table.noted(*notes, cells=cells)


def _tag_problems(table: Table, known: tuple[str, ...], missing: frozenset[str]) -> list[Problem]:
    if "bias_tags" not in table.cells:
        return []
    expected = f"tags among {', '.join(known)}, with semicolons between them, or the word {NO_TAG}"
    return [
        table.problem(place, "bias_tags", cell, _expected_tags(cell, known) or expected)
        for place, cell in enumerate(table.cells["bias_tags"])
        if cell not in missing and cell != NO_TAG and not _tags_fit(cell, known)
    ]


def _tags_fit(cell: str, known: tuple[str, ...]) -> bool:
    given = cell.split(SEPARATOR)
    return set(given) <= set(known) and len(given) == len(set(given))


def _expected_tags(cell: str, known: tuple[str, ...]) -> str:
    """Say what is wrong with one tag, if it can be named."""
    given = cell.split(SEPARATOR)
    unknown = [tag for tag in given if tag not in known]
    if unknown:
        return f"{unknown[0]!r} to be one of {', '.join(known)}, with semicolons between tags, or {NO_TAG} alone"
    repeated = [tag for tag, count in Counter(given).items() if count > 1]
    return f"{repeated[0]} only once" if repeated else ""


def _counted(frame: pd.DataFrame) -> tuple[str, ...]:
    notes = []
    for name, words in (("label", "no label"), ("rqs", "no reasoning quality score"), ("n_chars", "no length")):
        empty = int(frame[name].isna().sum()) if name in frame else 0
        if empty:
            notes.append(f"{plural(empty, 'rating')} of {len(frame)} with {words}")
    return tuple(notes)
