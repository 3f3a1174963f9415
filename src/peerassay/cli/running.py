"""`peerassay run`: one notebook with a reader's own parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from peerassay.cli.building import SpokenReport
from peerassay.cli.messages import complain, mention_strays
from peerassay.manifest import load_notebooks
from peerassay.project import project_root
from peerassay.workflow.places import Places
from peerassay.workflow.run import parse_parameters, run
from peerassay.workflow.selection import find_notebook

if TYPE_CHECKING:
    from collections.abc import Sequence


def show_run(name: str, pairs: Sequence[str], output: Path | None) -> None:
    """Run a notebook and say where the results are.

    Parameters
    ----------
    name
        The notebook, by name or path.
    pairs
        Parameters as ``NAME=VALUE``.
    output
        The folder for the results.
    """
    root = project_root()
    mention_strays(root)
    notebooks = load_notebooks(root)
    notebook = notebooks[find_notebook(notebooks, name)]
    parameters = parse_parameters(notebook, [_split(pair) for pair in pairs], Path.cwd())
    missing = [other for other in notebook.after if not Places(root).executed(notebooks[other]).exists()]
    if missing:
        complain(f"note: {notebook.name} reads what {', '.join(missing)} writes; run `peerassay build` for all of it")
    page = run(root, notebook, parameters, output, SpokenReport())
    typer.echo(f"page:      {page}\nnotebook:  {page.with_suffix('.ipynb')}")
    if (page.parent / "exhibits").is_dir():
        typer.echo(f"exhibits:  {page.parent / 'exhibits'}")


def _split(pair: str) -> tuple[str, str]:
    name, _, value = pair.partition("=")
    return name, value
