"""Expressed confidence: how many hedges and boosters there are per 1,000 words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from peerassay.language.lexicon import Lexicon, Term, stance_lexicon
from peerassay.language.measure import Measure, no_english, undefined
from peerassay.language.tokens import words

COUNTED = ("hedge", "booster")
PER = 1000
"""Words that a rate refers to."""
_APOSTROPHES = str.maketrans("’ʼ‘", "'''")
_WORD = re.compile(r"\w+(?:['-]\w+)*")
_MONTH_BEFORE = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|\b(?:early|late|mid|last|next|since|until|by|of))[\s,-]+$", re.IGNORECASE
)
_MONTH_AFTER = re.compile(r"[\s,]+\d")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n]|[\"'(\[])\s*$")
_NOUN_BEFORE = re.compile(
    r"\b(?:the|a|its|his|her|their|our|my|your|of|full|sheer|great|military|economic|political|industrial"
    r"|computing|computational)\s+$",
    re.IGNORECASE,
)
_NOUN_AFTER = re.compile(r"\s+of\b", re.IGNORECASE)
_NUMBER_AFTER = re.compile(
    r"\s+[-−–+$]?\d|\s+(?:one|two|three|four|five|six|seven|eight|nine|ten|half)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Mark:
    """A hedge or booster in a text.

    Attributes
    ----------
    start, end : int
        Its place, such that ``text[start:end]`` is the expression.
    term : Term
        What it was recognised as.
    """

    start: int
    end: int
    term: Term


def marks(text: str, lexicon: Lexicon | None = None) -> list[Mark]:
    """Find the hedges and boosters of a text.

    Parameters
    ----------
    text : str
        Prose, such as `peerassay.language.markdown.prose` gives, with its capitals.
    lexicon : Lexicon, optional
        By default the compendium's own.

    Returns
    -------
    list of Mark
        In order, none of them overlapping.

    Notes
    -----
    Whole words; from left to right the longest term that fits; what the lexicon calls neither is passed over.
    Style over Substance, appendix A, matches with word boundaries and keeps the two lists apart in the same way; its
    lists are not printed.
    """
    terms = _by_first_word(lexicon or stance_lexicon())
    plain = text.translate(_APOSTROPHES)
    tokens = [(match.start(), match.end()) for match in _WORD.finditer(plain)]
    found: list[Mark] = []
    place = 0
    while place < len(tokens):
        start, end = tokens[place]
        candidates = terms.get(plain[start:end].lower(), ())
        fitting = next((term for term in candidates if _stands_at(term, plain, tokens, place)), None)
        size = len(fitting.text.split()) if fitting else 1
        if fitting and fitting.kind != "neither":
            found.append(Mark(start, tokens[place + size - 1][1], fitting))
        place += size
    return [mark for mark in found if _fits(plain, mark)]


@lru_cache(maxsize=8)
def _by_first_word(lexicon: Lexicon) -> dict[str, tuple[Term, ...]]:
    found: dict[str, list[Term]] = {}
    for term in sorted(lexicon.terms, key=lambda term: -len(term.text.split())):
        found.setdefault(term.text.split()[0], []).append(term)
    return {word: tuple(terms) for word, terms in found.items()}


def _stands_at(term: Term, text: str, tokens: list[tuple[int, int]], place: int) -> bool:
    """Tell whether the words of a term follow each other from a place on, with nothing but white space between."""
    parts = term.text.split()
    if len(parts) == 1:
        return True
    here = tokens[place : place + len(parts)]
    return len(here) == len(parts) and text[here[0][0] : here[-1][1]].lower().split() == parts


def _fits(text: str, mark: Mark) -> bool:
    """Tell whether the surroundings are such that the term has the sense it is listed for."""
    before, after = text[max(0, mark.start - 24) : mark.start], text[mark.end : mark.end + 24]
    if mark.term.rule == "not a month":
        return not _is_month(text[mark.start : mark.end], before, after)
    if mark.term.rule == "not a noun":
        return not (_NOUN_BEFORE.search(before) or _NOUN_AFTER.match(after))
    if mark.term.rule == "before a number":
        return bool(_NUMBER_AFTER.match(after))
    return True


def _is_month(word: str, before: str, after: str) -> bool:
    if word[0].islower():
        return False
    return bool(_MONTH_AFTER.match(after) or _MONTH_BEFORE.search(before)) or not _SENTENCE_START.search(before)


def rates(text: str, lexicon: Lexicon | None = None) -> dict[str, Measure]:
    """Count the hedges and the boosters of a text per 1,000 words.

    Parameters
    ----------
    text : str
        Prose with its capitals.
    lexicon : Lexicon, optional
        By default the compendium's own.

    Returns
    -------
    dict of str to Measure
        ``hedge`` and ``booster``: 0 or more; an expression of several words counts once. Undefined without words, and
        for text that is mostly not in Latin letters.

    Notes
    -----
    Style over Substance, section 2.2 and appendix A.
    """
    tokens = words(text)
    reason = no_english(tokens)
    if reason:
        return dict.fromkeys(COUNTED, undefined(reason))
    counts = Counter(mark.term.kind for mark in marks(text, lexicon))
    return {kind: Measure(PER * counts[kind] / len(tokens)) for kind in COUNTED}
