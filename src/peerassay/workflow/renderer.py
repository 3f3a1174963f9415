"""The process that renders the book: started early, told late, and its result put in place whole or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

from peerassay.project import ROOT_VARIABLE
from peerassay.workflow.book import RenderError
from peerassay.workflow.execute import import_path
from peerassay.workflow.failure import ANSI
from peerassay.workflow.places import Places, write_text

if TYPE_CHECKING:
    from types import TracebackType

SHOWN_LINES = 40


class Renderer:
    """Renders a compendium's book, at most once; ends its process when the context is left.

    Parameters
    ----------
    root
        The compendium's root folder.
    """

    def __init__(self, root: Path) -> None:
        self.places = Places(root)
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    def start(self) -> None:
        """Let the process load what it takes; it then waits."""
        if self._process is None:
            root = self.places.root
            self._process = subprocess.Popen(
                [sys.executable, "-m", "peerassay.workflow.sphinx", str(root)],
                cwd=root,
                env={**os.environ, **import_path(), ROOT_VARIABLE: str(root)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )

    def render(self) -> None:
        """Assemble and render on an empty tree, and put the result in the place of ``build/site``.

        Raises
        ------
        RenderError
            If Sphinx warns or fails; the book from before stays.
        """
        with self.places.stage() as stage:
            code, said = self._tell(stage)
            if code != 0:
                raise RenderError(f"the book has warnings or errors:\n{self._complaints(said)}")
            html = Path(stage) / "html"
            shutil.copytree(self.places.exhibits, html / "exhibits", dirs_exist_ok=True)
            shutil.copyfile(self.places.ledger, html / "ledger.csv")
            if self.places.site.exists():
                self.places.site.replace(Path(stage) / "old")
            html.replace(self.places.site)

    def _tell(self, stage: str) -> tuple[int, str]:
        """Name the output folder to the process; return its exit code and what it said on stderr."""
        self.start()
        if self._process is None:
            raise RenderError("the process that renders was not started")
        out, err = (ANSI.sub("", text) for text in self._process.communicate(f"{stage}\n"))
        write_text(self.places.render_log, out + err)
        return self._process.returncode, err

    def _complaints(self, said: str) -> str:
        lines = [line.replace(f"{self.places.source}/", "") for line in said.splitlines() if line.strip()]
        shown = "\n".join(f"  {line}" for line in lines[:SHOWN_LINES])
        return f"{shown}\n  all of it: {self.places.render_log}"
