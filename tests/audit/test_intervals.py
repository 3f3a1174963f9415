"""Ranges of rounding and arithmetic with them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit.intervals import Interval, hull, monotone, printed_point, rounding_interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim

VALUES = st.fractions(min_value=-9, max_value=9, max_denominator=50)


def test_a_printed_number_stands_for_half_a_unit_either_way(make_claim: Callable[..., Claim]) -> None:
    assert rounding_interval(make_claim("a.b", "0.14")) == hull(Fraction("0.135"), Fraction("0.145"))
    assert rounding_interval(make_claim("a.b", "33", unit="%")) == hull(Fraction("0.325"), Fraction("0.335"))
    assert printed_point(make_claim("a.b", "33", unit="%")) == Interval.point(Fraction("0.33"))


def test_counts_settings_and_cuts_are_exact(make_claim: Callable[..., Claim]) -> None:
    for columns in ({"stat": "count"}, {"class_": "setting"}, {"stat": "threshold", "comparator": "~"}):
        assert rounding_interval(make_claim("a.b", "0.15", **columns)) == Interval.point(Fraction("0.15"))


def test_an_approximate_count_keeps_its_range(make_claim: Callable[..., Claim]) -> None:
    assert rounding_interval(make_claim("a.b", "0.5", stat="constant", comparator="~")).high == Fraction("0.55")


def test_a_bound_of_a_p_value_starts_at_zero_and_other_open_ends_are_refused(make_claim: Callable[..., Claim]) -> None:
    small = make_claim("a.b", "0.001", stat="p", comparator="<")
    assert rounding_interval(small) == printed_point(small) == hull(0, Fraction("0.001"))
    with pytest.raises(ValueError, match=r"a\.b: printed as > 3, which leaves one end open"):
        rounding_interval(make_claim("a.b", "3", comparator=">"))


def test_arithmetic_by_hand() -> None:
    a, b = hull(1, 2), hull(-3, 4)
    assert a + b == hull(-2, 6)
    assert a - b == hull(-3, 5)
    assert a * b == hull(-6, 8)
    assert b**2 == hull(0, 16)
    assert a / hull(2, 4) == hull(Fraction(1, 4), 1)
    assert str(a) == "1 to 2"
    assert str(Interval.point(3)) == "3"


def test_impossible_intervals_and_divisions_are_refused() -> None:
    with pytest.raises(ValueError, match="low end must not exceed"):
        Interval(Fraction(2), Fraction(1))
    with pytest.raises(ZeroDivisionError, match="holds 0"):
        hull(1, 2) / hull(-1, 1)
    with pytest.raises(ValueError, match="at least one"):
        hull()
    with pytest.raises(ValueError, match="expected finite numbers"):
        monotone(lambda value: float("inf") * value, hull(1, 2))


@settings(deadline=None, max_examples=80)
@given(VALUES, VALUES, VALUES, VALUES, st.fractions(0, 1), st.fractions(0, 1))
def test_results_hold_every_value_that_the_operands_can_take(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, u: Fraction, v: Fraction
) -> None:
    left, right = hull(a, b), hull(c, d)
    x, y = left.low + u * (left.high - left.low), right.low + v * (right.high - right.low)
    for result, value in ((left + right, x + y), (left - right, x - y), (left * right, x * y), (left**2, x**2)):
        assert result.low <= value <= result.high
    assert monotone(abs, hull(0, 3)).meets(Interval.point(3))
