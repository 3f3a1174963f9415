"""Lines of a page with their place and size, in the order in which the file draws them.

pypdf hands out text in the order of the content stream: in a file by LaTeX that is column after column, and what floats
stands where it was put. Nothing is sorted again; where a file draws its columns in turns, `drawn_in_turns` says so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pypdf import PageObject

    from peerassay.manuscripts.pdf.opening import Deadline

GLYPH_WIDTH: Final = 0.48  # of the size of the type, for a rough guess at where a line ends
SAME_LINE: Final = 0.6  # of the size: a superscript stays on its line, the next line does not
_TURNS: Final = 12
_CELL: Final = 25  # letters


class Span(NamedTuple):
    """Text drawn at one place in one font.

    Attributes
    ----------
    text : str
        May end in a line break.
    x, y, size : float
        In points, from the lower left corner.
    font : str
        Name of the font, empty if unknown.
    level : bool
        Whether it runs from left to right, not turned.
    """

    text: str
    x: float
    y: float
    size: float
    font: str
    level: bool


@dataclass(slots=True)
class Line:
    """A line of a page.

    Attributes
    ----------
    page : int
        Page, from 1.
    text : str
        Without white space at its ends.
    x, y, size : float
        Where it begins, and the size of most of its letters, in points.
    bold : bool
        Whether most letters are in a bold font.
    level : bool
        Whether it runs from left to right, not turned.
    kind : str
        What it was found to be; empty for running text.
    """

    page: int
    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    level: bool = True
    kind: str = ""

    @property
    def right(self) -> float:
        """Where the line ends, guessed from its number of letters."""
        return self.x + GLYPH_WIDTH * self.size * len(self.text)


@dataclass(slots=True)
class Sheet:
    """A page: its size in points, its lines, and where its images are drawn (name, height above the foot)."""

    number: int
    width: float
    height: float
    spans: list[Span] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    drawn: dict[str, float] = field(default_factory=dict)


def read_sheet(page: PageObject, number: int, deadline: Deadline, *, images: bool) -> Sheet:
    """Read what a page draws.

    Parameters
    ----------
    page : pypdf.PageObject
        The page.
    number : int
        Its number, from 1.
    deadline : Deadline
        Checked with every span.
    images : bool
        Whether the places of images are wanted, which takes longer.

    Returns
    -------
    Sheet
        Spans and places of images; `join_spans` makes lines of the spans.
    """
    box = page.mediabox
    sheet = Sheet(number, float(box.width), float(box.height))
    left, bottom = float(box.left), float(box.bottom)

    def take_text(text: str, outer: Any, inner: Any, font: Any, size: float) -> None:
        deadline.check()
        if text:
            sheet.spans.append(_span(text, outer, inner, font, size, left, bottom))

    def take_operator(operator: bytes, operands: Any, outer: Any, _: Any) -> None:
        if operator == b"Do" and operands:
            sheet.drawn.setdefault(str(operands[0]), float(outer[5]) - bottom)

    if images:
        page.extract_text(visitor_text=take_text, visitor_operand_before=take_operator)
    else:
        page.extract_text(visitor_text=take_text)
    return sheet


def _span(text: str, outer: Any, inner: Any, font: Any, size: float, left: float, bottom: float) -> Span:
    a, b = inner[0] * outer[0] + inner[1] * outer[2], inner[0] * outer[1] + inner[1] * outer[3]
    c, d = inner[2] * outer[0] + inner[3] * outer[2], inner[2] * outer[1] + inner[3] * outer[3]
    x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4] - left
    y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5] - bottom
    scale = math.sqrt(abs(a * d - b * c)) or 1.0
    name = str(font.get("/BaseFont", "")) if font else ""
    return Span(text, x, y, abs(size) * scale, name, abs(b) <= 0.05 * scale and a > 0)


def join_spans(sheet: Sheet, spans: Iterable[Span]) -> list[Line]:
    """Make lines of spans.

    Parameters
    ----------
    sheet : Sheet
        The page.
    spans : iterable of Span
        Those that belong to the text, in order.

    Returns
    -------
    list of Line
        A line ends where pypdf ends it, or where the next span stands clearly higher or lower.
    """
    lines: list[Line] = []
    row: list[Span] = []
    for span in spans:
        for position, piece in enumerate(span.text.split("\n")):
            if position and row:
                lines.append(_line(sheet.number, row))
                row = []
            if not piece.strip():
                if row and piece:
                    row[-1] = row[-1]._replace(text=row[-1].text + piece)
                continue
            part = span._replace(text=piece, y=span.y - 1.2 * span.size * position)
            if row and _apart(row[0], part):
                lines.append(_line(sheet.number, row))
                row = []
            row.append(part)
    if row:
        lines.append(_line(sheet.number, row))
    return _rows(lines)


def _apart(first: Span, other: Span) -> bool:
    return first.level != other.level or abs(first.y - other.y) > SAME_LINE * max(first.size, other.size)


def _line(page: int, row: list[Span]) -> Line:
    main = max(row, key=lambda span: len(span.text.strip()))
    bold = sum(len(span.text) for span in row if _is_bold(span.font))
    text = row[0].text
    for before, after in pairwise(row):
        text += after.text.lstrip() if _small_capitals(before, after) else after.text
    text = " ".join(text.split())
    return Line(page, text, row[0].x, main.y, main.size, bold > len(text) / 2, row[0].level)


def _is_bold(font: str) -> bool:
    name = font.lower()
    return any(mark in name for mark in ("bold", "cmbx", "-medi", "black", "heavy", "demi"))


def _small_capitals(before: Span, after: Span) -> bool:
    """Tell whether a large first letter is followed by the rest of its word in smaller capitals."""
    start, rest = before.text.rstrip(), after.text.lstrip()
    smaller = 0.65 * before.size < after.size < 0.92 * before.size
    return smaller and start[-1:].isupper() and (len(start) < 2 or not start[-2].isalpha()) and rest[:2].isupper()


def _rows(lines: list[Line]) -> list[Line]:
    """Join what stands side by side on one height: cells of a table, names beside each other."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last and _side_by_side(last, line):
            last.text += f"  {line.text}"
            last.bold = last.bold and line.bold
        else:
            joined.append(line)
    return joined


def _side_by_side(last: Line, line: Line) -> bool:
    """Two long lines are columns of a page; anything shorter belongs to one row."""
    level = last.level and line.level and abs(last.y - line.y) < 0.2 * line.size
    return level and line.x > last.x and min(len(last.text), len(line.text)) <= _CELL


def body_size(lines: Iterable[Line]) -> float:
    """Give the size in which most letters are set, to half a point.

    Parameters
    ----------
    lines : iterable of Line
        Of all pages.

    Returns
    -------
    float
        0 if there is no line.
    """
    letters: dict[float, int] = {}
    for line in lines:
        size = round(2 * line.size) / 2
        letters[size] = letters.get(size, 0) + len(line.text)
    return max(letters, key=lambda size: (letters[size], size), default=0.0)


def drawn_in_turns(sheet: Sheet) -> bool:
    """Tell whether a page draws two columns line by line in turns, so that its text is mixed up.

    Parameters
    ----------
    sheet : Sheet
        A page with lines.

    Returns
    -------
    bool
        True if long lines jump between the left and the right half more than a dozen times.
    """
    long = [line for line in sheet.lines if line.level and not line.kind and len(line.text) > 20]
    if len(long) < 2 * _TURNS or median(line.right - line.x for line in long) > 0.55 * sheet.width:
        return False
    halves = [line.x > 0.45 * sheet.width for line in long]
    return sum(one != other for one, other in pairwise(halves)) > _TURNS
