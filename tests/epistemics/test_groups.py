"""Groups of ratings compared: values of other packages, hand cases, and what is undefined."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pingouin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import tiecorrect

from peerassay.epistemics import (
    bonferroni,
    chi_square,
    compare_columns,
    expected_counts,
    kruskal_wallis,
    mann_whitney,
    one_way_anova,
)

SMALL = st.lists(st.integers(1, 5), min_size=3, max_size=12)
SMOKERS = [[83, 90, 129, 70], [3, 3, 7, 12]]
"""R, help(prop.test): Fleiss (1981), page 139, smokers among patients of four studies (here: smokers, others)."""


def test_mann_whitney_as_pingouin_computes_it() -> None:
    first, second = [3.1, 2.2, 3.0, 4.1, 2.9], [2.0, 2.2, 2.5, 3.0, 1.9, 2.1]
    ours = mann_whitney(first, second)
    theirs = pingouin.mwu(first, second, method="asymptotic")
    assert ours.p == pytest.approx(float(theirs["p_val"].iloc[0]))
    assert ours.effect.value == pytest.approx(float(theirs["CLES"].iloc[0]))


def test_superiority_by_hand_and_its_interval_as_lawstat_gives_it() -> None:
    """Brunner and Munzel (2000), pain scores: 0.788961, 0.5952169 to 0.9827052 (R, lawstat)."""
    first = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1]
    second = [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4]
    effect = mann_whitney(second, first).effect
    assert effect.value == pytest.approx(0.788961, abs=1e-6)
    assert (effect.low, effect.high) == pytest.approx((0.5952169, 0.9827052), abs=1e-6)
    assert mann_whitney([1, 2], [0, 1]).effect.value == 3.5 / 4


def test_kruskal_wallis_as_r_computes_it() -> None:
    """R, help(kruskal.test), Hollander and Wolfe (1973), page 116: H = 0.77143, df 2, p = 0.68."""
    normal, obstructed, asbestosis = [2.9, 3.0, 2.5, 2.6, 3.2], [3.8, 2.7, 4.0, 2.4], [2.8, 3.4, 3.7, 2.2, 2.0]
    result = kruskal_wallis([normal, obstructed, asbestosis])
    assert (round(result.statistic, 5), result.df, round(result.p, 2)) == (0.77143, (2,), 0.68)
    assert result.effect.value == pytest.approx(0.77143 / 13, abs=1e-5)
    assert result.effect.low == 0


def test_anova_as_r_computes_it() -> None:
    """R, anova(lm(weight ~ group, PlantGrowth)): F = 4.8461, p = 0.01591; eta squared 0.264."""
    control = [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14]
    first = [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69]
    second = [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26]
    result = one_way_anova([control, first, second])
    assert (round(result.statistic, 4), round(result.p, 5), result.df) == (4.8461, 0.01591, (2, 27))
    assert result.effect.value == pytest.approx(0.2641, abs=1e-4)
    assert 0 < result.effect.low < result.effect.value < result.effect.high < 1


def test_interval_of_eta_squared_by_its_definition() -> None:
    """At the ends the F that was found has 2.5 % and 97.5 % of its distribution below it."""
    from scipy.stats import ncf

    result = one_way_anova([[1, 2, 3, 2], [2, 3, 4, 5], [4, 5, 5, 6]])
    n = 12
    chances = [
        float(ncf.cdf(result.statistic, *result.df, n * end / (1 - end)))
        for end in (result.effect.low, result.effect.high)
    ]
    assert chances == pytest.approx([0.975, 0.025], abs=1e-6)


def test_chi_square_as_r_computes_it() -> None:
    """R, prop.test of these four groups: X-squared = 12.6, df 3, p = 0.005585."""
    table = pd.DataFrame(SMOKERS)
    result = chi_square(table)
    assert (round(result.statistic, 3), result.df, round(result.p, 6)) == (12.6, (3,), 0.005585)
    assert result.effect.value == pytest.approx(math.sqrt(12.6004 / 397), abs=1e-5)
    assert result.note == ""
    assert result.effect.details["expected"] == pytest.approx(25 * 82 / 397)


def test_expected_counts_by_hand_and_a_warning_if_they_are_small() -> None:
    table = pd.DataFrame([[1, 3, 0], [3, 1, 0]], columns=["a", "b", "c"])
    assert expected_counts(table).to_numpy().tolist() == [[2, 2, 0], [2, 2, 0]]
    result = chi_square(table)
    assert result.statistic == 2
    assert result.note == "4 of 4 expected counts are below 5; rows or columns without a count are left out"


def test_bonferroni_by_hand() -> None:
    assert bonferroni([0.001, 0.2, math.nan]).tolist()[:2] == pytest.approx([0.002, 0.4])
    assert math.isnan(bonferroni([0.001, math.nan])[1])
    assert bonferroni([0.5] * 9).tolist() == [1.0] * 9


def test_columns_are_compared_together() -> None:
    first = pd.DataFrame({"x": [3.0, 3, 2, 3], "y": [1.0, 1, 1, 1]})
    second = pd.DataFrame({"x": [1.0, 1, 2, 1, 1], "y": [1.0, 1, 1, 1, 1]})
    table = compare_columns(first, second, ["x", "y"], np.random.default_rng(1), resamples=200)
    assert table["p_adjusted"].iloc[0] == table["p"].iloc[0]
    assert table["reason"].tolist() == ["", "nothing varies within the groups"]
    assert table["low"].iloc[0] < table["d"].iloc[0] < table["high"].iloc[0]


@settings(deadline=None, max_examples=50)
@given(SMALL, SMALL)
def test_swapping_the_groups_mirrors_the_ranks(first: list[int], second: list[int]) -> None:
    forward, backward = mann_whitney(first, second), mann_whitney(second, first)
    if forward.reason:
        assert math.isnan(forward.p)
        assert len(set(first + second)) == 1
        return
    assert forward.p == pytest.approx(backward.p)
    assert forward.effect.value == pytest.approx(1 - backward.effect.value)
    assert tiecorrect(np.array(first + second)) > 0


@settings(deadline=None, max_examples=50)
@given(st.lists(SMALL, min_size=2, max_size=4))
def test_shares_of_variance_are_shares_and_lie_in_their_intervals(groups: list[list[int]]) -> None:
    for result in (kruskal_wallis(groups), one_way_anova(groups)):
        if result.reason:
            continue
        assert 0 <= result.effect.value <= 1
        assert 0 <= result.effect.low <= result.effect.high <= 1


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (mann_whitney([2, 2], [2, 2]), "all values are equal"),
        (mann_whitney([], [2, 2]), "a group has fewer than 1 values"),
        (kruskal_wallis([[1], [1]]), "all values are equal"),
        (one_way_anova([[1, 1], [2, 2]]), "nothing varies within the groups"),
        (one_way_anova([[1], [2, 3]]), "a group has fewer than 2 values"),
        (chi_square(pd.DataFrame([[3, 0], [2, 0]])), "fewer than two groups or two labels have any count"),
    ],
)
def test_what_cannot_be_tested_is_nan_with_the_reason(result: object, reason: str) -> None:
    assert math.isnan(result.p)  # type: ignore[attr-defined]
    assert result.reason == reason  # type: ignore[attr-defined]
    assert result.row["reason"] == reason  # type: ignore[attr-defined]


def test_missing_values_are_counted_and_separate_groups_have_no_interval() -> None:
    result = mann_whitney([3, 4, math.nan], [1, 2])
    assert result.effect.excluded == 1
    assert result.effect.value == 1
    assert "do not overlap" in result.effect.reason


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kruskal_wallis([[1, 2]]), "at least two, got 1"),
        (lambda: mann_whitney([[1, 2]], [1]), "group 1: expected one dimension"),
        (lambda: mann_whitney([math.inf], [1]), "infinite"),
        (lambda: mann_whitney([1], [2], 1), "between 0 and 1"),
        (lambda: chi_square(pd.DataFrame([[-1, 2], [1, 2]])), "counts of 0 or more"),
        (lambda: expected_counts(pd.DataFrame([[0, 0]])), "at least one count above 0"),
        (lambda: bonferroni([1.2]), "numbers from 0 to 1"),
    ],
)
def test_impossible_input_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
