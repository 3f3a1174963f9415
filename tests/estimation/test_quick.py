"""Quick: renormalised, tempered and moved candidate probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import softmax

from peerassay.claims import load_claims
from peerassay.estimation import (
    Grid,
    move_matrix,
    quick_estimate,
    quick_estimates,
    returned_distribution,
    support,
    tempered,
)

SHARES = arrays(float, 10, elements=st.floats(0, 1)).filter(lambda mass: mass.sum() > 1e-3)


def test_tempering_is_the_softmax_of_scaled_log_probabilities() -> None:
    """Against scipy.special.softmax (Guo et al. 2017, equation 9)."""
    shares = np.array([0.001, 0.009, 0.97, 0.02])
    assert tempered(shares, 8) == pytest.approx(softmax(np.log(shares) / 8))
    assert tempered(shares, 1) == pytest.approx(shares)


def test_a_tiny_temperature_leaves_the_most_likely_score_and_does_not_underflow() -> None:
    assert tempered([0.2, 0.5, 0.3], 0.001).tolist() == pytest.approx([0, 1, 0])


def test_absent_candidates_keep_no_mass_at_any_temperature() -> None:
    returned = returned_distribution([np.nan, 0.25, 0.5, np.nan, 0])
    assert returned.tolist() == [0, 1 / 3, 2 / 3, 0, 0]
    assert tempered(returned, 32)[[0, 3, 4]].tolist() == [0, 0, 0]


def test_without_any_mass_the_estimate_is_undefined() -> None:
    both = quick_estimate([[np.nan] * 10, [0.0] * 10], 8, 0.2, 0.9)
    assert np.isnan(both).all()


def test_mass_between_two_scores_is_shared_linearly() -> None:
    """By hand: with a = 0.2 and b = 0.9, score 5 goes to 4.7, score 2 to 2, score 10 to 9.2."""
    moved = move_matrix(0.2, 0.9)
    assert moved[4, 3:5].tolist() == pytest.approx([0.3, 0.7])
    assert moved[1].tolist() == [0, 1, *[0] * 8]
    assert moved[9, 8:].tolist() == pytest.approx([0.8, 0.2])


def test_places_outside_the_scale_are_clipped() -> None:
    moved = move_matrix(3, 2)
    assert moved[0, 4] == 1
    assert moved[4:, 9].tolist() == [1] * 6
    assert move_matrix(-1.2, 0.9)[0, 0] == 1


def test_the_whole_chain_by_hand() -> None:
    """Masses 0.81 and 0.01 at scores 2 and 3; T = 2 makes them 0.9 and 0.1; b = 1, a = 0.5 halves both."""
    estimate = quick_estimate([0, 0.81, 0.01, 0], 2, 0.5, 1, 1, 4)
    assert estimate.tolist() == pytest.approx([0, 0.45, 0.5, 0.05])


@given(SHARES, st.floats(0.1, 50), st.floats(-3, 3), st.floats(-1, 2))
@settings(deadline=None, max_examples=60)
def test_an_estimate_is_a_distribution(mass: np.ndarray, temperature: float, offset: float, slope: float) -> None:
    estimate = quick_estimate(mass, temperature, offset, slope)
    assert estimate.sum() == pytest.approx(1)
    assert (estimate >= 0).all()


@given(SHARES, st.floats(-3, 3), st.floats(-1, 2))
@settings(deadline=None, max_examples=40)
def test_sharing_out_keeps_the_mean_of_the_moved_places(mass: np.ndarray, offset: float, slope: float) -> None:
    scores = support(1, 10)
    moved = quick_estimate(mass, 1, offset, slope)
    places = np.clip(offset + slope * scores, 1, 10)
    assert moved @ scores == pytest.approx(mass @ places / mass.sum(), abs=1e-6)


def test_all_combinations_are_those_of_single_calls_in_the_order_of_the_grid() -> None:
    grid, mass = Grid(), np.random.default_rng(1).random((3, 10))
    estimates = quick_estimates(mass, grid)
    assert estimates.shape == (3, 234, 10)
    for place in (0, 1, 3, 119, 233):
        assert estimates[:, place] == pytest.approx(quick_estimate(mass, *grid.candidates[place]))


def test_the_grid_has_the_printed_sizes_and_holds_the_printed_values() -> None:
    """The repeatability paper prints the sizes of its grid and one selected combination."""
    grid, claims = Grid(), load_claims()
    sizes = {
        name: int(claims[f"rep.fusion.grid.{name}"].value) for name in ("temperatures", "offsets", "slopes", "weights")
    }
    assert {name: len(getattr(grid, name)) for name in sizes} == sizes
    assert len(grid.candidates) == int(claims["rep.fusion.grid.combinations"].value)
    for name, values in zip(("temperature", "offset", "slope", "weight"), vars(grid).values(), strict=True):
        assert float(claims[f"rep.independent.fit.{name}"].value) in values


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"temperatures": (0.0, 1.0)}, "above 0"),
        ({"offsets": ()}, "at least one"),
        ({"slopes": (1.0, 1.0)}, "each above the one before"),
        ({"weights": (0.5, 1.5)}, "from 0 to 1"),
        ({"offsets": (float("nan"),)}, "at least one number"),
    ],
)
def test_a_grid_that_cannot_be_searched_is_refused(wrong: dict[str, tuple[float, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Grid(**wrong)


def test_what_is_no_probability_or_range_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 0 or more"):
        returned_distribution([-0.1, 1])
    with pytest.raises(ValueError, match="one for each of 10 scores"):
        quick_estimate([0.5, 0.5], 1, 0, 1)
    with pytest.raises(ValueError, match="papers by 10 scores"):
        quick_estimates([0.5] * 10, Grid())
    with pytest.raises(ValueError, match="above 0"):
        tempered([1.0], 0)
    with pytest.raises(ValueError, match="whole numbers"):
        support(1.5, 3)
