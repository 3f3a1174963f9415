"""The tidy tables of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.collect.export.names import reviewer_names
from peerassay.collect.export.rows import ASPECTS, ORIGINAL, REPEATED, rows_of
from peerassay.project import project_root
from peerassay.records import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from peerassay.collect.task import Configuration, Done

_PAPERS = "papers"


def make_tables(
    results: Iterable[Done], configurations: Mapping[str, Configuration], papers: pd.DataFrame | None = None
) -> dict[str, pd.DataFrame]:
    """Turn results into tidy tables.

    Parameters
    ----------
    results : iterable of Done
        Of all tasks.
    configurations : mapping of str to Configuration
        All of the store, by digest.
    papers : pandas.DataFrame, optional
        What is known about the papers (`paper_id` and other columns of the schema `papers`).

    Returns
    -------
    dict of str to pandas.DataFrame
        By name, each sorted by its key; only those with rows, and `papers`, which has every paper.
    """
    names = reviewer_names(configurations.values())
    rows: dict[str, list[dict[str, Any]]] = {}
    seen: set[str] = set()
    for done in results:
        if not done.notes.get("part"):  # the two reviews of a probe belong to an abstract, not to a paper
            seen.add(done.key.paper_id)
        for table, row in rows_of(done, names):
            rows.setdefault(table, []).append(row)
    _set_apart(rows)
    tables = {name: _frame(name, found) for name, found in rows.items()}
    return {_PAPERS: _papers(seen, papers)} | dict(sorted(tables.items()))


def _set_apart(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Leave one annotator in the table of aspects, the first; the others join the repetitions."""
    found = rows.get(ASPECTS, [])
    first = found[0]["annotator"] if found else ""
    if others := [row | {"run": 1} for row in found if row["annotator"] != first]:
        rows[ASPECTS] = [row for row in found if row["annotator"] == first]
        rows.setdefault(REPEATED, []).extend(others)


def _frame(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows)
    frame = frame.drop_duplicates(ignore_index=True) if name == "probe_key" else frame
    if not (project_root() / "data" / "schemas" / f"{name}.json").is_file():
        return frame
    schema = load_schema(name)
    for field in schema.fields:
        if field.type == "integer" and field.name in frame:
            frame[field.name] = frame[field.name].astype("Int64")
    ordered = [column for column in schema.names if column in frame]
    key = [column for column in schema.key if column in frame]
    return frame[ordered].sort_values(key, ignore_index=True)


def _papers(seen: set[str], known: pd.DataFrame | None) -> pd.DataFrame:
    frame = pd.DataFrame({"paper_id": sorted(seen)}, dtype="str")
    return frame if known is None else frame.merge(known, on="paper_id", how="left")


def left_out(results: Iterable[Done]) -> int:
    """Count auxiliary calls on other versions than the original, which the table of candidates cannot tell apart.

    Parameters
    ----------
    results : iterable of Done
        Of all tasks.

    Returns
    -------
    int
        How many; they are in `candidate_calls` all the same.
    """
    return sum(done.configuration.task == "score-probabilities" and done.key.version != ORIGINAL for done in results)
