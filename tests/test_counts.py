from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.counts import (
    PreferenceRow,
    Printed,
    Solution,
    narrowing,
    preference_solutions,
    ratio_bounds,
    repairs,
    share_counts,
    solutions_over_n,
)

# Rows as printed in "Style over Substance?"; what fits them was established in its notes independently of this code.
GPT = PreferenceRow.parse(
    504, first="17", second="14", tie="69", ratio="1.3", p="0.15", flips_first="6.2", flips_second="3.0"
)
GEMINI = PreferenceRow.parse(504, first="33", second="32", tie="36", ratio="1.0", p="0.78")
GEMMA = PreferenceRow.parse(504, first="24", second="19", tie="57", ratio="1.2", p="0.13")
GLM = PreferenceRow.parse(
    504, first="37", second="34", tie="29", ratio="1.1", p="0.46", flips_first="12.0", flips_second="12.2"
)
ALIGNED = PreferenceRow.parse(126, first="51", second="5", tie="44", ratio="9.1", p="<0.001")
BIASED_CONFIDENCE = PreferenceRow.parse(
    126, first="27", second="7", tie="66", ratio="4.0", p="<0.001", flips_first="14.5", flips_second="0.9"
)
BIASED_GLM = PreferenceRow.parse(
    126, first="37", second="37", tie="26", ratio="1.0", flips_first="9.1", flips_second="6.6"
)


def triples(solutions):
    return [(found.wins, found.losses, found.ties) for found in solutions]


def test_grim_decisions_for_percentages_of_fifty():
    # GRIM (Brown and Heathers 2017): of 50 only even percentages are possible.
    assert [bool(share_counts(percent, 0, 50)) for percent in range(6, 17)] == [True, False] * 5 + [True]


def test_share_counts_by_hand():
    assert list(share_counts("17", 0, 504)) == [84, 85, 86, 87, 88]  # 16.5 % is 83.16, 17.5 % is 88.2
    assert list(share_counts("12.0", 1, 504)) == []  # 60 of 504 is 11.90 %, 61 is 12.10 %


def test_half_way_percentage_goes_either_way():
    assert list(share_counts(12, 0, 8)) == [1]  # 1/8 = 12.5 %
    assert list(share_counts(13, 0, 8)) == [1]


def test_share_counts_stay_within_zero_and_n():
    assert list(share_counts(0, 0, 10)) == [0]
    assert list(share_counts(100, 0, 1)) == [1]
    assert list(share_counts(120, 0, 10)) == []


@pytest.mark.parametrize(("decimals", "n"), [(0, 0), (0, -3), (-1, 10)])
def test_share_counts_refuse_impossible_input(decimals, n):
    with pytest.raises(ValueError, match="expected"):
        share_counts(10, decimals, n)


def test_printed_bound_is_no_rounding():
    assert Printed.parse("<0.001").admits(0.0009999)
    assert not Printed.parse("< 0.001").admits(0.001)
    assert Printed.parse(">=3").admits(3)
    assert Printed.parse("<=3").admits(3)
    assert not Printed.parse(">3").admits(3)


def test_undefined_value_was_never_printed():
    assert not Printed.parse("<0.001").admits(float("nan"))
    assert not Printed.parse("1.0").admits(float("nan"))


def test_printed_shows_itself_as_printed():
    assert str(Printed.parse("3.0")) == "3.0"
    assert str(Printed.parse("<0.001")) == "< 0.001"


def test_printed_refuses_other_comparators():
    with pytest.raises(ValueError, match="comparator"):
        Printed(Fraction(1), 0, "~")


def test_row_refuses_unknown_cells_and_empty_samples():
    with pytest.raises(ValueError, match="thrid"):
        PreferenceRow.parse(10, thrid="3")
    with pytest.raises(ValueError, match="pairs"):
        PreferenceRow.parse(0, first="3")


@pytest.mark.parametrize(
    ("row", "expected"), [(GPT, (88, 69, 347)), (GEMINI, (165, 159, 180)), (GEMMA, (119, 96, 289))]
)
def test_rows_of_table_4_with_one_solution(row, expected):
    assert triples(preference_solutions(row)) == [expected]


def test_flip_counts_come_with_the_solution():
    (found,) = preference_solutions(GPT)
    assert (list(found.flips_first), list(found.flips_second)) == ([31], [15])


