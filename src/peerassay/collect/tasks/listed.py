"""Reviews to be judged that are in a file of the reader's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.collect.tasks.texts import SCORES, ReviewText
from peerassay.records.checks import check_columns, typed_cells
from peerassay.records.layouts import fill_defaults, rename_columns
from peerassay.records.problems import RecordsError
from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RATINGS = [name for name in SCORES if name != "score"]
_OTHERS = ("presentation", "contribution", "originality", "quality")


def texts_of_file(path: Path, venue: str) -> Iterator[ReviewText]:
    """Read reviews with their texts from a table.

    Parameters
    ----------
    path : pathlib.Path
        A CSV file in the schema `reviews`, of which `paper_id` and `text` are needed; it may have a column `venue`.
    venue : str
        Where the papers were reviewed, for rows that do not say.

    Yields
    ------
    ReviewText
        In the order of the rows.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    peerassay.records.RecordsError
        If it breaks the schema, or a row has no text.
    """
    schema = load_schema("reviews")
    table = rename_columns(read_table(path), (*schema.names, "venue"), ())
    venues = list(table.cells["venue"]) if "venue" in table.names else [""] * len(table.cells)
    table = fill_defaults(table.noted(cells=table.cells.drop(columns=["venue"], errors="ignore")), schema.missing)
    problems = [*table.problems, *check_columns(table, schema, ("paper_id", "text"))]
    if problems:
        raise RecordsError(problems)
    reviews, problems = typed_cells(table, schema)
    blank = reviews["text"].isna() | reviews["text"].str.strip().eq("")
    problems += [table.problem(int(place), "text", "", "the review's text") for place in blank.to_numpy().nonzero()[0]]
    if problems:
        raise RecordsError(problems)
    for row, where in zip(reviews.to_dict("records"), venues, strict=True):
        given = {str(name): float(row[name]) for name in (*_RATINGS, *_OTHERS) if name in row and pd.notna(row[name])}
        yield ReviewText(
            row["paper_id"],
            row["version"],
            row["reviewer"],
            row.get("protocol", "") or "integer",
            row["prompt"],
            int(row["round"]),
            row["text"],
            where or venue,
            given,
        )
