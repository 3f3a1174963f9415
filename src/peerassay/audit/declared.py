"""Checks of the declared relations, by arithmetic with rounding ranges."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from peerassay.audit.findings import Check, place_of
from peerassay.audit.identities import IDENTITIES
from peerassay.audit.intervals import Interval, printed_point, rounding_interval
from peerassay.audit.relations import Relation, parse_relation, possible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.audit.identities import Identity
    from peerassay.claims import Claim, Claims


def check_identities(claims: Claims, identities: Iterable[Identity] = IDENTITIES) -> list[Check]:
    """Check every declared relation.

    Parameters
    ----------
    claims
        All claims that the relations name.
    identities
        The relations; all declared ones if not given.

    Raises
    ------
    KeyError
        If a relation names a claim that does not exist.
    """
    return [check_identity(claims, identity) for identity in identities]


def check_identity(claims: Claims, identity: Identity) -> Check:
    """Check one relation between printed numbers.

    Notes
    -----
    It fails only if no values inside the rounding ranges satisfy it. Otherwise it holds *as printed* if the printed
    values themselves satisfy it (a single number on the left may be rounded), else *within rounding*. A divisor that
    may be 0 excludes nothing, so the relation holds within rounding.
    """
    relation = parse_relation(identity.relation)
    used = {claim_id: claims[claim_id] for claim_id in relation.ids}
    try:
        left, right = relation.sides({claim_id: rounding_interval(claim) for claim_id, claim in used.items()})
    except ZeroDivisionError:
        return _check(identity, claims, relation, "within rounding", "a divisor may be 0 within rounding", "")
    outcome = _outcome(relation, used, left, right)
    repair = (identity.repair or _repair(relation, used, right)) if outcome == "fails" else ""
    return _check(identity, claims, relation, outcome, f"left {left}, right {right}", repair)


def _check(identity: Identity, claims: Claims, relation: Relation, outcome: str, evidence: str, repair: str) -> Check:
    fails = outcome == "fails"
    return Check(
        id=identity.key,
        part=claims[relation.ids[0]].part,
        kind=identity.kind,
        place=place_of(claims, relation.ids),
        claims=relation.ids,
        statement=_statement(identity) if fails else identity.why,
        evidence=f"{relation.filled({i: shown(claims[i]) for i in relation.ids})}: {evidence}",
        outcome=outcome,
        severity=("impossible" if identity.necessary else "tension") if fails else "",
        repair=repair,
    )


def _statement(identity: Identity) -> str:
    return identity.breach or f"the printed numbers do not satisfy: {identity.why}"


def _outcome(relation: Relation, used: dict[str, Claim], left: Interval, right: Interval) -> str:
    if not possible(relation.sign, left, right):
        return "fails"
    points = {claim_id: printed_point(claim) for claim_id, claim in used.items()}
    if isinstance(relation.left, ast.Name) and relation.sign == "=":
        return "as printed" if left.meets(relation.sides(points)[1]) else "within rounding"
    return "as printed" if possible(relation.sign, *relation.sides(points)) else "within rounding"


def shown(claim: Claim) -> str:
    """Return a printed number for use inside a formula: sign, digits, percent sign, no spaces."""
    sign = "" if claim.comparator == "=" else claim.comparator
    return f"{sign}{claim.printed}{'%' if claim.unit == '%' else ''}"


def _repair(relation: Relation, used: dict[str, Claim], right: Interval) -> str:
    """Suggest the printed left side that the right side would give."""
    if not isinstance(relation.left, ast.Name) or relation.sign != "=":
        return ""
    claim = used[relation.ids[0]]
    middle = float((right.low + right.high) / 2) * (100 if claim.unit == "%" else 1)
    return f"{middle:.{claim.decimals}f} instead of {claim.printed}"
