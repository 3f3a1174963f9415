"""Batch drift and the bootstrap over papers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.repeatability import batch_drift, batch_drift_table, column_mean, paper_interval
from peerassay.repeatability.drift import halves

#: A sample that R's package boot gives a percentile interval of 28.86 to 84.21 for the mean of.
BOOT = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_percentile_interval_is_that_of_r_boot() -> None:
    found = paper_interval([BOOT], column_mean, rng(), resamples=40_000)
    assert found.value == pytest.approx(np.mean(BOOT))
    assert (found.low, found.high) == (pytest.approx(28.86, abs=1.2), pytest.approx(84.21, abs=1.2))


def test_the_same_seed_gives_the_same_interval() -> None:
    first, second = (paper_interval([BOOT], column_mean, rng(7), resamples=500) for _ in range(2))
    assert first == second


def test_columns_of_a_paper_are_drawn_together() -> None:
    column = np.arange(20.0)
    found = paper_interval([column, column], lambda a, b, axis: (a - b).mean(axis=axis), rng(), resamples=200)
    assert (found.low, found.high) == (0, 0)


def test_papers_without_a_number_are_left_out_and_counted() -> None:
    found = paper_interval([[1, np.nan, 3, 2]], column_mean, rng(), resamples=50)
    assert (found.value, found.papers, found.excluded) == (2, 3, 1)


@pytest.mark.parametrize(("column", "papers"), [([], 0), ([np.nan], 0), ([4.0], 1)])
def test_fewer_than_two_papers_have_no_interval(column: list[float], papers: int) -> None:
    found = paper_interval([column], column_mean, rng())
    assert (found.papers, found.reason) == (papers, "fewer than two papers")
    assert np.isnan([found.low, found.high]).all()


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ([], {}, "at least one column"),
        ([[1, 2], [1]], {}, "shapes"),
        ([[1, 2]], {"confidence": 1}, "confidence"),
        ([[1, 2]], {"resamples": 0}, "resamples"),
    ],
)
def test_bootstraps_that_make_no_sense_are_refused(columns: list[list[float]], options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        paper_interval(columns, column_mean, rng(), **options)


def test_drift_is_the_mean_of_late_minus_early() -> None:
    found = batch_drift([[1, 2, 4, 5], [3, 3, 3, 3]], rng(), resamples=100)
    assert (found.early, found.late, found.difference.value) == (2.25, 3.75, 1.5)
    assert (found.difference.low, found.difference.high) == (0, 3)


def test_ten_rounds_are_split_in_the_middle_and_an_odd_one_is_left_out() -> None:
    assert halves(10) == (range(5), range(5, 10))
    assert halves(5) == (range(2), range(3, 5))
    with pytest.raises(ValueError, match="rounds = 1"):
        halves(1)


def test_other_batches_can_be_named() -> None:
    found = batch_drift([[1, 2, 9], [1, 2, 9]], rng(), early=[0], late=[1], resamples=50)
    assert found.difference.value == 1
    with pytest.raises(ValueError, match="late = \\[3\\]"):
        batch_drift([[1, 2, 9]], rng(), late=[3])


def test_papers_without_one_of_the_batches_are_excluded_and_counted() -> None:
    found = batch_drift([[1, np.nan], [np.nan, 5], [2, 3], [3, 3]], rng(), resamples=50)
    assert (found.early, found.late) == (2.5, 3)
    assert (found.difference.papers, found.difference.excluded) == (2, 2)


def test_no_paper_with_both_batches_gives_a_reason() -> None:
    found = batch_drift([[1, np.nan]], rng())
    assert np.isnan([found.early, found.late, found.difference.value]).all()
    assert found.difference.reason == "fewer than two papers"


def test_the_table_has_all_papers_and_each_year() -> None:
    found = batch_drift_table([[1, 2], [1, 3], [5, 5], [5, 4]], [2025, 2025, 2026, 2026], rng(), resamples=50)
    assert found["subset"].tolist() == ["all", "2025", "2026"]
    assert found["difference"].tolist() == [0.5, 1.5, -0.5]
    assert found["papers"].tolist() == [4, 2, 2]


@given(shift=st.integers(-3, 3), seed=st.integers(0, 1000))
@settings(deadline=None, max_examples=20)
def test_adding_to_the_late_rounds_moves_the_whole_interval(shift: int, seed: int) -> None:
    scores = rng(seed).integers(1, 9, (12, 6)).astype(float)
    moved = scores + np.array([0, 0, 0, 1, 1, 1]) * shift
    before, after = (batch_drift(table, rng(3), resamples=200).difference for table in (scores, moved))
    for end in ("value", "low", "high"):
        assert getattr(after, end) == pytest.approx(getattr(before, end) + shift)
