"""`peerassay list`: the notebooks, their parameters, their state."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from peerassay.cli.messages import console, mention_strays
from peerassay.project import project_root
from peerassay.workflow.places import Places
from peerassay.workflow.publish import last_seconds
from peerassay.workflow.selection import find_notebook
from peerassay.workflow.state import Status, examine

if TYPE_CHECKING:
    from peerassay.manifest import Parameter

MARKS = {"up to date": "green", "to run": "yellow", "failed": "red", "cannot run": "red", "prose changed": "cyan"}


def show_list(name: str | None, as_json: bool) -> None:
    """Print all notebooks, or one in full.

    Parameters
    ----------
    name
        The notebook to show; all if None.
    as_json
        Print JSON instead of tables.

    Raises
    ------
    peerassay.workflow.selection.SelectionError
        If there is no such notebook.
    """
    root = project_root()
    mention_strays(root)
    statuses, places = examine(root), Places(root)
    if name is not None:
        wanted = find_notebook(statuses, name)
        statuses = {wanted: statuses[wanted]}
    if as_json:
        typer.echo(json.dumps([record(status, places) for status in statuses.values()], indent=1, ensure_ascii=False))
    elif name is not None:
        _show_one(next(iter(statuses.values())), places)
    else:
        _show_all(statuses, places)


def condition(status: Status, places: Places) -> str:
    """Return a notebook's state in two words."""
    if status.problem:
        return "cannot run"
    if status.current:
        return "prose changed" if status.prose_changed else "up to date"
    return "failed" if (places.failed / f"{status.notebook.slug}.html").exists() else "to run"


def record(status: Status, places: Places) -> dict[str, Any]:
    """Return everything about a notebook, for scripts."""
    notebook = status.notebook
    return {
        "name": notebook.name,
        "title": notebook.title,
        "question": notebook.question,
        "state": condition(status, places),
        "why": [status.problem] if status.problem else [str(reason) for reason in status.reasons],
        "seconds": last_seconds(places, notebook),
        "key": status.key,
        "after": list(notebook.after),
        "data": list(notebook.data),
        "parameters": [_parameter_record(parameter) for parameter in notebook.parameters.values()],
    }


def _parameter_record(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "type": parameter.type,
        "default": parameter.default,
        "unit": parameter.unit,
        "minimum": parameter.minimum,
        "maximum": parameter.maximum,
        "choices": list(parameter.choices),
        "help": parameter.help,
    }


def _show_all(statuses: dict[str, Status], places: Places) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("notebook", "parameters", "state", "why", "last run"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "last run" else "left")
    for name, status in statuses.items():
        values = " ".join(f"{key}={_text(value)}" for key, value in status.notebook.defaults.items())
        cells = (name, escape(values), _mark(condition(status, places)), escape(status.why), _duration(status, places))
        table.add_row(*cells)
    console().print(table)


def _show_one(status: Status, places: Places) -> None:
    from rich.markup import escape
    from rich.table import Table

    notebook, screen = status.notebook, console()
    state = _mark(condition(status, places))
    why = f" ({escape(status.why)})" if status.why else ""
    screen.print(f"[bold]{notebook.name}[/bold]  {escape(notebook.title)}\n{escape(notebook.question)}")
    screen.print(f"state: {state}{why}, last run: {_duration(status, places)}")
    screen.print(f"reads: {', '.join(notebook.data) or 'nothing'}; after: {', '.join(notebook.after) or 'nothing'}")
    if not notebook.parameters:
        screen.print("It has no parameters.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("parameter", "default", "accepts", "unit", "meaning"):
        table.add_column(heading, overflow="fold")
    for parameter in notebook.parameters.values():
        cells = (parameter.name, _text(parameter.default), parameter.expected, parameter.unit, parameter.help)
        table.add_row(*map(escape, cells))
    screen.print(table)
    first = next(iter(notebook.parameters.values()))
    screen.print(escape(f"For example: peerassay run {notebook.name} -p {first.name} {_text(first.default)}"))


def _mark(state: str) -> str:
    return f"[{MARKS[state]}]{state}[/]"


def _duration(status: Status, places: Places) -> str:
    seconds = last_seconds(places, status.notebook)
    return f"{seconds:.1f} s" if seconds is not None else "never"


def _text(value: Any) -> str:
    """Return a value as it is typed after -p."""
    if isinstance(value, list):
        return ",".join(map(_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else "''"
