"""Loading candidate probabilities and token counts of auxiliary calls, which lie beside the reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema
from peerassay.records.tables import settled, typed_rows

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from numpy.typing import ArrayLike

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table

CANDIDATES, USAGE = "candidates.csv", "usage.csv"
DEFAULTS = {"reviewer": "auxiliary", "call": "1"}
"""What a column of a table of candidates that is not there is filled with."""
_TOO_MUCH = 1 + 1e-6


@dataclass(frozen=True)
class Calls:
    """One table about auxiliary calls.

    Attributes
    ----------
    table : pandas.DataFrame
        The columns of its schema, sorted by its key.
    notes : tuple of str
        What was assumed.
    """

    table: pd.DataFrame
    notes: tuple[str, ...]


def load_candidates(folder: Path, score_range: tuple[float, float] = (1, 10)) -> Calls | None:
    """Load and check the candidate probabilities beside a table of reviews.

    Parameters
    ----------
    folder : pathlib.Path
        May hold `candidates.csv`.
    score_range : tuple of float
        Lowest and highest score that can be given.

    Returns
    -------
    Calls or None
        None if there is no such file.

    Raises
    ------
    RecordsError
        If anything breaks the schema, a score is out of range, or the probabilities of a call add up to more than 1; it
        lists every problem with file, row, column, value and what was expected.
    """
    path = folder / CANDIDATES
    if not path.is_file():
        return None
    schema = load_schema("candidates")
    table = _filled(read_table(path))
    frame, problems = typed_rows(table, schema, schema.names)
    if set(schema.names) <= set(frame):
        problems += _outside(table, frame, score_range) + _too_much(table, frame)
    return Calls(settled(frame, problems, schema), table.notes)


def load_usage(folder: Path) -> Calls | None:
    """Load and check the token counts beside a table of reviews.

    Parameters
    ----------
    folder : pathlib.Path
        May hold `usage.csv`.

    Returns
    -------
    Calls or None
        None if there is no such file.

    Raises
    ------
    RecordsError
        If anything breaks the schema, or more tokens are read from the cache than there are input tokens; it lists
        every problem.
    """
    path = folder / USAGE
    if not path.is_file():
        return None
    schema = load_schema("usage")
    table = read_table(path)
    frame, problems = typed_rows(table, schema, schema.names)
    if set(schema.names) <= set(frame):
        more = frame["cached_tokens"].gt(frame["input_tokens"]).fillna(False).to_numpy(dtype=bool)
        problems += _marked(table, more, "cached_tokens", "no more than the input tokens")
    return Calls(settled(frame, problems, schema), table.notes)


def _filled(table: Table) -> Table:
    cells, notes = table.cells.copy(), []
    for name, value in DEFAULTS.items():
        if name not in cells:
            cells[name] = value
            notes.append(f"no column {name!r}: {value!r} is assumed for all rows")
    return table.noted(*notes, cells=cells)


def _marked(table: Table, marked: ArrayLike, column: str, expected: str) -> list[Problem]:
    places = np.flatnonzero(np.asarray(marked))
    return [table.problem(int(place), column, table.cells[column].iloc[place], expected) for place in places]


def _outside(table: Table, frame: pd.DataFrame, score_range: tuple[float, float]) -> list[Problem]:
    low, high = score_range
    outside = (frame["score"].lt(low) | frame["score"].gt(high)).fillna(False)
    return _marked(table, outside, "score", f"a score from {low:g} to {high:g}, or a wider score range")


def _too_much(table: Table, frame: pd.DataFrame) -> list[Problem]:
    """Find calls, at their last row, whose probabilities add up to more than 1."""
    call = ["paper_id", "reviewer", "call"]
    sums = frame.groupby(call, dropna=False)["probability"].transform("sum")
    last = ~frame.duplicated(call, keep="last")
    return _marked(table, last & sums.gt(_TOO_MUCH), "probability", "probabilities of a call that add up to at most 1")
