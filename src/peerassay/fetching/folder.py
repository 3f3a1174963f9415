"""A fetched folder: writing its tables and its card, and opening it again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.fetching.cache import write_whole
from peerassay.fetching.card import CARD, FACTS, card_text, counts_of
from peerassay.fetching.judging import PLAN, TEXT
from peerassay.fetching.problems import FetchError
from peerassay.fetching.tables import TABLES
from peerassay.records import load_schema
from peerassay.records.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZES = (100, 300, 1000)
_NEEDED = {
    "papers": ("paper_id", "venue", "year", "area", "status", "human_mean", "n_human"),
    "reviews": ("paper_id", "round", "overall"),
    "official_scores": ("review_id", "paper_id", "score", "value", "state"),
    "review_texts": ("paper_id", "round", "text"),
}


@dataclass(frozen=True)
class Fetched:
    """A folder that a fetch or a draw has written.

    Attributes
    ----------
    folder : pathlib.Path
        Where.
    facts : dict
        What its card says: `sources` (venue, api, time, scale), `counts`, `remarks`, `notice`.
    """

    folder: Path
    facts: dict[str, Any]

    @property
    def papers(self) -> pd.DataFrame:
        """One row per paper."""
        return self.table("papers")

    @property
    def scale(self) -> tuple[float, float]:
        """Lowest and highest rating over all its venues."""
        ends = [one["rating"] for one in self.facts["sources"]]
        return min(min(values) for values in ends), max(max(values) for values in ends)

    def table(self, name: str) -> pd.DataFrame:
        """Load one of its tables.

        Parameters
        ----------
        name : str
            Such as ``papers`` or ``review_texts``.

        Returns
        -------
        pandas.DataFrame
            Checked against its schema; a table that has a heading only gives no rows.
        """
        with (self.folder / f"{name}.csv").open(encoding="utf-8") as file:
            heading, first = file.readline(), file.readline()
        if heading and not first:
            types = {"string": "str", "integer": "Int64", "number": "float64"}
            return pd.DataFrame({one.name: pd.Series(dtype=types[one.type]) for one in load_schema(name).fields})
        return load_table(self.folder, name, _NEEDED.get(name, ()))[0]


def open_fetched(folder: str | Path) -> Fetched:
    """Open a fetched folder.

    Parameters
    ----------
    folder : str or pathlib.Path
        As `peerassay fetch` or `peerassay draw` writes it.

    Returns
    -------
    Fetched
        Its tables are loaded when they are asked for.

    Raises
    ------
    FetchError
        If it is no such folder.
    """
    path = Path(folder).expanduser()
    lacking = [name for name in (FACTS, *(f"{name}.csv" for name in TABLES)) if not (path / name).is_file()]
    if lacking:
        raise FetchError(f"{path}: no folder of peerassay fetch or draw; it lacks {', '.join(lacking)}")
    return Fetched(path, json.loads((path / FACTS).read_text("utf-8")))


def write_fetched(folder: Path, name: str, tables: Mapping[str, pd.DataFrame], facts: dict[str, Any]) -> dict[str, Any]:
    """Write tables, card and the plan for a judge.

    Parameters
    ----------
    folder : pathlib.Path
        Where; other files in it are left alone.
    name : str
        What the card calls the folder.
    tables : mapping of str to pandas.DataFrame
        By name.
    facts : dict
        `sources`, `source` (lines for people), `remarks` and `notice`.

    Returns
    -------
    dict
        The facts with `counts`.
    """
    told = facts | {"counts": counts_of(tables)}
    for table, frame in tables.items():
        write_whole(folder / f"{table}.csv", frame.to_csv(index=False, lineterminator="\n").encode())
    write_whole(folder / FACTS, (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode())
    write_whole(folder / CARD, card_text(told, tables, next_commands(name, tables["papers"], told)).encode())
    write_whole(folder / PLAN, TEXT.encode())
    return told


def next_commands(name: str, papers: pd.DataFrame, facts: Mapping[str, Any]) -> list[str]:
    """Give the commands that turn a fetched folder into exhibits.

    Parameters
    ----------
    name : str
        The folder, as it is to be named.
    papers : pandas.DataFrame
        Its papers.
    facts : mapping
        With `sources`.

    Returns
    -------
    list of str
        One a line.
    """
    values = [value for one in facts["sources"] for value in one["rating"]]
    scale = f"-p score_low {min(values):g} -p score_high {max(values):g}"
    means = pd.to_numeric(papers["human_mean"])
    known = papers.assign(human_mean=means)[means.notna() & papers["area"].notna() & papers["area"].ne("")]
    sizes = _sizes(known) if len(known) else [1]
    return [
        f"peerassay run assay/01-from-openreview -p records {name}",
        f"peerassay run repeatability/01-sampling -p records {name} -p sizes {','.join(map(str, sizes))}",
        f"peerassay run repeatability/03-repeatability -p records {name} {scale}",
        f"peerassay run epistemics/10-short-reviews -p records {name}",
        f"peerassay draw {name} --design nested --sizes {','.join(map(str, sizes))} --seed 0 --out sample",
        f"peerassay collect {name}/{PLAN} --dry-run",
        f"peerassay join my-records {name} --out joined   # reviews or ratings by a model, with these papers",
        f"peerassay run repeatability/04-validity -p records joined {scale}",
    ]


def _sizes(known: pd.DataFrame) -> list[int]:
    """Give the paper's sizes of samples, or, of few papers, half of them if that covers every area and bin."""
    fewest = int(known.groupby("year").size().min())
    categories = max(known["area"].nunique(), known["human_mean"].floordiv(1).clip(upper=9).nunique())
    return [size for size in SIZES if categories <= size <= fewest] or [min(max(fewest // 2, categories), fewest)]
