"""Least squares for designs of full rank, and the refusal of all others."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics.regression import (
    RankError,
    dependence_text,
    dependences,
    design_rank,
    fit_ols,
    require_full_rank,
)

# NIST Statistical Reference Datasets, Longley (1967): six predictors of employment
LONGLEY = """83.0 234289 2356 1590 107608 1947 60323
88.5 259426 2325 1456 108632 1948 61122
88.2 258054 3682 1616 109773 1949 60171
89.5 284599 3351 1650 110929 1950 61187
96.2 328975 2099 3099 112075 1951 63221
98.1 346999 1932 3594 113270 1952 63639
99.0 365385 1870 3547 115094 1953 64989
100.0 363112 3578 3350 116219 1954 63761
101.2 397469 2904 3048 117388 1955 66019
104.6 419180 2822 2857 118734 1956 67857
108.4 442769 2936 2798 120445 1957 68169
110.8 444546 4681 2637 121950 1958 66513
112.6 482704 3813 2552 123366 1959 68655
114.2 502601 3931 2514 125368 1960 69564
115.7 518173 4806 2572 127852 1961 69331
116.9 554894 4007 2827 130081 1962 70551"""


def groups_design(sizes: dict[str, int], rng: np.random.Generator) -> pd.DataFrame:
    names = np.repeat(list(sizes), list(sizes.values()))
    columns = {"intercept": np.ones(len(names))} | {name: (names == name).astype(float) for name in sizes}
    return pd.DataFrame(columns | {"log_length": rng.normal(7, 1, len(names))})


def test_certified_values_of_longley() -> None:
    rows = np.array([[float(cell) for cell in line.split()] for line in LONGLEY.splitlines()])
    design = pd.DataFrame(rows[:, :6], columns=[f"x{i}" for i in range(1, 7)])
    design.insert(0, "intercept", 1.0)
    fit = fit_ols(rows[:, 6], design)
    terms = fit.table.set_index("term")
    assert terms.loc["intercept", "estimate"] == pytest.approx(-3482258.63459582, rel=1e-7)
    assert terms.loc["intercept", "se"] == pytest.approx(890420.383607373, rel=1e-7)
    assert terms.loc["x1", "estimate"] == pytest.approx(15.0618722713733, rel=1e-6)
    assert terms.loc["x1", "se"] == pytest.approx(84.9149257747669, rel=1e-7)
    assert fit.r_squared == pytest.approx(0.995479004577296, rel=1e-10)


def test_a_line_through_four_points_by_hand() -> None:
    # y = 1, 3, 2, 4 at x = 0, 1, 2, 3: slope 0.8, intercept 1.3, residual squares 1.8, s^2 = 0.9
    design = pd.DataFrame({"intercept": 1.0, "x": [0.0, 1, 2, 3]})
    fit = fit_ols([1, 3, 2, 4], design)
    assert fit.estimate("x") == pytest.approx(0.8)
    assert fit.estimate("intercept") == pytest.approx(1.3)
    assert fit.residual_sd**2 == pytest.approx(0.9)
    assert fit.contrast({"x": 1})["se"] == pytest.approx((0.9 / 5) ** 0.5)
    assert fit.contrast({"intercept": 1, "x": 1.5})["estimate"] == pytest.approx(2.5)  # the mean of y
    assert fit.contrast({"intercept": 1, "x": 1.5})["se"] == pytest.approx((0.9 / 4) ** 0.5)
    assert (fit.n, fit.degrees) == (4, 2)


def test_robust_errors_of_two_groups_use_each_group_s_own_variance() -> None:
    # HC1 for two means: n / (n - k) times the squares over n_g^2
    y, flag = np.array([1.0, 3, 10, 10, 16]), np.array([0.0, 0, 1, 1, 1])
    fit = fit_ols(y, pd.DataFrame({"intercept": 1.0, "flag": flag}), covariance="HC1")
    expected = 5 / 3 * (2 / 4 + 24 / 9)
    assert fit.contrast({"flag": 1})["se"] == pytest.approx(expected**0.5)


def test_a_dependent_design_is_refused_with_its_dependence() -> None:
    design = groups_design({"AI": 5, "ICLR": 6, "ICML": 7}, np.random.default_rng(0))
    assert design_rank(design) == 4
    with pytest.raises(RankError) as caught:
        fit_ols(np.arange(len(design)), design)
    message = str(caught.value)
    assert "rank 4 of 5 columns" in message
    assert "intercept = AI + ICLR + ICML for every row" in message
    assert "leave one of them out" in message


def test_other_dependences_are_written_with_their_factors() -> None:
    x = np.array([1.0, 2, 4, 7, 3])
    design = pd.DataFrame({"a": x, "b": 2 * x - 3, "intercept": 1.0})
    (found,) = dependences(design)
    assert dependence_text(found) == "a = 1/2 × b + 3/2 × intercept"
    assert dependence_text({"zero": 1.0}) == "zero = 0"


def test_two_dependences_are_both_named() -> None:
    x = np.arange(6.0)
    design = pd.DataFrame({"a": x, "b": x, "c": x**2, "d": 3 * x**2})
    assert [dependence_text(one) for one in dependences(design)] == ["a = b", "c = 1/3 × d"]


def test_more_terms_than_observations_is_said_as_such() -> None:
    with pytest.raises(RankError, match="2 observations for 3 terms"):
        require_full_rank(pd.DataFrame(np.eye(3)[:2], columns=list("abc")))


@given(st.lists(st.integers(2, 9), min_size=2, max_size=5), st.integers(0, 99))
@settings(deadline=None, max_examples=25)
def test_one_indicator_per_group_beside_an_intercept_lacks_exactly_one_rank(sizes: list[int], seed: int) -> None:
    design = groups_design({f"g{place}": size for place, size in enumerate(sizes)}, np.random.default_rng(seed))
    assert design_rank(design) == design.shape[1] - 1
    assert design_rank(design.drop(columns="intercept")) == design.shape[1] - 1
    (found,) = dependences(design)
    assert set(found) == set(design) - {"log_length"}


@pytest.mark.parametrize(
    ("outcome", "options", "message"),
    [
        ([1.0, 2, 3], {}, "expected one value a row"),
        ([1.0, 2, 3, np.nan], {}, "missing or infinite"),
        ([1.0, 2, 3, 4], {"covariance": "HC9"}, "expected one of nonrobust, HC1, HC3"),
        ([1.0, 2, 3, 4], {"confidence": 1.0}, "between 0 and 1"),
    ],
)
def test_unusable_input_is_refused(outcome: list[float], options: dict[str, object], message: str) -> None:
    design = pd.DataFrame({"intercept": 1.0, "x": [0.0, 1, 2, 3]})
    with pytest.raises(ValueError, match=message):
        fit_ols(outcome, design, **options)  # type: ignore[arg-type]


def test_no_degree_of_freedom_left_is_refused() -> None:
    with pytest.raises(ValueError, match="more observations than terms"):
        fit_ols([1, 2], pd.DataFrame({"intercept": 1.0, "x": [0.0, 1]}))


def test_an_unknown_term_of_a_contrast_is_named() -> None:
    fit = fit_ols([1, 3, 2, 4], pd.DataFrame({"intercept": 1.0, "x": [0.0, 1, 2, 3]}))
    with pytest.raises(KeyError, match="no term z; there are intercept, x"):
        fit.contrast({"z": 1})


def test_a_perfect_fit_has_no_p() -> None:
    fit = fit_ols([2.0, 2, 2], pd.DataFrame({"intercept": [1.0, 1, 1]}))
    assert fit.estimate("intercept") == 2
    assert np.isnan(fit.table["p"]).all()
