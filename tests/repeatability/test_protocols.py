"""Integer against decimal scores, and the tables made of everything."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.repeatability import expand_patterns, granularity_table, repeatability_table

INTEGER = np.array([[4, 5, 4], [6, 6, 6], [3, 3, 4], [7, 8, 8.0]])
DECIMAL = np.array([[4.5, 4.7, 4.6], [6.3, 6.3, 6.3], [3.6, 3.4, 3.5], [7.8, 7.9, 7.7]])
STATUS = ["rejected", "accepted", "withdrawn", "accepted"]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_differences_are_decimal_minus_integer_paired_by_paper() -> None:
    human = [4, 6, 3, 8]
    found = granularity_table(INTEGER, DECIMAL, rng(), human=human, status=STATUS, years=[1, 1, 2, 2], resamples=500)
    rows = found[found["subset"] == "all"].set_index("quantity")
    assert rows.loc["mean", "difference"] == pytest.approx((23 / 5 + 6.3 + 3.5 + 7.8) / 4 - (13 + 18 + 10 + 23) / 12)
    assert rows.loc["sd", "integer"] == pytest.approx(0.5)  # variances 1/3, 0, 1/3, 1/3
    assert rows.loc["sd", "decimal"] == pytest.approx(np.sqrt(0.03 / 4))
    assert rows.loc["mae", "integer"] == pytest.approx((1 / 3 + 0 + 1 / 3 + 1 / 3) / 4)
    assert rows.loc["auc", ["integer", "decimal", "difference"]].tolist() == [1, 1, 0]
    mean = rows.loc["mean"]
    assert mean["low"] <= mean["difference"] <= mean["high"]
    assert rows.loc["pearson", "reason"] == "point estimates only"
    assert found["subset"].unique().tolist()[:4] == ["all", "1", "2", "excl_withdrawn"]


def test_papers_without_both_protocols_are_excluded_and_counted() -> None:
    decimal = DECIMAL.copy()
    decimal[0] = np.nan
    decimal[1, 1:] = np.nan
    rows = granularity_table(INTEGER, decimal, rng(), resamples=50).set_index("quantity")
    assert rows.loc["mean", ["papers", "excluded"]].tolist() == [3, 1]
    assert rows.loc["sd", ["papers", "excluded"]].tolist() == [2, 2]
    assert rows.loc["mean", "integer"] == pytest.approx((18 + 10 + 23) / 9)


def test_what_needs_human_scores_or_decisions_is_undefined_without_them() -> None:
    rows = granularity_table(INTEGER, DECIMAL, rng(), resamples=50).set_index("quantity")
    for name in ("mae", "pearson", "spearman", "auc"):
        assert np.isnan(rows.loc[name, "difference"])
        assert rows.loc[name, "reason"]


def test_both_protocols_need_the_same_papers() -> None:
    with pytest.raises(ValueError, match="4 papers with integer and 3 with decimal"):
        granularity_table(INTEGER, DECIMAL[:3], rng())


@given(shift=st.integers(-2, 2))
@settings(deadline=None, max_examples=8)
def test_a_shift_of_all_decimals_moves_the_mean_and_leaves_the_sd(shift: int) -> None:
    first, second = (
        granularity_table(INTEGER, np.round(DECIMAL + move, 9), rng(), resamples=100).set_index("quantity")
        for move in (0, shift)
    )
    assert second.loc["mean", "difference"] == pytest.approx(first.loc["mean", "difference"] + shift)
    assert second.loc["sd", "difference"] == pytest.approx(first.loc["sd", "difference"])


def test_the_main_table_has_one_row_per_reviewer() -> None:
    found = repeatability_table({"a": INTEGER, "b": [[5, np.nan], [6, 6]], "c": [[5.0]]}).set_index("reviewer")
    assert found.loc["a", ["papers", "scores", "missing", "identical", "within_range"]].tolist() == [4, 12, 0, 1, 4]
    assert found.loc["a", "agreement"] == pytest.approx((1 + 3 + 1 + 1) / 12)
    assert found.loc["b", ["papers", "excluded", "missing"]].tolist() == [1, 1, 1]
    assert np.isnan(found.loc["c", "sd"])
    assert found.loc["c", "reason"] == "no paper has two scores"


def test_counted_patterns_are_written_out() -> None:
    found = expand_patterns(["2 4", "6 6 8"], [2, 1])
    np.testing.assert_array_equal(found, [[2, 4, np.nan], [2, 4, np.nan], [6, 6, 8]])
    assert expand_patterns([], []).shape == (0, 0)


@pytest.mark.parametrize(("patterns", "papers"), [(["2 x"], [1]), ([""], [1]), (["2"], [-1]), (["2"], [1, 2])])
def test_patterns_that_cannot_be_written_out_are_refused(patterns: list[str], papers: list[int]) -> None:
    with pytest.raises(ValueError, match="pattern"):
        expand_patterns(patterns, papers)
