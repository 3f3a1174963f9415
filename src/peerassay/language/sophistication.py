"""Lexical sophistication: Advanced Guiraud with a named frequency list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from math import sqrt
from typing import TYPE_CHECKING

from peerassay.language.measure import Measure, no_english, undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

BASIC_WORDS = 2000
"""The most frequent words, which are not advanced (Daller et al. 2003)."""


@dataclass(frozen=True)
class FrequencyList:
    """The words that count as basic: without them the measure means nothing, so they have a name and a digest.

    Attributes
    ----------
    name : str
        Where the list is from, with its version.
    words : frozenset of str
        The words, in lower case.
    digest : str
        SHA-256 of the words in order of frequency, one a line.
    """

    name: str
    words: frozenset[str]
    digest: str

    @property
    def size(self) -> int:
        """Number of words."""
        return len(self.words)

    def is_advanced(self, word: str) -> bool:
        """Tell whether a word is not basic; a compound with hyphens is, if one of its parts is."""
        return any(part not in self.words for part in word.split("-")) and word not in self.words


@lru_cache(maxsize=8)
def frequency_list(size: int = BASIC_WORDS) -> FrequencyList:
    """Return the most frequent English words of the package wordfreq.

    Parameters
    ----------
    size : int
        Number of words, 1 or more. Entries that hold a digit are skipped, as they are no words for our tokeniser.

    Returns
    -------
    FrequencyList

    Raises
    ------
    ValueError
        If the size is below 1.

    Notes
    -----
    wordfreq (Speer 2022) merges frequencies from subtitles, news, books, the web and social media. Forms are listed
    as written (*method* and *methods* are two), so nothing is reduced to a lemma here.
    """
    if size < 1:
        raise ValueError(f"size: expected 1 or more, got {size}")
    from wordfreq import top_n_list  # reads its tables, when first needed

    listed = [word for word in top_n_list("en", 2 * size + 100) if not any(sign.isdigit() for sign in word)][:size]
    digest = sha256("".join(f"{word}\n" for word in listed).encode()).hexdigest()
    return FrequencyList(f"wordfreq {version('wordfreq')}, English", frozenset(listed), digest)


def advanced_guiraud(tokens: Sequence[str], basic: FrequencyList | None = None) -> Measure:
    r"""Compute Advanced Guiraud: different advanced words by the root of the number of words.

    Parameters
    ----------
    tokens : sequence of str
        The words of the text, in lower case.
    basic : FrequencyList, optional
        The words that are not advanced; by default the 2,000 most frequent.

    Returns
    -------
    Measure
        0 or more. Undefined without words, and for text that is mostly not in Latin letters.

    Notes
    -----
    :math:`AG = A / \\sqrt{N}` with :math:`A` different advanced words among :math:`N` words. Daller, van Hout and
    Treffers-Daller (2003), Applied Linguistics 24; Style over Substance, section 2.2, which does not name its list. The
    value grows with the length of the text; compare versions of one text only.
    """
    reason = no_english(tokens)
    if reason:
        return undefined(reason)
    known = basic or frequency_list()
    return Measure(sum(known.is_advanced(word) for word in set(tokens)) / sqrt(len(tokens)))
