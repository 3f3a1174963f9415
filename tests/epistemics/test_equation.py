"""Equation 1: its rank, what each resolution returns, and which of them can be put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression
from statsmodels.tools.sm_exceptions import SingularMatrixWarning

from peerassay.epistemics.equation import (
    AI,
    equation_design,
    fit_groups,
    fit_resolutions,
    group_intercepts,
    resolutions,
    weights_table,
)
from peerassay.epistemics.regression import RankError, design_rank, fit_ols

if TYPE_CHECKING:
    import pandas as pd

SIZES = {"ICLR": 376, "ICML": 376, "NeurIPS": 403}
WAYS = {way.key: way for way in resolutions(SIZES)}


def data(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, groups and lengths of 4 groups."""
    rng = np.random.default_rng(seed)
    groups = np.repeat([AI, "ICLR", "ICML", "NeurIPS"], [20, 50, 40, 60])
    logs = rng.normal(7, 0.5, len(groups)) + (groups == AI)
    scores = 0.4 * logs + 0.2 * (groups == AI) + 0.1 * (groups == "ICML") + rng.normal(0, 0.3, len(groups))
    return scores, groups, np.exp(logs)


def by_key(table: pd.DataFrame, unit: str = "characters") -> pd.Series:
    return table[table["unit"] == unit].set_index("key")["estimate"]


@pytest.fixture(scope="module")
def fitted() -> pd.DataFrame:
    return fit_resolutions(*data(), AI, {"characters": 1, "words": 6})


def test_the_printed_design_has_rank_five_of_six() -> None:
    groups = np.repeat([AI, *SIZES], [101, *SIZES.values()])
    design = equation_design(groups, np.random.default_rng(0).normal(7, 1, len(groups)), AI)
    assert list(design) == ["intercept", "AI", "log_length", "ICLR", "ICML", "NeurIPS"]
    assert (design_rank(design), design.shape) == (5, (1256, 6))
    with pytest.raises(RankError, match=r"intercept = AI \+ ICLR \+ ICML \+ NeurIPS"):
        fit_ols(np.zeros(len(groups)), design)


def test_the_pseudo_inverse_is_what_statsmodels_returns(fitted: pd.DataFrame) -> None:
    scores, groups, lengths = data()
    with pytest.warns(SingularMatrixWarning):
        theirs = sm.OLS(scores, equation_design(groups, np.log(lengths), AI)).fit().params["AI"]
    assert by_key(fitted)["pseudo_inverse"] == pytest.approx(theirs, abs=1e-10)


def test_the_pseudo_inverse_is_what_numpy_returns(fitted: pd.DataFrame) -> None:
    scores, groups, lengths = data()
    theirs = np.linalg.lstsq(equation_design(groups, np.log(lengths / 6), AI).to_numpy(), scores, rcond=None)[0][1]
    assert by_key(fitted, "words")["pseudo_inverse"] == pytest.approx(theirs, abs=1e-10)


def test_centring_first_is_what_scikit_learn_returns(fitted: pd.DataFrame) -> None:
    scores, groups, lengths = data()
    design = equation_design(groups, np.log(lengths), AI).drop(columns="intercept")
    theirs = LinearRegression().fit(design, scores).coef_[0]
    assert by_key(fitted)["centred"] == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("venue", SIZES)
def test_leaving_a_venue_out_is_dummy_coding(fitted: pd.DataFrame, venue: str) -> None:
    scores, groups, lengths = data()
    fit = fit_ols(scores, equation_design(groups, np.log(lengths), AI).drop(columns=venue))
    assert by_key(fitted)[f"without_{venue}"] == pytest.approx(fit.estimate("AI"), abs=1e-10)
    row = fitted[(fitted["key"] == f"without_{venue}") & (fitted["unit"] == "characters")].iloc[0]
    assert row["se"] == pytest.approx(fit.table.set_index("term").loc["AI", "se"], rel=1e-9)


def test_effects_that_add_up_to_zero_are_effect_coding(fitted: pd.DataFrame) -> None:
    scores, groups, lengths = data()
    design = equation_design(groups, np.log(lengths), AI)
    coded = design.drop(columns="NeurIPS").assign(
        ICLR=design["ICLR"] - design["NeurIPS"], ICML=design["ICML"] - design["NeurIPS"]
    )
    assert by_key(fitted)["sum_to_zero"] == pytest.approx(fit_ols(scores, coded).estimate("AI"), abs=1e-10)


