"""Correlations before and after subtracting scoring noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr

from peerassay.crossover import mean_noise, noise_adjusted, noise_table

from .records import TWO_SELECTORS, crossover

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.crossover import Adjusted


def rng(seed: int = 5) -> np.random.Generator:
    return np.random.default_rng(seed)


def adjusted(x: object, y: object, e: float = 0.0, f: float = 0.0, **options: int) -> Adjusted:
    one, other = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return noise_adjusted(
        one, other, np.full(len(one), e), np.full(len(other), f), rng(), **{"resamples": 200} | options
    )


def test_the_observed_correlation_is_scipys() -> None:
    x, y = rng().normal(size=(2, 40))
    found = adjusted(x, x + y)
    assert found.observed == pytest.approx(pearsonr(x, x + y).statistic, abs=1e-12)
    assert found.adjusted == pytest.approx(found.observed)


def test_the_adjustment_is_spearmans_correction_for_attenuation() -> None:
    """r / sqrt(r_xx r_yy), as in textbooks: .50 with reliabilities .80 and .70 becomes .668 (Lord and Novick 1968)."""
    x = np.array([1.0, -1.0, 1.0, -1.0] * 5)
    y = np.array([1.0, -1.0, -1.0, 1.0] * 5) * np.sqrt(3) + x
    spread = [column.var(ddof=1) for column in (x, y)]
    found = adjusted(x, y, 0.2 * spread[0], 0.3 * spread[1])
    assert found.observed == pytest.approx(0.5)
    assert round(found.adjusted, 3) == 0.668


def test_by_hand_with_the_divisor_of_the_sample() -> None:
    """x = 0, 2, 2 has variance 4/3, y = 2x has 16/3, the covariance is 8/3; noise of 1/3 and 4/3 leaves 1 and 4."""
    found = adjusted([0, 2, 2], [0, 4, 4], 1 / 3, 4 / 3)
    assert found.variances == (pytest.approx(4 / 3), pytest.approx(16 / 3))
    assert found.adjusted == pytest.approx((8 / 3) / 2)  # beyond 1: nothing is clipped


def test_noise_as_large_as_the_spread_is_undefined_with_its_reason() -> None:
    found = adjusted([0, 1, 2, 3], [3, 1, 2, 0], 2.0, 0.1)
    assert np.isnan(found.adjusted)
    assert found.reason == "scoring noise is as large as the spread over papers, or larger"
    assert found.observed == pytest.approx(-0.8)


def test_resamples_are_counted_as_valid_invalid_and_beyond_the_range() -> None:
    """Of two papers, half of the resamples draw one of them twice, which leaves no spread; the rest are beyond 1."""
    found = adjusted([0, 1], [0, 1], 0.1, 0.1, resamples=4000)
    assert found.resamples == 4000
    assert found.invalid / 4000 == pytest.approx(0.5, abs=0.03)
    assert found.beyond == 4000 - found.invalid
    assert (found.low, found.high) == (pytest.approx(0.5 / 0.4), pytest.approx(0.5 / 0.4))


def test_equal_numbers_and_single_papers_have_reasons() -> None:
    assert adjusted([2, 2, 2], [1, 2, 3]).reason == "one of the two is the same for all papers"
    one = adjusted([2], [1])
    assert (one.reason, one.papers, one.resamples) == ("fewer than two papers have scores and noise of both", 1, 0)


def test_a_paper_without_noise_estimate_is_excluded_and_counted() -> None:
    found = noise_adjusted([1, 2, 3], [1, 2, 4], [0, 0, np.nan], [0, 0, 0], rng(), resamples=10)
    assert (found.papers, found.excluded) == (2, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"resamples": 0}, "resamples = 0"), ({"confidence": 1.0}, "confidence = 1.0; expected a number strictly")],
)
def test_options_out_of_range_are_named(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        adjusted([1, 2], [2, 1], **options)


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="expected four columns"):
        noise_adjusted([1, 2], [1], [0, 0], [0, 0], rng())


pairs = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=4, max_size=12)


@settings(deadline=None, max_examples=30)
@given(pairs, st.floats(0.5, 3), st.floats(0, 0.2))
def test_the_unit_of_the_scores_does_not_matter(numbers: list[tuple[int, int]], unit: float, noise: float) -> None:
    x, y = np.array(numbers, dtype=float).T
    plain, scaled = adjusted(x, y, noise, noise), adjusted(unit * x, y, unit**2 * noise, noise)
    assert np.isnan(plain.adjusted) == np.isnan(scaled.adjusted)
    if not np.isnan(plain.adjusted):
        assert scaled.adjusted == pytest.approx(plain.adjusted)
        assert abs(plain.adjusted) >= abs(plain.observed) - 1e-12


def test_the_noise_of_a_mean_is_its_variance_over_its_scores() -> None:
    noise = mean_noise([[1, 2, 3], [4, 4, np.nan], [5, np.nan, np.nan]])
    assert noise[:2].tolist() == [pytest.approx(1 / 3), 0]
    assert np.isnan(noise[2])


def test_the_table_has_originals_first_and_gains_with_the_noise_of_both_manuscripts(tmp_path: Path) -> None:
    data = crossover(tmp_path, TWO_SELECTORS)
    table = noise_table(data, rng(), resamples=50)
    assert table["version"].tolist() == ["original", "A/A", "A/B", "B/B"]
    row = table.set_index("version").loc["A/A"]
    gains = np.array([2 / 3, 0, 2 / 3, 1 / 3])
    noise = np.array([1 / 3 + 0, 0, 1 / 3 + 0, 1 / 3]) / 3
    assert row["first_reliability"] == pytest.approx(1 - noise.mean() / gains.var(ddof=1))
    assert set(noise_table(crossover(tmp_path, {("original", "A"): [[1, 2]]}), rng()).columns) == set(table.columns)
