"""A folder that is written whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Write into a folder beside the target, and move it into place once everything is there.

    Parameters
    ----------
    target : pathlib.Path
        The folder to be made or replaced.

    Yields
    ------
    pathlib.Path
        An empty folder. If the block raises, it goes and the target stays as it was.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        made.chmod(0o755)
        yield made
        _move(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _move(made: Path, target: Path) -> None:
    """Put the new folder into the old one's place; the old one is back if that fails."""
    if not target.exists():
        made.rename(target)
        return
    aside = made.with_name(f"{made.name}.old")
    target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        aside.rename(target)
        raise
    shutil.rmtree(aside)
