"""Sets small papers as PDF files, in one or two columns, as LaTeX would: text, then notes, then what is around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from typing import Literal

from pyphen import Pyphen
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter
TOP, BOTTOM, LEFT, RIGHT, GUTTER = 730.0, 80.0, 90.0, 522.0, 18.0
SIZE, LEADING, PER_COLUMN = 10.0, 12.0, 54
ROMAN, BOLD, ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
HYPHENATION = Pyphen(lang="en_US")
Numbering = Literal["", "left", "both", "inside"]


@dataclass
class Piece:
    """A piece of a paper: running text unless `style` says otherwise."""

    text: str
    style: Literal["text", "title", "centre", "heading", "note", "row", "reference", "image"] = "text"
    image: bytes = b""


@dataclass
class Look:
    """What a paper looks like."""

    columns: int = 1
    numbers: Numbering = ""
    head: str = ""  # above every page
    odd_head: str = ""  # above every page but the first
    foot: str = ""  # below the first page
    stamp: str = ""  # along the left edge of the first page
    watermark: str = ""  # across every page
    page_numbers: bool = True
    hyphens: bool = True
    metadata: dict[str, str] = field(default_factory=dict)


class Typesetter:
    """Draws pieces one after the other."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.buffer = BytesIO()
        self.canvas = Canvas(self.buffer, pagesize=letter, invariant=1)
        self.page, self.column, self.y, self.start = 1, 0, TOP, TOP
        self.number, self.baselines = 0, list[float]()
        self.notes: list[str] = []
        for name, value in look.metadata.items():
            getattr(self.canvas, f"set{name}")(value)
        self.begin_page()

    def set(self, pieces: list[Piece]) -> bytes:
        for piece in pieces:
            getattr(self, f"set_{piece.style}")(piece)
        self.end_page()
        self.canvas.save()
        return self.buffer.getvalue()

    @property
    def width(self) -> float:
        whole = RIGHT - LEFT
        return whole if self.look.columns == 1 else (whole - GUTTER) / 2

    @property
    def x(self) -> float:
        return LEFT + self.column * (self.width + GUTTER)

    def set_title(self, piece: Piece) -> None:
        for line in wrap(piece.text, BOLD, 17, RIGHT - LEFT, hyphens=False):
            self.centred(line, BOLD, 17, 21)

    def set_centre(self, piece: Piece) -> None:
        self.centred(piece.text, ROMAN, SIZE, LEADING)

    def centred(self, text: str, font: str, size: float, leading: float) -> None:
        """Above the columns; texts divided by a bar stand side by side."""
        parts = text.split(" | ")
        for place, part in enumerate(parts):
            self.canvas.setFont(font, size)
            middle = LEFT + (RIGHT - LEFT) * (2 * place + 1) / (2 * len(parts))
            self.canvas.drawCentredString(middle, self.y, part)
        self.y -= leading
        self.start = self.y

    def set_heading(self, piece: Piece) -> None:
        self.y -= 6
        self.paragraph([piece.text], BOLD, 12)
        self.y -= 3

    def set_text(self, piece: Piece) -> None:
        self.paragraph(wrap(piece.text, ROMAN, SIZE, self.width, self.look.hyphens), ROMAN, SIZE)
        self.y -= 7

    def set_row(self, piece: Piece) -> None:
        self.room(1)
        for place, cell in enumerate(piece.text.split("|")):
            self.canvas.setFont(ROMAN, 9)
            self.canvas.drawString(self.x + place * self.width / 4, self.y, cell.strip())
        self.step()

    def set_reference(self, piece: Piece) -> None:
        self.paragraph(wrap(piece.text, ROMAN, 9, self.width, self.look.hyphens), ROMAN, 9)
        self.y -= 3

    def set_note(self, piece: Piece) -> None:
        """Kept for the foot of the column."""
        self.notes += wrap(piece.text, ROMAN, 8, self.width, hyphens=False)

    def set_image(self, piece: Piece) -> None:
        self.room(8)
        self.y -= 80
        self.canvas.drawImage(ImageReader(BytesIO(piece.image)), self.x, self.y, 100, 80)
        self.y -= LEADING

    def paragraph(self, lines: list[str], font: str, size: float) -> None:
        rest = lines
        while rest:
            self.room(1)
            fits = max(1, int((self.y - self.foot) / LEADING))
            now, rest = rest[:fits], rest[fits:]
            if self.look.numbers == "inside":
                now = [f"{self.number + place:03d} {line}" for place, line in enumerate(now, 1)]
            drawing = self.canvas.beginText(self.x, self.y)
            drawing.setFont(font, size, LEADING)
            for line in now:
                drawing.textLine(line)
                self.step()
            self.canvas.drawText(drawing)

    @property
    def foot(self) -> float:
        return BOTTOM + (10 * len(self.notes) + 6 if self.notes else 0)

    def step(self) -> None:
        self.number += 1
        self.baselines.append(self.y)
        self.y -= LEADING

    def room(self, lines: int) -> None:
        if self.y - lines * LEADING < self.foot:
            self.end_column()
            if self.column + 1 < self.look.columns:
                self.column, self.y = self.column + 1, self.start
            else:
                self.end_page()
                self.canvas.showPage()
                self.page, self.column, self.y, self.start = self.page + 1, 0, TOP, TOP
                self.begin_page()

    def end_column(self) -> None:
        y = BOTTOM + 10 * (len(self.notes) - 1)
        for note in self.notes:
            self.canvas.setFont(ROMAN, 8)
            self.canvas.drawString(self.x, y, note)
            y -= 10
        self.notes = []

    def begin_page(self) -> None:
        self.canvas.setFont(ROMAN, 9)
        if self.look.head:
            self.canvas.drawString(LEFT, 762, self.look.head)
        if self.look.odd_head and self.page > 1:
            self.canvas.drawCentredString(WIDTH / 2, 762, self.look.odd_head)

    def end_page(self) -> None:
        self.end_column()
        self.draw_numbers()
        look, canvas = self.look, self.canvas
        canvas.setFont(ROMAN, 9)
        if look.foot and self.page == 1:
            canvas.drawString(LEFT, 62, look.foot)
        if look.page_numbers:
            canvas.drawCentredString(WIDTH / 2, 40, str(self.page))
        if look.stamp and self.page == 1:
            self.turned(look.stamp, 30, 250, 90, 18)
        if look.watermark:
            self.turned(look.watermark, 150, 250, 45, 60)

    def turned(self, text: str, x: float, y: float, angle: float, size: float) -> None:
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(angle)
        self.canvas.setFont(ROMAN, size)
        self.canvas.drawString(0, 0, text)
        self.canvas.restoreState()

    def draw_numbers(self) -> None:
        sides = {"left": [LEFT - 40], "both": [LEFT - 40, RIGHT + 30]}.get(self.look.numbers, [])
        for side in sides:
            for place in range(PER_COLUMN):
                self.canvas.setFont(ROMAN, 7)
                self.canvas.drawString(side, TOP - LEADING * place, f"{(self.page - 1) * PER_COLUMN + place:03d}")
        self.baselines = []


def wrap(text: str, font: str, size: float, width: float, hyphens: bool) -> list[str]:
    """Break a text into lines, with hyphens where a syllable still fits."""
    lines: list[str] = []
    line = ""
    words = text.split()
    while words:
        word = words.pop(0)
        longer = f"{line} {word}".strip()
        if stringWidth(longer, font, size) <= width or not line:
            line = longer
            continue
        head, tail = split_word(f"{line} ", word, font, size, width) if hyphens else ("", word)
        lines.append(f"{line} {head}".rstrip())
        line = ""
        words.insert(0, tail)
    return [*lines, line] if line else lines


def split_word(line: str, word: str, font: str, size: float, width: float) -> tuple[str, str]:
    if not word.isalpha() or len(word) < 7:
        return "", word
    for head, tail in HYPHENATION.iterate(word):
        if min(len(head), len(tail)) > 2 and stringWidth(f"{line}{head}-", font, size) <= width:
            return f"{head}-", tail
    return "", word
