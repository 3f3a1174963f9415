"""The page of one notebook: it shows exhibits, writes their files and the notebook's part of the ledger."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import pandas as pd
from IPython.display import display

from peerassay.exhibits.about import About, sidecar
from peerassay.exhibits.files import write_csv, write_figure, write_sidecar
from peerassay.exhibits.html import banner_html, exhibit_html, picture_html, table_html
from peerassay.exhibits.recorder import PageError, Recorder
from peerassay.ledger import LEDGER_COLUMNS, VERDICTS
from peerassay.manifest import Notebook, load_notebooks
from peerassay.project import data_files, digest_bytes, project_root

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.figure import Figure

    from peerassay.exhibits.html import Formats

OUTPUT_VARIABLE = "PEERASSAY_OUTPUT"
LINKS_VARIABLE = "PEERASSAY_LINKS"


OWN_FILES = ("*.csv", "*.md", "*.json", "*/*.md", "*/*.json")
"""What the folder that a reader names as a parameter may hold."""


def open_page(name: str, **parameters: Any) -> Page:
    """Open the page of a notebook; the second code cell of every notebook does so.

    Parameters
    ----------
    name
        The notebook, as ``<part>/NN-name``.
    **parameters
        All its parameters, as they are now.

    Returns
    -------
    Page

    Raises
    ------
    PageError
        If the notebook is unknown or a parameter is left out.
    peerassay.manifest.ParameterError
        If a parameter is unknown or its value is not accepted.
    """
    notebooks = load_notebooks()
    if name not in notebooks:
        raise PageError(f"no notebook {name!r}; known are {', '.join(notebooks)}")
    missing = [key for key in notebooks[name].parameters if key not in parameters]
    if missing:
        raise PageError(f"{name}: open_page lacks the parameter(s) {', '.join(missing)}")
    page = Page(notebooks[name], notebooks[name].resolve(parameters))
    if page.changed:
        _display({"text/html": banner_html(page), "text/plain": "This run is not the book's."})
    return page


class Page(Recorder):
    """One notebook's exhibits and ledger rows.

    Parameters
    ----------
    notebook
        Its specification.
    parameters
        All parameters, checked. If one differs from its default, nothing is compared with the paper's numbers and
        no ledger is written.
    """

    def __init__(self, notebook: Notebook, parameters: Mapping[str, Any]) -> None:
        super().__init__(notebook, parameters, _data_digests(notebook, parameters))
        self.folder = _output_folder(notebook)
        self.exhibits: list[str] = []
        (self.folder / "exhibits").mkdir(parents=True, exist_ok=True)

    def table(
        self,
        frame: pd.DataFrame,
        exhibit_id: str,
        *,
        columns: Mapping[str, str] | None = None,
        formats: Formats | None = None,
        shown: Sequence[str] | None = None,
        search: bool = False,
        links: Formats | None = None,
        **about: Unpack[About],
    ) -> None:
        """Show a table as an exhibit and write its CSV and sidecar.

        Parameters
        ----------
        frame
            The table, unrounded; `formats` rounds what is shown.
        exhibit_id
            Lower case, unique in the book.
        columns, formats, search, links
            As in `peerassay.exhibits.html.table_html`.
        shown
            The columns that the page shows; the file has them all.
        **about
            Caption, tier, source and the rest of `About`.
        """
        self._claim_id(exhibit_id)
        write_csv(frame, self._file(exhibit_id, "csv"))
        record = sidecar(self, exhibit_id, len(self.exhibits), ["csv"], "", about)
        visible = frame if shown is None else frame[list(shown)]
        html = table_html(visible, about["caption"], columns, formats, search, links)
        self._show(record, html, visible.to_string(index=False))

    def figure(self, fig: Figure, exhibit_id: str, *, data: pd.DataFrame, alt: str, **about: Unpack[About]) -> None:
        """Show a figure as an exhibit and write its SVG, PNG, the CSV of its numbers and its sidecar.

        Parameters
        ----------
        fig
            A figure in the book's style; it is closed.
        exhibit_id
            Lower case, unique in the book.
        data
            The numbers that were drawn.
        alt
            The alternative text, made from the same numbers.
        **about
            Caption, tier, source and the rest of `About`.
        """
        self._claim_id(exhibit_id)
        write_csv(data, self._file(exhibit_id, "csv"))
        svg = write_figure(fig, self.folder / "exhibits", exhibit_id)
        record = sidecar(self, exhibit_id, len(self.exhibits), ["svg", "png", "csv"], alt, about)
        self._show(record, picture_html(svg, alt), alt)

    def say(self, markdown: str) -> None:
        """Show prose that was made from numbers."""
        _display({"text/markdown": markdown, "text/plain": markdown})

    def finish(self) -> None:
        """Write this notebook's rows of the ledger and say how many claims got which verdict.

        With changed parameters or other data nothing is written.
        """
        if self.changed:
            self.say(f"*Nothing was entered into the ledger: this run differs in {', '.join(self.changed)}.*")
            return
        path = self.folder / "ledger" / f"{self.notebook.slug}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_csv(pd.DataFrame(list(self.rows.values()), columns=list(LEDGER_COLUMNS)), path)
        counts = pd.Series([row["verdict"] for row in self.rows.values()], dtype=str).value_counts()
        words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if verdict in counts)
        self.say(f"**This page in the ledger:** {len(self.rows)} printed numbers{f' ({words})' if words else ''}.")

    def _claim_id(self, exhibit_id: str) -> None:
        if exhibit_id in self.exhibits:
            raise PageError(f"exhibit {exhibit_id} is shown twice on {self.notebook.name}")
        self.exhibits.append(exhibit_id)

    def _show(self, record: dict[str, Any], body: str, plain: str) -> None:
        write_sidecar(record, self._file(record["id"], "json"))
        html = exhibit_html(record, body, os.environ.get(LINKS_VARIABLE, "exhibits/"))
        _display({"text/html": html, "text/plain": plain})

    def _file(self, exhibit_id: str, kind: str) -> Path:
        return self.folder / "exhibits" / f"{exhibit_id}.{kind}"


def _display(bundle: dict[str, str]) -> None:
    display(bundle, raw=True)  # type: ignore[no-untyped-call]


def _output_folder(notebook: Notebook) -> Path:
    named = os.environ.get(OUTPUT_VARIABLE)
    return Path(named) if named else project_root() / "build" / "scratch" / notebook.slug


def _data_digests(notebook: Notebook, parameters: Mapping[str, Any]) -> dict[str, str]:
    """Digest each data file that the notebook reads, a user's own table included."""
    root = project_root()
    found = {path.relative_to(root).as_posix(): path for path in data_files(notebook.data, root)}
    paths = [
        Path(parameters[key]) for key, known in notebook.parameters.items() if known.type == "path" and parameters[key]
    ]
    for own in paths:
        found |= _own_files(own)
    return {name: digest_bytes(path.read_bytes()) for name, path in found.items()}


def _own_files(own: Path) -> dict[str, Path]:
    """Find the tables and texts of a reader: a file, or those of a folder and of the folders in it."""
    if not own.is_dir():
        return {own.name: own} if own.is_file() else {}
    paths = [path for pattern in OWN_FILES for path in sorted(own.glob(pattern))]
    return {path.relative_to(own).as_posix(): path for path in paths if path.is_file()}