def test_narrowing_shows_what_each_cell_removes():
    assert [(step.step, len(step.solutions)) for step in narrowing(GPT)] == [
        ("percentages", 18),
        ("ratio", 3),
        ("p", 1),
        ("flips", 1),
    ]


def test_narrowing_leaves_out_what_is_not_printed():
    assert [step.step for step in narrowing(PreferenceRow.parse(126, first="27", tie="54"))] == ["percentages"]


def test_no_counts_at_any_n_give_the_largest_ratio_of_table_5():
    assert solutions_over_n(ALIGNED) == {}
    # Whatever n is: 51 % over 5 % is at least 50.5 / 5.5 = 9.18, which prints as 9.2.
    low, high = ratio_bounds(ALIGNED)
    assert (low, high) == pytest.approx((9.1818, 11.4444), abs=1e-4)
    assert not ALIGNED.ratio.admits(low)


def test_ratio_bounds_need_both_shares_and_are_open_above_zero():
    assert ratio_bounds(PreferenceRow.parse(10, first="0", second="0")) == (0, float("inf"))
    with pytest.raises(ValueError, match="both shares"):
        ratio_bounds(PreferenceRow.parse(10, first="20"))


def test_nearest_repairs_of_the_largest_ratio_of_table_5():
    found = {repair.cells: triples(repair.solutions) for repair in repairs(ALIGNED)}
    assert found == {("second",): [(64, 7, 55)], ("ratio",): [(64, 6, 56)]}


@pytest.mark.parametrize(
    ("row", "n_min", "numbers"),
    [(BIASED_CONFIDENCE, 1, [117]), (BIASED_GLM, 1, [121]), (GLM, 454, [502, 501, 500, 499, 498])],
)
def test_rows_that_fit_only_with_missing_pairs(row, n_min, numbers):
    assert list(solutions_over_n(row, n_min=n_min)) == numbers


def test_repair_needs_every_cell_that_is_impossible_by_itself():
    assert [repair.cells for repair in repairs(GLM)] == [("flips_first", "flips_second")]
    assert [repair.cells for repair in repairs(BIASED_CONFIDENCE)] == [("ratio", "flips_first", "flips_second")]


def test_consistent_row_needs_no_repair():
    assert repairs(GPT) == []


def test_more_flips_than_wins_are_impossible():
    row = PreferenceRow.parse(10, first="20", second="10", tie="70")
    assert triples(preference_solutions(row)) == [(2, 1, 7)]
    assert preference_solutions(PreferenceRow.parse(10, first="20", second="10", tie="70", flips_first="30")) == []
    assert preference_solutions(PreferenceRow.parse(10, first="20", second="10", tie="70", flips_second="20")) == []


def test_ratio_over_no_losses_was_never_printed():
    assert preference_solutions(PreferenceRow.parse(4, first="50", second="0", tie="50", ratio="2.0")) == []
    (found,) = preference_solutions(PreferenceRow.parse(4, first="50", second="0", tie="50"))
    assert found.ratio != found.ratio


def test_all_ties_have_no_p_value():
    (found,) = preference_solutions(PreferenceRow.parse(3, tie="100"))
    assert found.p != found.p
    assert preference_solutions(PreferenceRow.parse(3, tie="100", p="1.00")) == []


def test_solution_reads_as_counts():
    assert str(Solution(88, 69, 347, 504, range(1), range(1))) == "88/69 (347)"


def test_search_over_n_refuses_an_empty_range():
    with pytest.raises(ValueError, match="n_min"):
        solutions_over_n(GPT, n_min=600)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 60), st.data())
def test_true_counts_are_always_among_the_solutions(n, data):
    wins = data.draw(st.integers(0, n))
    losses = data.draw(st.integers(0, n - wins))
    flips = data.draw(st.integers(0, wins)), data.draw(st.integers(0, losses))
    percent = [f"{100 * count / n:.1f}" for count in (wins, losses, n - wins - losses, *flips)]
    cells = dict(zip(("first", "second", "tie", "flips_first", "flips_second"), percent, strict=True))
    if losses:
        cells["ratio"] = f"{wins / losses:.1f}"
    found = {(s.wins, s.losses): s for s in preference_solutions(PreferenceRow.parse(n, **cells))}
    assert (wins, losses) in found
    assert flips[0] in found[wins, losses].flips_first
    assert flips[1] in found[wins, losses].flips_second
