"""Find a quoted phrase in a text, up to differences of typography that copying and PDF extraction bring.

The declared normalisation: Unicode NFKC (ligatures become letters, full-width becomes ordinary, accents are composed);
typographic quotes become straight ones and two single quotes a double one; a run of hyphens and dashes becomes one
hyphen; a run of white space becomes one space; soft hyphens and zero-width characters go. Upper and lower case, and
every letter, digit and other mark, stay what they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

_SINGLE = "'`´‘’‚‛′"
_DOUBLE = '"“”„‟″«»'
_DASHES = r"‐‑‒–—―−﹘﹣－\-"
_HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_PIECE = re.compile(
    rf"(?P<plain>[A-Za-z0-9,.;:()]+(?![\u0300-\u036f]))"
    rf"|(?P<space>[\s{_HIDDEN}]*\s[\s{_HIDDEN}]*)"
    rf"|(?P<hidden>[{_HIDDEN}]+)"
    rf"|(?P<double>[{_DOUBLE}]|[{_SINGLE}][{_HIDDEN}]*[{_SINGLE}])"
    rf"|(?P<single>[{_SINGLE}])"
    rf"|(?P<dash>[{_DASHES}][{_DASHES}{_HIDDEN}]*)"
    r"|(?P<other>.[\u0300-\u036f\u1160-\u11ff\u3099\u309a]*)",
    re.DOTALL,
)
_STAND_INS = {"space": " ", "hidden": "", "double": '"', "single": "'", "dash": "-"}


@dataclass(frozen=True)
class Span:
    """Where a phrase stands in a text.

    Attributes
    ----------
    start, end : int
        Positions in the text as it was given, such that ``text[start:end]`` is the passage.
    verbatim : bool
        Whether the phrase stands there character by character, without any normalisation.
    """

    start: int
    end: int
    verbatim: bool


@dataclass(frozen=True)
class _Piece:
    """A stretch of the normalised text, and the stretch of the text that it comes from."""

    start: int
    source_start: int
    source_end: int
    literal: bool


def _pieces(text: str) -> tuple[str, list[_Piece]]:
    found: list[str] = []
    pieces: list[_Piece] = []
    length = 0
    for match in _PIECE.finditer(text):
        kind = match.lastgroup or ""
        piece = match.group() if kind == "plain" else _STAND_INS.get(kind)
        piece = normalize("NFKC", match.group()) if piece is None else piece
        if piece:
            pieces.append(_Piece(length, match.start(), match.end(), kind == "plain"))
            found.append(piece)
            length += len(piece)
    return "".join(found), pieces


@lru_cache(maxsize=64)
def _index(text: str) -> tuple[str, tuple[_Piece, ...], tuple[int, ...]]:
    normal, pieces = _pieces(text)
    return normal, tuple(pieces), tuple(piece.start for piece in pieces)


def normalise(text: str) -> str:
    """Bring a text into the form in which phrases are compared.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The text under the normalisation that this module declares, without white space at either end.
    """
    return _pieces(text)[0].strip()


def find_span(span: str, text: str) -> Span | None:
    """Find a phrase in a text, first as it is and then under the declared normalisation.

    Parameters
    ----------
    span : str
        The phrase. White space around it does not count.
    text : str
        The text in which it should stand.

    Returns
    -------
    Span or None
        The first place where it stands; None if it stands nowhere, or if the phrase is empty.

    Notes
    -----
    Style over Substance, section 3.2, requires that a quoted phrase is part of the review and does not say up to what.
    A phrase that ends within a ligature is taken to the end of the ligature.
    """
    phrase = span.strip()
    wanted = normalise(phrase)
    if not wanted:
        return None
    place = text.find(phrase)
    if place >= 0:
        return Span(place, place + len(phrase), verbatim=True)
    normal, pieces, starts = _index(text)
    place = normal.find(wanted)
    if place < 0:
        return None
    first = pieces[bisect_right(starts, place) - 1]
    last = pieces[bisect_right(starts, place + len(wanted) - 1) - 1]
    return Span(_source_start(first, place), _source_end(last, place + len(wanted)), verbatim=False)


def _source_start(piece: _Piece, place: int) -> int:
    return piece.source_start + (place - piece.start if piece.literal else 0)


def _source_end(piece: _Piece, end: int) -> int:
    return piece.source_start + end - piece.start if piece.literal else piece.source_end
