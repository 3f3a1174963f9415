"""What is said when a notebook fails: a short message, and a page with the cell, its code and the traceback."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from peerassay.workflow.places import write_text

if TYPE_CHECKING:
    from pathlib import Path

ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
LINE = re.compile(r"Cell In\[\d+\], line (\d+)")
WIDEST = 110
SAID = 6
"""Lines of an error that the console shows."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name} failed</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
:root {{ color-scheme: light dark }}
pre {{ overflow-x: auto; padding: .75rem; border: 1px solid #8888; font: .85rem/1.45 ui-monospace, monospace }}
mark {{ background: #d55e0055; color: inherit }}
</style>
</head>
<body>
<h1>{name} failed</h1>
<p><strong>{error}</strong></p>
<h2>{place}</h2>
<pre>{code}</pre>
<h2>Traceback</h2>
<pre>{traceback}</pre>
<p>The notebook as far as it got: <a href="{partial}">{partial}</a>, to be opened with Jupyter.</p>
</body>
</html>
"""


@dataclass(frozen=True)
class Failure:
    """Why a notebook did not run to its end.

    Attributes
    ----------
    name
        The notebook.
    error
        The kind of error and its message.
    cell
        The number of the cell, from 1, prose cells counted; None if no cell is to blame.
    cell_id, code
        Of that cell.
    line
        The line of the cell, from 1; None if unknown.
    traceback
        As text.
    """

    name: str
    error: str
    cell: int | None = None
    cell_id: str = ""
    code: str = ""
    line: int | None = None
    traceback: str = ""

    @property
    def place(self) -> str:
        """Cell and line in words."""
        if self.cell is None:
            return "no single cell is to blame"
        where = f"cell {self.cell}" + (f" ({self.cell_id})" if self.cell_id else "")
        return where + (f", line {self.line}" if self.line else "")

    @property
    def message(self) -> str:
        """A few lines for the console."""
        lines = [f"{self.name} failed: {self.place}" if self.cell else f"{self.name} failed"]
        code = self.code.splitlines()
        if code:
            lines.append(f"    {code[(self.line or 1) - 1].strip()[:WIDEST]}")
        said = self.error.splitlines()
        lines += [f"  {line}" for line in said[:SAID]]
        lines += [f"  ... and {len(said) - SAID} more lines, on the page"] if len(said) > SAID else []
        return "\n".join(lines)


def failed_cell(name: str, notebook: Any, error: str = "") -> Failure:
    """Describe the failure of the last cell that was started.

    Parameters
    ----------
    name
        The notebook's name.
    notebook
        Its content, with papermill's marks of which cells were started.
    error
        What happened, where the cell's own outputs do not say it (time ran out, the kernel died).
    """
    started = [n for n, cell in enumerate(notebook["cells"]) if cell["metadata"].get("papermill", {}).get("start_time")]
    number = started[-1]
    cell = notebook["cells"][number]
    raised = next((output for output in cell.get("outputs", ()) if output["output_type"] == "error"), None)
    traceback = ANSI.sub("", "\n".join(raised["traceback"])) if raised else ""
    line = LINE.search(traceback)
    return Failure(
        name=name,
        error=error or (f"{raised['ename']}: {raised['evalue']}" if raised else "unknown"),
        cell=number + 1,
        cell_id=cell.get("id", ""),
        code=cell["source"],
        line=min(int(line[1]), len(cell["source"].splitlines())) if line else None,
        traceback=traceback or error,
    )


def write_failure_page(failure: Failure, path: Path, partial: str) -> None:
    """Write a failure as one HTML page.

    Parameters
    ----------
    failure
        What happened.
    path
        The page.
    partial
        The address of the partial notebook, relative to the page.
    """
    lines = [escape(line) for line in failure.code.splitlines()]
    if failure.line:
        lines[failure.line - 1] = f"<mark>{lines[failure.line - 1]}</mark>"
    page = PAGE.format(
        name=escape(failure.name),
        error=escape(failure.error),
        place=escape(failure.place.capitalize()),
        code="\n".join(lines),
        traceback=escape(failure.traceback or failure.error),
        partial=escape(partial),
    )
    write_text(path, page)
