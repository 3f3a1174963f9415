"""Checks that follow from the columns of the claims alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.audit.shapes import check_ends, check_extremes, check_limits, check_restatements, check_shapes
from peerassay.claims import Claims

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim


def test_the_published_numbers_pass(published: Claims) -> None:
    checks = check_shapes(published)
    assert len(checks) > 500
    assert not [check.id for check in checks if check.failed]


def test_a_restatement_with_fewer_decimals_is_rounding_and_another_value_fails(
    make_claim: Callable[..., Claim],
) -> None:
    first = make_claim("a.first", "0.194")
    again = [make_claim(f"a.again{v}", v, restates="a.first") for v in ("0.194", "0.19", "0.20")]
    outcomes = [check.outcome for check in check_restatements(Claims([first, *again]))]
    assert outcomes == ["as printed", "within rounding", "fails"]


def test_an_open_bound_is_compared_with_the_same_bound_in_percent(make_claim: Callable[..., Claim]) -> None:
    first = make_claim("a.first", "0.95", comparator=">=", stat="probability")
    again = make_claim("a.again", "95", comparator=">=", unit="%", restates="a.first")
    assert [check.outcome for check in check_restatements(Claims([first, again]))] == ["as printed"]


def test_a_worded_restatement_is_only_a_tension(make_claim: Callable[..., Claim]) -> None:
    made = [make_claim("a.first", "3"), make_claim("a.again", "5", comparator="~", restates="a.first")]
    (check,) = check_restatements(Claims(made))
    assert (check.outcome, check.severity) == ("fails", "tension")


def test_an_estimate_outside_its_interval_fails_and_one_on_its_end_does_not(make_claim: Callable[..., Claim]) -> None:
    low = make_claim("a.low", "1.3", stat="ci_low", relates_to="a.d")
    assert check_ends(Claims([make_claim("a.d", "1.0"), low]))[0].failed
    assert check_ends(Claims([make_claim("a.d", "1.3"), low]))[0].outcome == "as printed"
    assert check_ends(Claims([make_claim("a.d", "1.2"), low]))[0].outcome == "within rounding"


def test_a_smallest_value_above_the_largest_fails(make_claim: Callable[..., Claim]) -> None:
    made = [make_claim("a.min.2025", "0.5", stat="min"), make_claim("a.max.2025", "0.3", stat="max")]
    assert [check.failed for check in check_extremes(Claims(made))] == [True]
    made = [make_claim("a.size_min", "1", stat="min"), make_claim("a.size_max", "4", stat="max")]
    assert [check.failed for check in check_extremes(Claims(made))] == [False]


def test_values_beyond_the_limits_of_their_kind_fail(make_claim: Callable[..., Claim]) -> None:
    made = [
        make_claim("a.r", "1.2", stat="correlation"),
        make_claim("a.s", "104", stat="share", unit="%"),
        make_claim("a.p", "0.001", stat="p", comparator="<"),
    ]
    assert [check.failed for check in check_limits(Claims(made))] == [True, True, False]


def test_nothing_to_check_gives_no_checks() -> None:
    assert check_shapes(Claims([])) == []
