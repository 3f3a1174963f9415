"""Agreement of judges: published examples, another package, and a table that would not fit in memory."""

from __future__ import annotations

import math
import time
import tracemalloc

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from peerassay.epistemics import agreement_table, label_agreement, label_kappa, ordinal_alpha

NAN = math.nan
EXAMPLE_C = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]
"""Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, example C."""
WIKIPEDIA = [
    [NAN, NAN, NAN, NAN, NAN, 3, 4, 1, 2, 1, 1, 3, 3, NAN, 3],
    [1, NAN, 2, 1, 3, 3, 4, 3, NAN, NAN, NAN, NAN, NAN, NAN, NAN],
    [NAN, NAN, 2, 1, 3, 4, 4, NAN, 2, 1, 1, 3, 3, NAN, 4],
]


@pytest.mark.parametrize(("table", "published", "n"), [(EXAMPLE_C, 0.815388, 11), (WIKIPEDIA, 0.806721, 12)])
def test_ordinal_alpha_of_published_examples(table: list[list[float]], published: float, n: int) -> None:
    result = ordinal_alpha(table)
    assert result.value == pytest.approx(published, abs=5e-7)
    assert (result.n, result.excluded) == (n, len(table[0]) - n)


def test_ordinal_alpha_by_hand() -> None:
    """Two judges, ratings 1 1 and 2 1: mid-ranks 2, 2, 4, 2; within 2**2 / 4 = 1 (twice), among 3 / 3 = 1."""
    assert ordinal_alpha([[1, 2], [1, 1]]).value == pytest.approx(0)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 4), st.integers(2, 12), st.integers(0, 2**32 - 1))
def test_ordinal_alpha_is_that_of_the_krippendorff_package(judges: int, reviews: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 6, (judges, reviews)).astype(float)
    table[rng.random(table.shape) < 0.2] = np.nan
    ours = ordinal_alpha(table)
    if ours.reason:
        assert math.isnan(ours.value)
        return
    assert ours.value == pytest.approx(krippendorff.alpha(table, level_of_measurement="ordinal"), abs=1e-9)
    assert ordinal_alpha(np.exp(table)).value == pytest.approx(ours.value, abs=1e-9)


def test_many_distinct_decimals_take_little_time_and_memory() -> None:
    """Three judges, 2,000 reviews, 6,000 distinct values: a table of coincidences would take hundreds of GiB."""
    table = np.random.default_rng(0).normal(size=(3, 2000))
    assert len(np.unique(table)) == 6000
    tracemalloc.start()
    started = time.perf_counter()
    result = ordinal_alpha(table)
    taken, (_, peak) = time.perf_counter() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert math.isfinite(result.value)
    assert taken < 1
    assert peak < 200 * 2**20


def test_the_bootstrap_keeps_to_the_memory_as_well() -> None:
    table = np.random.default_rng(0).normal(size=(3, 2000))
    tracemalloc.start()
    result = ordinal_alpha(table, np.random.default_rng(1), resamples=200)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.low < result.high
    assert peak < 200 * 2**20


def test_interval_of_alpha_equals_a_plain_resampling() -> None:
    rng = np.random.default_rng(5)
    table = np.clip(np.round(rng.normal(3, 1, 40) + rng.normal(0, 0.5, (2, 40))), 1, 5)
    result = ordinal_alpha(table, np.random.default_rng(9), resamples=1000)
    plain = [ordinal_alpha(table[:, rng.integers(0, 40, 40)]).value for _ in range(1000)]
    assert (result.low, result.high) == pytest.approx(tuple(np.quantile(plain, [0.025, 0.975])), abs=0.04)


def test_no_variation_is_undefined_and_raw_agreement_is_stated() -> None:
    result = ordinal_alpha(np.full((3, 5), 2.0), np.random.default_rng(0))
    assert math.isnan(result.value)
    assert math.isnan(result.low)
    assert (result.reason, result.raw) == ("undefined: no variation (all ratings are equal)", 1.0)
    assert ordinal_alpha([[1, NAN], [NAN, 2]]).reason == "no review has two ratings"
    labels = label_kappa(["Mixed"] * 4, ["Mixed"] * 4)
    assert (math.isnan(labels.value), labels.raw) == (True, 1.0)
    assert "no variation" in labels.reason


def test_kappa_of_the_textbook_table() -> None:
    """Cohen's kappa of [[20, 5], [10, 15]] is 0.4 (Wikipedia)."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    result = label_kappa(first, second)
    assert result.value == pytest.approx(0.4)
    assert result.low < 0.4 < result.high
    assert (result.n, result.raw) == (50, 0.7)
    assert agreement_table(first, second).loc["yes", "no"] == 5


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=2, max_size=30))
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    result = label_kappa(first, second)
    if len(set(first + second)) == 1:
        assert math.isnan(result.value)
        return
    assert result.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-9)
    assert label_agreement(first, second).value == result.raw


def test_an_interval_without_width_is_not_given() -> None:
    perfect, single = label_kappa(["a", "b"], ["a", "b"]), label_kappa(["a", "b"], ["a", "a"])
    assert (perfect.value, single.value) == (1, 0)
    assert math.isnan(perfect.low)
    assert "all labels agree" in perfect.reason
    assert "one label only" in single.reason


def test_labels_that_are_missing_are_counted() -> None:
    result = label_agreement(["a", None, "b", "b"], ["a", "a", None, "c"])
    assert (result.value, result.n, result.excluded) == (0.5, 2, 2)
    assert label_agreement([], []).reason == "no review has two labels"
    assert label_kappa([None], ["a"]).reason == "no review has two labels"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ordinal_alpha([1, 2]), r"shape \(judges, reviews\)"),
        (lambda: ordinal_alpha([[math.inf, 1], [1, 2]]), "finite"),
        (lambda: ordinal_alpha([[1, 2], [1, 2]], resamples=0), "resamples"),
        (lambda: label_kappa(["a"], ["a", "b"]), "same length"),
        (lambda: label_kappa(["a"], ["a"], 2), "confidence"),
    ],
)
def test_impossible_input_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
