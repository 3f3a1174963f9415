"""`peerassay collect`: what is said before, while and after a plan runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, get_args

import typer

from peerassay.cli.messages import FAILED, INTERRUPTED, complain, console
from peerassay.collect import PlanError, read_plan
from peerassay.collect.running import Listener, collect, estimate

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

    from rich.progress import TaskID

    from peerassay.collect.plan import Plan
    from peerassay.collect.running import Estimate, Report
    from peerassay.collect.task import Task

_LINE_SECONDS = 15.0  # between two lines where there is no terminal
HEADINGS = {
    "task": "task",
    "reviewer": "reviewer",
    "calls": "calls",
    "answered": "answered",
    "excluded": "excluded",
    "read": "tokens read",
    "written": "written",
    "money": "dollars",
    "most_tokens": "at most tokens",
    "most_money": "at most dollars",
}


def start_collecting(
    plan: Path | None,
    example: Path | None,
    *,
    tasks: bool,
    dry_run: bool,
    export: Path | None,
    retry_failed: bool,
) -> None:
    """Do what was asked for: list the tasks, write an example, or take a plan.

    Parameters
    ----------
    plan, example : pathlib.Path or None
        The plan to run; the folder for an example.
    tasks, dry_run, retry_failed : bool
        As on the command line.
    export : pathlib.Path or None
        Folder for the tables.

    Raises
    ------
    PlanError
        If nothing was asked for.
    """
    if tasks:
        show_tasks()
    elif example is not None:
        show_example(example)
    elif plan is None:
        raise PlanError("a plan is needed: peerassay collect PLAN.toml; --example FOLDER writes one to start from")
    else:
        show_collection(plan, dry_run=dry_run, export=export, retry_failed=retry_failed)


def show_collection(plan_file: Path, *, dry_run: bool, export: Path | None, retry_failed: bool) -> None:
    """Run a plan, or say what it would take.

    Parameters
    ----------
    plan_file : pathlib.Path
        The plan.
    dry_run : bool
        Send nothing.
    export : pathlib.Path or None
        Folder for the tables.
    retry_failed : bool
        Send calls again that failed for good.

    Raises
    ------
    typer.Exit
        With 1 if a call stays without a result, 130 if interrupted.
    """
    plan = read_plan(plan_file)
    if dry_run:
        show_estimate(estimate(plan), plan.caps.money)
        typer.echo(f"limits:  {limit_words(plan)}")
        return
    with SpokenListener() as listener:
        report = collect(plan, listener=listener, retry_failed=retry_failed)
    for line in report.lines():
        typer.echo(line)
    typer.echo(f"store:     {report.store}")
    if export is not None:
        show_export(report, export)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not report.complete:
        raise typer.Exit(FAILED)


def limit_words(plan: Plan) -> str:
    """Say which limits are in force.

    Parameters
    ----------
    plan : Plan
        The plan.

    Returns
    -------
    str
        Limits of the endpoint, then the caps.
    """
    endpoint, caps = plan.endpoint, plan.caps
    limits = {
        "requests per minute": endpoint.requests_per_minute,
        "tokens per minute": endpoint.tokens_per_minute,
        "attempts per call": endpoint.attempts,
        "seconds per answer": endpoint.call_timeout,
        "dollars in all": caps.money,
        "attempts in all": caps.calls,
        "tokens in all": caps.tokens,
        "minutes per run": caps.minutes,
    }
    given = [f"{value:,g} {what}" for what, value in limits.items() if value is not None]
    return ", ".join([f"{endpoint.concurrency} in flight", *given])


def show_export(report: Report, folder: Path) -> None:
    """Write the tables of a plan's results, and say where they are.

    Parameters
    ----------
    report : Report
        Of the run that has just ended.
    folder : pathlib.Path
        For the tables.
    """
    from peerassay.collect.export import export_tables

    for path in export_tables(report.store, folder, report.digests, calls=report.calls):
        typer.echo(f"table:     {path}")


def show_estimate(found: Estimate, cap: float | None) -> None:
    """Print what a plan is likely to take.

    Parameters
    ----------
    found : Estimate
        From `peerassay.collect.running.estimate`.
    cap : float or None
        The plan's cap on money.
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, heading in HEADINGS.items():
        table.add_column(heading, justify="left" if name in {"task", "reviewer"} else "right")
    for line in found.lines:
        values = vars(line)
        table.add_row(*(f"{values[name]:.4f}" if "money" in name else f"{values[name]}" for name in HEADINGS))
    console().print(table)
    limit = "" if cap is None else f"; the cap is {cap:g}"
    typer.echo(
        f"to send: {found.to_send} calls, likely {found.money:.4f} dollars, "
        f"at most {found.most_money:.4f} if each is sent once{limit}"
    )
    how = "answers of this store" if found.measured else "made-up answers, without reasoning"
    typer.echo(f"lengths: four characters are taken for a token; answers as long as {how}")
    if found.price_date:
        typer.echo(f"prices:  of {found.price_date} (data/prices)")
    for note in found.notes:
        typer.echo(f"note:    {note}")


