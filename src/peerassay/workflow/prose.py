"""The prose of a notebook as plain Markdown, for a page that stands apart from the book."""

from __future__ import annotations

import os
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from peerassay.workflow.places import Places

LABEL = re.compile(r"^\([\w.-]+\)=\n?", re.MULTILINE)
ROLE = re.compile(r"( ?)\{([\w:.-]+)\}`([^`]*)`")
LINK = re.compile(r"\[([^\]]*)\]\((?![a-z]+:|/)([^()\s#]+)\.(?:ipynb|md)(#[^()\s]*)?\)")
NAMED = 2
"""Authors that a citation names; of more only the first is named."""


class Prose:
    """What a page's prose refers to: the references, and the pages of the rendered book.

    Parameters
    ----------
    root
        The compendium's root folder.
    part
        The part of the notebook, from whose folder its links start.
    folder
        Where the page will lie.
    """

    def __init__(self, root: Path, part: str, folder: Path) -> None:
        self.root, self.part, self.folder = root, part, folder

    def plain(self, text: str) -> str:
        """Return MyST Markdown as plain Markdown.

        Parameters
        ----------
        text
            The prose. Labels are dropped, citations become author and year, other roles their text, and links to pages
            lead to the rendered book or, where it does not have them, become their text.

        Returns
        -------
        str
            The prose.
        """
        return LINK.sub(self._link, ROLE.sub(self._role, LABEL.sub("", text)))

    def _role(self, match: re.Match[str]) -> str:
        space, role, content = match.groups()
        if not role.startswith("cite"):
            return space + re.sub(r"\s*<[^<>]*>$", "", content)
        keys = [key.strip() for key in content.split(",")]
        cited = [self._citation(key, textual=role.endswith(":t")) for key in keys if key in self.references]
        if not cited:
            return ""
        return f"{space}{' and '.join(cited)}" if role.endswith(":t") else f"{space}({'; '.join(cited)})"

    def _citation(self, key: str, *, textual: bool) -> str:
        authors, year = self.references[key]
        return f"{authors} ({year})" if textual else f"{authors}, {year}"

    @cached_property
    def references(self) -> dict[str, tuple[str, str]]:
        """Authors and year of every reference of the book, by key; empty if the book has none."""
        path = self.root / "book" / "references.bib"
        if not path.is_file():
            return {}
        from pybtex.database import parse_file  # type: ignore[import-untyped]

        entries = parse_file(str(path)).entries.items()
        return {
            key: (_authors(entry.persons.get("author", ())), entry.fields.get("year", "")) for key, entry in entries
        }

    def _link(self, match: re.Match[str]) -> str:
        text, target, anchor = match.groups(default="")
        words = text or target.rpartition("/")[2]
        page = Path(os.path.normpath(Places(self.root).site / "notebooks" / self.part / f"{target}.html"))
        return f"[{words}]({_relative(page, self.folder)}{anchor})" if page.is_file() else words


def _relative(page: Path, folder: Path) -> str:
    return os.path.relpath(page.resolve(), folder.resolve()).replace(os.sep, "/").replace(" ", "%20")


def _authors(persons: Any) -> str:
    names = [" ".join(str(name) for name in person.rich_last_names) for person in persons]
    return " and ".join(names) if len(names) <= NAMED else f"{names[0]} et al."
