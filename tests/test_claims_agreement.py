"""Deciding whether a value could have been printed as a published number, and how people see that number."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import Claim, UnitError, agrees, load_claims

CLAIMS = load_claims(Path(__file__).parents[1] / "data" / "claims")

quick = settings(deadline=None, max_examples=150)
decimals_printed = st.integers(0, 6)
fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**7)
offsets = st.fractions(min_value=Fraction(1, 10**6), max_value=10)


def printed_as(printed: str, comparator: str = "=", unit: str = "dimensionless") -> Claim:
    """A claim with a given printing."""
    decimals = len(printed.partition(".")[2])
    template = CLAIMS["rep.validity.spearman.gpt6sol"]
    return replace(template, printed=printed, decimals=decimals, comparator=comparator, unit=unit)


def rounded(value: Fraction, decimals: int, rounding: str) -> str:
    """The value printed at some decimals; its 28 digits are exact for every tie, and near enough for the rest."""
    digits = Decimal(value.numerator) / value.denominator
    return f"{digits.quantize(Decimal(1).scaleb(-decimals), rounding=rounding):f}"


# --- agreement: rounding


@quick
@given(value=fractions, decimals=decimals_printed, rounding=st.sampled_from([ROUND_HALF_EVEN, ROUND_HALF_UP]))
def test_every_value_agrees_with_its_own_printing_however_halves_are_rounded(
    value: Fraction, decimals: int, rounding: str
) -> None:
    assert agrees(printed_as(rounded(value, decimals, rounding)), value) is True


@quick
@given(value=st.floats(-1e6, 1e6), decimals=decimals_printed)
def test_every_float_agrees_with_its_own_printing(value: float, decimals: int) -> None:
    assert agrees(printed_as(f"{value:.{decimals}f}"), value) is True


@quick
@given(units=st.integers(-(10**6), 10**6), decimals=decimals_printed, beyond=offsets, side=st.sampled_from([-1, 1]))
def test_a_value_further_than_half_a_unit_away_never_agrees(
    units: int, decimals: int, beyond: Fraction, side: int
) -> None:
    unit = Fraction(1, 10**decimals)
    claim = printed_as(f"{Decimal(units).scaleb(-decimals):f}")
    assert agrees(claim, (units + side * (Fraction(1, 2) + beyond)) * unit) is False


@quick
@given(units=st.integers(-(10**6), 10**6), decimals=decimals_printed)
def test_a_value_half_way_agrees_with_both_neighbours(units: int, decimals: int) -> None:
    half_way = (units + Fraction(1, 2)) / 10**decimals
    below, above = (printed_as(f"{Decimal(near).scaleb(-decimals):f}") for near in (units, units + 1))
    for value in (half_way, float(half_way), Decimal(2 * units + 1).scaleb(-decimals) / 2):
        assert agrees(below, value) is True
        assert agrees(above, value) is True


def test_trailing_zeros_count_as_printed_digits() -> None:
    assert agrees(printed_as("0.390"), 0.3896) is True
    assert agrees(printed_as("0.390"), 0.391) is False
    assert agrees(printed_as("0.39"), 0.391) is True


def test_float_noise_at_a_tie_does_not_decide() -> None:
    """2.675 as a float lies below the tie, 1.005 * 100 below 100.5: both must count as ties."""
    assert agrees(printed_as("2.68"), 2.675) is True
    assert agrees(printed_as("101"), 1.005 * 100) is True
    assert agrees(printed_as("2.68"), 2.6749) is False


@pytest.mark.parametrize(
    ("printed", "comparator", "value", "expected"),
    [
        ("2.68", "=", 2.675 - 1e-12, True),  # a billionth of 0.01 is 1e-11
        ("2.68", "=", 2.675 - 1e-10, False),
        ("0.001", "<", 0.001 - 1e-13, False),
        ("0.001", "<", 0.001 - 1e-11, True),
        ("15324311", "=", 15324311.51, False),
        ("15324311", "=", math.nextafter(15324311.5, math.inf), True),
        ("0", "<", -1e-17, False),
        ("0", "<", -1e-8, True),
        ("0", ">", 1e-17, False),
    ],
)
def test_float_noise_is_a_billionth_of_the_last_printed_unit(
    printed: str, comparator: str, value: float, expected: bool
) -> None:
    assert agrees(printed_as(printed, comparator), value) is expected


def test_exact_numbers_are_compared_without_any_tolerance() -> None:
    just_below = Fraction(1, 2) - Fraction(1, 10**15)
    assert agrees(printed_as("1"), just_below) is False
    assert agrees(printed_as("1"), Decimal("0.499999999999999")) is False


def test_numpy_numbers_are_understood() -> None:
    assert agrees(printed_as("33"), np.int64(33)) is True
    assert agrees(printed_as("33"), np.int64(34)) is False
    assert agrees(printed_as("0.1"), np.float32(0.1)) is True
    assert agrees(printed_as("0.374"), np.float64(math.sqrt(0.140056))) is True


# --- agreement: comparators, units, what never agrees


@quick
@given(bound=st.integers(-1000, 1000), decimals=decimals_printed, value=fractions)
def test_comparators_hold_for_the_value_itself_not_for_its_rounding(bound: int, decimals: int, value: Fraction) -> None:
    printed = f"{Decimal(bound).scaleb(-decimals):f}"
    limit = Fraction(bound, 10**decimals)
    for near in (value, limit, limit - Fraction(1, 10**9), limit + Fraction(1, 10**9)):
        assert agrees(printed_as(printed, "<"), near) is (near < limit)
        assert agrees(printed_as(printed, "<="), near) is (near <= limit)
        assert agrees(printed_as(printed, ">"), near) is (near > limit)
        assert agrees(printed_as(printed, ">="), near) is (near >= limit)


@pytest.mark.parametrize("value", [0.001, 0.3, 0.07, 0.1 + 0.2])
def test_a_float_on_the_bound_is_not_below_it(value: float) -> None:
    printed = f"{value:.3f}"
    assert agrees(printed_as(printed, "<"), value) is False
    assert agrees(printed_as(printed, "<="), value) is True
    assert agrees(printed_as(printed, ">"), value) is False
    assert agrees(printed_as(printed, ">="), value) is True


def test_sign_claims_are_strict() -> None:
    above_zero = printed_as("0", ">")
    assert agrees(above_zero, 1e-6) is True
    assert agrees(above_zero, Fraction(1, 10**12)) is True
    assert agrees(above_zero, 0) is False
    assert agrees(above_zero, -0.4) is False


@quick
@given(n=st.integers(1, 3000), data=st.data(), decimals=st.integers(0, 3))
def test_a_fraction_agrees_with_its_percentage_and_a_percentage_with_itself(
    n: int, data: st.DataObject, decimals: int
) -> None:
    share = Fraction(data.draw(st.integers(0, n)), n)
    claim = printed_as(rounded(100 * share, decimals, ROUND_HALF_UP), unit="%")
    assert agrees(claim, share, unit="fraction") is True
    assert agrees(claim, float(share), unit="fraction") is True
    assert agrees(claim, 100 * share, unit="%") is True
    if share > Fraction(1, 50):
        assert agrees(claim, share) is False  # taken for percent, as no unit is named


def test_units_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(UnitError, match=r"printed in 'score_points', the value is in 'fraction'"):
        agrees(printed_as("0.5", unit="score_points"), 0.5, unit="fraction")
    with pytest.raises(UnitError, match="not comparable"):
        agrees(printed_as("0.5"), 50, unit="%")


@pytest.mark.parametrize("value", [0, 3, 3.0, math.nan, Fraction(3)])
def test_nothing_agrees_or_disagrees_with_an_approximate_number(value: float | Fraction) -> None:
    assert agrees(printed_as("3", "~"), value) is None


@pytest.mark.parametrize("comparator", ["=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, Decimal("NaN"), np.nan])
def test_what_is_not_a_finite_number_never_agrees(comparator: str, value: float | Decimal) -> None:
    assert agrees(printed_as("0", comparator), value) is False


def test_published_numbers_agree_with_values_known_from_the_paper() -> None:
    """Outside values: counts and variances that the three papers print beside the rounded numbers."""
    assert agrees(CLAIMS["rep.repeatability.score5_share.gpt6sol"], Fraction(1042, 2000), unit="fraction") is True
    assert agrees(CLAIMS["rep.repeatability.sd.gpt6sol"], math.sqrt(0.074056)) is True
    assert agrees(CLAIMS["epi.probe.system2_share.b"], Fraction(9, 35), unit="fraction") is True
    assert agrees(CLAIMS["sty.combined.aligned.gemma3.second_pct"], Fraction(7, 126), unit="fraction") is False
    assert agrees(CLAIMS["rep.fusion.refit.match_tolerance"], 0) is True


# --- what people see


@pytest.mark.parametrize(
    ("printed", "comparator", "unit", "published"),
    [
        ("12", "=", "reviews", "12"),
        ("0.390", "=", "score_points", "0.390"),
        ("0.001", "<", "dimensionless", "< 0.001"),
        ("3", "~", "ratio", "~ 3"),
        ("52.1", "=", "%", "52.1\N{NARROW NO-BREAK SPACE}%"),
        ("4", "<=", "%", "≤ 4\N{NARROW NO-BREAK SPACE}%"),
        ("-0.348", "=", "score_points", "-0.348"),
    ],
)
def test_published_shows_comparator_digits_and_percent_sign(
    printed: str, comparator: str, unit: str, published: str
) -> None:
    assert printed_as(printed, comparator, unit).published == published
