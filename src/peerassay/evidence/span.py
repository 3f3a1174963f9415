"""A value that is known only to lie between two others."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, order=True)
class Span:
    """From the lowest to the highest possible value; both are the same if the value is determined.

    A format such as ``.2f`` applies to both ends, and ends that look the same are shown once.
    """

    low: float
    high: float

    def __format__(self, form: str) -> str:
        if isnan(self.low):
            return "–"
        low, high = format(self.low, form), format(self.high, form)
        return low if low == high else f"{low}–{high}"

    def __str__(self) -> str:
        if isnan(self.low):
            return ""
        return f"{self.low!r}" if self.low == self.high else f"{self.low!r} to {self.high!r}"


def span_of(values: Iterable[float]) -> Span:
    """Return the span of some values, leaving out undefined ones.

    Parameters
    ----------
    values
        Numbers; NaN for an undefined one.

    Returns
    -------
    Span
        Both ends NaN if no value is defined.
    """
    known = [value for value in values if not isnan(value)]
    return Span(min(known), max(known)) if known else Span(nan, nan)