def show_example(folder: Path) -> None:
    """Write a plan to start from, and say what to do with it.

    Parameters
    ----------
    folder : pathlib.Path
        Where.
    """
    from peerassay.collect.example import write_example

    plan = write_example(folder)
    typer.echo(f"wrote {plan}, every field explained, and manuscripts beside it")
    typer.echo(f"next: peerassay collect {plan} --dry-run")


def show_tasks() -> None:
    """Print the tasks and their options."""
    from peerassay.collect.tasks import TASKS

    for task in TASKS.values():
        typer.echo(f"{task.name}: {task.summary}")
        for line in _option_lines(task):
            typer.echo(f"    {line}")


def _option_lines(task: Task) -> list[str]:
    lines = []
    for name, field in task.options.model_fields.items():
        standard = "has to be given" if field.is_required() else f"default {field.default!r}"
        choices = ", ".join(map(str, get_args(field.annotation)))
        lines.append(f"{name}: {field.description} ({standard}{f'; one of {choices}' if choices else ''})")
    return lines


class SpokenListener(Listener):
    """A bar with rate, cost so far and time left on a terminal; a line now and then elsewhere."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.screen = console()
        self.wants_totals = True
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[cost]}"),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self.bar = Progress(*columns, console=self.screen, disable=not self.screen.is_terminal, transient=True)
        self.started = self.said = time.monotonic()
        self.label, self.total = "", 0
        self.done = self.sent = self.failed = 0
        self.cost = ""
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        """Begin."""
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        self.bar.stop()

    def entry(self, label: str, total: int | None) -> None:
        """Begin a bar for an entry."""
        self.label, self.total = label, total or 0
        self.done = self.sent = self.failed = 0
        self.started = time.monotonic()
        self._task = self.bar.add_task(label, total=total, rate="", cost=self.cost)
        if not self.screen.is_terminal:
            complain(f"{label}: {self.total} calls")

    def call(self, *, answered: bool, skipped: bool) -> None:
        """Move the bar on."""
        self.done += 1
        self.sent += not skipped
        self.failed += not answered
        if self._task is not None:
            self.bar.update(self._task, advance=1, rate=self._rate(), cost=self.cost)
        if not self.screen.is_terminal and time.monotonic() - self.said > _LINE_SECONDS:
            self._line()

    def _rate(self) -> str:
        minutes = max(time.monotonic() - self.started, 1e-3) / 60
        return f"{self.sent / minutes:.0f} calls/min, {self.failed} failed"

    def _line(self) -> None:
        self.said = now = time.monotonic()
        left = (self.total - self.done) * (now - self.started) / max(self.sent, 1)
        complain(
            f"{self.label}: {self.done} of {self.total}, {self._rate()}{self.cost}, about {left / 60:.0f} min left"
        )

    def spent(self, money: float, cap: float | None) -> None:
        """Take up what has been used."""
        self.cost = f", {money:.4f} dollars" + (f" of {cap:g}" if cap is not None else "")

    def say(self, text: str) -> None:
        """Print a sentence above the bar."""
        complain(text) if not self.screen.is_terminal else self.bar.console.print(text, markup=False)
