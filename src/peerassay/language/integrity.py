"""Did a rewrite keep the content? Numbers, citations, equations, table cells, headings, figures, length.

A cosine of 0.99 hides a changed digit. This comparison lists every difference, and averages none away. It cannot tell
whether a sentence still means the same; it can tell that a number, a reference or an equation is gone.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from peerassay.language.markdown import Document, Section, dissect
from peerassay.language.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("number", "citation", "equation", "table", "heading", "figure", "length")
THE_WHOLE = "the whole"
LENGTH_TOLERANCE = 0.2
"""Largest relative change of the number of words that is not listed, of the whole and of a section."""
_SPELLED_UNITS = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_UNITS = tuple(_SPELLED_UNITS.split())
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SPELLED = {word: number for number, word in enumerate(_UNITS, 2)} | {
    word: number for number, word in zip(range(20, 100, 10), _TENS, strict=True)
}
_WORDED = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<ones>one|{'|'.join(_UNITS[:8])}))?|(?P<unit>{'|'.join(_UNITS)}))\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?P<rest>\.\d+)?"
    r"(?P<power>[eE][-+−]?\d+)?(?P<percent>\s?%|\s+per\s?cent\b|\s+percent\b)?"
)
_INSIDE = re.compile(r"[\w.]$")
_MINUS = re.compile(r"(?:^|[^\w.)\]])[-−–]$")


@dataclass(frozen=True)
class Difference:
    """One thing that original and rewrite do not share.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    where : str
        Where it is: a section, a table with row and column, a heading, or the whole.
    original, rewrite : str
        What stands in either; empty if it is not there.
    """

    kind: str
    where: str
    original: str
    rewrite: str

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.kind}, {self.where}: {self.original or 'nothing'} became {self.rewrite or 'nothing'}"


def compare(original: str, rewrite: str, *, length_tolerance: float = LENGTH_TOLERANCE) -> list[Difference]:
    """List every difference in what a rewrite must keep.

    Parameters
    ----------
    original, rewrite : str
        The two manuscripts in Markdown.
    length_tolerance : float
        Largest relative change of the number of words that is not listed; 0 or more.

    Returns
    -------
    list of Difference
        In the order of `KINDS`; empty if nothing that is looked at has changed.

    Raises
    ------
    ValueError
        If the tolerance is negative.

    Notes
    -----
    Numbers and citations are compared section by section if both have as many sections, else over the whole. Numbers
    are those of the prose, in digits or words from two on (*three seeds* and *3 seeds* are the same; *one* is
    too often a pronoun); those in tables, equations and headings are compared there. Style over Substance, section
    2.1, asks that content, length and structure stay, and gives no tolerance.
    """
    if not length_tolerance >= 0:
        raise ValueError(f"length_tolerance: expected 0 or more, got {length_tolerance}")
    before, after = dissect(original), dissect(rewrite)
    parts = _paired(before, after)
    return [
        *(item for where, old, new in parts for item in _counted("number", where, _numbers(old), _numbers(new))),
        *(item for where, old, new in parts for item in _counted("citation", where, _citations(old), _citations(new))),
        *_counted("equation", THE_WHOLE, before.equations, after.equations),
        *_tables(before, after),
        *_headings(before, after),
        *_counted("figure", THE_WHOLE, before.figures, after.figures),
        *_lengths(before, after, length_tolerance),
    ]


def numbers(text: str) -> list[str]:
    """List the numbers of a text, in digits or words.

    Parameters
    ----------
    text : str
        Prose.

    Returns
    -------
    list of str
        In order of digits, then words: as printed (``0.50`` is not ``0.5``), without commas between thousands, with
        ``%`` for percent in any spelling.
    """
    found = []
    for match in _NUMBER.finditer(text):
        before = text[max(0, match.start() - 2) : match.start()]
        if _INSIDE.search(before):
            continue
        sign = "-" if _MINUS.search(before) else ""
        parts = [sign, match["digits"].replace(",", ""), match["rest"] or "", (match["power"] or "").lower()]
        found.append("".join(parts).replace("−", "-") + ("%" if match["percent"] else ""))
    return found + [_spelled(match) for match in _WORDED.finditer(text)]


def _spelled(match: re.Match[str]) -> str:
    if match["unit"]:
        return str(_SPELLED[match["unit"].lower()])
    ones = (match["ones"] or "").lower()
    return str(_SPELLED[match["tens"].lower()] + (1 if ones == "one" else _SPELLED.get(ones, 0)))


def _times(item: str, count: int, other: int) -> str:
    if count == 0:
        return ""
    often = "once" if count == 1 else f"{count} times"
    return item if count == 1 and other == 0 else f"{item} ({often})"


def _paired(before: Document, after: Document) -> list[tuple[str, list[Section], list[Section]]]:
    """Pair the sections of both, with the name of the original's; all in one if there are more of them in either."""
    if len(before.sections) != len(after.sections) or not before.headings:
        return [(THE_WHOLE, list(before.sections), list(after.sections))]
    return [(old.name, [old], [new]) for old, new in zip(before.sections, after.sections, strict=True)]


def _numbers(sections: list[Section]) -> list[str]:
    return [number for section in sections for number in numbers(section.prose)]


def _citations(sections: list[Section]) -> list[str]:
    return [key for section in sections for key in section.citations]


def _length(sections: list[Section]) -> int:
    return sum(len(words(section.prose)) for section in sections)


def _counted(kind: str, where: str, before: Iterable[str], after: Iterable[str]) -> list[Difference]:
    old, new = Counter(before), Counter(after)
    return [
        Difference(kind, where, _times(item, old[item], new[item]), _times(item, new[item], old[item]))
        for item in dict.fromkeys([*old, *new])
        if old[item] != new[item]
    ]


def _tables(before: Document, after: Document) -> list[Difference]:
    found = []
    for number, (old, new) in enumerate(zip_longest(before.tables, after.tables, fillvalue=()), 1):
        for row, (left, right) in enumerate(zip_longest(old, new, fillvalue=()), 1):
            for column, (cell, other) in enumerate(zip_longest(left, right, fillvalue=""), 1):
                if cell != other:
                    found.append(Difference("table", f"table {number}, row {row}, column {column}", cell, other))
    return found


def _headings(before: Document, after: Document) -> list[Difference]:
    old, new = [str(heading) for heading in before.headings], [str(heading) for heading in after.headings]
    found = []
    for tag, low, high, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            pairs = zip_longest(old[low:high], new[start:end], fillvalue="")
            places = range(low + 1, low + 1 + max(high - low, end - start))
            found += [Difference("heading", f"heading {at}", *pair) for at, pair in zip(places, pairs, strict=True)]
    return found


def _lengths(before: Document, after: Document, tolerance: float) -> list[Difference]:
    pairs = _paired(before, after)
    whole = [(THE_WHOLE, list(before.sections), list(after.sections))] if len(pairs) > 1 else []
    counted = [(where, _length(old), _length(new)) for where, old, new in [*whole, *pairs]]
    return [
        Difference("length", where, f"{old} words", f"{new} words")
        for where, old, new in counted
        if abs(new - old) > tolerance * old
    ]
