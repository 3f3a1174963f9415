"""The index of every table and figure of the papers, and what each part of the book contains."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from peerassay.workflow.pages.facts import PAPERS
from peerassay.workflow.pages.markup import (
    anchor,
    code,
    exhibit_link,
    link,
    notebook_link,
    page,
    table,
    tier_badge,
)

if TYPE_CHECKING:
    from peerassay.workflow.pages.facts import Facts, Listed

PAGE_TITLES = {
    "repeatability": "Can We Believe AI Peer Review?",
    "style": "Style over Substance?",
    "epistemics": "Articulate Intuition or Genuine Analysis?",
}


def listing(facts: Facts) -> str:
    """Return the page that lists all tables and figures of the three papers, those that wait for records included."""
    shown = sum(facts.shown(row) is not None for row in facts.listed)
    lead = (
        f"The three papers have {len(facts.listed)} tables, figures and numbered equations that this book is to "
        f"reproduce. **{shown} are in the book now**; the others name the notebook that shows them once there are "
        "records, and the kind of evidence that they can have at best ({ref}`evidence-tiers`). Where the text version "
        "of a paper has lost numbers, the list says what survives."
    )
    blocks = [_papers_table(facts, part) for part in PAPERS]
    return page("All tables and figures", lead, *blocks, _own(facts))


def _papers_table(facts: Facts, part: str) -> str:
    head = ["In the paper", "What it shows", "What survives", "Here", "Evidence"]
    rows = [_row(facts, row) for row in facts.listed if row.part == part]
    title = f"## {part.capitalize()}: {PAGE_TITLES[part]}"
    return f"{title}\n\n{table(head, rows, f'Tables and figures of the {part} paper')}"


def _row(facts: Facts, row: Listed) -> list[str]:
    record = facts.shown(row)
    here = exhibit_link(record) if record else _planned(facts, row)
    tier = tier_badge(record["tier"] if record else row.tier)
    place = f'{escape(row.label)}<br><span class="place">{escape(row.place)}</span>'
    return [
        place,
        escape(row.title),
        escape(row.survives),
        here,
        tier if record else f'<span class="to-come">{tier}</span>',
    ]


def _planned(facts: Facts, row: Listed) -> str:
    if row.notebook in facts.notebooks:
        return f'{notebook_link(facts.notebooks[row.notebook])}, <span class="to-come">waits for records</span>'
    name = code(row.notebook) if row.notebook else ""
    return f'<span class="to-come">to come{": " if name else ""}{name}</span>' if name else "not planned"


def _own(facts: Facts) -> str:
    listed = {record["id"] for record in map(facts.shown, facts.listed) if record}
    rows = [_own_row(facts, record) for record in facts.exhibits.values() if record["id"] not in listed]
    if not rows:
        return ""
    head = ["Exhibit", "What it shows", "Page", "Evidence"]
    lead = "Tables and figures that the papers do not have: comparisons with the printed values, checks, new results."
    return f"## Exhibits of this book\n\n{lead}\n\n{table(head, rows, 'Exhibits of this book')}"


def _own_row(facts: Facts, record: dict[str, Any]) -> list[str]:
    page_link = notebook_link(facts.notebooks[record["notebook"]])
    return [exhibit_link(record), escape(record["caption"]), page_link, tier_badge(record["tier"])]


def part_contents(facts: Facts, part: str) -> str:
    """Return the list of a part's pages with their questions and exhibits, to be included in its first page."""
    notebooks = [notebook for notebook in facts.notebooks.values() if notebook.part == part]
    items = [
        f"<li>{notebook_link(notebook, '../')}<br>{escape(notebook.question)} {_exhibits_of(facts, notebook.name)}</li>"
        for notebook in notebooks
    ]
    return f'<ul class="contents">\n{"".join(f"{item}{chr(10)}" for item in items)}</ul>\n'


def _exhibits_of(facts: Facts, notebook: str) -> str:
    records = [record for record in facts.exhibits.values() if record["notebook"] == notebook]
    return f'<span class="contents-exhibits">{", ".join(map(_named, records))}</span>' if records else ""


def _named(record: dict[str, Any]) -> str:
    text = f"{record['reproduces']} ({record['number']})" if record["reproduces"] else record["number"]
    return link(text, anchor(record, "../"))
