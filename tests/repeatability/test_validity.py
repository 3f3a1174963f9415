"""Correlation with human scores, errors, and the AUC for acceptance."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.repeatability import (
    acceptance_auc,
    acceptance_labels,
    label_subsets,
    mean_absolute_error,
    pearson,
    root_mean_square_error,
    spearman,
    validity_table,
    year_subsets,
)


def test_pearson_of_the_scipy_documentation() -> None:
    found = pearson([1, 2, 3, 4, 5, 6, 7], [10, 9, 2.5, 6, 4, 3, 2])
    assert found.value == pytest.approx(-0.8285038835884277)


def test_spearman_of_the_scipy_documentation() -> None:
    assert spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]).value == pytest.approx(0.8207826816681233)


def test_errors_of_the_scikit_learn_documentation() -> None:
    truth, predicted = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
    assert mean_absolute_error(predicted, truth).value == 0.5
    assert root_mean_square_error(predicted, truth).value == pytest.approx(sqrt(0.375))


def test_auc_of_the_scikit_learn_documentation() -> None:
    assert acceptance_auc([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]).value == 0.75


def test_auc_of_equal_scores_is_one_half() -> None:
    assert acceptance_auc([5, 5, 5, 5], [0, 1, 1, 0]).value == 0.5


def test_papers_without_one_of_the_numbers_are_left_out_and_counted() -> None:
    found = pearson([1, 2, np.nan, 3], [2, 4, 1, 6])
    assert (found.value, found.papers, found.excluded) == (pytest.approx(1), 3, 1)
    assert acceptance_auc([1, 2, 3], [0, 1, np.nan]).excluded == 1


@pytest.mark.parametrize("measure", [pearson, spearman])
def test_correlations_are_undefined_for_constant_input(measure) -> None:  # type: ignore[no-untyped-def]
    found = measure([5, 5, 5], [1, 2, 3])
    assert np.isnan(found.value)
    assert found.reason == "one of the two is the same for all papers"
    assert measure([1], [2]).reason == "fewer than two papers have both numbers"


def test_auc_is_undefined_for_one_class() -> None:
    found = acceptance_auc([1, 2], [1, 1])
    assert np.isnan(found.value)
    assert found.reason == "the papers are all accepted or all not accepted"
    assert mean_absolute_error([], []).reason == "no paper has both numbers"


def test_shapes_and_labels_are_checked() -> None:
    with pytest.raises(ValueError, match="shapes"):
        pearson([1, 2], [1])
    with pytest.raises(ValueError, match="labels: 2"):
        acceptance_auc([1, 2], [2, 0])


@given(
    scores=st.lists(st.integers(1, 6), min_size=2, max_size=12),
    seed=st.integers(0, 999),
)
@settings(deadline=None, max_examples=50)
def test_auc_is_the_mean_over_pairs_with_ties_one_half(scores: list[int], seed: int) -> None:
    labels = np.random.default_rng(seed).integers(0, 2, len(scores))
    pairs = [
        (a > b) + 0.5 * (a == b)
        for a, first in zip(scores, labels, strict=True)
        for b, second in zip(scores, labels, strict=True)
        if first == 1 and second == 0
    ]
    found = acceptance_auc(scores, labels)
    assert found.value == pytest.approx(np.mean(pairs)) if pairs else np.isnan(found.value)


@given(seed=st.integers(0, 999))
@settings(deadline=None, max_examples=30)
def test_ranks_and_auc_do_not_see_a_stretched_scale(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, human = rng.integers(1, 9, 20).astype(float), rng.normal(5, 1, 20)
    labels = np.arange(20) % 2
    assert spearman(scores**3, human).value == pytest.approx(spearman(scores, human).value)
    assert acceptance_auc(scores**3, labels).value == acceptance_auc(scores, labels).value


def test_labels_follow_the_paper() -> None:
    status = ["accepted_oral", "accepted", "rejected", "withdrawn", "desk_rejected", None, np.nan, "", pd.NA]
    labels = acceptance_labels(status)
    assert labels[:5].tolist() == [1, 1, 0, 0, 0]
    assert np.isnan(labels[5:]).all()
    with pytest.raises(ValueError, match=r"paper \(row\) 1: 'acceptance'"):
        acceptance_labels(["rejected", "acceptance"])


def test_the_table_has_every_subset_and_statistic() -> None:
    status = ["accepted", "rejected", "withdrawn", "accepted", "rejected", "withdrawn"]
    found = validity_table([6, 5, 4, 7, 5, 6.5], [6, 5, 3, 6, 5, 5], status, [2025] * 3 + [2026] * 3)
    assert found["subset"].unique().tolist() == [
        "all",
        "2025",
        "2026",
        "excl_withdrawn",
        "2025_excl_withdrawn",
        "2026_excl_withdrawn",
    ]
    values = found.set_index(["subset", "statistic"])["value"]
    assert values["all", "auc"] == pytest.approx((4 + 3) / 8)
    assert values["excl_withdrawn", "auc"] == 1
    assert values["2025", "mae"] == pytest.approx(1 / 3)
    assert found.set_index(["subset", "statistic"])["papers"]["excl_withdrawn", "rmse"] == 4


def test_without_decisions_auc_is_undefined_and_the_rest_is_not() -> None:
    found = validity_table([6, 5, 4], [6, 5, 3]).set_index("statistic")
    assert np.isnan(found.loc["auc", "value"])
    assert found.loc["auc", "reason"] == "no paper has both numbers"
    assert found.loc["pearson", "value"] > 0.9


def test_a_single_year_adds_no_subset() -> None:
    assert list(year_subsets(2, [2025, 2025])) == ["all"]
    assert list(year_subsets(2, [2025, np.nan])) == ["all", "2025"]
    assert list(label_subsets(2, pd.Series([2025, 2026], dtype="Int64"), None)) == ["all", "2025", "2026"]
    assert list(label_subsets(2, None, ["withdrawn", "rejected"])) == ["all", "excl_withdrawn"]


def test_lengths_must_fit() -> None:
    with pytest.raises(ValueError, match="years: 1 values"):
        year_subsets(2, [2025])
    with pytest.raises(ValueError, match="status: 1 values"):
        label_subsets(2, None, ["rejected"])
