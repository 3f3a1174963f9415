"""Every value that a printed number may stand for, and arithmetic with such ranges.

A number printed as ``0.14`` is some value from 0.135 to 0.145. Two printed numbers contradict each other only if no
values inside their ranges satisfy the relation between them; that is what this arithmetic is for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim

SLACK: Final = Fraction(1, 10**11)
"""Relative widening of every end that went through floating-point numbers, so that noise raises no alarm."""

EXACT_STATS: Final = frozenset({"count", "constant", "budget"})
"""Statistics that are printed without rounding: counts, and constants chosen by the authors."""

CUTS: Final = frozenset({"threshold", "tolerance"})
"""Statistics that are chosen cuts: exact even where the number of things beyond them is only worded."""

COUNTING_UNITS: Final = frozenset({"count", "images", "pages", "papers", "reviews", "scores", "pairs", "characters"})
"""Units in which a smallest or largest value is a whole number."""


@dataclass(frozen=True)
class Interval:
    """A closed range of values.

    Attributes
    ----------
    low, high
        Its ends, exact; equal if the value is known exactly.
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"interval from {self.low} to {self.high}: the low end must not exceed the high end")

    @classmethod
    def point(cls, value: Fraction | int) -> Interval:
        """Return the interval that holds one value only."""
        return cls(Fraction(value), Fraction(value))

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        return hull(*(a * b for a in (self.low, self.high) for b in (other.low, other.high)))

    def __truediv__(self, other: Interval) -> Interval:
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError(f"division by a range that holds 0: {other}")
        return self * Interval(1 / other.high, 1 / other.low)

    def __pow__(self, exponent: int) -> Interval:
        if exponent % 2 == 0 and self.low < 0 < self.high:
            return hull(0, self.low**exponent, self.high**exponent)
        return hull(self.low**exponent, self.high**exponent)

    def meets(self, other: Interval) -> bool:
        """Tell whether the two ranges have a value in common."""
        return self.low <= other.high and other.low <= self.high

    def __str__(self) -> str:
        low, high = f"{float(self.low):.6g}", f"{float(self.high):.6g}"
        return low if low == high else f"{low} to {high}"


def hull(*values: Fraction | int) -> Interval:
    """Return the smallest interval that holds all values.

    Raises
    ------
    ValueError
        If no value is given.
    """
    if not values:
        raise ValueError("hull of no values: expected at least one")
    return Interval(Fraction(min(values)), Fraction(max(values)))


def monotone(function: Callable[[float], float], argument: Interval) -> Interval:
    """Return the values that a monotone function takes on an interval, widened by `SLACK` at both ends.

    Parameters
    ----------
    function
        Increasing or decreasing on the whole interval.
    argument
        Its argument.

    Raises
    ------
    ValueError
        If the function is not finite at an end.
    """
    ends = [function(float(argument.low)), function(float(argument.high))]
    if not all(map(math.isfinite, ends)):
        raise ValueError(f"function value at {argument}: expected finite numbers, got {ends}")
    return widened(hull(*map(Fraction, ends)))


def widened(interval: Interval) -> Interval:
    """Return the interval with both ends moved outwards by the relative `SLACK`."""
    return Interval(interval.low - abs(interval.low) * SLACK, interval.high + abs(interval.high) * SLACK)


def rounding_interval(claim: Claim) -> Interval:
    """Return all values that a printed number may stand for; percentages as fractions of 1.

    Parameters
    ----------
    claim
        The printed number.

    Returns
    -------
    Interval
        Settings, cuts, counts, budgets and bounds of a smallest or largest value as they are; otherwise half a unit of
        the last printed decimal on either side, ties going either way. An upper bound of a p-value starts at 0.

    Raises
    ------
    ValueError
        If the claim is a one-sided bound of a quantity that has no other end.
    """
    value = Fraction(claim.value)
    scale = Fraction(1, 100) if claim.unit == "%" else Fraction(1)
    if _is_exact(claim):
        return Interval.point(value * scale)
    if claim.comparator in {"<", "<="} and (claim.stat in {"p", "share"} or claim.unit == "%"):
        return Interval(Fraction(0), value * scale)
    if claim.comparator not in {"=", "~"}:
        raise ValueError(f"{claim.id}: printed as {claim.published}, which leaves one end open")
    half = Fraction(1, 2 * 10**claim.decimals)
    return Interval((value - half) * scale, (value + half) * scale)


def printed_point(claim: Claim) -> Interval:
    """Return the printed value as it stands, as an interval of one point; percentages as fractions of 1.

    Raises
    ------
    ValueError
        As `rounding_interval`.
    """
    if claim.comparator in {"<", "<="} and not _is_exact(claim):
        return rounding_interval(claim)
    return Interval.point(Fraction(claim.value) * (Fraction(1, 100) if claim.unit == "%" else 1))


def _is_exact(claim: Claim) -> bool:
    bound = claim.stat in {"min", "max"} and claim.comparator in {"<=", ">="}
    counted = claim.stat in {"min", "max"} and claim.unit in COUNTING_UNITS
    chosen = claim.class_ == "setting" or claim.stat in EXACT_STATS or counted
    return claim.stat in CUTS or (claim.comparator != "~" and (bound or chosen))
