"""Bounds and budgets from tables of scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from peerassay.budgets import (
    fewest_scores_table,
    kl_variance_bound,
    product_variance_bound,
    score_bounds_table,
    score_budgets_table,
    score_pilots_table,
    without_fewest,
)
from peerassay.project import project_root
from peerassay.records import load_records, reviewer_scores

NAN = np.nan
UNBALANCED = np.array([[3, 4, 3, NAN], [2, 2, 2, 2], [5, 4, NAN, NAN], [1, NAN, NAN, NAN]])


def test_pilots_of_unequal_rounds_by_hand() -> None:
    row = score_pilots_table({"x": UNBALANCED}).iloc[0]
    assert row[["papers", "excluded", "fewest", "most", "kernels"]].tolist() == [3, 1, 2, 4, 3]
    assert row["variance"] == pytest.approx((1 / 3 + 0 + 1 / 2) / 3)
    assert row["sd"] == pytest.approx(row["variance"] ** 0.5)


def test_one_score_each_is_no_pilot_and_has_no_budget() -> None:
    matrices = {"x": [[1], [2]], "y": [[1, 1]]}
    assert score_pilots_table(matrices)["reason"].tolist() == ["no paper has two scores", ""]
    assert score_budgets_table(matrices, {"alone": 0.05}, 0.5, 0.05)["model"].tolist() == ["y"]
    assert score_budgets_table({"x": [[1]]}, {"alone": 0.05}, 0.5, 0.05).empty


def test_bounds_are_those_of_the_single_functions() -> None:
    bounds = score_bounds_table({"x": UNBALANCED}, 0.1).set_index("method")["most"]
    assert bounds["KL"] == kl_variance_bound(bounds["planning"], 3, 0.1)
    assert bounds["product"] == product_variance_bound(UNBALANCED[:3], 0.1)


def test_a_score_outside_the_range_is_an_error() -> None:
    with pytest.raises(ValueError, match="value 5; expected 1 to 4"):
        score_bounds_table({"x": UNBALANCED}, 0.1, 1, 4)


def test_records_with_the_published_sums_have_the_published_budgets() -> None:
    # planning 12, 12, 6 and certified 33, 35, 24: repeatability paper, Figure 3; alpha/3: 39, 40, 29
    reviewers, _ = reviewer_scores(load_records(project_root() / "data/reconstructed/repeatability"))
    matrices = {one.name: one.scores for one in reviewers}
    table = score_budgets_table(matrices, {"one": 0.05, "three": 0.05 / 3}, 0.5, 0.05)
    assert table["planning"].tolist() == [12, 12, 6] * 2
    assert table["KL"].tolist() == [33, 35, 24, 39, 40, 29]


def test_the_number_without_a_pilot_stands_beside_the_budgets() -> None:
    # 598 at tolerance 0.5: repeatability paper, appendix D.5
    table = score_budgets_table({"x": UNBALANCED}, {"alone": 0.05}, 0.5, 0.05)
    assert table["free"].tolist() == [598]
    assert table["KL"].item() > 598


def test_papers_with_the_fewest_pairs_by_hand() -> None:
    row = fewest_scores_table({"x": UNBALANCED}, {"x": list("abcd")}).iloc[0]
    assert row["papers"] == ["a", "c"]  # three and two scores: one pair each; d has no pair and is left out anyway
    assert row[["fewest", "most", "pairs", "kept", "pairs_without"]].tolist() == [2, 3, 1, 1, 2]
    np.testing.assert_array_equal(without_fewest({"x": UNBALANCED})["x"], [[2, 2, 2, 2]])


@pytest.mark.parametrize("scores", [[[1, 2], [3, 4]], [[1, 2, NAN], [1, 2, 3]], [[1, NAN], [2, NAN]], [[1, 2]]])
def test_equal_numbers_of_pairs_limit_nothing(scores: list[list[float]]) -> None:
    assert fewest_scores_table({"x": scores}, {"x": [str(i) for i in range(len(scores))]}).empty
    assert without_fewest({"x": scores}) == {}


def test_each_paper_needs_a_label() -> None:
    with pytest.raises(ValueError, match="labels of x: 1; expected one for each of 4 papers"):
        fewest_scores_table({"x": UNBALANCED}, {"x": ["a"]})


@settings(deadline=None, max_examples=25)
@given(
    arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(2, 6)), elements=st.integers(1, 10)),
    st.sampled_from([0.01, 0.05, 0.3]),
)
def test_bounds_are_never_below_what_was_observed_and_never_above_the_cap(scores: np.ndarray, alpha: float) -> None:
    bounds = score_bounds_table({"x": scores}, alpha).set_index("method")["most"]
    observed = min(bounds["planning"], 20.25)
    assert (bounds[["KL"]] >= observed - 1e-9).all()
    assert (bounds[["KL", "product", "mixture"]] <= 20.25).all()


@settings(deadline=None, max_examples=25)
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(2, 7)), elements=st.sampled_from([1.0, 2.0, NAN])))
def test_the_papers_named_and_those_kept_are_all_that_have_a_pair(scores: np.ndarray) -> None:
    few = fewest_scores_table({"x": scores}, {"x": [str(i) for i in range(len(scores))]})
    if few.empty:
        return
    kept = without_fewest({"x": scores})["x"]
    paired = int((np.isfinite(scores).sum(axis=1) > 1).sum())
    assert len(few["papers"][0]) + len(kept) == len(few["papers"][0]) + few["kept"][0] == paired
    assert (np.isfinite(kept).sum(axis=1) // 2).min() == few["pairs_without"][0] > few["pairs"][0]
