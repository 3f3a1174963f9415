"""Words as they were before they were set in type: ligatures taken apart, hyphens at line ends taken out."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.package import TextRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peerassay.manuscripts.package import Item

LIGATURES: Final = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": "-", "\u2010": "-"}
)
_END: Final = re.compile(r"(?P<first>[^\W\d_]+)-$")
_LINK: Final = re.compile(r"(?:https?://|www\.|\.(?:com|org|io|co)/)\S*[/_=?&-]$|https?:$")
_GOES_ON: Final = "/_=?&-:"
_TAIL: Final = 200  # letters, more than any word or address has
_REST: Final = re.compile(r"(?P<rest>[^\W\d_A-Z]+[.,;:)]*)\s+(?=\S)")
_WIDE: Final = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORTEST_PART: Final = 4  # shorter ones, such as pre and non, are mostly prefixes


class Mender:
    """Joins lines; it knows the words, with and without hyphens, that the manuscript uses inside lines.

    Parameters
    ----------
    lines : iterable of str
        All lines of the manuscript.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = lines

    @cached_property
    def known(self) -> frozenset[str]:
        """All words, in small letters."""
        return frozenset(match.lower() for line in self.lines for match in _WORD.findall(line.translate(LIGATURES)))

    def join(self, lines: Sequence[str]) -> str:
        """Make one text of lines.

        Parameters
        ----------
        lines : sequence of str
            The lines of a paragraph.

        Returns
        -------
        str
            A word that a hyphen divides at a line end is put together, with the hyphen if it belongs to the word;
            an address that ends in a slash, hyphen or the like goes on without a space;
            otherwise a space stands between two lines, but none between two that end and begin in Chinese or Japanese.
        """
        text = ""
        for line in lines:
            text = self.append(text, line.translate(LIGATURES).strip())
        return text

    def append(self, text: str, line: str) -> str:
        """Add a line to a text, as `join` does.

        Parameters
        ----------
        text, line : str
            What there is, and what follows.

        Returns
        -------
        str
        """
        if not text or not line:
            return text or line
        tail = text[-_TAIL:]
        if tail[-1] in _GOES_ON and _LINK.search(tail) and not line[0].isupper():
            return text + line
        if text[-1] == "-" and line[0].islower() and (end := _END.search(tail)):
            return text + line if self._keeps_hyphen(text, end["first"], line) else text[:-1] + line
        if text[-1] >= "\u3000" and _WIDE.match(text[-1]) and _WIDE.match(line[0]):
            return text + line
        return f"{text} {line}"

    def _keeps_hyphen(self, text: str, first: str, line: str) -> bool:
        second = re.match(r"[^\W\d_]+", line)
        if second is None or text[: -len(first) - 1].endswith("-"):  # as in state-of-the-art
            return True
        if (compound := f"{first}-{second.group()}".lower()) in self.known:
            return True
        return compound.replace("-", "") not in self.known and _reads_as_two(first.lower(), second.group().lower())


@lru_cache(maxsize=10_000)
def _reads_as_two(first: str, second: str) -> bool:
    """Tell whether two parts are words of their own while what they make together is none."""
    from wordfreq import zipf_frequency

    common = min(zipf_frequency(first, "en"), zipf_frequency(second, "en"))
    return common >= 3 and min(len(first), len(second)) >= _SHORTEST_PART and zipf_frequency(first + second, "en") < 1


def mend_pages(items: Sequence[Item]) -> tuple[Item, ...]:
    """Put words together that a hyphen divides between two pages.

    Parameters
    ----------
    items : sequence of TextRecord or Figure
        In reading order.

    Returns
    -------
    tuple of TextRecord or Figure
        The rest of such a word stands on the page on which it begins.
    """
    mended = list(items)
    paragraphs = [place for place, item in enumerate(mended) if getattr(item, "type", "") == "paragraph"]
    for one, other in pairwise(paragraphs):
        first, second = mended[one], mended[other]
        if not (isinstance(first, TextRecord) and isinstance(second, TextRecord)) or first.page == second.page:
            continue
        rest = _REST.match(second.text)
        if rest and first.text.endswith("-") and _END.search(first.text[-_TAIL:]):
            mended[one] = replace(first, text=first.text[:-1] + rest["rest"])
            mended[other] = replace(second, text=second.text[rest.end() :])
    return tuple(mended)
