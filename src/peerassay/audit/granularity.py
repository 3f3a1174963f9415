"""Shares and means of whole numbers: whether a whole number stands behind each printed one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from peerassay.audit.findings import Check, place_of
from peerassay.audit.grim import numerators
from peerassay.audit.intervals import Interval, rounding_interval

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims

SHARES: Final = frozenset(
    {"share", "rate", "accuracy", "agreement", "min", "max"}
    | {"share_first", "share_second", "share_tie", "flips_first", "flips_second"}
)
"""Statistics that, printed in percent, are a count over a number of items."""


@dataclass(frozen=True)
class Denominator:
    """How many whole numbers stand behind one item of a claim's `n`.

    Attributes
    ----------
    pattern
        What the id of the claim must match.
    factor
        The printed value is a whole number over ``factor * n``.
    why
        The reason.
    """

    pattern: str
    factor: int
    why: str


DENOMINATORS: Final = (
    Denominator(r"rep\.repeatability\.exact_agreement\..*", 45, "pairs of ten scores, per paper"),
    Denominator(r"rep\.repeatability\.variance\..*", 90, "squared differences of 45 pairs, halved, per paper"),
    Denominator(r"rep\.ranking\.(same|tie|reverse)\.k1\..*", 45, "pairs of blocks, per pair of papers"),
    Denominator(r"rep\.ranking\.(same|tie|reverse)\.k5\..*", 126, "pairs of blocks, per pair of papers"),
    Denominator(r"rep\.independent\.modal_accuracy\..*", 10, "combinations of scores, per paper"),
    Denominator(r"rep\.crossover\.gain\..*", 3, "scores per mean, per paper"),
)
"""Where the denominator is not `n` itself. A claim that matches is checked whatever its unit."""


def check_granularity(claims: Claims) -> list[Check]:
    """Check that every share, and every mean of whole numbers, with a known number of items is possible.

    Notes
    -----
    A printed value v with d decimals is possible if some whole number S has ``|S / items - v| <= 10**-d / 2``.
    """
    return [_check(claims, claim) for claim in claims.values() if claim.n and _applies(claim)]


def has_power(claim: Claim) -> bool:
    """Tell whether some value with the claim's decimals would be impossible with its number of items.

    Raises
    ------
    ValueError
        If the claim has no number of items.

    Notes
    -----
    With as many items as steps of the last decimal from 0 to 1, or more, every printable value has a whole number.
    """
    span = rounding_interval(claim)
    return (span.high - span.low) * items_behind(claim)[0] < 1


def items_behind(claim: Claim) -> tuple[int, str]:
    """Return the denominator of a claim and what it counts.

    Raises
    ------
    ValueError
        If the claim has no number of items.
    """
    if claim.n is None:
        raise ValueError(f"{claim.id}: expected a claim with a stated number of items")
    special = _special(claim)
    return (claim.n * special.factor, special.why) if special else (claim.n, "items")


def _applies(claim: Claim) -> bool:
    if claim.comparator not in {"=", "~"} or claim.class_ == "restatement":
        return False
    return _special(claim) is not None or (claim.unit == "%" and claim.stat in SHARES)


def _special(claim: Claim) -> Denominator | None:
    return next((known for known in DENOMINATORS if re.fullmatch(known.pattern, claim.id)), None)


def _check(claims: Claims, claim: Claim) -> Check:
    items, what = items_behind(claim)
    span = rounding_interval(claim)
    found = numerators(span.low, span.high, items)
    return Check(
        id=f"whole-{claim.id}",
        part=claim.part,
        kind="granularity",
        place=place_of(claims, [claim.id]),
        claims=(claim.id,),
        statement=f"{claim.published} of {items} {what} is {'a' if found else 'no'} whole number of them",
        evidence=_evidence(found, items, span) + ("" if has_power(claim) else " (any printed value would fit)"),
        outcome="as printed" if found else "fails",
        severity="" if found else "other n",
        repair="" if found else _nearest(claim, span, items),
    )


def _evidence(found: range, items: int, span: Interval) -> str:
    if not found:
        return f"no whole number over {items} lies in {span}"
    several = f"{found[0]} to {found[-1]}" if len(found) > 1 else f"{found[0]}"
    return f"{several} of {items}"


def _nearest(claim: Claim, span: Interval, items: int) -> str:
    """Give the printed value of the nearest possible share."""
    count = round((span.low + span.high) / 2 * items)
    value = Fraction(count, items) * (100 if claim.unit == "%" else 1)
    return f"{float(value):.{claim.decimals}f} ({count} of {items}) instead of {claim.printed}"
