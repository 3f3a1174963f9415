"""The declared relations: each names real claims, holds or fails as known, and raises no false alarm."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.audit import KINDS, check_identities, check_identity
from peerassay.audit.identities import IDENTITIES, Identity
from peerassay.audit.relations import parse_relation
from peerassay.claims import Claims

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.claims import Claim

SHARES = st.lists(st.floats(0.01, 99), min_size=2, max_size=6)


def test_keys_are_unique_and_every_relation_names_existing_claims(published: Claims) -> None:
    assert len({identity.key for identity in IDENTITIES}) == len(IDENTITIES)
    for identity in IDENTITIES:
        assert identity.kind in KINDS
        assert set(parse_relation(identity.relation).ids) <= set(published), identity.key


def test_what_fails_among_the_published_numbers_is_known(published: Claims) -> None:
    failed = {check.id for check in check_identities(published) if check.failed}
    assert failed == {"epi-ac-groups", "epi-archive", "epi-phi", "epi-system2-multiple", "sty-direction-brief"}


def test_a_changed_total_is_noticed(published: Claims) -> None:
    """One more than printed for the first count of it breaks every necessary sum of counts."""
    sums = [identity for identity in IDENTITIES if identity.kind == "sum" and identity.necessary]
    changed = 0
    for identity in sums:
        first = published[parse_relation(identity.relation).ids[0]]
        if first.stat == "count":
            others = [claim for claim in published.values() if claim.id != first.id]
            more = replace(first, printed=str(first.value + 1))
            assert check_identity(Claims([*others, more]), identity).failed, identity.key
            changed += 1
    assert changed >= 30


def test_a_failure_carries_evidence_repair_and_severity(published: Claims) -> None:
    by_key = {identity.key: identity for identity in IDENTITIES}
    check = check_identity(published, by_key["epi-ac-groups"])
    assert check.severity == "tension"
    assert check.evidence == "149 = 37 + 109: left 149, right 146"
    assert check.repair == "146 instead of 149"
    assert check_identity(published, by_key["epi-system2-multiple"]).repair == "0.7 instead of 0.5"


def test_outcomes_tell_rounding_from_agreement(make_claim: Callable[..., Claim]) -> None:
    cells = [make_claim("r.a", "33"), make_claim("r.b", "32"), make_claim("r.c", "36")]
    identity = Identity("k", "sum", "r.a + r.b + r.c = 100", "parts of a whole")
    assert check_identity(Claims(cells), identity).outcome == "within rounding"
    assert check_identity(Claims([*cells[:2], make_claim("r.c", "35")]), identity).outcome == "as printed"
    assert check_identity(Claims([*cells[:2], make_claim("r.c", "37")]), identity).outcome == "fails"


def test_a_divisor_that_may_be_zero_excludes_nothing(make_claim: Callable[..., Claim]) -> None:
    made = Claims([make_claim("r.a", "5.0"), make_claim("r.b", "1.0"), make_claim("r.c", "0.0")])
    check = check_identity(made, Identity("k", "identity", "r.a = r.b / r.c", "a ratio"))
    assert check.outcome == "within rounding"
    assert "divisor may be 0" in check.evidence


@settings(deadline=None, max_examples=60)
@given(SHARES, st.integers(0, 2))
def test_no_alarm_when_rounded_parts_and_total_come_from_true_ones(
    make_claim: Callable[..., Claim], parts: list[float], decimals: int
) -> None:
    cells = [make_claim(f"r.p{i}", f"{part:.{decimals}f}") for i, part in enumerate(parts)]
    total = make_claim("r.total", f"{math.fsum(parts):.{decimals}f}")
    relation = f"r.total = {' + '.join(cell.id for cell in cells)}"
    assert not check_identity(Claims([total, *cells]), Identity("k", "sum", relation, "")).failed


@settings(deadline=None, max_examples=60)
@given(st.floats(0.02, 50), st.floats(0.1, 50), st.integers(1, 4), st.integers(1, 4))
def test_no_alarm_when_printed_numbers_follow_from_true_ones_by_a_formula(
    make_claim: Callable[..., Claim], variance: float, other: float, few: int, many: int
) -> None:
    made = Claims(
        [
            make_claim("r.variance", f"{variance:.{many}f}"),
            make_claim("r.other", f"{other:.{many}f}"),
            make_claim("r.sd", f"{math.sqrt(variance):.{few}f}"),
            make_claim("r.gap", f"{variance - other:.{few}f}"),
            make_claim("r.share", f"{100 * variance / (variance + other):.{few}f}", unit="%"),
        ]
    )
    for relation in (
        "r.sd = sqrt(r.variance)",
        "r.gap = r.variance - r.other",
        "r.share = r.variance / (r.variance + r.other)",
        "r.share <= 1",
    ):
        assert not check_identity(made, Identity("k", "identity", relation, "")).failed, relation
