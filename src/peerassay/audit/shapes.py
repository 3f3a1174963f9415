"""Checks that need no declaration, because the claims' own columns say what belongs together."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from peerassay.audit.declared import shown
from peerassay.audit.findings import Check, place_of
from peerassay.audit.intervals import Interval, printed_point, rounding_interval

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims

LIMITS: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys(
        ("correlation", "correlation_pearson", "correlation_spearman", "kappa", "alpha_ordinal", "phi"), (-1, 1)
    ),
    **dict.fromkeys(("p", "auc", "probability", "jaccard", "share", "rate", "accuracy", "agreement"), (0, 1)),
    **dict.fromkeys(("share_first", "share_second", "share_tie", "flips_first", "flips_second"), (0, 1)),
    **dict.fromkeys(("mean_first", "mean_second"), (1, 10)),
    "variance_explained": (0, 1),
    "brier": (0, 2),
}
"""Smallest and largest possible value, by statistic; percentages as fractions. Ratings are from 1 to 10."""


def check_shapes(claims: Claims) -> list[Check]:
    """Check restatements, intervals, smallest and largest values, and the limits of each kind of statistic."""
    return [*check_restatements(claims), *check_ends(claims), *check_extremes(claims), *check_limits(claims)]


def check_restatements(claims: Claims) -> list[Check]:
    """Check that a number printed again could be the one printed first."""
    return [_restated(claims, claim) for claim in claims.values() if claim.restates]


def _restated(claims: Claims, claim: Claim) -> Check:
    first = claims[claim.restates]
    return _compare(
        claims,
        f"again-{claim.id}",
        "restatement",
        (claim, first),
        f"{claim.quantity}: printed again",
        fits=_could_be_same(claim, first),
        exact=_scaled(claim) == _scaled(first) and claim.comparator == first.comparator,
        severity="tension" if "~" in (claim.comparator, first.comparator) else "impossible",
    )


def _could_be_same(claim: Claim, first: Claim) -> bool:
    if {claim.comparator, first.comparator} & {">", ">="}:  # bounds with one end open: only the bound can be compared
        return _scaled(claim) == _scaled(first)
    return rounding_interval(claim).meets(rounding_interval(first))


def _scaled(claim: Claim) -> Fraction:
    return Fraction(claim.value) * (Fraction(1, 100) if claim.unit == "%" else 1)


def check_ends(claims: Claims) -> list[Check]:
    """Check that an estimate lies inside its printed interval."""
    ends = [claim for claim in claims.values() if claim.stat in {"ci_low", "ci_high"} and claim.relates_to]
    return [_end(claims, claim) for claim in ends]


def _end(claims: Claims, end: Claim) -> Check:
    estimate = claims[end.relates_to]
    low, high = (end, estimate) if end.stat == "ci_low" else (estimate, end)
    return _ordered(claims, f"end-{end.id}", low, high, f"{estimate.quantity}: inside its interval")


def check_extremes(claims: Claims) -> list[Check]:
    """Check that a printed smallest value is not above the printed largest one."""
    lows = [claim for claim in claims.values() if claim.stat == "min" and _other_extreme(claim.id) in claims]
    pairs = [(low, claims[_other_extreme(low.id)]) for low in lows]
    return [
        _ordered(claims, f"extremes-{low.id}", low, high, f"{low.quantity}: not above the largest")
        for low, high in pairs
        if high.stat == "max"
    ]


def _other_extreme(claim_id: str) -> str:
    parts = [{"min": "max", "lo": "hi"}.get(part, part) for part in claim_id.split(".")]
    return ".".join(part.removesuffix("_min") + "_max" if part.endswith("_min") else part for part in parts)


def check_limits(claims: Claims) -> list[Check]:
    """Check that every value lies inside the limits of its kind."""
    known = [claim for claim in claims.values() if claim.stat in LIMITS and claim.comparator in {"=", "~", "<", "<="}]
    return [_limited(claims, claim) for claim in known]


def _limited(claims: Claims, claim: Claim) -> Check:
    low, high = LIMITS[claim.stat]
    limits = Interval(Fraction(low), Fraction(high))
    return _compare(
        claims,
        f"limits-{claim.id}",
        "range",
        (claim,),
        f"{claim.stat.replace('_', ' ')}: from {low} to {high}",
        fits=rounding_interval(claim).meets(limits),
        exact=printed_point(claim).meets(limits),
        severity="impossible",
    )


def _ordered(claims: Claims, key: str, low: Claim, high: Claim, statement: str) -> Check:
    return _compare(
        claims,
        key,
        "interval",
        (low, high),
        statement,
        fits=rounding_interval(low).low <= rounding_interval(high).high,
        exact=low.value <= high.value,
        severity="impossible",
    )


def _compare(
    claims: Claims,
    key: str,
    kind: str,
    used: tuple[Claim, ...],
    statement: str,
    *,
    fits: bool,
    exact: bool,
    severity: str,
) -> Check:
    ids = tuple(claim.id for claim in used)
    return Check(
        id=key,
        part=used[0].part,
        kind=kind,
        place=place_of(claims, ids),
        claims=ids,
        statement=statement,
        evidence=" and ".join(map(shown, used)),
        outcome=("as printed" if exact else "within rounding") if fits else "fails",
        severity="" if fits else severity,
    )
