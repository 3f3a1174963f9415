"""Reading and checking the files of published numbers."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from peerassay.claims.claim import CLASSES, COMPARATORS, PARTS, Claim
from peerassay.claims.registry import Claims
from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

COLUMNS: Final = (
    "id",
    "part",
    "section",
    "exhibit",
    "quantity",
    "subject",
    "subset",
    "contrast",
    "condition",
    "stat",
    "value",
    "decimals",
    "unit",
    "n",
    "comparator",
    "relates_to",
    "derivable",
    "class",
    "restates",
    "note",
)
"""The columns of every file of claims."""

_NUMBER = re.compile(r"-?\d+(\.(?P<decimals>\d+))?(e-(?P<power>\d+))?")
_FILLED = ("section", "exhibit", "quantity", "stat", "unit")


class ClaimFileError(ValueError):
    """A file of claims breaks its schema."""

    def __init__(self, file: str, line: int, column: str, value: object, expected: str) -> None:
        super().__init__(f"{file}, line {line}, column {column}: {value!r}; expected {expected}")


def load_claims(folder: Path | None = None) -> Claims:
    """Load every published number of the three papers.

    Parameters
    ----------
    folder
        The folder with the file of each part; ``data/claims`` of the project if not given (read once).

    Returns
    -------
    Claims
        Ordered by part, then as in the files.

    Raises
    ------
    FileNotFoundError
        If a part's file is missing.
    ClaimFileError
        If a row breaks the schema; the message names file, line, column, value and what was expected.
    """
    return _load_cached(project_root() / "data" / "claims") if folder is None else _load(folder)


@lru_cache(maxsize=4)
def _load_cached(folder: Path) -> Claims:
    return _load(folder)


def _load(folder: Path) -> Claims:
    return Claims(claim for part in PARTS for claim in read_claims(folder / f"{part}.csv").values())


def read_claims(path: Path) -> Claims:
    """Load the published numbers of one part.

    Parameters
    ----------
    path
        A CSV file named after the part, with the columns of `COLUMNS`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ClaimFileError
        If a row breaks the schema.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        _check_header(path.name, tuple(next(reader, [])))
        rows = [_row(path.name, reader.line_num, cells) for cells in reader]
    _check_links(path.name, rows)
    return Claims(claim for _, claim in rows)


def _check_header(file: str, header: tuple[str, ...]) -> None:
    if header != COLUMNS:
        raise ClaimFileError(file, 1, "(header)", ",".join(header), ",".join(COLUMNS))


def _row(file: str, line: int, cells: list[str]) -> tuple[int, Claim]:
    if len(cells) != len(COLUMNS):
        raise ClaimFileError(file, line, "(all)", ",".join(cells), f"{len(COLUMNS)} cells, not {len(cells)}")
    row = dict(zip(COLUMNS, cells, strict=True))
    for column, (valid, expected) in _rules(file, row).items():
        if not valid(row[column]):
            raise ClaimFileError(file, line, column, row[column], expected)
    return line, _claim(row)


def _claim(row: dict[str, str]) -> Claim:
    return Claim(
        **{name: row[name] for name in COLUMNS[:10]},  # id to stat
        printed=row["value"],
        decimals=int(row["decimals"]),
        unit=row["unit"],
        n=int(row["n"]) if row["n"] else None,
        comparator=row["comparator"],
        relates_to=row["relates_to"],
        derivable=row["derivable"] == "yes",
        class_=row["class"],
        restates=row["restates"],
        note=row["note"],
    )


def _rules(file: str, row: dict[str, str]) -> dict[str, tuple[Callable[[str], bool], str]]:
    """Give, for each checked column, the test it must pass and what to say if it does not."""
    part = file.removesuffix(".csv")
    prefix = PARTS.get(part, "")
    restated = row["class"] == "restatement"
    return {
        "part": (lambda cell: cell == part and cell in PARTS, f"the part that the file is named after ({part})"),
        "id": (lambda cell: bool(prefix) and cell.startswith(prefix), f"an id that starts with {prefix!r}"),
        **dict.fromkeys(_FILLED, (bool, "some text")),
        "value": (lambda cell: _NUMBER.fullmatch(cell) is not None, "a number such as 0.390 or 1e-12"),
        "decimals": (lambda cell: cell == str(_decimals(row["value"])), "the number of decimals of the value"),
        "n": (lambda cell: not cell or (cell.isdecimal() and int(cell) > 0), "a positive integer, or nothing"),
        "comparator": (COMPARATORS.__contains__, f"one of {' '.join(COMPARATORS)}"),
        "derivable": (("yes", "no").__contains__, "yes or no"),
        "class": (CLASSES.__contains__, f"one of {', '.join(CLASSES)}"),
        "restates": (lambda cell: bool(cell) == restated, "an id for a restatement, nothing for any other class"),
    }


def _decimals(printed: str) -> int:
    match = _NUMBER.fullmatch(printed)
    if match is None:
        raise ValueError(f"{printed!r} is not a printed number")
    return len(match["decimals"] or "") + int(match["power"] or 0)


def _check_links(file: str, rows: Iterable[tuple[int, Claim]]) -> None:
    by_id: dict[str, Claim] = {}
    for line, claim in rows:
        if claim.id in by_id:
            raise ClaimFileError(file, line, "id", claim.id, "an id that no earlier row has")
        by_id[claim.id] = claim
    for line, claim in rows:
        if claim.relates_to and claim.relates_to not in by_id:
            raise ClaimFileError(file, line, "relates_to", claim.relates_to, "the id of a claim in this file")
        first = by_id.get(claim.restates)
        if claim.restates and (first is None or first.class_ == "restatement"):
            raise ClaimFileError(file, line, "restates", claim.restates, "the id of a first printing in this file")
