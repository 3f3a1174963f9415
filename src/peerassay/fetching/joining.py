"""Reviews or ratings by a model, beside what is known of their papers from OpenReview."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.fetching.problems import FetchError
from peerassay.manuscripts.folders import new_folder
from peerassay.records import load_schema
from peerassay.records.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Sequence

_FROM_FETCH = ("source", "venue", "year", "tier")
"""Columns of ratings that a fetched folder knows."""


@dataclass(frozen=True)
class Joined:
    """What was joined.

    Attributes
    ----------
    folder : pathlib.Path
        The new folder.
    papers : int
        Papers of the records.
    known : int
        Those among them that the fetched folders know.
    ratings : int
        Ratings of fetched reviews.
    """

    folder: Path
    papers: int
    known: int
    ratings: int


def join_records(records: str | Path, folders: Sequence[str | Path], out: str | Path) -> Joined:
    """Put a collection's records and the papers of fetched folders into one folder that notebooks take.

    Parameters
    ----------
    records : str or pathlib.Path
        A folder with `reviews.csv` or `ratings.csv` by a model, as `peerassay collect --export` writes it, whose papers
        have OpenReview's ids.
    folders : sequence of str or pathlib.Path
        Fetched folders.
    out : str or pathlib.Path
        The new folder: all tables of the records; `papers.csv` with area, status and human mean; in `ratings.csv` who
        wrote the rated review, venue, year and tier.

    Returns
    -------
    Joined
        How much was known. The reviews by people are not joined: their means are in `papers.csv`.

    Raises
    ------
    FetchError
        If the records have neither table, or share no paper with the folders.
    FileExistsError
        If the new folder is there already.
    peerassay.records.RecordsError
        If a table breaks its schema.
    """
    source, target = Path(records), Path(out)
    if target.exists():
        raise FileExistsError(f"{target}: is there already; name a new folder")
    papers, known = _papers(source, [Path(folder) for folder in folders])
    ratings = _ratings(source, [Path(folder) for folder in folders])
    with new_folder(target) as made:
        for file in sorted(source.glob("*.csv")):
            shutil.copyfile(file, made / file.name)
        papers.to_csv(made / "papers.csv", index=False, lineterminator="\n")
        if ratings is not None:
            ratings.to_csv(made / "ratings.csv", index=False, lineterminator="\n")
    matched = 0 if ratings is None else int(ratings["source"].eq("human").sum())
    return Joined(target, len(papers), known, matched)


def _papers(source: Path, folders: Sequence[Path]) -> tuple[pd.DataFrame, int]:
    """Give the papers of the records, with what is known of them."""
    files = [source / name for name in ("reviews.csv", "ratings.csv") if (source / name).is_file()]
    if not files:
        raise FetchError(f"{source}: neither reviews.csv nor ratings.csv in it")
    names = sorted({name for file in files for name in _cells(file).get("paper_id", pd.Series(dtype=str)) if name})
    fetched = pd.concat([load_table(folder, "papers", ["paper_id"])[0] for folder in folders], ignore_index=True)
    fetched = fetched.drop_duplicates("paper_id")
    known = int(fetched["paper_id"].isin(names).sum())
    if not known:
        example = fetched["paper_id"].iloc[0] if len(fetched) else "abcDEF1234"
        raise FetchError(
            f"no paper of {source} is in {', '.join(map(str, folders))}; papers are matched by OpenReview's id, such "
            f"as {example}, and the records have {', '.join(names[:3])}"
        )
    return pd.DataFrame({"paper_id": names}, dtype="str").merge(fetched, on="paper_id", how="left"), known


def _ratings(source: Path, folders: Sequence[Path]) -> pd.DataFrame | None:
    """Give the ratings with what is known of the rated reviews; what is not known of one stays as it was."""
    if not (source / "ratings.csv").is_file():
        return None
    given = _cells(source / "ratings.csv")
    parts = [_cells(folder / "ratings.csv") for folder in folders if (folder / "ratings.csv").is_file()]
    known = pd.concat([part for part in parts if "source" in part] or [pd.DataFrame(columns=["review_id"])])
    known = known.drop_duplicates("review_id").set_index("review_id")
    for column in _FROM_FETCH:
        found = given["review_id"].map(known[column]) if column in known else pd.Series("", index=given.index)
        before = given.get(column, pd.Series("", index=given.index))
        given[column] = found.where(found.notna() & found.ne(""), before).fillna("")
    return given[[name for name in load_schema("ratings").names if name in given]]


def _cells(file: Path) -> pd.DataFrame:
    return pd.read_csv(file, dtype=str, keep_default_na=False)
