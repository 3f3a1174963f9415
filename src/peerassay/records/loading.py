"""Loading the tables of papers and reviews from a folder or a single file."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.records.checks import check_columns, check_papers_known, check_scores, typed_cells
from peerassay.records.layouts import fill_defaults, rename_columns, unpivot_rounds
from peerassay.records.matrices import SETTING, missing_rounds
from peerassay.records.problems import Problem, RecordsError, plural
from peerassay.records.reading import Table, read_table
from peerassay.records.schema import load_schema
from peerassay.records.tables import REMOVE

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPERS, REVIEWS = "papers.csv", "reviews.csv"


@dataclass(frozen=True)
class Records:
    """Papers and their reviews.

    Attributes
    ----------
    papers : pandas.DataFrame
        One row per paper, sorted by `paper_id`; all columns of the schema `papers`.
    reviews : pandas.DataFrame
        One row per review, sorted by the schema's key; the columns of the schema `reviews` that the file has. `overall`
        is NaN for a review without a score.
    notes : tuple of str
        What was understood about the layout, assumed, or counted as missing; to be shown before anything is computed.
    score_range : tuple of float
        Lowest and highest score that can be given.
    """

    papers: pd.DataFrame
    reviews: pd.DataFrame
    notes: tuple[str, ...]
    score_range: tuple[float, float]


def load_records(
    path: str | Path, *, score_range: tuple[float, float] = (1, 10), ignore: Sequence[str] = ()
) -> Records:
    """Load and check a table of reviews, with or without a table of papers.

    Parameters
    ----------
    path : str or pathlib.Path
        A folder with `reviews.csv` and perhaps `papers.csv`, or a single CSV file of reviews, which may also hold the
        columns of `papers`. One row per review; one column per round is understood as well.
    score_range : tuple of float
        Lowest and highest overall score that can be given.
    ignore : sequence of str
        Columns of the files that are to be set aside, because the schema does not know them.

    Returns
    -------
    Records
        Both tables, and notes on everything that was not taken literally.

    Raises
    ------
    FileNotFoundError
        If there is no such file, or no `reviews.csv` in the folder.
    RecordsError
        If anything breaks the schema; it lists every problem with file, row, column, value and what was expected.
    ValueError
        If the score range is empty.
    """
    if not (isfinite(score_range[0]) and isfinite(score_range[1]) and score_range[0] < score_range[1]):
        raise ValueError(f"score_range = {score_range}; expected two finite numbers, the lower one first")
    reviews_file, papers_file = _locate(Path(path))
    raw = _read_all([file for file in (reviews_file, papers_file) if file])
    table, problems = _reviews_table(raw[0], papers_file, ignore)
    papers_table, found = _papers_table(table, raw[1:], ignore)
    problems += found
    reviews, found = typed_cells(table, load_schema("reviews"))
    problems += found + check_scores(table, reviews, score_range)
    papers, found = typed_cells(papers_table, load_schema("papers"))
    problems += found
    if papers_file and "paper_id" in papers and "paper_id" in reviews:
        problems += check_papers_known(table, reviews, papers, papers_file.name)
    if problems:
        raise RecordsError(sorted(problems, key=lambda problem: (problem.file, problem.row or 0)))
    return _records(papers, reviews, (*table.notes, *papers_table.notes), score_range)


def _read_all(files: list[Path]) -> list[Table]:
    """Read the files; if some cannot be read, say what is wrong with each of them."""
    tables: list[Table] = []
    problems: list[Problem] = []
    for file in files:
        try:
            tables.append(read_table(file))
        except RecordsError as error:
            problems += error.problems
    if problems:
        raise RecordsError(problems)
    return tables


def _locate(path: Path) -> tuple[Path, Path | None]:
    if path.is_file():
        return path, None
    reviews, papers = path / REVIEWS, path / PAPERS
    if not reviews.is_file():
        raise FileNotFoundError(f"{path}: not there, or without {REVIEWS}; expected a folder with it, or a CSV file")
    return reviews, papers if papers.is_file() else None


def _reviews_table(raw: Table, papers_file: Path | None, ignore: Sequence[str]) -> tuple[Table, list[Problem]]:
    """Bring the reviews into one row per review, the columns of papers still among them."""
    schema, papers = load_schema("reviews"), load_schema("papers")
    table, problems = unpivot_rounds(rename_columns(raw, (*schema.names, *papers.names), ignore), schema)
    if problems:
        raise RecordsError([*raw.problems, *problems])
    own = [] if papers_file else [name for name in papers.names if name in table.names and name != "paper_id"]
    columns = table.noted(cells=table.cells.drop(columns=own))
    problems = check_columns(columns, schema, ("paper_id", "overall"), REMOVE)
    return fill_defaults(table, schema.missing), [*raw.problems, *problems]


def _papers_table(reviews: Table, raw: list[Table], ignore: Sequence[str]) -> tuple[Table, list[Problem]]:
    """Bring the papers into the schema's names, or take them from the columns of the reviews."""
    schema = load_schema("papers")
    if raw:
        table = rename_columns(raw[0], schema.names, ignore)
        return table, [*table.problems, *check_columns(table, schema, ("paper_id",), REMOVE)]
    if "paper_id" not in reviews.names:
        return Table(reviews.file, reviews.cells.iloc[:0, :0], {}), []
    own = [name for name in schema.names if name in reviews.names]
    cells = reviews.cells[own]
    first = cells[~cells["paper_id"].isin(list(schema.missing))].drop_duplicates("paper_id")
    what = f"its columns {', '.join(own[1:])} describe the papers" if own[1:] else "nothing is known about the papers"
    table = Table(reviews.file, first, reviews.titles).noted(f"no table of papers: {what}")
    return table, _contradictions(reviews, cells)


