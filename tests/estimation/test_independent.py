"""Losses against new target scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import wasserstein_distance

from peerassay.estimation import (
    Grid,
    count_scores,
    fit_others,
    frequencies,
    independent_table,
    modes,
    target_losses,
    wasserstein,
)

from .papers import sample

MASS = arrays(float, 10, elements=st.floats(0.001, 1))
PARAMETERS = (8.0, 0.2, 0.9, 0.7)


@given(MASS, MASS)
@settings(deadline=None, max_examples=40)
def test_the_wasserstein_distance_is_that_of_scipy(one: np.ndarray, other: np.ndarray) -> None:
    q, p = one / one.sum(), other / other.sum()
    theirs = wasserstein_distance(range(10), range(10), q, p)
    assert wasserstein(q, p) == pytest.approx(theirs, abs=1e-9)


def test_losses_by_hand() -> None:
    """q = (0.5, 0, 0.5) over scores 5, 6, 7; targets 6, 6, 7, 7: shares (0, 0.5, 0.5)."""
    found = target_losses([0.5, 0, 0.5], count_scores([6, 6, 7, 7], 5, 7), low=5, tail=6)
    assert found["w1"] == pytest.approx(0.5)
    assert found["mean_error"] == pytest.approx(0.5)
    assert found["tail_error"] == pytest.approx(0.5)
    assert found["brier"] == pytest.approx(0.5 - 0.5 + 1)
    assert found["modal_accuracy"] == 0  # 5 against 6, the lowest of equally likely ones


def test_modes_take_the_lowest_of_equally_likely_scores() -> None:
    assert modes([[0.4, 0.4, 0.2], [0.1, 0.45, 0.45 + 1e-15]]).tolist() == [0, 1]


def test_every_auxiliary_output_is_an_estimate_of_its_own() -> None:
    outputs = np.full((1, 3, 10), np.nan)
    outputs[0, 0, 4], outputs[0, 2, 8] = 1, 1  # the second call returned nothing
    table = independent_table(outputs, np.full((1, 5), 5.0), np.full((1, 10), 5.0), (1, 0, 1, 0.5), (1,))
    rows = table.set_index("estimator")
    assert rows["combinations"].to_dict() == {"quick": 2, "standard": 10, "direct_1": 5}
    assert rows.loc["quick", "w1"] == 2  # one is right, the other four points off
    assert rows.loc["standard", "w1"] == 0  # rests on the first output


def test_papers_count_equally_whatever_their_combinations() -> None:
    one = sample(8, later=3)
    outputs = np.concatenate([one.outputs, np.full((8, 1, 10), np.nan)], axis=1)
    outputs[0, 1] = outputs[0, 0]
    again = independent_table(outputs[:3], one.scores[:3], one.later[:3], PARAMETERS, (1, 2, 3, 5))
    plain = independent_table(one.outputs[:3], one.scores[:3], one.later[:3], PARAMETERS, (1, 2, 3, 5))
    assert again["combinations"].tolist() == [4, 30, 15, 30, 30, 3]
    assert again["brier"].tolist() == pytest.approx(plain["brier"].tolist())
    assert set(again["papers"]) == {3}


def test_direct_samples_of_all_five_are_their_histogram() -> None:
    one = sample(4, later=1)
    table = independent_table(one.outputs[:1], one.scores[:1], one.later[:1], PARAMETERS, (5,)).set_index("estimator")
    histogram = frequencies(count_scores(one.scores[0]))
    expected = wasserstein(histogram, frequencies(count_scores(one.later[0])))
    assert table.loc["direct_5", "w1"] == pytest.approx(float(expected))


def test_parameters_come_from_the_other_papers_only() -> None:
    one, grid = sample(12, later=4), Grid()
    changed = one.scores.copy()
    changed[one.held] = 1
    fits = [fit_others(one.first, scores, one.held, grid, 1, 10) for scores in (one.scores, changed)]
    assert fits[0] == fits[1]
    with pytest.raises(ValueError, match="all 12 papers have independent targets"):
        fit_others(one.first, one.scores, np.ones(12, bool), grid, 1, 10)
