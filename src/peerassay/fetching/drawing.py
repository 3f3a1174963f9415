"""Drawing a sample out of fetched folders: the same tables, with the drawn papers or reviews only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.fetching.card import FACTS
from peerassay.fetching.designs import DESIGNS, draw_design
from peerassay.fetching.folder import write_fetched
from peerassay.fetching.problems import FetchError
from peerassay.fetching.tables import PRIVATE, TABLES
from peerassay.manuscripts.folders import new_folder
from peerassay.records.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.fetching.designs import Drawn, Sizes

CELLS, SAMPLE = "cells.csv", "sample.csv"
_KEYS = {"papers": "paper_id", "ratings": "review_id"}


def draw_sample(
    folders: Sequence[str | Path], design: str, sizes: Sizes, out: str | Path, seed: int | None = None
) -> Drawn:
    """Draw a sample and write it as a folder of its own.

    Parameters
    ----------
    folders : sequence of str or pathlib.Path
        One or more fetched folders, such as several venues or years; for the design ``validation`` folders with
        `ratings.csv` in which a judge gave labels.
    design : str
        One of `peerassay.fetching.designs.DESIGNS`.
    sizes : Sizes
        How many.
    out : str or pathlib.Path
        The new folder.
    seed : int, optional
        The design's own by default.

    Returns
    -------
    Drawn
        The same that the folder has: `sample.csv` (ids, and what the design adds), `cells.csv` (the report), and every
        table of the folders with the drawn rows only.

    Raises
    ------
    FetchError
        If the design cannot be drawn from these folders.
    FileExistsError
        If the new folder is there already.
    peerassay.sampling.QuotaError
        If the design's conditions cannot be met.
    peerassay.records.RecordsError
        If a table breaks its schema.
    """
    target, sources = Path(out), [Path(folder) for folder in folders]
    if target.exists():
        raise FileExistsError(f"{target}: is there already; name a new folder")
    if design not in DESIGNS:
        raise FetchError(f"no design {design!r}; expected one of {', '.join(DESIGNS)}")
    name = DESIGNS[design].table
    key = _KEYS[name]
    frame = pd.concat([load_table(folder, name, [key])[0] for folder in sources], ignore_index=True)
    if frame[key].duplicated().any():
        raise FetchError(f"{frame[key][frame[key].duplicated()].iloc[0]} is in more than one of the folders")
    drawn = draw_design(design, frame, sizes, seed)
    with new_folder(target) as made:
        _write(made, target.name, sources, drawn, key)
    return drawn


def _write(made: Path, name: str, sources: Sequence[Path], drawn: Drawn, key: str) -> None:
    """Write the sample; the tables of a fetch get their card, others are written as they are."""
    added = [column for column in ("smallest_sample", "batch") if column in drawn.rows]
    tables = {table: _chosen(sources, table, drawn, key) for table in _table_names(sources)}
    facts = _facts(sources, drawn)
    if facts and set(tables) >= {*TABLES, *PRIVATE}:
        write_fetched(made, name, tables, facts)
    else:
        for table, frame in tables.items():
            frame.to_csv(made / f"{table}.csv", index=False, lineterminator="\n")
        (made / FACTS).write_text(json.dumps(facts or _told(drawn), indent=2) + "\n", "utf-8")
    drawn.rows[[key, *added]].to_csv(made / SAMPLE, index=False, lineterminator="\n")
    drawn.cells.to_csv(made / CELLS, index=False, lineterminator="\n")


def _table_names(sources: Sequence[Path]) -> list[str]:
    left = {CELLS, SAMPLE}
    return sorted({path.stem for folder in sources for path in folder.glob("*.csv") if path.name not in left})


def _chosen(sources: Sequence[Path], table: str, drawn: Drawn, key: str) -> pd.DataFrame:
    """Take the rows of the drawn papers, or of the drawn reviews where a table names reviews."""
    files = [folder / f"{table}.csv" for folder in sources if (folder / f"{table}.csv").is_file()]
    frame = pd.concat([pd.read_csv(file, dtype=str, keep_default_na=False) for file in files], ignore_index=True)
    column = key if key in frame else "paper_id"
    return frame[frame[column].isin(drawn.rows[column])] if column in frame else frame


def _told(drawn: Drawn) -> dict[str, Any]:
    return {"design": drawn.design.name, "seed": drawn.seed, "remarks": list(drawn.remarks)}


def _facts(sources: Sequence[Path], drawn: Drawn) -> dict[str, Any]:
    """Put the facts of the folders together; empty if one is not fetched."""
    files = [folder / FACTS for folder in sources]
    if not all(file.is_file() for file in files):
        return {}
    parts: list[Mapping[str, Any]] = [json.loads(file.read_text("utf-8")) for file in files]
    if not all("sources" in part for part in parts):
        return {}
    line = (
        f"Sample: {drawn.design.summary} (design {drawn.design.name}, seed {drawn.seed}), out of {len(parts)} folder(s)"
    )
    return {
        "notice": list(dict.fromkeys(one for part in parts for one in part["notice"])),
        "sources": [one for part in parts for one in part["sources"]],
        "source": [line, *(one for part in parts for one in part["source"])],
        "remarks": [*drawn.remarks, *(one for part in parts for one in part["remarks"])],
        "sample": _told(drawn),
    }
