"""Names of authors: read from the title block and the file's properties, looked for in the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.pdf.front import AFFILIATION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PARTICLE = r"(?:van|von|der|den|de|del|della|da|di|la|le|bin|ibn|al|el|ter|zu)"
_WORD = r"[^\W\d_a-z](?:[^\W\d_]|['’.-])*"
_NAME: Final = re.compile(rf"{_WORD}(?:\s+(?:{_WORD}|{_PARTICLE})){{0,3}}\s+{_WORD}")
_MARKS: Final = re.compile(r"[\d*†‡§¶♮♯♭∗⋆✉\\${}^⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_APART: Final = re.compile(r"\s*[,;&|•·]\s*(?:and\s+)?|\s+and\s+|\s{2,}")
_KEY: Final = re.compile(r"^\s*(?:authors?|by)\s*:\s*", re.IGNORECASE)
SHORTEST_SURNAME: Final = 3


def names_of(block: str, metadata: Iterable[str] = ()) -> tuple[str, ...]:
    """Read the authors' names.

    Parameters
    ----------
    block : str
        The title block, line by line.
    metadata : iterable of str
        What the file's properties say about its authors.

    Returns
    -------
    tuple of str
        Full names, each once. A line of the block counts if all its parts look like names, and it stands before the
        first affiliation or right after an e-mail address.
    """
    found: dict[str, None] = {}
    for value in metadata:
        found.update(dict.fromkeys(_parts(value)))
    first = True  # no affiliation has come yet
    after_address = False
    for line in block.split("\n"):
        if first or after_address:
            found.update(dict.fromkeys(_parts(line)))
        after_address = "@" in line
        first = first and not AFFILIATION.search(line)
    return tuple(found)


def _parts(line: str) -> list[str]:
    """Give the names of a line that holds names, before its first affiliation; none if anything else stands there."""
    spaced = _MARKS.sub("  ", _KEY.sub("", line.replace("\\quad", "  ")))
    pieces = [piece.strip(" .*_-#") for piece in _APART.split(spaced)]
    names: list[str] = []
    for piece in (piece for piece in pieces if len(piece) > 1):
        if AFFILIATION.search(piece):
            break
        if not _NAME.fullmatch(piece):
            return []
        names.append(piece)
    return names


def surnames_of(names: Sequence[str]) -> tuple[str, ...]:
    """Give the last words of names.

    Parameters
    ----------
    names : sequence of str
        Full names.

    Returns
    -------
    tuple of str
        Each once, without those shorter than three letters.
    """
    last = dict.fromkeys(name.split()[-1] for name in names)
    return tuple(name for name in last if len(name) >= SHORTEST_SURNAME)


def name_pattern(names: Sequence[str]) -> re.Pattern[str] | None:
    """Make a pattern for full names in running text.

    Parameters
    ----------
    names : sequence of str
        Full names.

    Returns
    -------
    re.Pattern or None
        Finds ``Ann B. Author``, ``Ann Author``, ``A. B. Author`` and ``A. Author``; None without names.
    """
    forms: dict[str, None] = {}
    for name in names:
        *first, last = name.split()
        given = re.escape(first[0].rstrip("."))
        initial = re.escape(first[0][0])
        forms[rf"\b(?:{given}|{initial}\.)(?:[ -]{_WORD}){{0,2}}? {re.escape(last)}\b"] = None
    return re.compile("|".join(forms)) if forms else None


def surname_pattern(surnames: Sequence[str]) -> re.Pattern[str] | None:
    """Make a pattern for surnames.

    Parameters
    ----------
    surnames : sequence of str
        Last words of names.

    Returns
    -------
    re.Pattern or None
        Finds them as whole words; None without any.
    """
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, surnames))})\b") if surnames else None
