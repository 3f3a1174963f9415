"""What a statistic returns: its value, what it rests on, and why it is undefined if it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import nan, sqrt


@dataclass(frozen=True)
class Estimate:
    """A number computed from papers.

    Attributes
    ----------
    value : float
        The number; NaN if it is undefined.
    papers : int
        Papers that it rests on.
    excluded : int
        Papers that were given but could not be used.
    reason : str
        Why the value is NaN; empty otherwise.
    """

    value: float
    papers: int
    excluded: int = 0
    reason: str = ""


@dataclass(frozen=True)
class Variance(Estimate):
    """A mean within-paper variance; `value` is in squared score points."""

    @property
    def sd(self) -> float:
        """The within-paper SD, in score points: the root of the mean variance."""
        return sqrt(self.value)


@dataclass(frozen=True)
class Share:
    """A share of papers, as counts.

    Attributes
    ----------
    count : int
        Papers that have the property.
    papers : int
        Papers that could have it: those with at least two scores.
    excluded : int
        Papers with fewer than two scores.
    reason : str
        Why the share is NaN; empty otherwise.
    """

    count: int
    papers: int
    excluded: int = 0
    reason: str = ""

    @property
    def value(self) -> float:
        """The share as a fraction, 0 to 1; NaN without papers."""
        return self.count / self.papers if self.papers else nan

    @property
    def fraction(self) -> Fraction | None:
        """The share exactly; None without papers."""
        return Fraction(self.count, self.papers) if self.papers else None


@dataclass(frozen=True)
class Interval(Estimate):
    """A number with a bootstrap interval over papers.

    Attributes
    ----------
    low, high : float
        Ends of the interval; NaN if it is undefined (`reason` says why).
    confidence : float
        Between 0 and 1.
    resamples : int
        Number of resamples.
    """

    low: float = nan
    high: float = nan
    confidence: float = 0.95
    resamples: int = 0
