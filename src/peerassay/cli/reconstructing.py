"""`peerassay reconstruct`: the synthetic records of a part, from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from peerassay.cli.messages import complain
from peerassay.project import project_root
from peerassay.reconstruct import PARTS, reconstruct
from peerassay.workflow.places import make_folder
from peerassay.workflow.selection import SelectionError

if TYPE_CHECKING:
    from pathlib import Path


def show_reconstruction(part: str, seed: int, output: Path | None) -> None:
    """Build the records of a part and say how exactly the imposed numbers are met and what follows for the others.

    Parameters
    ----------
    part
        One of `peerassay.reconstruct.PARTS`.
    seed
        0 or more.
    output
        The folder for the tables and the report.

    Raises
    ------
    SelectionError
        If there is no such part.
    peerassay.workflow.places.OutputError
        If nothing can be written into the folder.
    """
    if part not in PARTS:
        raise SelectionError(f"no part {part!r} can be reconstructed; those that can: {', '.join(PARTS)}")
    if output is not None:
        make_folder(output)
    folder = output or project_root() / "build" / "reconstructed" / f"{part}-{seed}"
    report = reconstruct(part, seed, folder, complain)
    report.imposed.to_csv(folder / "imposed.csv", index=False, lineterminator="\n")
    report.predicted.to_csv(folder / "predicted.csv", index=False, lineterminator="\n")
    met = int((report.imposed["residual"] == 0).sum())
    agreeing = int((report.predicted["verdict"] == "predicted-agrees").sum())
    typer.echo(f"imposed:   {met} of {len(report.imposed)} printed numbers met exactly (imposed.csv)")
    typer.echo(f"held out:  {agreeing} of {len(report.predicted)} agree with what the seeds predict (predicted.csv)")
    typer.echo(f"tables:    {folder}")
