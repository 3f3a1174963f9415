"""Rendering in a process of its own: ``python -m peerassay.workflow.sphinx ROOT``.

The process loads all that it takes and then waits for a line on its standard input with the output folder. So it can be
started while the last notebooks run. If its input is closed without a line it ends, having done nothing.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from pathlib import Path

LOADED_AHEAD = (
    "jupyter_book.sphinx",
    "myst_nb",
    "peerassay.workflow.pages",
    "sphinx.builders.html",
    "sphinx_book_theme",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_togglebutton",
    "sphinxcontrib.bibtex",
)
"""What Jupyter Book and the pages import anyway; a missing one is reported when it is needed."""


def load_ahead() -> None:
    """Import the modules that take long."""
    for name in LOADED_AHEAD:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def render(source: Path, output: Path) -> int:
    """Render as ``jupyter-book build -W -n --keep-going`` does on an empty tree.

    Parameters
    ----------
    source
        Holds ``_config.yml``, ``_toc.yml`` and the pages.
    output
        An empty folder; the pages go to its ``html``.

    Returns
    -------
    int
        Not 0 if there was an error or a warning.
    """
    from jupyter_book.sphinx import build_sphinx  # type: ignore[import-untyped]

    html = output / "html"
    result = build_sphinx(
        source,
        html,
        noconfig=True,
        path_config=source / "_config.yml",
        confoverrides={
            "nitpicky": True,
            "external_toc_path": (source / "_toc.yml").as_posix(),
            "latex_individualpages": False,
        },
        doctreedir=output / "doctrees",
        freshenv=True,
        warningiserror=True,
        keep_going=True,
    )
    return 0 if result == 0 else 1


def main(root: Path) -> int:
    """Load, wait for the output folder, assemble and render.

    Parameters
    ----------
    root
        The compendium's root folder.
    """
    load_ahead()
    line = sys.stdin.readline().strip()
    if not line:
        return 0
    from peerassay.workflow.book import RenderError, assemble

    try:
        source = assemble(root)
    except RenderError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return render(source, Path(line))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
