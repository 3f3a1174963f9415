"""What the printed summary of a paired probe implies."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics import (
    effect_interval,
    expected_wins,
    fewest_wins,
    label_contrast,
    largest_effect,
    shares_at_a_glance,
    undecided_pairs,
)

DIFFERENCES = st.lists(st.integers(-4, 4), min_size=2, max_size=30).filter(lambda xs: len(set(xs)) > 1)


def test_sign_test_of_33_of_35_as_r_computes_it() -> None:
    """R: binom.test(33, 35)$p.value is 3.672903e-08."""
    table = undecided_pairs(33, 35)
    assert table[["losses", "ties"]].values.tolist() == [[0, 2], [1, 1], [2, 0]]
    assert table["p"].iloc[-1] == pytest.approx(3.672903e-08, rel=1e-6)
    assert table["p"].is_monotonic_increasing


def test_sign_test_by_hand_and_without_a_decided_pair() -> None:
    assert undecided_pairs(2, 2)["p"].tolist() == [0.5]
    assert math.isnan(undecided_pairs(0, 3)["p"].iloc[0])


def test_interval_of_a_paired_effect_as_the_r_package_effectsize_gives_it() -> None:
    """Student's sleep data, cohens_d(paired): -1.28, 95 % interval -2.12 to -0.41 (documentation of effectsize)."""
    first = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
    second = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
    difference = first - second
    effect = float(difference.mean() / difference.std(ddof=1))
    assert round(effect, 2) == -1.28
    assert [round(limit, 2) for limit in effect_interval(effect, 10)] == [-2.12, -0.41]


def test_interval_of_no_effect_is_symmetric() -> None:
    low, high = effect_interval(0, 35)
    assert low == pytest.approx(-high)


def test_largest_effect_by_hand() -> None:
    """Three wins of 1 and a tie: mean 3/4, SD 1/2, so 1.5."""
    assert largest_effect(3, 4) == pytest.approx(1.5)
    assert largest_effect(4, 4) == math.inf
    assert largest_effect(0, 4) == 0


def test_the_printed_effect_needs_at_least_31_wins() -> None:
    """2.52**2 <= 31 * 34 / (35 * 4) = 7.53, but not 30 * 34 / (35 * 5) = 5.83."""
    assert fewest_wins(2.52, 35) == 31
    assert fewest_wins(-0.3, 35) == 0


@settings(deadline=None, max_examples=100)
@given(DIFFERENCES)
def test_no_differences_exceed_the_largest_effect_of_their_wins(differences: list[int]) -> None:
    values = np.array(differences, dtype=float)
    effect = float(values.mean() / values.std(ddof=1))
    wins = int((values > 0).sum())
    assert effect <= largest_effect(wins, len(values)) * (1 + 1e-9)
    assert fewest_wins(effect * (1 - 1e-9) if effect > 0 else effect, len(values)) <= wins


def test_expected_wins() -> None:
    assert expected_wins(0, 10) == 5
    assert expected_wins(1.959963984540054, 1000) == pytest.approx(975)


def test_labels_are_compared_over_the_pairs_that_differ() -> None:
    """McNemar's exact test with 26 and 0 discordant pairs is 2 / 2**26."""
    assert label_contrast(9, 26, 0) == pytest.approx(2 / 2**26)
    assert math.isnan(label_contrast(35, 0, 0))


def test_shares_have_the_published_clopper_pearson_limits() -> None:
    """4 of 10: 0.1215523 to 0.7376219 (R binom.test)."""
    table = shares_at_a_glance({"hits": 4}, 10)
    assert table[["low", "high"]].values[0] == pytest.approx([0.1215523, 0.7376219], abs=1e-7)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: undecided_pairs(3, 2), "wins: expected 0 to 2, got 3"),
        (lambda: undecided_pairs(0, 0), "pairs: expected at least 1, got 0"),
        (lambda: largest_effect(1, 1), "pairs: expected at least 2, got 1"),
        (lambda: fewest_wins(math.nan, 5), "effect: expected a finite number"),
        (lambda: effect_interval(1, 1), "pairs: expected at least 2"),
        (lambda: effect_interval(1, 5, 1), "confidence: expected a number between 0 and 1"),
        (lambda: expected_wins(1, -1), "pairs: expected 0 or more, got -1"),
        (lambda: label_contrast(-1, 0, 0), "both: expected a count of 0 or more"),
    ],
)
def test_impossible_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
