"""What noise alone does to preferences, and what shift counts imply."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, norm
from statsmodels.stats.contingency_tables import mcnemar

from peerassay.style.noise import (
    flip_balance,
    implied_shift,
    noise_flips,
    noise_range,
    sd_interval,
)
from peerassay.style.noise_table import NoiseCase, noise_sentences, noise_table
from peerassay.style.preferences import PairCounts
from peerassay.style.rounding import chance_difference, latent_spread, win_chances


def test_without_a_shift_both_versions_win_equally_often() -> None:
    win, loss = win_chances(0.5)
    assert win == pytest.approx(loss)
    assert win + loss == pytest.approx(chance_difference(0.5)[0])


def test_a_wide_spread_gives_thurstones_law() -> None:
    """Without rounding, P(first above second) = Phi(shift / (sd sqrt 2)): Thurstone (1927), case V."""
    win, loss = win_chances(6, 4)
    assert win / (win + loss) == pytest.approx(norm.cdf(4 / (6 * math.sqrt(2))), abs=0.01)
    wins = 1000
    losses = round(wins * (1 / norm.cdf(0.25) - 1))
    assert implied_shift(wins, losses, 20)[0] == pytest.approx(0.25 * 20 * math.sqrt(2), rel=0.03)


def test_the_implied_shift_agrees_with_simulated_reviews() -> None:
    rng = np.random.default_rng(5)
    means, spread = rng.uniform(4, 6, 300_000), latent_spread(0.5)
    first, second = (np.rint(rng.normal(means + move, spread)) for move in (0.2, -0.2))
    wins, losses = int((first > second).sum()), int((first < second).sum())
    shift, low, high = implied_shift(wins, losses, 0.5)
    assert shift == pytest.approx(0.4, abs=0.01)
    assert low < shift < high


def test_shifts_at_the_ends() -> None:
    assert implied_shift(10, 10, 0.5)[0] == pytest.approx(0, abs=1e-9)
    assert implied_shift(4, 0, 0.5)[0] == math.inf
    assert implied_shift(0, 4, 0.5)[0] == -math.inf
    assert math.isnan(implied_shift(0, 0, 0.5)[0])
    with pytest.raises(ValueError, match="sd: expected above 0"):
        implied_shift(3, 2, 0)


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 80), st.integers(1, 80), st.sampled_from([0.4, 0.9]))
def test_exchanging_the_versions_turns_the_shift_round(wins: int, losses: int, sd: float) -> None:
    shift, low, high = implied_shift(wins, losses, sd)
    back = implied_shift(losses, wins, sd)
    assert shift == pytest.approx(-back[0], abs=1e-8)
    assert low == pytest.approx(-back[2], abs=1e-8)
    assert low <= shift <= high


def test_the_noise_range_agrees_with_simulated_studies() -> None:
    rng = np.random.default_rng(11)
    untied = chance_difference(0.5)[0]
    pairs = rng.binomial(200, untied, 200_000)
    wins = rng.binomial(pairs, 0.5)
    simulated = np.quantile(wins / (pairs - wins), [0.025, 0.975])
    found = noise_range(200, 0.5)
    assert [found.low, found.high] == pytest.approx(simulated, abs=0.02)
    assert found.untied == untied
    assert found.low == pytest.approx(1 / found.high)
    assert found.spurious == pytest.approx(found.high, rel=0.02)


def test_one_pair_by_hand() -> None:
    """One pair is tied (ratio taken as 1), won (infinite) or lost (0), the last two with chance u / 2 each."""
    found = noise_range(1, 1.5, 0.5)
    assert found.untied / 2 > 0.25
    assert (found.low, found.high) == (0, math.inf)
    assert noise_range(1, 0.05, 0.5)[1:3] == (1, 1)


@settings(deadline=None, max_examples=20)
@given(st.integers(20, 600), st.floats(0.2, 2))
def test_more_pairs_narrow_the_noise(n: int, sd: float) -> None:
    assert noise_range(2 * n, sd).high <= noise_range(n, sd).high + 0.02


def test_noise_flips_by_numerical_integration() -> None:
    rng = np.random.default_rng(3)
    means = rng.normal(5, 1, 400_000)
    first, second = (np.rint(rng.normal(means, latent_spread(0.8))) for _ in range(2))
    assert noise_flips(0.8, 5, 1, 4.5) == pytest.approx(((first > 4.5) & (second < 4.5)).mean(), abs=0.002)
    assert noise_flips(0.8, 9, 0.5, 4.5) < 1e-6
    with pytest.raises(ValueError, match="spread: expected above 0"):
        noise_flips(0.8, 5, 0, 4.5)


def test_the_balance_of_flips_is_mcnemars_exact_test() -> None:
    assert flip_balance(31, 15) == pytest.approx(mcnemar([[0, 31], [15, 0]], exact=True).pvalue)
    assert math.isnan(flip_balance(0, 0))


def test_the_interval_of_a_spread_uses_the_tabled_quantiles() -> None:
    """Chi-square with 90 degrees of freedom: 65.647 and 118.136 (NIST/SEMATECH e-Handbook, table 1.3.6.7.4)."""
    low, high = sd_interval(1, 90)
    assert low == pytest.approx(math.sqrt(90 / 118.136), abs=1e-5)
    assert high == pytest.approx(math.sqrt(90 / 65.647), abs=1e-5)
    for wrong in ((-1, 90, 0.95), (1, 0, 0.95), (1, 90, 1)):
        with pytest.raises(ValueError, match="expected sd >= 0"):
            sd_interval(*wrong)


def test_wrong_ranges_are_refused() -> None:
    for wrong, words in (((0, 0.5, 0.95), "n: expected 1"), ((5, 0.5, 1.0), "confidence"), ((5, 0.0, 0.9), "sd")):
        with pytest.raises(ValueError, match=words):
            noise_range(*wrong)


def case(counts: list[tuple[int, int, int]], **changes: object) -> NoiseCase:
    known = {
        "reviewer": "Gemma3", "comparison": "high / low confidence", "flips": ((3, 1),), "sd": 0.5, "degrees": 90,
        "level": 5.0,
    }  # fmt: skip
    return NoiseCase(counts=tuple(PairCounts(*one) for one in counts), **{**known, **changes})  # type: ignore[arg-type]


def test_a_ratio_beyond_noise_is_told_from_one_within() -> None:
    table = noise_table([case([(60, 10, 56)]), case([(30, 28, 68)]), case([(34, 21, 71), (31, 29, 66)])])
    assert table["exceeds"].tolist()[:2] == ["yes", "no"]
    assert table["ratio_min"].iloc[2] < table["ratio_max"].iloc[2]
    assert table["shift"].iloc[0] > 0.4 > table["shift"].iloc[1]
    assert (table["shift_low"] < table["shift"]).all()
    assert table["flips_first"].iloc[0] == pytest.approx(100 * 3 / 126)
    said = noise_sentences(table.iloc[:1])
    assert len(said) == 1
    assert "which exceeds noise" in said[0]


def test_cases_without_losses_flips_or_counts() -> None:
    table = noise_table([case([(5, 0, 20)], flips=())])
    assert table["ratio_max"].iloc[0] == math.inf
    assert table["shift"].iloc[0] == math.inf
    assert math.isnan(table["flips_p"].iloc[0])
    with pytest.raises(ValueError, match="no counts"):
        noise_table([case([])])
    assert isinstance(noise_table([]), pd.DataFrame)


def test_the_binomial_model_of_a_known_number_of_untied_pairs() -> None:
    """With every pair untied the range is that of Binomial(n, 1/2), whatever the spread (scipy binom)."""
    found = noise_range(400, 40)
    wins = binom.ppf(0.975, 400, 0.5)
    assert found.high == pytest.approx(wins / (400 - wins), rel=0.02)
