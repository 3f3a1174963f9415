"""Which two versions of a paper are set against each other, and what the pair is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Contrast:
    """Two versions of one paper.

    Attributes
    ----------
    name : str
        As the printed numbers name it, for example ``native_vs_nonnative``.
    condition : str
        What both versions share, for example ``given_high``; empty if nothing.
    first, second : str
        The versions, as the column `version` of the records names them.
    """

    name: str
    condition: str
    first: str
    second: str


NATIVE: Final = Contrast("native_vs_nonnative", "", "native", "nonnative")
CONFIDENT: Final = Contrast("high_vs_low_confidence", "", "high", "low")
SINGLE: Final = (NATIVE, CONFIDENT)
"""One kind of wording at a time (Style over Substance, section 3.1)."""

COMBINED: Final = (
    Contrast("native_vs_nonnative", "given_high", "native-high", "nonnative-high"),
    Contrast("native_vs_nonnative", "given_low", "native-low", "nonnative-low"),
    Contrast("high_vs_low_confidence", "given_native", "native-high", "native-low"),
    Contrast("high_vs_low_confidence", "given_nonnative", "nonnative-high", "nonnative-low"),
    Contrast("native_high_vs_nonnative_low", "", "native-high", "nonnative-low"),
    Contrast("native_low_vs_nonnative_high", "", "native-low", "nonnative-high"),
)
"""Both kinds at once: one given the other, then the two extremes and the crossed pair (section 3.2)."""

CRITERIA: Final = ("soundness", "significance", "evidence", "clarity")
"""The criterion scores beside the overall rating, 1 to 4 each (section 2.3)."""

COMPARISONS: Final = {
    "native_vs_nonnative": "native / non-native",
    "high_vs_low_confidence": "high / low confidence",
    "native_high_vs_nonnative_low": "native, high / non-native, low",
    "native_low_vs_nonnative_high": "native, low / non-native, high",
}
CONDITIONS: Final = {
    "": "",
    "given_high": "both high confidence",
    "given_low": "both low confidence",
    "given_native": "both native",
    "given_nonnative": "both non-native",
}
"""Contrasts and conditions in words: first version / second version, and what both share."""
