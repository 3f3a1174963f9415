"""Whole numbers behind printed shares and means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit.granularity import check_granularity, has_power, items_behind
from peerassay.claims import Claims

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim


def test_published_shares_have_the_known_counts(published: Claims) -> None:
    """Counts given with the claims: 9 of 35, 75 of 101, 64 of 76, and 6557 of 9000 pairs."""
    evidence = {check.claims[0]: check.evidence for check in check_granularity(published)}
    assert evidence["epi.probe.system2_share.b"].startswith("9 of 35")
    assert evidence["epi.agentic.system2_share.agentic"].startswith("75 of 101")
    assert evidence["epi.validation.agreement.test_retest"].startswith("64 of 76")
    assert evidence["rep.repeatability.exact_agreement.gpt56sol"].startswith("6557 of 9000")
    assert evidence["rep.repeatability.variance.gpt56sol"].startswith("2521 of 18000")
    assert evidence["rep.crossover.gain.lll"].startswith("283 of 597")


def test_only_flip_rates_of_three_rows_have_no_count(published: Claims) -> None:
    failed = {check.claims[0] for check in check_granularity(published) if check.failed}
    rows = {
        "sty.main.proficiency.glm47",
        "sty.prompt.biased.confidence.sonnet46",
        "sty.biased_reviewer.biased.glm47",
    }
    assert failed == {f"{row}.flips_{side}" for row in rows for side in ("first", "second")}


def test_a_failure_names_the_nearest_possible_share(published: Claims) -> None:
    found = {check.id: check.repair for check in check_granularity(published)}
    assert found["whole-sty.main.proficiency.glm47.flips_first"] == "11.9 (60 of 504) instead of 12.0"


def test_the_test_has_power_only_if_there_are_fewer_items_than_steps(make_claim: Callable[..., Claim]) -> None:
    assert has_power(make_claim("a.b", "33", unit="%", n=50))
    assert not has_power(make_claim("a.b", "33", unit="%", n=100))
    assert has_power(make_claim("a.b", "33.3", unit="%", n=100))


def test_no_items_no_denominator(make_claim: Callable[..., Claim]) -> None:
    with pytest.raises(ValueError, match=r"a\.b: expected a claim with a stated number of items"):
        items_behind(make_claim("a.b", "33", unit="%"))
    assert check_granularity(Claims([make_claim("a.b", "33", unit="%", stat="share")])) == []


@settings(deadline=None, max_examples=80)
@given(st.integers(1, 600), st.data(), st.integers(0, 3))
def test_no_alarm_for_shares_that_were_counted(
    make_claim: Callable[..., Claim], n: int, data: st.DataObject, decimals: int
) -> None:
    count = data.draw(st.integers(0, n))
    printed = make_claim("a.b", f"{100 * count / n:.{decimals}f}", unit="%", stat="share", n=n)
    (check,) = check_granularity(Claims([printed]))
    assert not check.failed
