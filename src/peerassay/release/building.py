"""Building a source tree with its own package, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from peerassay.project import ROOT_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SAID = 3000


class BuildFailedError(RuntimeError):
    """A source tree whose notebooks do not run, or whose book is not rendered."""


def run_build(tree: Path, *, only: Sequence[str] = (), render: bool = False) -> None:
    """Run the notebooks of a source tree that are not up to date, and render its book.

    Parameters
    ----------
    tree
        The root folder of a compendium.
    only
        Names of the notebooks to run, with those that they need; all if empty.
    render
        Whether to render the book.

    Raises
    ------
    BuildFailedError
        If anything fails; it holds the end of what was said.
    """
    command = [sys.executable, "-m", "peerassay", "build", *([] if render else ["--no-render"])]
    command += [word for name in only for word in ("--only", name)]
    variables = {**os.environ, ROOT_VARIABLE: str(tree), "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(command, cwd=tree, env=variables, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip())[-_SAID:]
        raise BuildFailedError(f"the notebooks of {tree.name} do not run here:\n{said}")
