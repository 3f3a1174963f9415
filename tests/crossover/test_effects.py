"""Mean gains, gaps between Scorers, and what another Selector changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.crossover import (
    gains_table,
    gaps_table,
    mean_gain,
    paper_gains,
    scorer_gap,
    selector_effect,
    selector_table,
)

from .records import TWO_SELECTORS, crossover

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.crossover import Gains

BOOT = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]


def rng(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def gains(values: list[float]) -> Gains:
    return paper_gains(np.zeros((len(values), 1)), np.reshape(values, (-1, 1)))


def test_the_interval_is_that_of_r_boot() -> None:
    """R's package boot gives the mean of these 16 numbers a percentile interval of 28.86 to 84.21."""
    found = mean_gain(gains(BOOT), rng(), resamples=20_000)
    assert found.value == pytest.approx(np.mean(BOOT))
    assert (found.low, found.high) == (pytest.approx(28.86, abs=1.2), pytest.approx(84.21, abs=1.2))


def test_gap_and_change_by_hand() -> None:
    luna, haiku = gains([1, 2, 0]), gains([-1, 0, 1])
    assert scorer_gap(luna, haiku, rng(), resamples=20).value == 1
    other = gains([1, 1, 0]), gains([0, 0, 1])
    assert selector_effect((luna, haiku), other, rng(), resamples=20).value == pytest.approx(1 / 3 - 1)


def test_equal_gains_have_an_interval_without_width() -> None:
    found = scorer_gap(gains([1, 1, 1]), gains([0.5, 0.5, 0.5]), rng(), resamples=30)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_one_paper_has_a_gain_but_no_interval() -> None:
    found = mean_gain(gains([2]), rng(), resamples=30)
    assert (found.value, found.reason) == (2, "fewer than two papers")
    assert np.isnan(found.low)


def test_a_paper_without_one_of_the_gains_is_left_out_of_the_gap() -> None:
    half = paper_gains([[1], [np.nan]], [[2], [2]])
    found = scorer_gap(half, gains([0, 5]), rng(), resamples=10)
    assert (found.value, found.papers, found.excluded) == (1, 1, 1)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(-4, 4), min_size=2, max_size=8), st.integers(-3, 3))
def test_a_baseline_that_is_higher_throughout_does_not_change_the_selector_effect(
    values: list[int], shift: int
) -> None:
    before = gains([float(v) for v in values]), gains([0.0] * len(values))
    after = gains([float(v + 1) for v in values]), before[1]
    moved = tuple(gains((one.points + shift).tolist()) for one in before)
    moved_after = tuple(gains((one.points + shift).tolist()) for one in after)
    plain = selector_effect(before, after, rng(), resamples=5).value
    assert plain == selector_effect((moved[0], moved[1]), (moved_after[0], moved_after[1]), rng(), resamples=5).value
    assert plain == pytest.approx(1)


def test_tables_hold_every_cell_over_all_papers_and_by_year(tmp_path: Path) -> None:
    data = crossover(tmp_path, TWO_SELECTORS, year=[2025, 2025, 2026, 2026])
    table = gains_table(data, rng(), resamples=20).set_index(["version", "scorer", "subset"])
    assert len(table) == 6 * 3
    assert table.loc[("A/A", "A", "all"), "gain"] == pytest.approx(5 / 12)
    assert table.loc[("A/A", "A", "2025"), ["gain", "papers"]].tolist() == [pytest.approx(1 / 3), 2]
    gaps = gaps_table(data, rng(), resamples=20).set_index(["version", "subset"])
    assert gaps.loc[("A/A", "all"), "gap"] == pytest.approx(5 / 12 + 1 / 12)
    change = selector_table(data, rng(), resamples=20).set_index(["writer", "subset"])
    assert change.loc["A", ["before", "after"]].drop_duplicates().to_numpy().tolist() == [["A", "B"]]
    gap_b = gaps.loc[("A/B", "all"), "gap"]
    assert change.loc[("A", "all"), "change"] == pytest.approx(gap_b - gaps.loc[("A/A", "all"), "gap"])
    assert set(change.index.get_level_values("writer")) == {"A"}


def test_versions_whose_name_tells_no_selector_have_no_selector_effect(tmp_path: Path) -> None:
    plain = {
        (version.replace("A/", "by-"), scorer): table
        for (version, scorer), table in TWO_SELECTORS.items()
        if version != "B/B"
    }
    data = crossover(tmp_path, plain)
    assert selector_table(data, rng(), resamples=5).empty
    assert gaps_table(data, rng(), resamples=5)["subset"].tolist() == ["all", "all"]


def test_records_without_revisions_give_empty_tables(tmp_path: Path) -> None:
    data = crossover(tmp_path, {("original", "A"): [[3, 4]]})
    assert gains_table(data, rng()).empty
    assert gaps_table(data, rng()).empty
