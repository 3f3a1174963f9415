"""The coverage study as a whole."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.budgets import bounds_without_spread, coverage_cases, coverage_study


@pytest.fixture(scope="module")
def study():
    return coverage_study(200, 10, 0.05, 2000, np.random.default_rng(1))


def test_every_case_is_studied_with_every_method(study):
    assert study.groupby("case").size().eq(3).all()
    assert study["case"].nunique() == 7


def test_exact_rates_are_known_for_the_hardest_cases_only(study):
    # 4.94 % for the product bound: the note on the tighter budget
    exact = study.dropna(subset="exact").set_index("method")["exact"]
    assert exact.round(4).to_dict() == {"KL": 0.0499, "product": 0.0494, "mixture": 0.0462}


def test_simulated_rates_agree_with_the_exact_ones(study):
    known = study.dropna(subset="exact")
    assert (known["low"] - 0.005 <= known["exact"]).all()
    assert (known["exact"] <= known["high"] + 0.005).all()


def test_no_case_contradicts_the_promise(study):
    assert (study["low"] <= 0.05).all()


def test_the_true_variance_lies_just_above_the_bound_in_the_hardest_cases():
    bounds = bounds_without_spread(200, 10, 0.05)
    cases = coverage_cases(200, 10, 0.05)
    for case, bound in zip(cases, bounds.values(), strict=False):
        assert bound < case.variance < bound * (1 + 1e-6)
    assert cases[3].variance == pytest.approx(bounds["product"], rel=1e-8)


def test_adjacent_scores_have_the_variance_of_a_fair_coin():
    assert coverage_cases(200, 10, 0.05)[5].variance == 0.25


@settings(deadline=None, max_examples=8)
@given(
    st.integers(10, 60),
    st.sampled_from([2, 3, 4, 7, 10, 12]),
    st.floats(1e-4, 0.5),
    st.sampled_from([(1, 10), (0, 10), (-1000, 1000)]),
)
def test_any_pilot_and_scale_can_be_studied(papers, rounds, alpha, scale):
    study = coverage_study(papers, rounds, alpha, 20, np.random.default_rng(0), *scale)
    assert study["rate"].between(0, 1).all()
    assert (study["exact"].dropna() <= alpha + 1e-9).all()
