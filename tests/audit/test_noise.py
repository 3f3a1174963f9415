"""Differences between rewrites beside those of repeated reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit import repeat_noise
from peerassay.audit.noise import chance_difference, untied_bound

if TYPE_CHECKING:
    from peerassay.claims import Claims


def test_the_bound_by_hand_and_its_ceiling() -> None:
    assert untied_bound(0) == 0
    assert untied_bound(0.5) == 0.5
    assert untied_bound(2) == 1


def test_a_wide_spread_gives_the_mean_difference_of_a_normal_distribution() -> None:
    """Gini's mean difference of a normal distribution is 2 sd / sqrt(pi) (Gini 1912; any handbook)."""
    assert chance_difference(5)[1] == pytest.approx(10 / np.sqrt(np.pi), rel=0.01)


def test_chance_agrees_with_simulated_scores() -> None:
    rng = np.random.default_rng(7)
    means = rng.uniform(0, 1, 200_000)
    first, second = (np.rint(rng.normal(means, 0.6)) for _ in range(2))
    sd = np.sqrt(((first - second) ** 2).mean() / 2)
    untied, difference = chance_difference(float(sd))
    assert untied == pytest.approx((first != second).mean(), abs=0.01)
    assert difference == pytest.approx(np.abs(first - second).mean(), abs=0.01)


@settings(deadline=None, max_examples=25)
@given(st.floats(0.1, 3))
def test_chance_stays_below_the_bound(sd: float) -> None:
    untied, difference = chance_difference(sd)
    assert 0 < untied <= untied_bound(sd) + 1e-9
    assert untied <= difference + 1e-9


def test_published_rows(published: Claims) -> None:
    table = repeat_noise(published)
    assert len(table) == 12
    beyond = table[table["beyond_bound"]]
    assert beyond[["reviewer", "contrast"]].values.tolist() == [["Gemma3", "high / low confidence"]]
    assert table["difference"].notna().sum() == 4


def test_impossible_spreads_are_refused() -> None:
    with pytest.raises(ValueError, match="sd: expected 0 or more, got -1"):
        untied_bound(-1)
    with pytest.raises(ValueError, match="sd: expected above 0, got 0"):
        chance_difference(0)
