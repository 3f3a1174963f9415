"""Blinding: take out of a manuscript what says who wrote it, and report every removal and every remaining suspicion.

Style over Substance, Appendix A, removes the title block with authors and affiliations, the venue watermark, page
numbers and the line-number gutter. The rest of the list here is ours, and so is the choice to keep the title.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts import findings as kinds
from peerassay.manuscripts.cutting import is_references
from peerassay.manuscripts.findings import LEFT, REMOVED, Finding
from peerassay.manuscripts.headings import ACKNOWLEDGEMENTS, FUNDING
from peerassay.manuscripts.image_metadata import strip_metadata
from peerassay.manuscripts.names import name_pattern, names_of, surname_pattern, surnames_of
from peerassay.manuscripts.package import HEADING, PAGE_MARKER, PROTECTED, Figure, Package, TextRecord, heading_level
from peerassay.manuscripts.pdf.front import AFFILIATION, FRONT
from peerassay.manuscripts.pdf.margins import VENUE, VENUE_LINE
from peerassay.manuscripts.rules import (
    ADDRESS,
    COMMENT,
    HARMLESS,
    INSTITUTION,
    SELF,
    Caught,
    drop_sentences,
    replace_pieces,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.manuscripts.package import Item

LONGEST_LINE_OF_BLOCK: Final = 300
"""Letters; a longer paragraph under the title of a Markdown file is an abstract without a heading."""
YEAR: Final = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")
_SAFE_SOURCE: Final = ("extractor", "sha256", "notes")


def blind(package: Package) -> tuple[Package, tuple[Finding, ...]]:
    """Blind a manuscript.

    Parameters
    ----------
    package : Package
        As read from a PDF or a Markdown file.

    Returns
    -------
    package : Package
        Without what was found; ids, pages and order of what is left are the same. Addresses, links and names inside a
        sentence are replaced by ``[e-mail removed]`` and the like. References stay as they are. Of the source, the
        file's name and metadata are gone.
    findings : tuple of Finding
        Each removal, and each remaining suspicion.
    """
    return Blinder(package).run()


class Blinder:
    """One manuscript on its way.

    Parameters
    ----------
    package : Package
        The manuscript.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        self.findings: list[Finding] = []
        self.is_pdf = is_from_pdf(package)
        self.block = title_block(package)
        self.metadata: dict[str, str] = dict(package.source.get("metadata", {}))
        text = "\n".join(record.text for record in package.records if record.id in self.block)
        self.names = names_of(text, [self.metadata[key] for key in ("Author",) if key in self.metadata])
        self.name_pattern = name_pattern(self.names)
        self.surnames = surname_pattern(surnames_of(self.names))

    def run(self) -> tuple[Package, tuple[Finding, ...]]:
        """Do it.

        Returns
        -------
        package, findings
            As `blind` gives them.
        """
        for key, value in self.metadata.items():
            self.note(REMOVED, kinds.PDF_METADATA, None, f"{key}: {value}")
        items: list[Item] = []
        section = 0  # level of the heading of thanks or funding under which we are
        listed = False  # whether we are in the references
        kind = ""
        for item in self.package.items:
            level = heading_level(item) if isinstance(item, TextRecord) else 0
            if level and (not section or level <= section):
                kind, section = _thanks(item)
            if level:
                listed = is_references(item)
            new = self.removed(item, kind) if section else self.blinded(item, listed)
            if new is not None:
                items.append(new)
        self.suspect_the_whole()
        source = {key: value for key, value in self.package.source.items() if key in _SAFE_SOURCE} | {"blinded": True}
        return replace(self.package, items=tuple(items), source=source), tuple(self.findings)

    def note(self, action: str, kind: str, item: Item | None, text: str) -> None:
        """Take up a finding."""
        place = "" if item is None else item.id if isinstance(item, TextRecord) else item.path
        self.findings.append(Finding(action, kind, item.page if item else 0, place, text))

    def removed(self, item: Item, kind: str) -> Item | None:
        """Remove an item of a section of thanks; page markers stay, and what stands in the margin has its own kind."""
        if isinstance(item, TextRecord) and item.type == PAGE_MARKER:
            return item
        if isinstance(item, TextRecord) and item.type == "margin":
            return self.blinded(item, listed=False)
        self.note(REMOVED, kind, item, item.text if isinstance(item, TextRecord) else "an image")
        return None

    def blinded(self, item: Item, listed: bool) -> Item | None:
        """Blind one item; None if nothing of it is left."""
        if isinstance(item, Figure):
            return self.blinded_figure(item)
        if item.type in PROTECTED:
            return item
        if kind := self.kind_of_whole(item):
            self.note(REMOVED, kind, item, item.text)
            return None
        if listed and item.type != HEADING and YEAR.search(item.text):  # notes stand there as well
            self.suspect_reference(item)
            return item
        return self.blinded_text(item)

    def kind_of_whole(self, record: TextRecord) -> str:
        """Tell why a whole record goes; empty if it does not."""
        if record.type == "margin":
            return str(record.other.get("margin", "running head"))
        if record.id in self.block:
            return kinds.TITLE_BLOCK
        if record.type != HEADING and len(record.text) < 200 and VENUE_LINE.match(record.text.strip("*_ ")):
            return VENUE
        return ""

    def blinded_text(self, record: TextRecord) -> TextRecord | None:
        """Blind what stands inside a record."""
        text = record.text if self.is_pdf else self.without_comments(record)
        caught: list[Caught] = []
        if record.type not in (HEADING, "table", "code", "equation"):
            text, caught = drop_sentences(text)
        text, pieces = replace_pieces(text, self.name_pattern)
        for one in [*caught, *pieces]:
            self.note(REMOVED, one.kind, record, one.text)
        if not text:
            return None
        self.suspect_text(record, text)
        return replace(record, text=text) if text != record.text else record

    def without_comments(self, record: TextRecord) -> str:
        """Drop the comments of a Markdown file; in a PDF such signs are text."""
        for match in COMMENT.finditer(record.text):
            self.note(REMOVED, kinds.COMMENT, record, match.group())
        return COMMENT.sub("", record.text).strip()

    def blinded_figure(self, figure: Figure) -> Figure:
        """Drop the metadata of an image."""
        data = figure.read()
        bare = strip_metadata(data)
        self.note(LEFT, kinds.PICTURE, figure, figure.path)
        if bare == data:
            return figure
        self.note(REMOVED, kinds.IMAGE_METADATA, figure, f"{len(data) - len(bare):,} bytes")
        return Figure.of(figure.path, figure.page, bare)

    def suspect_text(self, record: TextRecord, text: str) -> None:
        """Report what is left in a text and may tell who wrote it."""
        tests: tuple[tuple[str, re.Pattern[str] | None], ...] = (
            (kinds.SELF_CITATION, SELF),
            (kinds.SURNAME, self.surnames),
            (kinds.INSTITUTION, INSTITUTION),
            (kinds.ADDRESS, ADDRESS),
        )
        for kind, pattern in tests:
            for match in pattern.finditer(text) if pattern else ():
                if kind != kinds.ADDRESS or not HARMLESS.search(match.group()):
                    self.note(LEFT, kind, record, _around(text, match))

    def suspect_reference(self, record: TextRecord) -> None:
        """Report a reference by an author of the title block."""
        if self.surnames and self.surnames.search(record.text):
            self.note(LEFT, kinds.SELF_CITATION, record, record.text)

    def suspect_the_whole(self) -> None:
        """Report what is not known about the title block."""
        notes = self.package.source.get("notes", ())
        if any("title block" in note for note in notes):
            self.note(LEFT, kinds.UNKNOWN_BLOCK, None, "look at the first page")
        elif self.block and not self.names:
            self.note(LEFT, kinds.NO_NAMES, None, "look for the authors' names yourself")


