"""The one tokeniser and the one sentence splitter that all language measures use.

A **word** is a run of letters and their marks, with hyphens and apostrophes inside it: *non-native* and *isn't* are
one word each. Whatever holds a digit or an underscore is no word (*GPT-4*, *x_1*, *3rd*). Words are counted in lower
case, with the straight apostrophe.

A **sentence** ends at ``.``, ``!`` or ``?`` (with the quotes and brackets that close after it) before white space and
something that can start a sentence; at a full-width stop; and at the end of a paragraph. It does not end after a known
abbreviation (*e.g.*, *et al.*, *Fig.*), after a single capital letter (*J. Doe*), or where a small letter follows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, normalize

_APOSTROPHES = str.maketrans("’ʼ‘", "'''")
_SHORTENED = """
al alg app approx cf ch chap cor def dr e.g ed eds eq eqs ex fig figs i.e incl lem mr mrs ms p pp prof prop
ref refs resp sec secs sect st tab thm viz vol vs w.r.t
"""
ABBREVIATIONS = frozenset(_SHORTENED.split())
"""Words after which a full stop does not end a sentence, in lower case without the last stop."""
LONG = 5000
"""Characters of a text whose words are kept for the next measure that asks for them."""
_NEAR = 24
_END = re.compile(r"(?:[.!?]+[\"'”’)\]]*(?=\s)|[。！？]+[」』”’）]*|\n\s*\n)\s*")
_LAST_WORD = re.compile(r"[\w.]*\w(?=\.[\"'”’)\]]*\s*$)")


@lru_cache(maxsize=1)
def _word_pattern() -> re.Pattern[str]:
    marks = [code for code in range(0x300, 0x10000) if category(chr(code)) in ("Mn", "Mc")]
    inside = "".join(chr(code) for code in marks)
    part = rf"\w[\w{inside}]*"
    return re.compile(rf"{part}(?:['-]{part})*")


def words(text: str) -> list[str]:
    """Split a text into words.

    Parameters
    ----------
    text : str
        Plain text, such as `peerassay.language.markdown.prose` gives.

    Returns
    -------
    list of str
        The words in order, in lower case.

    Notes
    -----
    Style over Substance does not say how it tokenises; this is our rule (see the module). A script that is written
    without spaces gives one word for each run of letters: the measures that count words mean nothing there.
    """
    return list(_kept_words(text)) if len(text) > LONG else _split(text)


@lru_cache(maxsize=16)
def _kept_words(text: str) -> tuple[str, ...]:
    return tuple(_split(text))


def _split(text: str) -> list[str]:
    found = _word_pattern().findall(normalize("NFC", text).translate(_APOSTROPHES).lower())
    return [word for word in found if word.isalpha() or _is_word(word)]


def _is_word(token: str) -> bool:
    """Tell whether a token with marks, hyphens or apostrophes in it holds no digit and no underscore."""
    return not any(sign.isdecimal() or sign == "_" for sign in token)


def _holds_word(text: str) -> bool:
    return any(match.group().isalpha() or _is_word(match.group()) for match in _word_pattern().finditer(text))


def sentences(text: str) -> list[str]:
    """Split a text into sentences.

    Parameters
    ----------
    text : str
        Plain text; paragraphs are divided by an empty line.

    Returns
    -------
    list of str
        The sentences in order, without white space around them; only those that hold a word.

    Notes
    -----
    Style over Substance does not say how it splits; this is our rule (see the module).
    """
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_here(text, start, match):
            found.append(text[start : match.end()])
            start = match.end()
    found.append(text[start:])
    return [" ".join(sentence.split()) for sentence in found if _holds_word(sentence)]


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    sign = match.group()
    if sign[0] in "。！？" or re.search(r"\n\s*\n", sign):
        return True
    if text[match.end() : match.end() + 1].islower():
        return False
    near = max(start, match.end() - _NEAR - len(sign))
    last = _LAST_WORD.search(text, near, match.end()) if sign.startswith(".") else None
    return last is None or not _shortened(last.group())


def _shortened(word: str) -> bool:
    return word.lower() in ABBREVIATIONS or (len(word) == 1 and word.isupper())