def _contradictions(reviews: Table, cells: pd.DataFrame) -> list[Problem]:
    """Find, once per paper and column, a row that describes the paper otherwise than its first row does."""
    first = cells.groupby("paper_id").transform("first")
    problems = []
    for name in first:
        differs = cells[name].ne(first[name])
        once = differs & ~cells["paper_id"].where(differs).duplicated()
        problems += [
            reviews.problem(
                int(place), str(name), cells[name].iloc[place], f"{first[name].iloc[place]!r} as in its first row"
            )
            for place in once.to_numpy().nonzero()[0]
        ]
    return problems


def _records(
    papers: pd.DataFrame, reviews: pd.DataFrame, notes: tuple[str, ...], score_range: tuple[float, float]
) -> Records:
    schema, key = load_schema("papers"), list(load_schema("reviews").key)
    empty = {"string": "str", "integer": "Int64", "number": "float64"}
    for field in schema.fields:
        if field.name not in papers:
            papers[field.name] = pd.Series([None] * len(papers), dtype=empty[field.type])
    ordered = papers[list(schema.names)].sort_values("paper_id", ignore_index=True)
    reviews = reviews.sort_values(key, ignore_index=True)
    return Records(ordered, reviews, notes + _counted(ordered, reviews), score_range)


def _counted(papers: pd.DataFrame, reviews: pd.DataFrame) -> tuple[str, ...]:
    """Say what is missing: papers without a review, and rounds."""
    without = int((~papers["paper_id"].isin(reviews["paper_id"])).sum())
    verb = "has" if without == 1 else "have"
    notes = [f"{without} of {plural(len(papers), 'paper')} {verb} no review"] if without else []
    for row in missing_rounds(reviews).to_dict("records"):
        if row["missing"]:
            what = ", ".join(str(row[name]) for name in SETTING)
            where = plural(int(row["incomplete"]), "paper")
            notes.append(f"{what}: {row['missing']} of {row['expected']} scores are missing, in {where}")
    return tuple(notes)
