"""Loading a table of candidate edits and the decisions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema
from peerassay.records.tables import settled, typed_rows

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    import pandas as pd

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table

EDITS = "edits.csv"
NEEDED = ("paper_id", "edit_id", "writer", "selector", "accepted")


def load_edits(path: Path, papers: Collection[str] | None = None) -> pd.DataFrame:
    """Load and check a table of edits.

    Parameters
    ----------
    path : pathlib.Path
        A CSV file in the schema `edits`, or a folder with `edits.csv`.
    papers : collection of str, optional
        The papers that were reviewed; an edit of another one is a problem.

    Returns
    -------
    pandas.DataFrame
        One row per edit and Selector, sorted by the schema's key; the columns of the schema that the file has.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    RecordsError
        If anything breaks the schema, an edit belongs to no reviewed paper, or a Selector of a Writer did not decide
        on one of its edits; it lists every problem.
    """
    file = path / EDITS if path.is_dir() else path
    if not file.is_file():
        raise FileNotFoundError(f"{file}: not there; expected a table of edits")
    table, schema = read_table(file), load_schema("edits")
    edits, problems = typed_rows(table, schema, NEEDED)
    if set(NEEDED) <= set(edits) and not problems:
        problems += _unknown_papers(table, edits, papers) + _undecided(table, edits)
    return settled(edits, problems, schema)


def _unknown_papers(table: Table, edits: pd.DataFrame, papers: Collection[str] | None) -> list[Problem]:
    """Find, once per paper, edits of papers that have no review."""
    if papers is None:
        return []
    unknown = ~edits["paper_id"].isin(set(papers)) & ~edits["paper_id"].duplicated()
    return [
        table.problem(int(place), "paper_id", str(edits["paper_id"].iloc[place]), "a paper with a review")
        for place in unknown.to_numpy().nonzero()[0]
    ]


def _undecided(table: Table, edits: pd.DataFrame) -> list[Problem]:
    """Find edits on which a Selector of their Writer has not decided, at their first row."""
    problems = []
    for _, group in edits.groupby("writer"):
        selectors = set(group["selector"])
        for (paper, edit), rows in group.groupby(["paper_id", "edit_id"]):
            missing = ", ".join(sorted(selectors - set(rows["selector"])))
            if missing:
                place, expected = (
                    int(rows.index[0]),
                    f"a decision by {missing} as well, as on this Writer's other edits",
                )
                problems.append(table.problem(place, "edit_id", f"{paper} / {edit}", expected))
    return problems
