"""From lines to records: headings, captions, lists, references, rows of tables and paragraphs, words mended."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.headings import REFERENCES, is_known
from peerassay.manuscripts.package import CAPTION, HEADING
from peerassay.manuscripts.pdf.front import FRONT, RUN_IN_ABSTRACT, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.manuscripts.pdf.lines import Line

PARAGRAPH, TABLE, LIST, REFERENCE, MARGIN = "paragraph", "table", "list", "reference", "margin"
_CAPTION: Final = re.compile(r"^(?:Figure|Fig\.|Table|Algorithm)\s+[A-Z]?\d{1,3}\s*[.:|—–]", re.IGNORECASE)
_BULLET: Final = re.compile(r"^(?:[•◦▪‣·∙]|\(\w{1,3}\)|[-–—]\s)\s*\S")
_ENTRY: Final = re.compile(r"^(?:\[\w{1,8}\+?\]|\d{1,3}\.)\s+\S")
_NUMBERED: Final = re.compile(
    r"^(?P<number>(?:\d{1,2}|[A-Z]|[IVX]{1,4})(?:\.\d{1,2}){0,3})\.?\s+(?P<title>[^\W\d_a-z].{1,90})$"
)
_LONGEST_NAME: Final = 60
"""Letters of a heading at most that is known by its name alone."""
_NO_HEADING: Final = re.compile(r"^.{101}|[,;]$|\. \. \.|^[\W\d_]*$")
_STOPS: Final = ".!?:"
_DIGIT: Final = re.compile(r"\d")
_CELL: Final = re.compile(r"^[-+−]?[\d.,]+(?:\s?[%±×].*)?$")
_MARGINS_OF_LINE: Final = 1.35
"""Between two lines of a paragraph there is at most this many times the usual distance."""


@dataclass(slots=True)
class Block:
    """Lines that belong together."""

    kind: str
    page: int
    lines: list[Line] = field(default_factory=list)
    level: int = 0

    @property
    def last(self) -> Line:
        """Its last line."""
        return self.lines[-1]


@dataclass
class Setting:
    """What the pages have in common: size of the text, distance of its lines, left edges of its columns."""

    body: float
    leading: float
    edges: dict[int, list[float]]
    largest: float

    @classmethod
    def of(cls, lines: Sequence[Line], body: float) -> Setting:
        """Measure the running text.

        Parameters
        ----------
        lines : sequence of Line
            Of all pages, in order.
        body : float
            Size of the running text.

        Returns
        -------
        Setting
        """
        steps = [
            one.y - two.y
            for one, two in pairwise(lines)
            if one.page == two.page and abs(one.size - body) < 1 and body * 0.8 < one.y - two.y < body * 3
        ]
        edges: dict[int, list[float]] = {}
        for line in lines:
            if abs(line.size - body) < 1 and len(line.text) > 20:
                edges.setdefault(line.page, []).append(line.x)
        columns = {page: _columns(found) for page, found in edges.items()}
        return cls(body, median(steps) if steps else 1.2 * body, columns, max((line.size for line in lines), default=0))

    def indent(self, line: Line) -> float:
        """Give how far a line begins to the right of its column's edge, in points."""
        edges = [edge for edge in self.edges.get(line.page, []) if edge <= line.x + 2]
        return line.x - max(edges) if edges else 0.0


def _columns(places: list[float]) -> list[float]:
    """Find the left edges: places at which a fifth of the long lines begin and none does shortly before."""
    rounded = sorted(round(place) for place in places)
    common = [place for place in dict.fromkeys(rounded) if rounded.count(place) >= max(2, 0.15 * len(rounded))]
    return [float(place) for n, place in enumerate(common) if n == 0 or place - common[n - 1] > 60] or [min(places)]


def split_blocks(lines: Sequence[Line], body: float) -> list[Block]:
    """Group the lines of a manuscript.

    Parameters
    ----------
    lines : sequence of Line
        Of all pages, in order, margins and title block marked.
    body : float
        Size of the running text.

    Returns
    -------
    list of Block
        In order; each on one page, so that page markers fit between.
    """
    setting = Setting.of([line for line in lines if not line.kind], body)
    blocks: list[Block] = []
    listed = False  # whether the list of references has begun
    for line in lines:
        for part in _parts(line):
            level = _level(part, setting, listed)
            open_block = _open_block(blocks)
            if part.kind and part.kind not in (TITLE, FRONT):
                blocks.append(Block(MARGIN, part.page, [part]))
            elif open_block and _continues(open_block, part, level, setting, listed):
                open_block.lines.append(part)
            else:
                blocks.append(Block(_kind(part, level, listed), part.page, [part], level))
            listed = bool(REFERENCES.match(part.text)) if level else listed
    return [_settled(block) for block in blocks]


