"""Tables of bounds and budgets, and the pilots behind them."""

import math
from fractions import Fraction

import numpy as np
import pytest

from peerassay.budgets import (
    Pilot,
    bounds_table,
    budgets_table,
    by_method,
    guarantees_table,
    pilots_table,
    published_pilots,
    rare_jump_table,
    success_curves,
)
from peerassay.claims import Claims, load_claims

from .published import EQUAL_PAIRS, MODELS, SQUARED_SUMS, VARIANCES


@pytest.fixture(scope="module")
def pilots():
    return list(published_pilots(load_claims()).values())


@pytest.fixture(scope="module")
def bounds(pilots):
    return bounds_table(pilots, 0.05)


def test_the_published_pilots_have_the_reference_sums(pilots):
    assert [pilot.model for pilot in pilots] == list(MODELS)
    assert tuple(pilot.equal_pairs for pilot in pilots) == EQUAL_PAIRS
    assert tuple(pilot.squared_sum for pilot in pilots) == SQUARED_SUMS
    assert tuple(pilot.variance for pilot in pilots) == VARIANCES
    assert {(pilot.papers, pilot.rounds, pilot.pairs, pilot.kernels) for pilot in pilots} == {(200, 10, 9000, 1000)}


def test_variance_and_agreement_are_exact(pilots):
    # all ranges of GPT-6-Sol are at most one: agreement = 1 - 2 x variance
    sol = pilots[2]
    assert sol.agreement == 1 - 2 * sol.variance == Fraction(7667, 9000)


def test_a_printed_value_that_no_whole_number_gives_is_named():
    claims = load_claims()
    wrong = [
        claim
        if claim.id != "rep.repeatability.variance.gpt6sol"
        else type(claim)(**fields(claim) | {"printed": "0.074050"})
        for claim in claims.values()
    ]
    with pytest.raises(ValueError, match=r"rep\.repeatability\.variance\.gpt6sol: 0 whole numbers"):
        published_pilots(Claims(wrong))


def fields(claim):
    return {name: getattr(claim, name) for name in claim.__dataclass_fields__}


def test_the_pilots_table_shows_sd_and_possible_histograms(pilots):
    table = pilots_table(pilots)
    assert table["histograms"].tolist() == [7, 107, 1]
    assert table["sd"].round(3).tolist() == [0.374, 0.386, 0.272]  # printed in the paper
    assert table["widest"].tolist() == [4, 6, 1]


def test_bounds_are_ordered_by_method(bounds):
    for _, rows in bounds.groupby("model"):
        most = rows.set_index("method")["most"]
        assert most["planning"] < most["product"] < most["mixture"] < most["KL"]
        assert (rows["least"] <= rows["most"]).all()


def test_budgets_of_the_paper_and_of_the_product_bound(bounds):
    table = by_method(budgets_table(bounds, 0.25, 0.05))
    assert table[["planning", "KL", "product"]].to_numpy().tolist() == [[45, 132, 84], [48, 137, 88], [24, 96, 63]]
    assert by_method(budgets_table(bounds, 0.25, 0.05), "reviews_least")["product"].tolist() == [84, 87, 63]


def test_guarantees_stand_beside_each_other(pilots):
    table = guarantees_table(pilots, {"one": (0.05, 0.05), "joint": (0.01, 0.04)}, [0.5])
    assert table["guarantee"].tolist() == ["one"] * 3 + ["joint"] * 3
    assert table["KL"].tolist() == [33, 35, 24, 51, 52, 39]  # reference values
    assert table["product"].tolist() == [21, 22, 16, 33, 34, 27]  # the note on the tighter budget


def test_a_wider_scale_needs_more_reviews(pilots, bounds):
    wide = bounds_table(pilots, 0.05, 0, 10)
    certified = bounds["method"] != "planning"
    assert (wide["most"] > bounds["most"])[certified].all()
    assert wide["most"][~certified].equals(bounds["most"][~certified])


def test_curves_reach_the_target_at_the_budget(bounds):
    curves = success_curves(bounds, 0.5, 0.05, 60)
    reached = curves[curves["success"] >= 0.95].groupby(["model", "method"])["reviews"].min()
    assert [reached[model, "planning"] for model in MODELS] == [12, 12, 6]
    assert [reached[model, "KL"] for model in MODELS] == [33, 35, 24]


def test_long_curves_are_thinned_but_keep_the_budget(bounds):
    curves = success_curves(bounds, 0.01, 0.05, 200_000)
    assert curves.groupby(["model", "method"]).size().max() <= 406
    budgets = set(budgets_table(bounds, 0.01, 0.05)["reviews"][bounds["method"] == "KL"])
    assert budgets <= set(curves["reviews"])


def test_rare_jumps_by_hand_and_by_the_note():
    table = rare_jump_table([0, 1, 2, 10], 200, 10, 0.05)
    # one 10 among nine 1s has the variance 8.1
    np.testing.assert_allclose(table["planning"], np.array([0, 1, 2, 10]) * 8.1 / 200)
    assert table["product"].round(3).tolist()[1:] == [0.319, 0.484, 1.498]
    assert table["KL"].round(3).tolist()[1:] == [0.232, 0.311, 0.800]


def test_a_pilot_of_own_numbers_can_be_bounded():
    histogram = np.array([[math.comb(4, 2) * 30 - 20, 20, 0, 0]])
    own = Pilot("mine", 30, 4, int(histogram[0, 0]), 20, histogram)
    table = bounds_table([own], 0.05, 1, 4).set_index("method")
    assert float(own.variance) == table["most"]["planning"] == pytest.approx(20 / 360)
    assert table["most"]["product"] < table["most"]["KL"]
