"""What the generated pages are made from, read once."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from peerassay.claims import Claims, load_claims
from peerassay.ledger import TIERS, merge_ledger
from peerassay.manifest import Notebook, load_notebooks
from peerassay.workflow.places import Places

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

PAPERS = ("repeatability", "style", "epistemics")
LISTING_COLUMNS = ("id", "part", "label", "title", "place", "survives", "notebook", "tier")


class ListingError(ValueError):
    """A row of ``data/exhibits.csv`` that cannot be right."""


@dataclass(frozen=True)
class Listed:
    """One table or figure of a paper, as ``data/exhibits.csv`` lists it.

    Attributes
    ----------
    id
        The id of the exhibit that reproduces it, or will.
    part, label, place
        The paper, what the paper calls it, and where it stands there.
    title
        What it shows, in our words.
    survives
        Which of its numbers the text version of the paper still has.
    notebook
        The notebook that shows it or will; empty if none will.
    tier
        The kind of evidence it has or will have.
    """

    id: str
    part: str
    label: str
    title: str
    place: str
    survives: str
    notebook: str
    tier: str


class Facts:
    """The compendium as the generated pages see it.

    Parameters
    ----------
    root
        The compendium's root folder, after the notebooks were run.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.places = Places(root)

    @cached_property
    def notebooks(self) -> dict[str, Notebook]:
        """All notebooks, in the order of the book."""
        return load_notebooks(self.root)

    @cached_property
    def claims(self) -> Claims:
        """All printed numbers."""
        return load_claims(self.root / "data" / "claims")

    @cached_property
    def ledger(self) -> pd.DataFrame:
        """What became of every printed number."""
        return merge_ledger(self.places.fragments, self.claims)

    @cached_property
    def exhibits(self) -> dict[str, dict[str, Any]]:
        """The sidecars of all exhibits by id, in the order of the book."""
        records = [json.loads(path.read_text("utf-8")) for path in self.places.exhibits.glob("*.json")]
        order = list(self.notebooks)
        known = [record for record in records if record["notebook"] in order]
        known.sort(key=lambda record: (order.index(record["notebook"]), int(record["number"].split(".")[1])))
        return {record["id"]: record for record in known}

    @cached_property
    def listed(self) -> list[Listed]:
        """All tables and figures of the three papers."""
        return read_listing(self.root / "data" / "exhibits.csv")

    def shown(self, row: Listed) -> dict[str, Any] | None:
        """Return the sidecar of the exhibit that reproduces a table or figure of a paper, if the book has it."""
        if row.id in self.exhibits:
            return self.exhibits[row.id]
        same = (record for record in self.exhibits.values() if _part(record) == row.part)
        return next((record for record in same if record["reproduces"] == row.label), None)

    def figure_of(self, notebook: str) -> dict[str, Any] | None:
        """Return the sidecar of the first figure of a notebook, if it has one."""
        own = (record for record in self.exhibits.values() if record["notebook"] == notebook)
        return next((record for record in own if record["kind"] == "figure"), None)


def _part(record: dict[str, Any]) -> str:
    return str(record["notebook"]).split("/")[0]


def read_listing(path: Path) -> list[Listed]:
    """Read the list of all tables and figures of the papers.

    Raises
    ------
    ListingError
        If the columns are others, an id stands twice, or a part or tier is unknown.
    """
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != LISTING_COLUMNS:
            raise ListingError(f"{path.name}: columns {reader.fieldnames}: expected {', '.join(LISTING_COLUMNS)}")
        rows = [Listed(**row) for row in reader]
    seen: set[str] = set()
    for line, row in enumerate(rows, start=2):
        problem = _problem(row, seen)
        if problem:
            raise ListingError(f"{path.name}, line {line}: {problem}")
        seen.add(row.id)
    return rows


def _problem(row: Listed, seen: set[str]) -> str:
    if row.id in seen:
        return f"the id {row.id!r} stands twice"
    if row.part not in PAPERS:
        return f"part {row.part!r} is not one of {', '.join(PAPERS)}"
    if row.tier not in TIERS:
        return f"tier {row.tier!r} is not one of {', '.join(TIERS)}"
    return ""
