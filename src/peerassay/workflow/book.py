"""The book: its source assembled from prose, executed and generated pages, and rendered whole or not at all."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

from peerassay.manifest import load_notebooks
from peerassay.project import digest_files
from peerassay.workflow.inputs import LOCK, PACKAGE
from peerassay.workflow.places import Places, read_json, write_json
from peerassay.workflow.revision import read_revision

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.workflow.renderer import Renderer
    from peerassay.workflow.report import Report

CONFIGURATION = ("_config.yml", "_toc.yml")
ALSO_READ = (*CONFIGURATION, LOCK, "CITATION.cff", "pyproject.toml", "environment.yml")
FOLDERS = ("book", "data", "notebooks")
BUILT_FOLDERS = ("executed", "exhibits", "timings")
IGNORED = {"__pycache__", ".ipynb_checkpoints"}


class RenderError(RuntimeError):
    """The book was not rendered, or not without a warning."""


def refresh_book(root: Path, renderer: Renderer, report: Report) -> bool:
    """Render the book into ``build/site`` unless it was already made from the same files.

    Parameters
    ----------
    root
        The compendium's root folder.
    renderer
        The process that renders, perhaps started before.
    report
        Is told about it.

    Returns
    -------
    bool
        Whether it was rendered.

    Raises
    ------
    RenderError
        If Sphinx warns or fails; the book from before stays.
    """
    places, record = Places(root), Places(root).build / "site.json"
    digest = book_digest(root)
    if (places.site / "index.html").is_file() and read_json(record) == {"made_from": digest}:
        return False
    report.step("rendering the book")
    clock = time.perf_counter()
    record.unlink(missing_ok=True)
    renderer.render()
    write_json(record, {"made_from": digest})
    report.step(f"rendered in {time.perf_counter() - clock:.1f} s")
    return True


def book_digest(root: Path) -> str:
    """Return digests of everything that the rendered book depends on, and the revision that its pages name."""
    places = Places(root)
    folders = [root / name for name in FOLDERS] + [places.build / name for name in BUILT_FOLDERS]
    files = [path for folder in folders for path in folder.rglob("*")]
    files += [places.ledger, *(root / name for name in ALSO_READ)]
    package = [path for path in PACKAGE.rglob("*") if path.is_file() and not IGNORED.intersection(path.parts)]
    ours = [path for path in files if path.is_file() and not IGNORED.intersection(path.parts)]
    return digest_files(ours, root) + digest_files(package, PACKAGE) + read_revision(root).words


def assemble(root: Path) -> Path:
    """Write the source of the book into an empty ``build/source``.

    Parameters
    ----------
    root
        The compendium's root folder.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    RenderError
        If ``_config.yml`` or ``_toc.yml`` is missing.
    """
    from peerassay.workflow.pages import write_pages

    places = Places(root)
    shutil.rmtree(places.source, ignore_errors=True)
    shutil.copytree(root / "book", places.source / "book", ignore=shutil.ignore_patterns(*IGNORED))
    for name in CONFIGURATION:
        if not (root / name).is_file():
            raise RenderError(f"{name} is missing at {root}")
        shutil.copyfile(root / name, places.source / name)
    for notebook in load_notebooks(root).values():
        target = places.source / "notebooks" / f"{notebook.name}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(places.executed(notebook), target)
    generated = places.source / "book" / "generated"
    generated.mkdir()
    write_pages(generated, root)
    return places.source
