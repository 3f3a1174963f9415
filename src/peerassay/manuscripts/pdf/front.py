"""The title block of a PDF: where the title is, and which lines between it and the abstract name people and places."""

from __future__ import annotations

import re
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.headings import ABSTRACT, INTRODUCTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.manuscripts.pdf.lines import Line

TITLE, FRONT, FOOTNOTE = "title", "front_matter", "footnote"
RUN_IN_ABSTRACT: Final = re.compile(r"^abstract\s*[—–:.-]+\s*(?=\S)", re.IGNORECASE)
AFFILIATION: Final = re.compile(
    r"\b(?:universit\w*|institut\w*|department|dept\.|college|laborator\w+|school of|faculty|academy|polytechnic"
    r"|corresponding author|correspondence to|equal(?:ly)? contribut\w*|work (?:was )?done (?:while|during|at)"
    r"|internship|now (?:at|with)|cent(?:re|er) for|hospital|inc\.|gmbh|ltd)(?!\w)|@",
    re.IGNORECASE,
)
_LARGER: Final = 1.12


def mark_front(lines: Sequence[Line], body: float) -> bool:
    """Mark title, title block and footnotes of affiliation on the first page.

    Parameters
    ----------
    lines : sequence of Line
        Of the first page, in order; their `kind` is set.
    body : float
        Size of the running text.

    Returns
    -------
    bool
        False if neither an abstract nor an introduction says where the block ends: then nothing but the title and
        footnotes that name an affiliation is marked.
    """
    text = [line for line in lines if not line.kind]
    end, has_abstract = _first_of_text(text)
    if end is not None and not has_abstract:
        end = _first_of_prose(text, end)
    head = text[: end if end is not None else len(text)]
    title = _title(head, body)
    for line in title:
        line.kind = TITLE
    if end is not None:
        for line in head:
            line.kind = line.kind or FRONT
    _mark_footnotes(text[end or len(title) :], body)
    return end is not None


def _first_of_text(lines: Sequence[Line]) -> tuple[int | None, bool]:
    """Find the line that begins the abstract; without one, that of the introduction."""
    for test, is_abstract in ((_begins_abstract, True), (INTRODUCTION.match, False)):
        for place, line in enumerate(lines):
            if test(line.text):
                return place, is_abstract
    return None, False


def _first_of_prose(lines: Sequence[Line], end: int) -> int:
    """Find where an abstract without a heading begins: at the first of two lines that read as those of the text."""
    usual = median([len(line.text) for line in lines[end + 1 :]] or [0])
    prose = [len(line.text) > 0.4 * usual and _is_prose(line.text) for line in lines[:end]]
    return next((place for place in range(end - 1) if all(prose[place : place + 2])), end)


def _is_prose(text: str) -> bool:
    """Tell whether most words are in small letters, which they are not in names and affiliations."""
    words = text.split()
    small = sum(word[0].islower() for word in words)
    return not AFFILIATION.search(text) and len(words) > 3 and small >= 0.6 * len(words)


def _begins_abstract(text: str) -> bool:
    return bool(ABSTRACT.match(text) or RUN_IN_ABSTRACT.match(text))


def _title(head: Sequence[Line], body: float) -> list[Line]:
    """Take the first lines in the largest type; where none is larger than the text, the first line in bold."""
    largest = max((line.size for line in head), default=0.0)
    if largest >= _LARGER * body:
        runs = groupby(head, key=lambda line: line.size > 0.97 * largest)
        return next(list(run) for is_large, run in runs if is_large)[:4]
    bold = next((line for line in head[:4] if line.bold), None)
    return [bold] if bold else []


def _mark_footnotes(lines: Sequence[Line], body: float) -> None:
    """Mark runs of small lines; those that name an affiliation belong to the title block."""
    for small, run in groupby(lines, key=lambda line: line.size < 0.95 * body):
        note = list(run)
        if small and AFFILIATION.search(" ".join(line.text for line in note)):
            for line in note:
                line.kind = FRONT
