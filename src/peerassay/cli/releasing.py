"""`peerassay freeze` and `peerassay verify`: what is said of a release."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer

from peerassay.cli.building import SpokenReport
from peerassay.cli.messages import FAILED, complain
from peerassay.project import project_root
from peerassay.release import freeze, verify
from peerassay.release.comparison import BYTES, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peerassay.release import Verified

SHOWN = 20


def show_freeze(version: str, output: Path | None) -> None:
    """Freeze a release and say where it is.

    Parameters
    ----------
    version, output
        As on the command line.
    """
    root = project_root()
    frozen = freeze(root, version, output or root / "dist", SpokenReport())
    typer.echo(f"archive:  {frozen.path}")
    typer.echo(f"SHA-256:  {frozen.digest}")
    typer.echo(f"holds:    {frozen.files:,} files at commit {frozen.commit}")
    typer.echo(f"check it: peerassay verify {frozen.path}")


def show_verification(path: Path, rerun: bool, only: Sequence[str]) -> None:
    """Verify a release and say what was found.

    Parameters
    ----------
    path, rerun, only
        As on the command line.

    Raises
    ------
    typer.Exit
        With 1 if anything is not as it should be.
    """
    found = verify(path, rerun=rerun or bool(only), only=only, report=SpokenReport())
    typer.echo(f"release:  version {found.version}, commit {found.commit}")
    typer.echo(f"files:    {found.files - _listed(found)} of {found.files:,} have their checksum")
    for name, kind in found.differences[:SHOWN]:
        complain(f"  {kind}: {name}")
    if len(found.differences) > SHOWN:
        complain(f"  and {len(found.differences) - SHOWN} more")
    _show_comparisons(found)
    if found.differences and (rerun or only):
        complain("nothing was run again: the files are not those of the release")
    if not found.sound:
        raise typer.Exit(FAILED)


def _listed(found: Verified) -> int:
    return sum(kind != "unlisted" for _, kind in found.differences)


def _show_comparisons(found: Verified) -> None:
    if not found.comparisons:
        return
    counts = Counter(one.outcome for one in found.comparisons)
    typer.echo(f"exhibits: {', '.join(f'{number} {outcome}' for outcome, number in sorted(counts.items()))}")
    for one in found.comparisons:
        if one.outcome in (BYTES, NUMBERS):
            continue
        complain(f"  {one.outcome}: {one.exhibit}" + (f", {one.differing} cells" if one.differing else ""))
        for cell in one.cells:
            complain(f"    {cell}")
    if found.environment:
        typer.echo(
            f"packages: {len(found.environment)} differ from the release: {'; '.join(found.environment[:SHOWN])}"
        )
