"""A PDF becomes a package: text of every page, margins marked, blocks made, images put where they are drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from peerassay.manuscripts.markdown import page_text
from peerassay.manuscripts.package import HEADING, PAGE_MARKER, Figure, Item, Package, TextRecord
from peerassay.manuscripts.pdf.blocks import MARGIN, TABLE, Block, split_blocks
from peerassay.manuscripts.pdf.front import FRONT, TITLE, mark_front
from peerassay.manuscripts.pdf.lines import Line, body_size, drawn_in_turns, join_spans, read_sheet
from peerassay.manuscripts.pdf.margins import LINE_NUMBERS, mark_margins, strip_line_numbers, take_line_numbers
from peerassay.manuscripts.pdf.opening import (
    EXTRACTOR,
    MOST_PAGES,
    MOST_SECONDS,
    Deadline,
    UnreadableError,
    open_pdf,
)
from peerassay.manuscripts.pdf.pictures import Gallery, image_objects
from peerassay.manuscripts.words import LIGATURES, Mender, mend_pages
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypdf import PdfReader

    from peerassay.manuscripts.pdf.lines import Sheet

FEWEST_LETTERS: Final = 100
"""A file with fewer letters is taken for scanned."""
_UNREADABLE: Final = re.compile(r"[\ufffd\ue000-\uf8ff]")
_UNREADABLE_SHARE: Final = 0.2
_METADATA: Final = ("/Author", "/Title", "/Subject", "/Keywords", "/Company")
_EMPTY_WORDS: Final = {"", "anonymous", "untitled", "unspecified", "none", "unknown"}


def read_pdf(
    path: str | Path,
    *,
    name: str = "",
    version: str = "original",
    most_pages: int = MOST_PAGES,
    most_seconds: float = MOST_SECONDS,
) -> Package:
    """Read a manuscript from a PDF.

    Parameters
    ----------
    path : str or pathlib.Path
        The file.
    name : str
        Name of the paper; the file's name without its ending if not given.
    version : str
        Name of the version.
    most_pages : int
        Pages at most.
    most_seconds : float
        Time that reading may take.

    Returns
    -------
    Package
        Records ``r0001`` and so on: the title as heading of the first level, ``front_matter`` (title block and
        footnotes of affiliation), headings, paragraphs, captions, lists, rows of tables, references, a
        ``page_marker`` at the start of every page, and ``margin`` for what stands around the text (field `margin`
        says what it is). Figures are the images of the file, each before the first record below it. `source` names
        the extractor with its version, the file's digest, its metadata, and notes on anything peculiar.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    UnreadableError
        If no manuscript can be made of it; the message says why.

    Notes
    -----
    Text comes in the order in which the file draws it, which is what pypdf gives: in a file by LaTeX, column after
    column. A file that draws two columns line by line in turns is read as it is drawn, and a note says so. Formulas
    come as their letters, figures drawn from lines not at all; their captions stay.
    """
    file = Path(path)
    deadline = Deadline(file.name, most_seconds)
    with open_pdf(file, most_pages) as (reader, warnings):
        sheets, figures, gallery = _read_pages(reader, file.name, deadline)
        metadata = _metadata(reader)
    _check_text(file.name, sheets)
    lines, notes = _arranged(sheets)
    items = mend_pages(list(_items(split_blocks(lines, body_size(lines)), sheets, figures)))
    notes += [f"{count} image(s) {reason} left out" for reason, count in gallery.left_out.items()]
    notes += [f"pypdf: {warnings[0]}" + (f" and {len(warnings) - 1} more" if warnings[1:] else "")] if warnings else []
    source = {"file": file.name, "sha256": digest_bytes(file.read_bytes()), "extractor": EXTRACTOR}
    return Package(name or file.stem, items, version, source | {"metadata": metadata, "notes": notes})


def _read_pages(
    reader: PdfReader, file: str, deadline: Deadline
) -> tuple[list[Sheet], dict[int, dict[str, Figure]], Gallery]:
    gallery = Gallery(file, deadline)
    objects = [image_objects(page) for page in reader.pages]
    for found in objects:
        gallery.count(found)
    sheets: list[Sheet] = []
    last: int | None = None  # line number of the page before
    figures: dict[int, dict[str, Figure]] = {}
    for number, (page, found) in enumerate(zip(reader.pages, objects, strict=True), 1):
        deadline.check()
        sheet = read_sheet(page, number, deadline, images=bool(found))
        spans, numbers = take_line_numbers(sheet)
        sheet.lines = join_spans(sheet, spans)
        numbers = numbers or strip_line_numbers(sheet.lines, last)
        last = numbers[-1] if numbers else None
        if numbers:
            words = f"{min(numbers)} to {max(numbers)}"
            sheet.lines.insert(0, Line(number, words, 0, sheet.height, 1, kind=LINE_NUMBERS))
        sheet.spans = []
        if found:
            figures[number] = gallery.take(page, number, found)
        sheets.append(sheet)
    return sheets, figures, gallery


def _metadata(reader: PdfReader) -> dict[str, str]:
    found: Any = reader.metadata or {}
    values = {key.strip("/"): str(found.get(key) or "").strip() for key in _METADATA}
    return {key: value for key, value in values.items() if value.lower() not in _EMPTY_WORDS}


def _check_text(file: str, sheets: list[Sheet]) -> None:
    text = "".join(line.text for sheet in sheets for line in sheet.lines if line.kind != LINE_NUMBERS)
    letters = sum(character.isalpha() for character in text[:10_000])
    if letters < FEWEST_LETTERS:
        raise UnreadableError(
            file,
            f"has {letters} letters of text on {len(sheets)} page(s): scanned, or drawn as pictures",
        )
    strange = len(_UNREADABLE.findall(text))
    if strange > _UNREADABLE_SHARE * len(text):
        raise UnreadableError(file, "does not say which letters its fonts draw, so that its text cannot be read")


def _arranged(sheets: list[Sheet]) -> tuple[list[Line], list[str]]:
    mark_margins(sheets)
    lines = [line for sheet in sheets for line in sheet.lines]
    notes = []
    if not mark_front(sheets[0].lines, body_size(line for line in lines if not line.kind)):
        notes.append("neither an abstract nor an introduction on the first page: where the title block ends is unknown")
    if turns := [sheet.number for sheet in sheets if drawn_in_turns(sheet)]:
        pages = ", ".join(map(str, turns[:10]))
        notes.append(f"columns are drawn line by line in turns on page(s) {pages}: their text is mixed up")
    return lines, notes


def _items(blocks: list[Block], sheets: list[Sheet], figures: dict[int, dict[str, Figure]]) -> Iterator[Item]:
    mender = Mender([line.text for block in blocks for line in block.lines])
    heights = {sheet.number: sheet.drawn for sheet in sheets}
    number = 0
    for page in range(1, len(sheets) + 1):
        number += 1
        yield TextRecord(f"r{number:04d}", page, PAGE_MARKER, page_text(page))
        waiting = dict(figures.get(page, {}))
        for block in (block for block in blocks if block.page == page):
            above = [name for name in waiting if _is_above(heights[page].get(name), block)]
            for name in above:
                yield waiting.pop(name)
            number += 1
            yield _record(f"r{number:04d}", block, mender)
        yield from waiting.values()


def _is_above(height: float | None, block: Block) -> bool:
    """Tell whether an image is drawn right above a block's first line, so that it comes before it."""
    return height is not None and block.kind == "caption" and height >= block.lines[0].y - block.lines[0].size


def _record(name: str, block: Block, mender: Mender) -> TextRecord:
    texts = [line.text for line in block.lines]
    if block.kind == MARGIN:
        return TextRecord(name, block.page, MARGIN, texts[0].translate(LIGATURES), {MARGIN: block.lines[0].kind})
    if block.kind in (TABLE, FRONT):
        return TextRecord(name, block.page, block.kind, "\n".join(texts).translate(LIGATURES))
    text = mender.join(texts)
    if block.kind == TITLE:
        return TextRecord(name, block.page, HEADING, f"# {text}")
    return TextRecord(name, block.page, block.kind, "#" * block.level + f" {text}" if block.level else text)
