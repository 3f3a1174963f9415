"""A measured value, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LATIN_SHARE = 0.5
"""Share of the words that must be in Latin letters, for a measure that is defined for English."""
_LATIN = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Measure:
    """What a measure gives for a text.

    Attributes
    ----------
    value : float
        NaN if the measure is undefined for the text.
    reason : str
        Why it is undefined; empty if it is not.
    """

    value: float
    reason: str = ""

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not isnan(self.value)


def undefined(reason: str) -> Measure:
    """Return the measure that has no value, for a reason."""
    return Measure(nan, reason)


def no_english(tokens: Sequence[str]) -> str:
    """Say why a measure that is defined for English has no value for some words, or nothing if it has one.

    Parameters
    ----------
    tokens : sequence of str
        Words in lower case, as from `peerassay.language.tokens.words`.

    Returns
    -------
    str
        Empty if there are words and at least half of them begin with a letter from a to z.
    """
    if not tokens:
        return "no words"
    latin = sum(token[0] in _LATIN for token in tokens)
    return "" if latin >= LATIN_SHARE * len(tokens) else "most words are not in Latin letters; defined for English"