def _parts(line: Line) -> list[Line]:
    """Split a line that begins with the word abstract and goes on."""
    match = None if line.kind else RUN_IN_ABSTRACT.match(line.text)
    if not match:
        return [line]
    head = type(line)(line.page, "Abstract", line.x, line.y, line.size, bold=True)
    line.text = line.text[match.end() :]
    return [head, line]


def _open_block(blocks: Sequence[Block]) -> Block | None:
    """Give the block that a line may continue; what stands in the margin does not close it."""
    return next((block for block in reversed(blocks[-4:]) if block.kind != MARGIN), None)


def _level(line: Line, setting: Setting, listed: bool) -> int:
    """Tell whether a line is a heading, and of which level: 2 for sections, 3 and more for what is inside them."""
    text = line.text
    strong = line.bold or line.size >= 1.08 * setting.body or (text.isupper() and len(text) > 6)
    if line.kind or (len(text) > _LONGEST_NAME and not strong) or _NO_HEADING.search(text):
        return 0
    alone = not text[0].islower() and text[-1] != "."
    if is_known(text) and (strong or (alone and setting.indent(line) < 1)):
        return 2 + _dots(text)
    if text[-1] == "." or not strong:
        return 0
    match = _NUMBERED.match(text)
    if match and (match["number"][0].isdigit() or listed or line.size > setting.body):
        return 2 + match["number"].count(".")
    if line.size >= 1.15 * setting.body:
        return 2 if line.size >= 0.97 * setting.largest else 3
    return 0


def _dots(text: str) -> int:
    match = _NUMBERED.match(text)
    return match["number"].count(".") if match else 0


def _kind(line: Line, level: int, listed: bool) -> str:
    if line.kind:
        return line.kind
    if level:
        return HEADING
    if _CAPTION.match(line.text):
        return CAPTION
    if listed:
        return REFERENCE
    return LIST if _BULLET.match(line.text) else PARAGRAPH


def _continues(block: Block, line: Line, level: int, setting: Setting, listed: bool) -> bool:
    last = block.last
    if line.kind or block.kind in (TITLE, FRONT):
        return block.kind == line.kind and last.page == line.page
    if last.page != line.page:
        return False
    if level or block.level:
        return bool(level and block.level and _same_heading(last, line))
    if _CAPTION.match(line.text) or _BULLET.match(line.text) or abs(last.size - line.size) > 0.08 * setting.body:
        return False
    if listed:
        return not _begins_entry(block, line, setting)
    if line.y > last.y + line.size or last.y - line.y > 25 * setting.leading:  # the next column
        return last.text[-1] not in _STOPS and block.kind != CAPTION
    if last.y - line.y > _MARGINS_OF_LINE * setting.leading * max(1.0, line.size / setting.body):
        return False
    indented = setting.indent(line) > 0.7 * line.size and setting.indent(last) < 0.3 * line.size
    return not (indented and last.text[-1] in _STOPS and block.kind == PARAGRAPH)


def _same_heading(last: Line, line: Line) -> bool:
    """Tell whether a heading goes on in the next line."""
    near = 0 < last.y - line.y < 1.6 * line.size and abs(last.size - line.size) < 0.3
    return near and not is_known(line.text) and not is_known(last.text) and not _NUMBERED.match(line.text)


def _begins_entry(block: Block, line: Line, setting: Setting) -> bool:
    """Tell whether a line begins an entry of the references: by its number, or by its edge where entries hang."""
    if _ENTRY.match(line.text) or block.last.y - line.y > 2.5 * setting.leading:
        return True
    if _ENTRY.match(block.lines[0].text):
        return False
    step = block.last.y - line.y
    hanging = setting.indent(line) < 1 and (len(block.lines) > 1 or setting.indent(block.last) < 1)
    return hanging and (setting.indent(block.last) > 3 or step > 1.2 * setting.leading or block.last.text.endswith("."))


def _settled(block: Block) -> Block:
    """Make rows of figures a table."""
    if block.kind == PARAGRAPH and len(block.lines) >= 2 and _has_figures(block):
        rows = sum(map(_is_row, block.lines))
        block.kind = TABLE if rows >= 0.6 * len(block.lines) else PARAGRAPH
    return block


def _has_figures(block: Block) -> bool:
    """Tell whether a block has more figures than sentences have; spares a closer look at most of them."""
    text = "".join(line.text for line in block.lines)
    return len(_DIGIT.findall(text)) >= 0.08 * len(text)


def _is_row(line: Line) -> bool:
    cells = line.text.split()
    return len(cells) > 1 and sum(bool(_CELL.match(cell)) for cell in cells) >= 0.4 * len(cells)
