"""What the printed numbers of Equation 1 say, given what is not printed."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.epistemics.equation import AI, fit_groups, resolutions
from peerassay.epistemics.equation_errors import (
    error_range,
    errors_by_spread,
    log_normal_mean,
    spread_from_split,
    spread_needed,
    spreads_needed,
    standard_error_at,
)
from peerassay.epistemics.explained import (
    UNITS,
    Printed,
    coefficient_at,
    explained,
    explained_by_length,
    gap_needed,
    ratios_needed,
)
from peerassay.reconstructed.equation_one import printed_equation

PRINTED = printed_equation(load_claims())
WAYS = resolutions({name: size for name, size in PRINTED.sizes.items() if name != AI})
BY_KEY = {way.key: way for way in WAYS}


def test_what_the_paper_prints_is_collected() -> None:
    assert PRINTED.means == {AI: 3.5, "ICLR": 2.8, "ICML": 2.83, "NeurIPS": 2.94}
    assert (PRINTED.reviews, PRINTED.slope, PRINTED.adjusted) == (1256, 0.36, 0.17)
    assert PRINTED.standard_error == pytest.approx(0.28 / 2 / 1.96187, rel=1e-4)


def test_the_printed_share_is_74_percent() -> None:
    assert round(100 * explained(0.65, 0.17)) == 74
    assert np.isnan(explained(0, 0.1))


def test_the_ratio_of_lengths_by_hand() -> None:
    # sum to zero: 3.50 - 2.8567 - 0.36 g = 0.17, so g = 1.3148 and the ratio 3.72
    assert gap_needed(PRINTED, BY_KEY["sum_to_zero"], 0) == pytest.approx((3.5 - 8.57 / 3 - 0.17) / 0.36)
    table = ratios_needed(PRINTED, WAYS, 2000, UNITS).set_index(["key", "unit"])
    assert table.loc[("sum_to_zero", "characters"), "ratio"] == pytest.approx(3.724, abs=1e-3)
    assert table.loc[("centred", "characters"), "contrast"] == pytest.approx(0.17 / 0.75)
    assert table.loc[("sum_to_zero", "characters"), "contrast_explained"] == pytest.approx(1 - 0.17 / 0.65)


def test_units_are_listed_only_where_they_matter() -> None:
    table = explained_by_length(PRINTED, WAYS, [1, 2], 2000, UNITS)
    units = table.groupby("key")["unit"].nunique()
    assert units[units > 1].index.tolist() == ["no_intercept", "pseudo_inverse"]
    assert table.loc[(table["key"] == "centred") & (table["ratio"] == 1), "explained"].iloc[0] == pytest.approx(
        1 - 0.75 * (3.5 - 8.57 / 3) / 0.65
    )


@given(st.sampled_from(WAYS), st.floats(4, 9), st.floats(-1, 1))
@settings(deadline=None, max_examples=60)
def test_the_gap_that_is_needed_gives_the_coefficient(way, human_log: float, goal: float) -> None:  # type: ignore[no-untyped-def]
    gap = gap_needed(PRINTED, way, human_log, goal)
    assert coefficient_at(PRINTED, way, gap, human_log) == pytest.approx(goal, abs=1e-9)


def test_the_closed_standard_error_is_that_of_a_fit() -> None:
    rng = np.random.default_rng(3)
    sizes = {AI: 30, "a": 50, "b": 70}
    groups = np.repeat(list(sizes), list(sizes.values()))
    logs = rng.normal(7, 0.5, len(groups)) + (groups == AI) * 1.2
    scores = 0.3 * logs + rng.normal(0, 0.4, len(groups))
    for name in sizes:  # human groups have the same mean log-length, as the closed form assumes
        chosen = groups == name
        logs[chosen] += (8.2 if name == AI else 7.0) - logs[chosen].mean()
    fit = fit_groups(scores, groups, logs, AI)
    means = {name: float(scores[groups == name].mean()) for name in sizes}
    within = sum(float(((scores[groups == name] - means[name]) ** 2).sum()) for name in sizes)
    squares = sum(float(((logs[groups == name] - logs[groups == name].mean()) ** 2).sum()) for name in sizes)
    ways = {way.key: way for way in resolutions({"a": 50, "b": 70})}
    human = (means["a"] * 50 + means["b"] * 70) / 120
    between = 50 * (means["a"] - human) ** 2 + 70 * (means["b"] - human) ** 2
    pooled = sqrt((within + between) / (150 - 2))
    for key in ("pseudo_inverse", "sum_to_zero", "without_a"):
        found = fit.contrast(ways[key].weights)
        printed = Printed(means, sizes, fit.estimate("log_length"), 1, found["estimate"], 0, 1, 0.95, pooled)
        spread = sqrt(squares / (150 - 3))
        assert standard_error_at(printed, ways[key], spread, 7.0) == pytest.approx(found["se"], rel=1e-9), key


def test_a_spread_that_explains_more_than_there_is_has_no_standard_error() -> None:
    assert np.isnan(standard_error_at(PRINTED, BY_KEY["sum_to_zero"], 3.0, 7))


def test_printed_interval_and_p_overlap_in_a_narrow_band() -> None:
    low, high = error_range(PRINTED, 0.014)
    assert 0.0685 < low < high < 0.0715
    assert low == pytest.approx((0.28 - 0.01) / 2 / 1.9619, rel=1e-3)


def test_spreads_that_are_needed_give_the_error_back() -> None:
    table = spreads_needed(PRINTED, WAYS, (0.069, 0.071), 495, 0.1).set_index("key")
    assert (table["spread_low"] < table["spread"]).all()
    spreads, lengths = table["spread"].to_dict(), table["human_length"].to_dict()
    for key in ("sum_to_zero", "pseudo_inverse"):
        human = log_normal_mean(spreads[key], 495, 0.1)
        assert standard_error_at(PRINTED, BY_KEY[key], spreads[key], human) == pytest.approx(0.07, abs=1e-9)
        assert lengths[key] == pytest.approx(exp(human))
    assert np.isnan(spread_needed(PRINTED, BY_KEY["sum_to_zero"], 5.0, 495, 0.1))


def test_errors_fall_with_the_spread() -> None:
    table = errors_by_spread(PRINTED, [BY_KEY["sum_to_zero"]], [0.3, 0.5, 0.7], 495, 0.1)
    assert table["standard_error"].is_monotonic_decreasing


def test_a_tenth_of_a_log_normal_lies_below_its_quantile() -> None:
    draws = np.random.default_rng(0).normal(log_normal_mean(0.5, 495, 0.1), 0.5, 200_000)
    assert (draws <= log(495)).mean() == pytest.approx(0.1, abs=0.003)


def test_the_split_gives_the_spread_back() -> None:
    draws = np.sort(np.random.default_rng(1).normal(0, 0.4, 200_000))
    difference = 0.36 * (draws[20_000:].mean() - draws[:20_000].mean())
    assert spread_from_split(difference, 0.36, 0.1) == pytest.approx(0.4, abs=0.004)


def test_the_frame_has_one_row_per_resolution_unit_and_ratio() -> None:
    table = explained_by_length(PRINTED, WAYS, [1, 3], 2000, {"characters": 1})
    assert isinstance(table, pd.DataFrame)
    assert len(table) == 2 * len(WAYS)
