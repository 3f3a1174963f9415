"""Matching on length, curves in length, and labels by length."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patsy import dmatrix

from peerassay.epistemics.length import label_by_length, length_controls, length_curves, spline_basis, why_no_slope
from peerassay.epistemics.matching import match_lengths, matched_length

LENGTHS = st.lists(st.integers(50, 5000), min_size=1, max_size=12)


def made(n: int, gap: float, slope: float, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Give reviews of two groups, the second longer, whose value is `slope` log-length plus `gap` and some noise."""
    rng = np.random.default_rng(seed)
    group = np.arange(n) % 4 == 0
    logs = rng.normal(7, 0.5, n) + 0.6 * group
    value = 3 + slope * (logs - 7) + gap * group + rng.normal(0, 0.05, n)
    return pd.DataFrame({"n_chars": np.exp(logs), "rqs": value}), group


def test_pairs_by_hand() -> None:
    """100 pairs with 105 and 200 with 190; 1000 has nobody within a tenth."""
    pairs = match_lengths([100, 1000, 200], [190, 105, 5000])
    assert pairs.tolist() == [[0, 1], [2, 0]]
    assert match_lengths([], [100]).shape == (0, 2)


def test_as_many_pairs_as_possible_come_before_the_closest_ones() -> None:
    """Taking the closest pair first (100 with 101) would leave 104 without a partner."""
    assert len(match_lengths([100, 104], [101, 97], caliper=0.05)) == 2


@settings(deadline=None, max_examples=60)
@given(LENGTHS, LENGTHS)
def test_every_pair_is_within_the_caliper_and_nobody_is_used_twice(first: list[int], second: list[int]) -> None:
    pairs = match_lengths(first, second)
    distance = np.abs(np.log(np.array(first)[pairs[:, 0]]) - np.log(np.array(second)[pairs[:, 1]]))
    assert (distance <= 0.1).all()
    assert len(set(pairs[:, 0])) == len(set(pairs[:, 1])) == len(pairs)


def test_matching_takes_away_a_difference_that_length_makes() -> None:
    frame, group = made(400, gap=0.0, slope=0.5)
    table = matched_length(frame[group], frame[~group], np.random.default_rng(1), resamples=300).set_index("comparison")
    assert table.loc["all reviews", "low"] > 0.2
    matched = table.loc["matched on length"]
    assert matched["low"] - 0.02 < 0 < matched["high"] + 0.02
    assert matched["length_first"] == pytest.approx(matched["length_second"], rel=0.03)
    assert matched["left_out"] == 400 - 2 * matched["n_first"]


def test_no_partner_and_missing_values_are_said() -> None:
    first = pd.DataFrame({"n_chars": [100.0, math.nan], "rqs": [3.0, 4.0]})
    second = pd.DataFrame({"n_chars": [900.0, 950.0], "rqs": [2.0, 3.0]})
    table = matched_length(first, second, np.random.default_rng(0), resamples=10)
    assert table["reason"].tolist() == ["", "no review of one group has a partner in the other"]
    assert table["left_out"].tolist() == [1, 4]
    assert math.isnan(table["difference"].iloc[1])


def test_controls_for_length_give_the_planted_gap_back() -> None:
    frame, group = made(600, gap=0.2, slope=0.4)
    table = length_controls(frame, group).set_index("control")
    assert table.loc["none", "difference"] == pytest.approx(0.2 + 0.6 * 0.4, abs=0.06)
    for name in ("log-length", "spline"):
        assert table.loc[name, "low"] < 0.2 < table.loc[name, "high"]
    assert table.loc["spline", "curvature_p"] > 0.01
    assert table["r_squared"].is_monotonic_increasing


def test_a_bend_is_found_by_the_spline() -> None:
    frame, group = made(400, gap=0.0, slope=0.0)
    bent = frame.assign(
        rqs=3 + np.minimum(np.log(frame["n_chars"]) - 7, 0) + np.random.default_rng(2).normal(0, 0.05, 400)
    )
    table = length_controls(bent, group).set_index("control")
    assert table.loc["spline", "curvature_p"] < 1e-6
    curves = length_curves(bent)
    assert curves["spline"].iloc[-1] - curves["spline"].iloc[-20] < 0.1


def test_the_basis_spans_the_cubic_splines_of_patsy() -> None:
    """Same column space, with a constant, as patsy's B-splines with inner knots at the same quantiles."""
    logs = np.random.default_rng(3).normal(7, 0.5, 80)
    ours = np.column_stack([np.ones(80), spline_basis(logs, logs, 4)])
    inner = np.quantile(logs, [1 / 3, 2 / 3]).tolist()
    theirs = np.asarray(
        dmatrix("bs(x, knots=inner, degree=3, include_intercept=True) - 1", {"x": logs, "inner": inner})
    )
    assert np.linalg.matrix_rank(np.column_stack([ours, theirs]), tol=1e-8) == ours.shape[1] == theirs.shape[1]


def test_shares_of_a_label_by_judge_and_length() -> None:
    frame = pd.DataFrame(
        {
            "review_id": list("abcdabcd"),
            "judge": ["one"] * 4 + ["two"] * 4,
            "n_chars": [100, 200, 300, 400] * 2,
            "label": ["Non-evaluative", "Mixed", "Mixed", "Mixed", "Mixed", "Mixed", "Mixed", None],
        }
    )
    table = label_by_length(frame, classes=2)
    assert table[["judge", "length", "count", "n"]].to_numpy().tolist() == [
        ["one", "100 to 300 characters", 1, 3],
        ["one", "301 to 400 characters", 0, 1],
        ["two", "100 to 300 characters", 0, 3],
    ]
    assert table["low"].iloc[1] == 0
    assert label_by_length(frame.assign(n_chars=math.nan)).empty


def test_one_length_only_is_one_class_and_no_curve() -> None:
    frame = pd.DataFrame({"review_id": ["a"], "judge": ["j"], "n_chars": [50.0], "label": ["Mixed"], "rqs": [3.0]})
    assert label_by_length(frame)["length"].tolist() == ["50 to 50 characters"]
    assert length_curves(frame).empty
    assert length_controls(frame, [True])["reason"].unique().tolist() == ["one of the groups is empty"]
    few = pd.concat([frame, frame.assign(n_chars=60.0)])
    assert "too few for 4 knots" in length_controls(few, [True, False])["reason"].iloc[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: match_lengths([0], [1]), "lengths above 0"),
        (lambda: match_lengths([1], [1], 0), "caliper"),
        (lambda: length_controls(made(8, 0, 0)[0], [True]), "one entry for each of 8 rows"),
        (lambda: label_by_length(pd.DataFrame(), classes=0), "classes"),
    ],
)
def test_impossible_input_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("groups", "lengths", "reason"),
    [
        (["a", "a", "b", "b"], [100, 200, 300, 300], ""),
        (["a", "a", "b", "b"], [100, 100, 300, 300], "within every group all reviews are equally long"),
        (["a", "a", "b"], [100, 200, 300], "3 reviews with a length are too few for 2 groups and a slope of length"),
        (["a", "a", "b", "b"], [100, 200, 300, math.nan], "3 reviews with a length are too few for 2 groups"),
        ([], [], "0 reviews with a length are too few"),
    ],
)
def test_a_slope_within_groups_needs_reviews_of_different_length(
    groups: list[str], lengths: list[float], reason: str
) -> None:
    found = why_no_slope(groups, lengths)
    assert found.startswith(reason)
    assert bool(found) == bool(reason)
