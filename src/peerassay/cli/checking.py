"""`peerassay check`: the ledger in counts, and whether every verdict is one that is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from peerassay.cli.messages import FAILED, complain, console
from peerassay.project import project_root
from peerassay.workflow.expectations import read_expectations, surprises
from peerassay.workflow.ledger import merged
from peerassay.workflow.places import Places
from peerassay.workflow.state import examine

if TYPE_CHECKING:
    import pandas as pd

HEADINGS = {"result": "Results", "setting": "Settings", "restatement": "Restatements"}


def show_check() -> None:
    """Print the counts.

    Raises
    ------
    FileNotFoundError
        If no notebook has run yet.
    typer.Exit
        With 1 if there is an unexpected verdict.
    """
    root = project_root()
    if not any(Places(root).fragments.glob("*.csv")):
        raise FileNotFoundError("no notebook has written to the ledger yet: peerassay build")
    stale = [name for name, status in examine(root).items() if not status.current]
    if stale:
        complain(f"note: not up to date: {', '.join(stale)}")
    ledger = merged(root)
    for class_, heading in HEADINGS.items():
        _show_counts(ledger[ledger["class"] == class_], heading)
    found = surprises(ledger, read_expectations(root))
    for line in found:
        complain(line)
    if found:
        raise typer.Exit(FAILED)
    typer.echo("every verdict is as expected")


def _show_counts(ledger: pd.DataFrame, heading: str) -> None:
    from rich.table import Table

    from peerassay.ledger import summarise

    if ledger.empty:
        return
    counts = summarise(ledger)
    shown = [name for name in counts.columns if name == "part" or counts[name].any()]
    table = Table(box=None, pad_edge=False, header_style="bold", title=heading, title_justify="left")
    for name in shown:
        table.add_column(name, justify="left" if name == "part" else "right")
    for row in counts[shown].itertuples(index=False, name=None):
        table.add_row(*map(str, row))
    console().print(table)
    console().print()
