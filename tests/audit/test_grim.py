"""GRIM, GRIMMER and the limits of a standard deviation."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit.grim import grim, grim_percent, grimmer, numerators, sd_limits

SCORES = st.lists(st.integers(1, 10), min_size=2, max_size=40)


@pytest.mark.parametrize(
    ("mean", "possible"),
    [(f"5.{19 + k}", letter == "T") for k, letter in enumerate("FFTFFFTFFFTF")],
)
def test_means_of_28_whole_numbers_as_brown_and_heathers_list_them(mean: str, possible: bool) -> None:
    """Means 5.19 to 5.30 with n = 28: Brown and Heathers (2017), The GRIM test."""
    assert grim(mean, 28) is possible


@pytest.mark.parametrize(
    ("mean", "n", "possible"), [("7.22", 32, True), ("4.74", 25, False), ("5.23", 29, False), ("2.57", 24, False)]
)
def test_single_means_as_in_the_documentation_of_the_r_package_scrutiny(mean: str, n: int, possible: bool) -> None:
    assert grim(mean, n) is possible


@pytest.mark.parametrize("percent", range(6, 17))
def test_with_fifty_items_only_even_percentages_are_possible(percent: int) -> None:
    """R package scrutiny: 6 to 16 percent of 50 alternate between possible and impossible."""
    assert grim_percent(str(percent), 50) is (percent % 2 == 0)


@pytest.mark.parametrize(("mean", "sd", "n", "possible"), [("5.21", "1.6", 28, True), ("3.44", "2.47", 18, False)])
def test_standard_deviations_as_allard_works_them_out(mean: str, sd: str, n: int, possible: bool) -> None:
    """Analytic GRIMMER (Allard 2018) and the documentation of the R package scrutiny."""
    assert grimmer(mean, sd, n) is possible


def test_standard_deviation_by_hand() -> None:
    """1, 2, 3 has mean 2 and SD 1; two equal numbers cannot have the SD 0.5, whatever their mean."""
    assert grimmer("2.0", "1.00", 3)
    assert not grimmer("2.0", "0.50", 2)


def test_no_standard_deviation_without_a_possible_mean() -> None:
    assert not grimmer("4.74", "1.00", 25)


def test_limits_of_the_standard_deviation_as_published_for_sprite() -> None:
    """n = 5, mean 4.2, scale 1 to 7 gives 0.45 to 3.03 (Heathers et al. 2018)."""
    low, high = sd_limits(4.2, 5, 1, 7)
    assert (round(low, 2), round(high, 2)) == (0.45, 3.03)


def test_limits_at_the_end_of_the_scale_and_for_equal_scores() -> None:
    assert sd_limits(7, 5, 1, 7) == (0, 0)
    assert sd_limits(1, 5, 1, 7) == (0, 0)
    assert sd_limits(4, 2, 1, 7) == pytest.approx((0, statistics.stdev([1, 7])))


@settings(deadline=None, max_examples=60)
@given(SCORES)
def test_true_means_and_standard_deviations_are_never_doubted(scores: list[int]) -> None:
    mean, sd, n = statistics.fmean(scores), statistics.stdev(scores), len(scores)
    assert grim(f"{mean:.2f}", n)
    assert grimmer(f"{mean:.2f}", f"{sd:.2f}", n)
    low, high = sd_limits(mean, n, 1, 10)
    assert low - 1e-9 <= sd <= high + 1e-9


def test_ties_may_have_been_rounded_either_way() -> None:
    assert grim("0.12", 8)
    assert grim("0.13", 8)
    assert list(numerators(Fraction(1, 8), Fraction(1, 8), 8)) == [1]


def test_too_few_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="items: expected at least 1, got 0"):
        grim("1.0", 0)
    with pytest.raises(ValueError, match="n: expected at least 2, got 1"):
        grimmer("1.0", "0.0", 1)
    with pytest.raises(ValueError, match="n: expected at least 2"):
        sd_limits(1, 1, 1, 5)
    with pytest.raises(ValueError, match="mean: expected 1 to 5, got 6"):
        sd_limits(6, 3, 1, 5)
