"""`peerassay prepare`: manuscripts become blinded packages, one after the other, and what was done is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from peerassay.cli.messages import FAILED, complain, console
from peerassay.manuscripts import (
    PackageError,
    find_manuscripts,
    findings_summary,
    findings_table,
    package_summary,
    package_table,
    prepare,
    write_prepared,
)
from peerassay.manuscripts.preparing import REPORTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas as pd

    from peerassay.manuscripts import Finding, Package, Preparation

COUNTED = {"quantity": "", "total": "total", "median": "median", "p90": "90 %", "max": "most"}


def show_prepare(inputs: Sequence[Path], out: Path, how: Preparation, *, replace: bool) -> None:
    """Prepare manuscripts and say what came of it.

    Parameters
    ----------
    inputs : sequence of pathlib.Path
        Files and folders.
    out : pathlib.Path
        Folder for the packages.
    how : Preparation
        As on the command line.
    replace : bool
        Whether packages that are there may be replaced.

    Raises
    ------
    typer.Exit
        With 1 if a manuscript could not be prepared; the others are.
    """
    found = find_manuscripts(inputs)
    packages: list[Package] = []
    findings: list[tuple[str, Sequence[Finding]]] = []
    for name, path in found.items():
        try:
            prepared = prepare(name, path, how)
            write_prepared(prepared, out, replace_old=replace)
        except (PackageError, FileExistsError) as error:
            hint = "; --replace replaces it" if isinstance(error, FileExistsError) and not replace else ""
            complain(f"left out: {error}{hint}")
            continue
        for note in prepared.notes:
            complain(f"note: {name}: {note}")
        packages.append(prepared.package)
        findings.append((name, prepared.findings))
    _show_statistics(packages)
    if how.blind and packages:
        _show_findings(findings_table(findings), out)
    typer.echo(f"prepared: {len(packages)} of {len(found)} manuscripts" + (f", in {out}" if packages else ""))
    if len(packages) < len(found):
        raise typer.Exit(FAILED)


def _show_statistics(packages: Sequence[Package]) -> None:
    from rich.table import Table

    if not packages:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, heading in COUNTED.items():
        table.add_column(heading, justify="left" if name == "quantity" else "right")
    for row in package_summary(package_table(packages)).to_dict("records"):
        table.add_row(str(row["quantity"]), *(f"{row[name]:,.10g}" for name in list(COUNTED)[1:]))
    console().print(table)


def _show_findings(table: pd.DataFrame, out: Path) -> None:
    for action in ("removed", "left"):
        counts = findings_summary(table[table["action"] == action])
        listed = ", ".join(f"{row.findings} {row.kind}" for row in counts.itertuples())
        meaning = "removed" if action == "removed" else "look at"
        typer.echo(f"{meaning}: {listed or 'nothing'}")
    typer.echo(f"each with its place: {out / REPORTS} (holds what was removed: keep it from reviewers)")