def test_the_printed_algebra_of_the_pseudo_inverse_by_hand() -> None:
    # intercepts: AI 1, venues 0, 0.5, 1, so that d = 0.5: 0.2 x 1 + 0.6 x 0.5 = 0.5; centred 0.75 x 0.5
    intercepts = {AI: 1.0, "ICLR": 0.0, "ICML": 0.5, "NeurIPS": 1.0}
    assert WAYS["pseudo_inverse"].coefficient(intercepts) == pytest.approx(0.5)
    assert WAYS["centred"].coefficient(intercepts) == pytest.approx(0.375)
    assert WAYS["sum_to_zero"].coefficient(intercepts) == pytest.approx(0.5)
    assert WAYS["no_intercept"].coefficient(intercepts) == 1
    assert WAYS["without_NeurIPS"].coefficient(intercepts) == 0


def test_only_weights_that_add_up_to_zero_are_free_of_the_unit(fitted: pd.DataFrame) -> None:
    characters, words = by_key(fitted), by_key(fitted, "words")
    for key, way in WAYS.items():
        assert (abs(characters[key] - words[key]) < 1e-9) == way.unit_free, key
    slope = fit_groups(*data()[:2], np.log(data()[2]), AI).estimate("log_length")
    assert words["pseudo_inverse"] - characters["pseudo_inverse"] == pytest.approx(0.2 * slope * np.log(6))


def test_which_are_contrasts() -> None:
    assert [key for key, way in WAYS.items() if way.is_contrast] == [
        "without_ICLR",
        "without_ICML",
        "without_NeurIPS",
        "sum_to_zero",
        "weighted",
    ]
    assert WAYS["centred"].kind == "0.75 of a contrast"
    table = weights_table(tuple(WAYS.values())).set_index("key")
    assert table.loc["pseudo_inverse", "reading"] == "no contrast: depends on the unit of length"
    assert table.loc["without_ICML", "reading"] == "AI minus ICML, at equal length"
    assert table.loc["sum_to_zero", "reading"] == "AI minus human average, at equal length"
    assert table.loc["weighted", "reading"] == "AI minus human average weighted by reviews, at equal length"
    assert table["sum"].tolist() == [0.2, 0, 1, 0, 0, 0, 0, 0]


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 500), min_size=1),
    st.lists(st.floats(-5, 5), min_size=7, max_size=7),
    st.floats(-3, 3),
)
@settings(deadline=None, max_examples=60)
def test_a_unit_moves_a_coefficient_by_its_sum_of_weights(
    sizes: dict[str, int], values: list[float], move: float
) -> None:
    intercepts = dict(zip([AI, *sizes], values, strict=False))
    for way in resolutions(sizes):
        moved = way.coefficient({group: value + move for group, value in intercepts.items()})
        assert moved == pytest.approx(way.coefficient(intercepts) + way.total * move, abs=1e-9)


def test_group_intercepts_are_means_without_the_effect_of_length() -> None:
    assert group_intercepts({"a": 3.0, "b": 2.0}, {"a": 2.0, "b": 0.0}, 0.5) == {"a": 2.0, "b": 2.0}
    scores, groups, lengths = data()
    fit = fit_groups(scores, groups, np.log(lengths), AI)
    means = {name: float(scores[groups == name].mean()) for name in np.unique(groups)}
    logs = {name: float(np.log(lengths[groups == name]).mean()) for name in means}
    for name, value in group_intercepts(means, logs, fit.estimate("log_length")).items():
        assert fit.estimate(str(name)) == pytest.approx(value)


def test_the_share_explained_is_one_minus_the_estimate_over_the_difference_of_means(fitted: pd.DataFrame) -> None:
    scores, groups, _ = data()
    naive = scores[groups == AI].mean() - scores[groups != AI].mean()
    assert np.allclose(fitted["explained"], 1 - fitted["estimate"] / naive)
    assert set(fitted["key"]) == {*WAYS, "no_venues"}


def test_unusable_input_is_refused() -> None:
    scores, groups, lengths = data()
    with pytest.raises(ValueError, match="one venue or more"):
        resolutions({})
    with pytest.raises(ValueError, match="expected XX and one venue or more"):
        fit_resolutions(scores, groups, lengths, "XX", {"characters": 1})
    with pytest.raises(ValueError, match="characters above 0"):
        fit_resolutions(scores, groups, np.zeros(len(scores)), AI, {"characters": 1})
    with pytest.raises(RankError):
        fit_groups(scores, groups, np.where(groups == AI, 2.0, 1.0), AI)


def test_no_share_of_no_gap_is_explained() -> None:
    groups = ["AI", "AI", "AI", "ICLR", "ICLR", "ICLR", "ICML", "ICML", "ICML"]
    table = fit_resolutions([2.5] * 9, groups, [300, 500, 800] * 3, "AI", {"characters": 1})
    assert (
        table["estimate"].abs().drop(index=table.index[table["key"].isin(["pseudo_inverse", "no_intercept"])]).max()
        < 1e-9
    )
    assert table["explained"].isna().all()
