"""The search for whole numbers behind the preference tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit import check_preferences, fit_table, preference_rows
from peerassay.audit.nearest import nearest_repair, spans
from peerassay.audit.rows import fitting_numbers
from peerassay.claims import Claims
from peerassay.counts import PreferenceRow
from peerassay.style import sign_test

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim

STATS = ("share_first", "share_second", "share_tie", "ratio", "p", "flips_first", "flips_second")


def test_there_are_51_rows_in_printed_order(published: Claims) -> None:
    rows = preference_rows(published)
    assert [sum(row.table == name for row in rows) for name in ("Table 4", "Table 5", "Table 8", "Table 9")] == [
        12,
        18,
        9,
        12,
    ]
    assert rows[0].label == "Table 4, native / non-native, GPT-5.5"
    assert rows[0].row == PreferenceRow.parse(
        504, first="17", second="14", tie="69", ratio="1.3", p="0.15", flips_first="6.2", flips_second="3.0"
    )


def test_four_rows_do_not_fit_their_stated_number_of_pairs(published: Claims) -> None:
    found = {c.place: c for c in check_preferences(published) if c.kind == "integer search" and c.failed}
    severities = {place: check.severity for place, check in found.items()}
    assert severities == {
        "Table 5, native high / non-native low, Gemma3": "impossible",
        "Table 4, native / non-native, GLM 4.7": "other n",
        "Table 8, high / low confidence, biased, Claude Sonnet 4.6": "other n",
        "Table 9, native / non-native, biased, GLM 4.7": "other n",
    }
    assert "n = 498-502" in found["Table 4, native / non-native, GLM 4.7"].statement
    assert "n = 117 " in found["Table 8, high / low confidence, biased, Claude Sonnet 4.6"].statement
    assert "n = 121 " in found["Table 9, native / non-native, biased, GLM 4.7"].statement


def test_the_impossible_row_lacks_a_ratio_whatever_the_number_and_has_a_repair_of_one_digit(published: Claims) -> None:
    (check,) = (c for c in check_preferences(published) if c.severity == "impossible")
    assert check.evidence == "the two shares allow ratios from 9.18 to 11.44, whatever n; printed 9.1"
    assert check.repair == "at n = 126, second 6 instead of 5 (counts 64/7 (55))"


def test_one_dagger_cannot_mean_p_below_one_percent(published: Claims) -> None:
    marks = [c for c in check_preferences(published) if c.id.startswith("mark-")]
    assert len(marks) == 4
    (check,) = (c for c in marks if c.failed)
    assert check.place == "Table 9, native / non-native, biased, Gemma3"
    assert check.evidence.endswith("p = 0.019")
    assert check.statement.endswith("read as p < 0.01, which is our choice, it does not hold")
    assert check.repair.startswith("another reading: p < 0.05 fits every row")
    assert "largest p of a marked row 0.019, smallest of an unmarked one 0.077" in check.repair


def test_rows_that_sum_to_99_or_101_are_rounding_and_no_finding(published: Claims) -> None:
    sums = [c for c in check_preferences(published) if c.id.startswith("sum-")]
    assert [c.outcome for c in sums].count("within rounding") == 12
    assert not any(c.failed for c in sums)


def test_only_a_row_that_fits_no_number_of_pairs_at_all_is_called_impossible(published: Claims) -> None:
    checks = check_preferences(published, max_missing=0)
    failed = {c.place: c.severity for c in checks if c.failed and c.kind == "integer search"}
    assert [place for place, severity in failed.items() if severity == "impossible"] == [
        "Table 5, native high / non-native low, Gemma3"
    ]
    assert len(failed) == 4


def test_the_table_of_fits_counts_solutions_by_number_of_pairs(published: Claims) -> None:
    table = fit_table(preference_rows(published), 9)
    assert len(table) == 51 * 10
    row = table[table["row"] == "Table 8, high / low confidence, biased, Claude Sonnet 4.6"]
    assert row.loc[row["solutions"] > 0, "n"].tolist() == [117]
    with pytest.raises(ValueError, match="max_missing: expected 0 or more, got -1"):
        fit_table([], -1)
    with pytest.raises(ValueError, match="max_missing: expected 0 or more, got -1"):
        check_preferences(published, -1)


def test_spans_of_whole_numbers() -> None:
    assert spans([502, 500, 501, 498, 117]) == "117, 498, 500-502"
    assert spans([]) == ""


def test_a_row_that_needs_two_changes_says_both() -> None:
    row = PreferenceRow.parse(504, first="37", second="34", tie="29", flips_first="12.0", flips_second="12.2")
    words = nearest_repair(row, fitting_numbers(row, 1))
    assert words.startswith("at n = 504, flips first 11.9 instead of 12.0, flips second 12.1 instead of 12.2")


def test_cells_of_one_row_must_state_the_same_number_of_pairs(make_claim: Callable[..., Claim]) -> None:
    cells = [
        make_claim("sty.x.first", "50", stat="share_first", exhibit="Table 4", unit="%", n=10),
        make_claim("sty.x.second", "50", stat="share_second", exhibit="Table 4", unit="%", n=11),
    ]
    with pytest.raises(ValueError, match=r"sty\.x\.first: cells of one row state the numbers of pairs"):
        preference_rows(Claims(cells))


@st.composite
def true_rows(draw: st.DrawFn) -> tuple[int, dict[str, str]]:
    """Whole numbers of a row, and its cells as they would be printed."""
    wins, losses, ties = (draw(st.integers(0, 90)), draw(st.integers(1, 90)), draw(st.integers(0, 90)))
    n = wins + losses + ties
    flips = draw(st.integers(0, wins)), draw(st.integers(0, losses))
    shares = [f"{100 * count / n:.0f}" for count in (wins, losses, ties)]
    ups = [f"{100 * flip / n:.1f}" for flip in flips]
    values = [*shares, f"{wins / losses:.1f}", f"{sign_test(wins, losses):.2f}", *ups]
    return n, dict(zip(STATS, values, strict=True))


@settings(deadline=None, max_examples=60)
@given(true_rows())
def test_no_alarm_for_rows_that_were_counted(
    make_claim: Callable[..., Claim], made: tuple[int, dict[str, str]]
) -> None:
    n, cells = made
    columns: dict[str, Any] = {"exhibit": "Table 4", "n": n}
    units = {"ratio": "dimensionless", "p": "dimensionless"}
    claims = [make_claim(f"sty.x.{s}", v, stat=s, unit=units.get(s, "%"), **columns) for s, v in cells.items()]
    assert not [check for check in check_preferences(Claims(claims), 0) if check.failed]
