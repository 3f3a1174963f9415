"""A review package in memory: text records and figures in the order in which a reviewer reads them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

INSTRUCTION, PAGE_MARKER, HEADING, CAPTION = "instruction", "page_marker", "heading", "caption"
PROTECTED = frozenset({INSTRUCTION, PAGE_MARKER})
"""Types of records whose text no revision may change."""
SEPARATOR = "\n\n"
"""What stands between two records when they are read as one text."""


@dataclass(frozen=True, slots=True)
class TextRecord:
    """A piece of a manuscript's text.

    Attributes
    ----------
    id : str
        Stable name, unique in the package.
    page : int
        Page of the PDF, from 1.
    type : str
        ``heading``, ``paragraph``, ``table``, ``caption``, ``page_marker``, ``instruction`` or another word.
    text : str
        The text, in Markdown.
    other : mapping
        Further fields of the record, kept as they are.
    """

    id: str
    page: int
    type: str
    text: str
    other: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def protected(self) -> bool:
        """Whether a revision must leave the text as it is."""
        return self.type in PROTECTED

    def content(self) -> dict[str, Any]:
        """Give the record as it stands in ``text.json``."""
        return {"id": self.id, "page": self.page, "type": self.type, "text": self.text, **self.other}


@dataclass(frozen=True, slots=True)
class Figure:
    """An image of a manuscript.

    Attributes
    ----------
    path : str
        Its place in the package, relative, with forward slashes: ``figures/...``.
    page : int
        Page of the PDF, from 1.
    sha256 : str
        Digest of its bytes, 64 hexadecimal digits.
    location : pathlib.Path or None
        Where it is on disk.
    data : bytes or None
        Its bytes, if it is not on disk yet.
    """

    path: str
    page: int
    sha256: str
    location: Path | None = None
    data: bytes | None = field(default=None, repr=False)

    @classmethod
    def of(cls, path: str, page: int, data: bytes) -> Figure:
        """Make a figure of some bytes.

        Parameters
        ----------
        path, page
            As in the attributes.
        data : bytes
            The image file.

        Returns
        -------
        Figure
            With the digest of the bytes.
        """
        return cls(path, page, digest_bytes(data), None, data)

    def read(self) -> bytes:
        """Read the bytes and check them against the digest.

        Returns
        -------
        bytes
            The image file.

        Raises
        ------
        ValueError
            If there are no bytes, or others than when the package was made.
        """
        data = self.data if self.data is not None else self.location.read_bytes() if self.location else None
        if data is None:
            raise ValueError(f"{self.path}: has neither bytes nor a place on disk")
        if digest_bytes(data) != self.sha256:
            raise ValueError(f"{self.path}: has SHA-256 {digest_bytes(data)}; expected {self.sha256}")
        return data


Item = TextRecord | Figure


@dataclass(frozen=True)
class Package:
    """One version of one manuscript.

    Attributes
    ----------
    name : str
        Name of the paper.
    items : tuple of TextRecord or Figure
        In reading order.
    version : str
        ``original``, or the name of a rewriting or revision.
    source : mapping
        What it was made from and with what, as JSON can hold it.
    """

    name: str
    items: tuple[Item, ...]
    version: str = "original"
    source: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def records(self) -> tuple[TextRecord, ...]:
        """The text records, in order."""
        return tuple(item for item in self.items if isinstance(item, TextRecord))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The images, in order."""
        return tuple(item for item in self.items if isinstance(item, Figure))

    @property
    def text(self) -> str:
        """All text, records separated by an empty line."""
        return SEPARATOR.join(record.text for record in self.records)

    @property
    def pages(self) -> int:
        """Number of pages: of page markers, or the last page named where there are none."""
        markers = sum(record.type == PAGE_MARKER for record in self.records)
        return markers or max((item.page for item in self.items), default=0)

    @property
    def digest(self) -> str:
        """SHA-256 over all records, their order, and the digests and places of the images."""
        content = [item.content() if isinstance(item, TextRecord) else [item.path, item.sha256] for item in self.items]
        return digest_bytes(json.dumps(content, ensure_ascii=False, sort_keys=True).encode())

    def merged(self) -> tuple[str | Figure, ...]:
        """Join adjacent text records, in order.

        Returns
        -------
        tuple of str or Figure
            Strings and figures as they alternate in the reading order.
        """
        parts: list[str | Figure] = []
        for item in self.items:
            if isinstance(item, Figure):
                parts.append(item)
            elif parts and isinstance(parts[-1], str):
                parts[-1] += SEPARATOR + item.text
            else:
                parts.append(item.text)
        return tuple(parts)

    def statistics(self) -> dict[str, int]:
        """Count what is in it.

        Returns
        -------
        dict of str to int
            ``pages``, ``images``, ``records`` and ``characters`` (of all records, without what separates them).
        """
        characters = sum(len(record.text) for record in self.records)
        return {
            "pages": self.pages,
            "images": len(self.figures),
            "records": len(self.records),
            "characters": characters,
        }

    def sections(self) -> tuple[tuple[TextRecord, ...], ...]:
        """Split the records into top-level sections.

        Returns
        -------
        tuple of tuple of TextRecord
            Every record in exactly one, in order. A section begins with a heading of the second level (``##``); what
            stands before the first one (title, instructions) is a section of its own. Without such headings those of
            the first level count.
        """
        levels = {heading_level(record) for record in self.records} - {0}
        top = 2 if 2 in levels else 1
        return tuple(_split(self.records, lambda record: heading_level(record) == top))

    def with_texts(self, texts: Mapping[str, str], version: str) -> Package:
        """Replace the texts of some records and nothing else.

        Parameters
        ----------
        texts : mapping of str to str
            New text by record id.
        version : str
            What the result is called.

        Returns
        -------
        Package
            The same items in the same order.

        Raises
        ------
        ValueError
            If a record is not there, or is protected and its text would change.
        """
        known = {record.id: record for record in self.records}
        if unknown := sorted(set(texts) - set(known)):
            raise ValueError(f"{self.name}: no record {', '.join(unknown)}")
        changed = [key for key, text in texts.items() if known[key].protected and text != known[key].text]
        if changed:
            raise ValueError(f"{self.name}: records {', '.join(changed)} are protected; their text has to stay")
        items = tuple(
            replace(item, text=texts[item.id]) if isinstance(item, TextRecord) and item.id in texts else item
            for item in self.items
        )
        return replace(self, items=items, version=version)


def heading_level(record: TextRecord) -> int:
    """Give the level of a heading.

    Parameters
    ----------
    record : TextRecord
        Any record.

    Returns
    -------
    int
        Number of leading ``#`` of a record of type ``heading`` (1 if it has none); 0 for any other record.
    """
    if record.type != HEADING:
        return 0
    return max(1, len(record.text) - len(record.text.lstrip("#")))


def _split(records: tuple[TextRecord, ...], begins: Callable[[TextRecord], bool]) -> Iterator[tuple[TextRecord, ...]]:
    section: list[TextRecord] = []
    for record in records:
        if begins(record) and section:
            yield tuple(section)
            section = []
        section.append(record)
    if section:
        yield tuple(section)
