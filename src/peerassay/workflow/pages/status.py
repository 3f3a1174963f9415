"""The status page: what ran when, how long, with which key, and why."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from peerassay.workflow.pages.markup import code, notebook_link, page, table
from peerassay.workflow.places import read_json
from peerassay.workflow.state import read_state

if TYPE_CHECKING:
    from peerassay.manifest import Notebook
    from peerassay.workflow.pages.facts import Facts

SHORT_KEY = 12
UNKNOWN = "–"


def status(facts: Facts) -> str:
    """Return the page that says of every notebook when it last ran, how long, why, and the key of its contents."""
    lead = (
        "A notebook runs only when something changed that its numbers depend on: its code, the package, its data, its "
        "parameters, the environment, or a notebook before it. The *key* is a digest of all of these; two builds with "
        "the same keys hold the same numbers. Dates and times are of the copy that you are reading, and the only thing "
        "on these pages that differs between two equal builds."
    )
    rows = [_row(facts, notebook) for notebook in facts.notebooks.values()]
    head = ["Notebook", "Last run began", "Seconds", "Ran because of", "Key"]
    listed = table(head, rows, "Last run of every notebook", numeric=[2])
    return page("What ran, when and why", lead, listed, _environment(facts), _files(facts))


def _row(facts: Facts, notebook: Notebook) -> list[str]:
    state = read_state(facts.places.state(notebook.slug))
    timing: dict[str, Any] = read_json(facts.places.timing(notebook.slug)) or {}
    seconds = timing.get("seconds")
    return [
        notebook_link(notebook),
        escape(str(timing.get("started", UNKNOWN)).replace("T", " ")),
        f"{seconds:.1f}" if isinstance(seconds, int | float) else UNKNOWN,
        escape("; ".join(timing.get("why", ())) or UNKNOWN),
        f'<code title="{state.key}">{state.key[:SHORT_KEY]}</code>' if state else UNKNOWN,
    ]


def _environment(facts: Facts) -> str:
    states = [read_state(facts.places.state(notebook.slug)) for notebook in facts.notebooks.values()]
    known = [state.components["environment"] for state in states if state and "environment" in state.components]
    if not known:
        return ""
    rows = [
        [escape(name), f'<code title="{escape(text)}">{escape(text[:SHORT_KEY])}</code>']
        for name, text in known[0].items()
    ]
    return f"## Environment\n\n{table(['Component', 'Version or digest'], rows, 'Environment of the last run')}"


def _files(facts: Facts) -> str:
    rows = [
        [notebook_link(notebook), escape(", ".join(notebook.data) or "none"), f"{_count(facts, notebook)}"]
        for notebook in facts.notebooks.values()
    ]
    heading = "## What each notebook reads and writes"
    return f"{heading}\n\n{table(['Notebook', 'Data it reads', 'Exhibits'], rows, 'Inputs and exhibits', numeric=[2])}"


def _count(facts: Facts, notebook: Notebook) -> str:
    records = [record for record in facts.exhibits.values() if record["notebook"] == notebook.name]
    return ", ".join(code(record["number"]) for record in records) or "none"
