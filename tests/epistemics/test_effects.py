"""Effect sizes against other packages and by hand."""

from __future__ import annotations

import math

import numpy as np
import pingouin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.epistemics import (
    cohens_d,
    d_from_summary,
    minimum_detectable_effect,
    paired_comparison,
    pooled_sd,
)

VALUES = st.lists(st.integers(1, 9), min_size=3, max_size=15).filter(lambda values: len(set(values)) > 1)


def test_d_as_pingouin_computes_it_and_by_hand() -> None:
    """By hand: means 3 and 1, variances 1 and 1, so the pooled SD is 1 and d is 2."""
    first, second = [3.0, 2.2, 4.1, 2.9, 3.3], [2.0, 1.9, 3.1, 2.2, 2.4, 2.8, 1.2]
    assert cohens_d(first, second).value == pytest.approx(pingouin.compute_effsize(first, second, eftype="cohen"))
    effect = cohens_d([2, 3, 4], [0, 1, 2])
    assert (effect.value, effect.details["pooled_sd"], pooled_sd([2, 3, 4], [0, 1, 2])) == (2, 1, 1)


def test_the_printed_d_needs_the_pooled_sd_that_is_weighted_by_size() -> None:
    """Printed: 3.50 (SD 0.12, n = 101) against 2.86 (n = 1155), d = 1.26; SDs of the venues 0.48 to 0.57."""
    claim = load_claims()["epi.agentic.cohen_d.rqs"]
    assert agrees(claim, d_from_summary((3.50, 2.86), (0.12, 0.53), (101, 1155)))
    unweighted = (3.50 - 2.86) / math.sqrt((0.12**2 + 0.53**2) / 2)
    assert not agrees(claim, unweighted)


def test_interval_covers_the_value_and_does_not_depend_on_the_size_of_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(1, 1, 40), rng.normal(0, 1, 60)
    effect = cohens_d(first, second, np.random.default_rng(7), resamples=500)
    assert effect.low < effect.value < effect.high
    assert "500 resamples" in effect.method
    monkeypatch.setattr("peerassay.epistemics.effects._CELLS", 10**7)
    again = cohens_d(first, second, np.random.default_rng(7), resamples=500)
    assert (again.low, again.high) == pytest.approx((effect.low, effect.high), abs=0.1)


def test_interval_is_near_the_normal_theory_one_for_normal_data() -> None:
    """pingouin.compute_esci (normal approximation) for d = 0.5 and 200 in each group: 0.30 to 0.70."""
    quantiles = np.linspace(0.0025, 0.9975, 200)
    from scipy.stats import norm

    base = norm.ppf(quantiles)
    first, second = base / base.std(ddof=1) + 0.5, base / base.std(ddof=1)
    effect = cohens_d(first, second, np.random.default_rng(0))
    expected = pingouin.compute_esci(stat=0.5, nx=200, ny=200, eftype="cohen", decimals=4)
    assert (effect.low, effect.high) == pytest.approx(tuple(expected), abs=0.03)


def test_smallest_detectable_effect_is_the_printed_one_and_statsmodels_one() -> None:
    claim = load_claims()["epi.ac_comments.mdes.rqs"]
    assert agrees(claim, minimum_detectable_effect(37, 109))
    by_hand = (1.959963984540054 + 0.8416212335729143) * math.sqrt(1 / 37 + 1 / 109)
    assert minimum_detectable_effect(37, 109) == pytest.approx(by_hand)
    assert minimum_detectable_effect(64, 64, exact=True) == pytest.approx(0.4994, abs=5e-4)  # G*Power: 64 for d = 0.5


def test_paired_comparison_by_hand() -> None:
    """Differences 1, 1, 1, 0: mean 3/4, SD 1/2, so d_z = 1.5; three wins of three decided pairs give p = 1/4."""
    result = paired_comparison([2.1, 3.1, 4, 5], [1.1, 2.1, 3, 5])
    assert result.effect.value == pytest.approx(1.5)
    assert result.p == 0.25
    assert {name: result.effect.details[name] for name in ("wins", "losses", "ties")} == {
        "wins": 3,
        "losses": 0,
        "ties": 1,
    }


@settings(deadline=None, max_examples=60)
@given(VALUES, VALUES, st.integers(-5, 5), st.integers(1, 4))
def test_d_knows_no_unit_and_changes_sign_with_the_order(a: list[int], b: list[int], shift: int, scale: int) -> None:
    value = cohens_d(a, b).value
    moved = cohens_d([scale * x + shift for x in a], [scale * x + shift for x in b]).value
    assert moved == pytest.approx(value, abs=1e-9)
    assert cohens_d(b, a).value == pytest.approx(-value, abs=1e-9)


def test_what_is_undefined_has_its_reason() -> None:
    assert cohens_d([1], [1, 2]).reason == "a group has fewer than two values"
    assert cohens_d([1, 1], [2, 2]).reason == "nothing varies within the groups"
    assert math.isnan(pooled_sd([1], [1, 2]))
    assert math.isnan(d_from_summary((1, 2), (0, 0), (5, 5)))
    assert paired_comparison([1, 2], [0, 1]).effect.reason == "all differences are equal"
    empty = paired_comparison([], [])
    assert (empty.reason, empty.effect.reason) == ("no pair is decided", "fewer than two pairs")
    assert paired_comparison([1, math.nan], [1, 2]).effect.excluded == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cohens_d([1, 2], [3, 4], confidence=0), "confidence"),
        (lambda: cohens_d([1, 2], [3, 5], np.random.default_rng(0), resamples=0), "resamples: expected at least 1"),
        (lambda: d_from_summary((1, 2), (1, -1), (3, 3)), "SDs of 0 or more"),
        (lambda: minimum_detectable_effect(1, 5), "two or more values"),
        (lambda: minimum_detectable_effect(9, 5, power=1), "power: expected"),
        (lambda: paired_comparison([1], [1, 2]), "same length"),
    ],
)
def test_impossible_input_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
