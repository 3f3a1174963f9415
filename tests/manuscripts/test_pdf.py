"""PDF files become packages: what stands in them comes in order, and what cannot be read says why."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from peerassay.manuscripts import EXTRACTOR, PackageError, UnreadableError, read_pdf, write_package
from peerassay.manuscripts.pdf import opening
from peerassay.manuscripts.words import Mender, mend_pages

from .typesetting import Look, Piece, Typesetter

SENTENCE = "The second sentence of this paragraph is long enough to be broken over several lines of the page. "
PAPER = [
    Piece("A Study of Nothing", "title"),
    Piece("Abstract", "heading"),
    Piece("We study nothing and find little. " * 5),
    Piece("1 Introduction", "heading"),
    Piece(f"First paragraph. {SENTENCE * 12}"),
    Piece(f"Other paragraph. {SENTENCE * 12}"),
    Piece("1.1 Terms", "heading"),
    Piece(SENTENCE * 4),
    Piece("Figure 1. A picture of nothing, which goes on."),
    Piece("2 Results", "heading"),
    *(Piece(f"{row}0 | 0.{row}1 | 0.{row}2 | 0.{row}3", "row") for row in range(1, 5)),
    Piece(f"Last paragraph. {SENTENCE * 12}"),
    Piece("References", "heading"),
    Piece(
        "[1] A. Someone. A first work with a title that is long enough to need two lines, or more. 2019.", "reference"
    ),
    Piece("[2] B. Else. Another work. 2020.", "reference"),
]


def save(folder: Path, data: bytes, name: str = "paper.pdf") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def drawn(pages: int = 1, text: str = "", font: str = "Times-Roman") -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for _ in range(pages):
        canvas.setFont(font, 10)
        for place in range(0, len(text), 80):
            canvas.drawString(72, 700 - place / 80 * 12, text[place : place + 80])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@pytest.mark.parametrize("columns", [1, 2])
def test_headings_paragraphs_captions_tables_and_references_come_in_order(tmp_path: Path, columns: int) -> None:
    package = read_pdf(save(tmp_path, Typesetter(Look(columns=columns)).set(PAPER)))
    records = [record for record in package.records if record.type not in ("page_marker", "margin")]
    headings = [record.text for record in records if record.type == "heading"]
    assert headings == [
        "# A Study of Nothing", "## Abstract", "## 1 Introduction", "### 1.1 Terms", "## 2 Results", "## References",
    ]  # fmt: skip
    kinds = [record.type for record in records if record.type not in ("heading", "paragraph")]
    assert kinds == ["caption", "table", "reference", "reference"]
    assert [record.text for record in records if record.type == "table"] == [
        "\n".join(f"{row}0  0.{row}1  0.{row}2  0.{row}3" for row in range(1, 5))
    ]
    text = " ".join(record.text for record in records)
    for first in ("First", "Other", "Last"):
        assert f"{first} paragraph. {(SENTENCE * 12).strip()}" in text
    assert next(record.text for record in records if record.type == "reference").endswith("or more. 2019.")
    assert len(package.sections()) == 5
    assert package.source["extractor"] == EXTRACTOR
    assert re.fullmatch(r"pypdf \d+\.\d+\.\d+", EXTRACTOR)
    assert package.source["notes"] == []


def test_every_page_has_its_marker_and_reading_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    path = save(tmp_path, Typesetter(Look(numbers="left")).set(PAPER))
    package = read_pdf(path)
    pages = len(PdfReader(path).pages)
    assert package.pages == pages > 1
    assert [record.page for record in package.records if record.type == "page_marker"] == list(range(1, pages + 1))
    one, two = (write_package(read_pdf(path), tmp_path / name) / "text.json" for name in ("a", "b"))
    assert one.read_bytes() == two.read_bytes()


def test_images_come_out_where_they_are_drawn_and_small_or_recurring_ones_do_not(tmp_path: Path) -> None:
    def image(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
        buffer = BytesIO()
        Image.new("RGB", (width, height), colour).save(buffer, "PNG")
        return buffer.getvalue()

    pieces = [
        *PAPER[:5],
        Piece("", "image", image(60, 40, (200, 0, 0))),
        Piece("Figure 1. Red."),
        Piece(SENTENCE * 3),
        Piece("", "image", image(50, 70, (0, 0, 200))),
        Piece("Figure 2. Blue."),
        Piece("", "image", image(9, 9, (0, 200, 0))),
        *PAPER[5:],
    ]
    package = read_pdf(save(tmp_path, Typesetter(Look()).set(pieces)))
    assert [Image.open(BytesIO(figure.read())).size for figure in package.figures] == [(60, 40), (50, 70)]
    following = [package.items[package.items.index(figure) + 1] for figure in package.figures]
    assert [getattr(item, "text", "") for item in following] == ["Figure 1. Red.", "Figure 2. Blue."]
    assert package.source["notes"] == ["1 image(s) with a side below 24 pixels left out"]


def test_ligatures_and_hyphens_are_mended() -> None:
    mender = Mender(["a well-known fact", "self-made", "the pretraining data"])
    assert mender.join(["The eﬃcient ﬁt is inter-", "national and well-", "known."]) == (
        "The efficient fit is international and well-known."
    )
    assert mender.join(["state-of-the-", "art"]) == "state-of-the-art"
    assert mender.join(["on data-", "driven models of pre-", "training"]) == "on data-driven models of pretraining"
    assert mender.join(["A. Miller-", "Smith"]) == "A. Miller- Smith"  # a capital letter: no word is divided so
    assert mender.join(["see https://example.org/a-", "b/", "c for more"]) == "see https://example.org/a-b/c for more"
    assert mender.join(["本文研究", "模型"]) == "本文研究模型"


def test_a_word_divided_between_two_pages_is_put_together(tmp_path: Path) -> None:
    words = [
        "international",
        "comparison",
        "probability",
        "distribution",
        "experiment",
        "measurement",
        "significant",
        "observation",
    ]
    order = np.random.default_rng(5).integers(len(words), size=1200)
    long = " ".join(words[place] for place in order)
    package = read_pdf(save(tmp_path, Typesetter(Look(columns=2)).set([*PAPER[:4], Piece(long)])))
    text = " ".join(record.text for record in package.records if record.type == "paragraph")
    assert text.split()[-1200:] == long.split()
    assert len({record.page for record in package.records}) > 2
    assert mend_pages(package.items) == package.items


def test_other_scripts_are_read_and_a_note_says_what_is_not_known_of_them(tmp_path: Path) -> None:
    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    registerFont(TTFont("DejaVu", str(fonts)))
    text = "Мы изучаем короткие тексты и находим немного нового в каждом из них. " * 4
    package = read_pdf(save(tmp_path, drawn(1, text, "DejaVu")))
    assert "Мы изучаем короткие тексты" in package.text


def encrypted(data: bytes, user: str, owner: str) -> bytes:
    writer = PdfWriter(PdfReader(BytesIO(data)))
    writer.encrypt(user, owner, algorithm="AES-256")
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def with_content(stream: bytes, extra: bytes = b"/Filter /FlateDecode") -> bytes:
    """Make a PDF of one page with this content stream, by hand."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << >> >> /Contents 4 0 R >>",
        b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(stream), extra, stream),
    ]
    data, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    data += b"xref\n0 5\n0000000000 65535 f \n" + table
    return data + b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def scanned() -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer)
    canvas.drawInlineImage(Image.new("L", (100, 100), 200), 50, 50, 500, 700)
    canvas.save()
    return buffer.getvalue()


