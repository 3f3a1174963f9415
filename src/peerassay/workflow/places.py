"""Where everything that is built lies, and the two ways in which files get there."""

from __future__ import annotations

import json
import os
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
