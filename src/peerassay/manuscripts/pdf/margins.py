"""What stands around the text of a page: line numbers, page numbers, running heads, watermarks."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import nan
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.manuscripts.pdf.lines import Line, Sheet, Span

LINE_NUMBERS, PAGE_NUMBER = "line numbers", "page number"
RUNNING_HEAD, WATERMARK, VENUE = "running head", "watermark", "venue"
FEWEST_NUMBERS: Final = 6
_EDGE: Final = 0.1  # of the height of the page, above and below
_TOP: Final = 0.94  # of the height of the page
_NUMBER: Final = re.compile(r"\s*\d{1,5}\s*")
_PAGE: Final = re.compile(r"(?:page\s+)?[-–—]?\s*(?P<page>\d{1,4})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?", re.IGNORECASE)
_LED: Final = re.compile(r"^(?P<number>\d{1,5})(?:\s+(?P<rest>.*))?$")
VENUE_LINE: Final = re.compile(
    r"^(?:\W|\d)*(?:"
    r"(?:under review|submitted|published|accepted|to appear|presented|preliminary work)\b.{0,60}"
    r"\b(?:conference|workshop|journal|review|transactions|proceedings|symposium|distribute|(?:ICLR|NeurIPS|ICML|TMLR|ACL))"
    r"|proceedings of the\b|preprint\b[.,]?(?:\s|$)|copyright\b|©|arXiv:\s*\d{4}\.\d{4,5}"
    r"|\d+(?:st|nd|rd|th) conference on\b"
    r"|(?:ICLR|NeurIPS|ICML|AAAI|ACL|EMNLP|CVPR|TMLR|AISTATS)\s+20\d\d\b"
    r"|doi:\s*10\.|https?://doi\.org/"
    r")",
    re.IGNORECASE,
)


def take_line_numbers(sheet: Sheet) -> tuple[list[Span], list[int]]:
    """Part the numbers beside the lines from the text.

    Parameters
    ----------
    sheet : Sheet
        A page with its spans.

    Returns
    -------
    spans : list of Span
        Those of the text, in order.
    numbers : list of int
        The line numbers, in order. Spans are line numbers if they are whole numbers, begin to the left of the text or
        at the right edge, stand below one another and rise by equal steps.
    """
    text = [span for span in sheet.spans if span.level and len(span.text.strip()) > 3]
    if not text:
        return sheet.spans, []
    left = _left_edge(text)
    outside = [
        (place, span)
        for place, span in enumerate(sheet.spans)
        if span.level and _NUMBER.fullmatch(span.text) and (span.x < left - 3 or span.x > 0.86 * sheet.width)
    ]
    taken: dict[int, int] = {}
    for right in (False, True):
        side = [(place, span) for place, span in outside if (span.x > sheet.width / 2) == right]
        numbers = [int(span.text) for _, span in side]
        if _rising(numbers) and _sinking([span for _, span in side]):
            taken |= {place: number for (place, _), number in zip(side, numbers, strict=True)}
    rest = [span._replace(text="\n") if place in taken else span for place, span in enumerate(sheet.spans)]
    return rest, list(taken.values())


def _left_edge(text: Sequence[Span]) -> float:
    """Where most of the text begins: the leftmost place at which a tenth of the long spans do."""
    long = [span for span in text if len(span.text) > 20] or list(text)
    places = Counter(round(span.x) for span in long)
    common = [place for place, count in places.items() if count >= max(2, 0.1 * len(long))]
    return float(min(common or places))


def _rising(numbers: Sequence[int]) -> bool:
    if len(numbers) < FEWEST_NUMBERS:
        return False
    steps = [after - before for before, after in pairwise(numbers)]
    usual = median(steps)
    return usual >= 1 and sum(step == usual for step in steps) >= 0.8 * len(steps)


def _sinking(spans: Sequence[Span]) -> bool:
    return sum(one.y > other.y for one, other in pairwise(spans)) >= 0.9 * (len(spans) - 1)


def strip_line_numbers(lines: list[Line], before: int | None = None) -> list[int]:
    """Cut line numbers off lines into whose text they were drawn.

    Parameters
    ----------
    lines : list of Line
        Of a page; changed in place, and those that hold nothing else go.
    before : int or None
        The last number of the page before, if it had any.

    Returns
    -------
    list of int
        The numbers; empty unless at least half of the lines begin with one, rising by equal steps, or some go on where
        the page before ended.
    """
    led = [(line, match) for line in lines if line.level and (match := _LED.match(line.text))]
    numbers = [int(match["number"]) for _, match in led]
    if len(led) >= 0.5 * len(lines) and _rising(numbers):
        steps = [nan, *(after - one for one, after in pairwise(numbers)), nan]
        usual = median(steps[1:-1])
        fits = [usual in steps[place : place + 2] for place in range(len(numbers))]
    else:
        fits = _going_on(numbers, before)
    numbers = [number for number, fit in zip(numbers, fits, strict=True) if fit]
    for (line, match), fit in zip(led, fits, strict=True):
        line.text = (match["rest"] or "").strip() if fit else line.text
    lines[:] = [line for line in lines if line.text]
    return numbers


def _going_on(numbers: Sequence[int], before: int | None) -> list[bool]:
    """Tell which numbers follow one another from the page before on."""
    fits, last = [], before
    for number in numbers:
        fits.append(last is not None and number == last + 1)
        last = number if fits[-1] else last
    return fits


def mark_margins(sheets: Sequence[Sheet]) -> None:
    """Mark page numbers, running heads, venue lines and turned text.

    Parameters
    ----------
    sheets : sequence of Sheet
        All pages with their lines, whose `kind` is set.

    Notes
    -----
    A page number is a number alone at the head or foot whose distance to the number of the page is the same on most
    pages. A running head is a line at the head or foot that recurs, figures aside, on at least two pages and a fifth of
    them all, or, from the second page on, a single line at the very top well above the text. Text that does not run
    level is a watermark if it is longer than a label of an axis or far larger than the text.
    """
    edges = [(sheet, line) for sheet in sheets for line in sheet.lines if _at_edge(sheet, line)]
    _mark_page_numbers(edges)
    recurring = Counter(key for key, _ in {(_key(line), sheet.number) for sheet, line in edges})
    fewest = max(2, 0.2 * len(sheets))
    for _, line in edges:
        if not line.kind and len(line.text) < 160 and recurring[_key(line)] >= fewest:
            line.kind = VENUE if VENUE_LINE.match(line.text) else RUNNING_HEAD
    for sheet in sheets[1:]:
        _mark_lone_head(sheet)
    for sheet in sheets:
        for line in sheet.lines:
            if not line.level:
                line.kind = WATERMARK if _is_watermark(sheet, line) else line.kind
            elif not line.kind and _is_small_print(sheet, line) and VENUE_LINE.match(line.text):
                line.kind = VENUE


def _at_edge(sheet: Sheet, line: Line) -> bool:
    return line.level and not _EDGE * sheet.height < line.y < (1 - _EDGE) * sheet.height


def _key(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.lower())


def _mark_page_numbers(edges: Sequence[tuple[Sheet, Line]]) -> None:
    found = [(sheet, line, int(match["page"])) for sheet, line in edges if (match := _PAGE.fullmatch(line.text))]
    offsets = Counter(page - sheet.number for sheet, _, page in found)
    if not offsets:
        return
    offset, count = offsets.most_common(1)[0]
    for sheet, line, page in found:
        if page - sheet.number == offset and (count > 1 or line.y < _EDGE * sheet.height):
            line.kind = PAGE_NUMBER


def _mark_lone_head(sheet: Sheet) -> None:
    """Mark a single line right at the top that stands well above the text, as in a paper of two pages."""
    text = sorted((line for line in sheet.lines if line.level and not line.kind), key=lambda line: -line.y)
    if len(text) > 1 and text[0].y > _TOP * sheet.height and text[0].y - text[1].y > 1.9 * text[0].size:
        text[0].kind = RUNNING_HEAD


def _is_watermark(sheet: Sheet, line: Line) -> bool:
    beside = line.x < 0.08 * sheet.width or line.x > 0.92 * sheet.width
    return line.size > 24 or len(line.text) > 40 or (beside and bool(VENUE_LINE.match(line.text)))


def _is_small_print(sheet: Sheet, line: Line) -> bool:
    """Venue lines stand at the head, at the foot, or above the title; in the middle of the text they are sentences."""
    return line.y > 0.88 * sheet.height or line.y < 0.2 * sheet.height