def bomb(size: int) -> bytes:
    packer = zlib.compressobj(9)
    chunk = b"BT " * 333_333
    return b"".join(packer.compress(chunk) for _ in range(size // len(chunk))) + packer.flush()


BAD = {
    "empty": (b"", "is empty"),
    "text": (b"Dear editor", "is no PDF"),
    "cut short": (Typesetter(Look()).set(PAPER)[:500], "is damaged"),
    "garbage": (b"%PDF-1.7\n" + bytes(range(256)) * 40, "is damaged"),
    "no pages": (b"%PDF-1.4\ntrailer << /Root 1 0 R >>\n%%EOF", "is damaged|has no pages"),
    "encrypted": (encrypted(drawn(1, "text"), "secret", "secret"), "is encrypted; remove the password"),
    "scanned": (scanned(), "has 0 letters of text on 1 page"),
    "too many pages": (drawn(501), "has 501 pages; at most 500 are read"),
    "bomb": (with_content(bomb(100_000_000)), "unpacks to more than is read"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_read_says_why_in_one_line(tmp_path: Path, kind: str) -> None:
    data, message = BAD[kind]
    with pytest.raises(UnreadableError, match=message) as caught:
        read_pdf(save(tmp_path, data))
    assert str(caught.value).startswith("paper.pdf: ")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, PackageError)
    assert len(caught.value.problems) == 1


def test_a_damaged_file_that_can_still_be_read_says_what_was_wrong(tmp_path: Path) -> None:
    data = Typesetter(Look()).set(PAPER)
    package = read_pdf(save(tmp_path, re.sub(rb"startxref\n\d+", b"startxref\n99", data)))
    assert "## 2 Results" in package.text
    assert package.source["notes"][0].startswith("pypdf: ")


def test_a_missing_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file"):
        read_pdf(tmp_path / "none.pdf")


def test_a_password_for_changes_only_is_no_hindrance(tmp_path: Path) -> None:
    data = encrypted(Typesetter(Look()).set(PAPER), "", "owner")
    assert "## 2 Results" in read_pdf(save(tmp_path, data)).text


def test_time_is_bounded(tmp_path: Path) -> None:
    path = save(tmp_path, Typesetter(Look()).set(PAPER))
    with pytest.raises(UnreadableError, match="takes longer than 0 seconds to read; given up"):
        read_pdf(path, most_seconds=0)


def test_operators_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_OPERATIONS", 3000)
    with pytest.raises(UnreadableError, match="unpacks to more than is read"):
        read_pdf(save(tmp_path, with_content(zlib.compress(b"0 0 m " * 2000))))


def test_bytes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_BYTES", 1000)
    with pytest.raises(UnreadableError, match=r"bytes; at most 1,000 are read"):
        read_pdf(save(tmp_path, drawn(3, "text")))


def test_an_image_that_would_fill_the_memory_is_not_decoded(tmp_path: Path) -> None:
    data = Typesetter(Look()).set([*PAPER[:5], Piece("", "image", png(40, 30)), Piece("Figure 1. Small.")])
    huge = re.sub(rb"/Height 30", b"/Height 30000000", data)
    assert huge != data
    with pytest.raises(UnreadableError, match=r"has an image of 40 x 30000000 pixels; at most 100,000,000"):
        read_pdf(save(tmp_path, huge))


def png(width: int, height: int) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (width, height), (9, 9, 9)).save(buffer, "PNG")
    return buffer.getvalue()


def test_a_file_that_draws_its_columns_in_turns_is_noticed(tmp_path: Path) -> None:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setFont("Times-Roman", 10)
    for row in range(30):
        for x, side in ((72, "left"), (320, "right")):
            canvas.drawString(x, 700 - 12 * row, f"Line {row} of the {side} column goes on and on")
    canvas.save()
    package = read_pdf(save(tmp_path, buffer.getvalue()))
    assert any("drawn line by line in turns on page(s) 1" in note for note in package.source["notes"])


def test_a_first_page_without_abstract_and_introduction_keeps_its_text_and_says_so(tmp_path: Path) -> None:
    package = read_pdf(save(tmp_path, drawn(1, "Some plain text that has neither title nor heading. " * 9)))
    assert "Some plain text that has neither title nor heading." in package.text
    assert any("where the title block ends is unknown" in note for note in package.source["notes"])