def _thanks(item: Item) -> tuple[str, int]:
    """Tell whether a heading begins a section of thanks or the like: its kind and level, or nothing."""
    if not isinstance(item, TextRecord) or not (level := heading_level(item)):
        return "", 0
    title = item.text.strip("#* ")
    if not ACKNOWLEDGEMENTS.match(title):
        return "", 0
    return (kinds.FUNDING if FUNDING.match(title) else kinds.ACKNOWLEDGEMENT), level


def _around(text: str, match: re.Match[str], width: int = 40) -> str:
    """Show a match with what stands around it."""
    start, end = max(0, match.start() - width), match.end() + width
    return ("…" if start else "") + " ".join(text[start:end].split()) + ("…" if end < len(text) else "")


def is_from_pdf(package: Package) -> bool:
    """Tell whether a package was read from a PDF.

    Parameters
    ----------
    package : Package
        Any package.

    Returns
    -------
    bool
    """
    return str(package.source.get("extractor", "")).startswith("pypdf")


def title_block(package: Package) -> frozenset[str]:
    """Find the records of the title block.

    Parameters
    ----------
    package : Package
        Any package.

    Returns
    -------
    frozenset of str
        Ids of the records of type ``front_matter``; in a Markdown file, those between the title and the next heading,
        but for a long paragraph, which is an abstract, and what begins the file in a block between lines of dashes.
    """
    records = package.records
    marked = {record.id for record in records if record.type == FRONT}
    if is_from_pdf(package):
        return frozenset(marked)
    return frozenset(marked | set(_markdown_block(records)))


def _markdown_block(records: Sequence[TextRecord]) -> list[str]:
    found = []
    titles = 0
    for record in records:
        titles += heading_level(record) == 1
        if heading_level(record) > 1 or titles > 1:
            break
        head_matter = record is records[0] and record.text.startswith("---\n")
        short = len(record.text) <= LONGEST_LINE_OF_BLOCK or AFFILIATION.search(record.text)
        if head_matter or (titles and not heading_level(record) and record.type not in PROTECTED and short):
            found.append(record.id)
    return found
