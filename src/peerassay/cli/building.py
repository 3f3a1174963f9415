"""`peerassay build`: what is said while notebooks run and the book is rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from peerassay.cli.messages import mention_strays
from peerassay.project import project_root
from peerassay.workflow.build import Built, build
from peerassay.workflow.places import Places
from peerassay.workflow.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.workflow.execute import Outcome
    from peerassay.workflow.state import Status


class SpokenReport(Report):
    """A line for every notebook that has run, and on a terminal a bar below them."""

    def __init__(self) -> None:
        from rich.console import Console

        self.screen = Console(highlight=False, soft_wrap=True)
        self.total = self.done = 0

    def executing(self, statuses: Sequence[Status], jobs: int) -> None:
        """Say how many notebooks run and why."""
        from rich.markup import escape

        self.total = len(statuses)
        self.screen.print(f"running {_count(self.total)}, {jobs} at a time")
        for status in statuses:
            self.screen.print(f"  {status.notebook.name}  [dim]{escape(status.why)}[/dim]")

    def executed(self, outcome: Outcome) -> None:
        """Say that one has run."""
        self.done += 1
        mark = "[red]failed[/red]" if outcome.failure else "[green]done[/green]"
        self.screen.print(f"\\[{self.done}/{self.total}] {mark} {outcome.name}  {outcome.seconds:.1f} s")

    def step(self, text: str) -> None:
        """Say what happens."""
        self.screen.print(text, markup=False)


def show_build(only: Sequence[str], jobs: int | None, dry_run: bool, render: bool) -> None:
    """Build, and say what was done and where the book is.

    Parameters
    ----------
    only, jobs, dry_run, render
        As in `peerassay.workflow.build.build`.
    """
    root = project_root()
    mention_strays(root)
    built = build(root, only, jobs=jobs, dry_run=dry_run, render=render, report=SpokenReport())
    if dry_run:
        _show_plan(built)
        return
    if built.nothing:
        typer.echo("everything is up to date, nothing had to be done")
    _show_done(built, render)
    index = Places(root).site / "index.html"
    if index.is_file():
        typer.echo(f"the book: {index}")


def _show_plan(built: Built) -> None:
    for status in built.executed:
        typer.echo(f"would run {status.notebook.name}  ({status.why})")
    for status in built.refreshed:
        typer.echo(f"would take over the prose of {status.notebook.name}")
    if not built.executed and not built.refreshed:
        typer.echo("no notebook has to run")


def _show_done(built: Built, render: bool) -> None:
    for status in built.refreshed:
        typer.echo(f"took over the prose of {status.notebook.name}")
    for slug in built.removed:
        typer.echo(f"removed what {slug.replace('--', '/')} had made, which is no longer a notebook")
    if built.waiting and render:
        typer.echo(f"not rendered: {_count(len(built.waiting))} more to run (peerassay build)")


def _count(number: int) -> str:
    return f"{number} notebook{'' if number == 1 else 's'}"
