"""Principal components, shifts in three scalings, and tags that occur together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA

from peerassay.epistemics.structure import (
    equal_weight_shift,
    largest_correlation,
    principal_components,
    shift_table,
)
from peerassay.epistemics.tags import phi_matrix, phi_pairs

IRIS = pd.DataFrame(load_iris().data, columns=["a", "b", "c", "d"])


def scores(n: int = 60, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    common = rng.standard_normal(n)
    return pd.DataFrame({name: common + 0.5 * rng.standard_normal(n) for name in "xyz"})


@pytest.mark.parametrize(
    ("standardise", "expected"),
    [
        (False, [2.0562689, 0.4926162, 0.2796596, 0.1543862]),  # R prcomp(iris[, 1:4])
        (True, [1.7083611, 0.9560494, 0.3830886, 0.1439265]),  # R prcomp(iris[, 1:4], scale. = TRUE)
    ],
)
def test_standard_deviations_of_iris(standardise: bool, expected: list[float]) -> None:
    found = principal_components(IRIS, standardise=standardise)
    assert np.sqrt(found.eigenvalues) == pytest.approx(expected, abs=1e-6)


def test_projections_are_those_of_scikit_learn_up_to_the_sign() -> None:
    ours = principal_components(IRIS, standardise=False).project(IRIS)
    theirs = PCA().fit_transform(IRIS)
    assert np.abs(ours) == pytest.approx(np.abs(theirs), abs=1e-8)


def test_two_scales_by_hand() -> None:
    # correlation 0.6: eigenvalues 1.6 and 0.4, first vector (1, 1) / sqrt(2)
    table = pd.DataFrame({"p": [1.0, 2, 3, 4, 5], "q": [2.0, 1, 5, 3, 4]})
    found = principal_components(table)
    assert found.eigenvalues == pytest.approx([1.6, 0.4])
    assert found.vectors[:, 0] == pytest.approx([2**-0.5] * 2)
    assert found.shares[0] == pytest.approx(0.8)
    assert (found.above_kaiser, found.positive_share) == (1, 1)
    assert found.loadings()["r1"].tolist() == pytest.approx([0.8**0.5] * 2)


def test_turning_a_scale_round_undoes_turning_its_values_round() -> None:
    table = scores()
    turned = table.assign(y=3 - table["y"])
    plain, back = principal_components(table), principal_components(turned, {"y"})
    assert back.eigenvalues == pytest.approx(plain.eigenvalues)
    assert back.project(turned) == pytest.approx(plain.project(table))
    assert back.positive_share == 1
    assert principal_components(turned).positive_share < 1


@given(st.integers(0, 200), st.integers(8, 40))
@settings(deadline=None, max_examples=25)
def test_components_keep_the_whole_variance_and_are_uncorrelated(seed: int, n: int) -> None:
    table = pd.DataFrame(np.random.default_rng(seed).standard_normal((n, 4)), columns=list("abcd"))
    found = principal_components(table)
    assert found.eigenvalues.sum() == pytest.approx(4)
    covariance = np.cov(found.project(table), rowvar=False)
    assert covariance == pytest.approx(np.diag(found.eigenvalues), abs=1e-9)


def test_a_shift_in_its_three_units() -> None:
    people = scores(200)
    table = shift_table(people, people + 1.0).set_index("scaling")
    found = principal_components(people)
    raw = principal_components(people, standardise=False)
    assert table.loc["points", "shift"] == pytest.approx(raw.vectors[:, 0].sum())
    standardised = (found.vectors[:, 0] / people.std(ddof=1).to_numpy()).sum()
    assert table.loc["standardised", "shift"] == pytest.approx(standardised)
    assert table.loc["unit_variance", "shift"] == pytest.approx(standardised / np.sqrt(found.eigenvalues[0]))
    assert (table["low"] < table["shift"]).all()


def test_incomplete_reviews_are_left_out_of_the_fit_and_have_no_place() -> None:
    table = scores().astype(float)
    table.loc[0, "x"] = np.nan
    found = principal_components(table)
    assert found.n == 59
    assert np.isnan(found.project(table)[0]).all()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pd.DataFrame({"a": [1.0, 2, 3]}), "1 scales"),
        (pd.DataFrame({"a": [1.0, 2], "b": [2.0, 1]}), "2 complete rows"),
        (pd.DataFrame({"a": [1.0, 2, 3], "b": [2.0, 2, 2]}), "b: the same for all reviews"),
    ],
)
def test_what_cannot_be_analysed_is_refused(table: pd.DataFrame, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        principal_components(table)


def test_one_projected_review_is_refused() -> None:
    with pytest.raises(ValueError, match="1 complete rows to project"):
        shift_table(scores(), scores(1))


def test_the_largest_correlation_may_be_negative() -> None:
    table = pd.DataFrame([[1, 0.2, -0.5], [0.2, 1, 0.4], [-0.5, 0.4, 1]], index=list("abc"), columns=list("abc"))
    assert largest_correlation(table) == ("a", "c", -0.5)


def test_equal_weights_by_hand() -> None:
    assert equal_weight_shift([1.0, 1.0, 1.0, 1.0]) == 2
    with pytest.raises(ValueError, match="expected one per scale"):
        equal_weight_shift([])


def tags(rows: list[tuple[int, int, int]]) -> pd.DataFrame:
    """Reviews by three tags: tuples of (first, second, how many)."""
    table = [(bool(a), bool(b), False) for a, b, count in rows for _ in range(count)]
    return pd.DataFrame(table, columns=["a", "b", "never"])


def test_phi_by_hand_and_as_pearson_s_correlation() -> None:
    # both 20, only one of them 10 and 5, none 15: (300 - 50) / sqrt(30 x 20 x 25 x 25)
    table = tags([(1, 1, 20), (1, 0, 10), (0, 1, 5), (0, 0, 15)])
    matrix = phi_matrix(table)
    assert matrix.loc["a", "b"] == pytest.approx(250 / (30 * 20 * 25 * 25) ** 0.5)
    assert matrix.loc["a", "b"] == pytest.approx(pearsonr(table["a"], table["b"])[0])
    assert matrix.loc["a", "a"] == 0.6


def test_a_tag_that_never_occurs_has_no_phi_and_the_reason_is_given() -> None:
    pairs = phi_pairs(tags([(1, 1, 20), (1, 0, 10), (0, 1, 5), (0, 0, 15)]))
    assert (pairs.loc[0, "first"], pairs.loc[0, "second"]) == ("a", "b")
    assert (pairs.loc[0, "both"], pairs.loc[0, "expected"]) == (20, 15)
    assert pairs["reason"].tolist() == ["", "a tag occurs never or always", "a tag occurs never or always"]
    assert np.isnan(pairs["p"].iloc[1:]).all()
    assert pairs["p_adjusted"].iloc[0] == float(pairs["p"].iloc[0])  # only one pair could be tested


def test_interval_and_p_of_phi_agree_with_pearson() -> None:
    table = tags([(1, 1, 20), (1, 0, 10), (0, 1, 5), (0, 0, 15)])
    row = phi_pairs(table).iloc[0]
    low, high = pearsonr(table["a"].astype(float), table["b"].astype(float)).confidence_interval(0.95)
    assert (row["low"], row["high"]) == pytest.approx((low, high))
    assert row["p"] == pytest.approx(0.0039, abs=5e-5)  # 50 phi^2 = 8.333, chi-square with one degree


def test_tags_that_always_go_together_have_phi_one() -> None:
    row = phi_pairs(tags([(1, 1, 5), (0, 0, 5)])).iloc[0]
    assert row["phi"] == 1
    assert np.isnan(row["low"])


def test_no_review_at_all_gives_no_phi() -> None:
    assert phi_matrix(tags([])).isna().all(axis=None)
