"""Where everything that is built lies, and how files get there or into a folder of a user."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from peerassay.manifest import Notebook


@dataclass(frozen=True)
class Places:
    """The folders and files below ``build/`` of a compendium.

    Attributes
    ----------
    root
        The compendium's root folder.
    """

    root: Path

    @property
    def build(self) -> Path:
        """All that is built; may be deleted at any time."""
        return self.root / "build"

    @property
    def exhibits(self) -> Path:
        """The files of every exhibit."""
        return self.build / "exhibits"

    @property
    def fragments(self) -> Path:
        """Each notebook's rows of the ledger."""
        return self.build / "ledger"

    @property
    def ledger(self) -> Path:
        """The whole ledger."""
        return self.build / "ledger.csv"

    @property
    def states(self) -> Path:
        """Per notebook, what its outputs were made from; equal for equal runs."""
        return self.build / "state"

    @property
    def failed(self) -> Path:
        """Partial notebooks and failure pages."""
        return self.build / "failed"

    @property
    def source(self) -> Path:
        """The assembled source of the book."""
        return self.build / "source"

    @property
    def site(self) -> Path:
        """The rendered book."""
        return self.build / "site"

    @property
    def render_log(self) -> Path:
        """What the last rendering said."""
        return self.build / "render.log"

    def executed(self, notebook: Notebook) -> Path:
        """Return the path of a notebook with its outputs."""
        return self.build / "executed" / f"{notebook.slug}.ipynb"

    def fragment(self, notebook: Notebook) -> Path:
        """Return the path of a notebook's rows of the ledger."""
        return self.fragments / f"{notebook.slug}.csv"

    def state(self, slug: str) -> Path:
        """Return the path of a notebook's state."""
        return self.states / f"{slug}.json"

    def timing(self, slug: str) -> Path:
        """Return the path of when a notebook last ran, how long and why; never the same twice."""
        return self.build / "timings" / f"{slug}.json"

    def stage(self) -> tempfile.TemporaryDirectory[str]:
        """Return a new temporary folder on the same file system."""
        self.build.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(dir=self.build, prefix=".stage-")


class OutputError(ValueError):
    """A folder for results that cannot be written, or that holds what the compendium itself is made of."""


SOURCES = ("book", "data", "notebooks", "src", "tests")


def check_apart(root: Path, folder: Path) -> None:
    """Refuse a folder in which results would lie among the compendium's sources or its built book.

    Parameters
    ----------
    root
        The compendium's root folder.
    folder
        Where results are to go.

    Raises
    ------
    OutputError
        If it is one of those folders or lies in one.
    """
    there, build = folder.resolve(), (root / "build").resolve()
    closed = [(root / name).resolve() for name in SOURCES]
    inside = next((one for one in closed if there.is_relative_to(one)), None)
    if there.is_relative_to(build) and not there.is_relative_to(build / "runs"):
        inside = build
    if inside is not None:
        raise OutputError(f"output {folder}: lies in {inside}, which is the compendium's own; take another folder")


def make_folder(folder: Path) -> None:
    """Make a folder for results, or see whether the one that is there takes files.

    Parameters
    ----------
    folder
        The folder.

    Raises
    ------
    OutputError
        If it is a file, cannot be made, or takes no file.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except FileExistsError as error:
        raise OutputError(f"output {folder}: is a file; expected a folder or a name for a new one") from error
    except OSError as error:
        raise OutputError(f"output {folder}: nothing can be written there ({error.strerror or error})") from error


def replace_tree(source: Path, target: Path) -> None:
    """Put every file below a folder at the same place below another; each is swapped in whole, others stay."""
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        goal = target / path.relative_to(source)
        goal.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=goal.parent, prefix=f".{goal.name}-")
        os.close(handle)
        shutil.copyfile(path, temporary)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(goal)


def write_text(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part; make its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(path)


def write_json(path: Path, content: Any) -> None:
    """Write JSON with sorted keys, as `write_text` does."""
    write_text(path, json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def read_json(path: Path) -> Any:
    """Return the content of a JSON file, or None if there is none or it was cut short."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
