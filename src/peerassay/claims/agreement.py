"""Whether a computed value could have been printed as a published number."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Final, SupportsFloat

if TYPE_CHECKING:
    from peerassay.claims.claim import Claim

NOISE: Final = Fraction(1, 10**9)
"""Part of the unit of the last printed decimal within which a float counts as lying on a boundary."""
ULPS: Final = Fraction(1, 2**50)
"""Relative distance from the printed number, a few units in the last place of a double, within which it does too."""

FACTORS: Final = {
    ("fraction", "%"): 100,
    ("fraction", "pp"): 100,
    ("fraction", "dimensionless"): 1,
}
"""What a value of the first unit is multiplied by to be compared with a claim of the second."""


class UnitError(ValueError):
    """A value and a claim have units that cannot be compared."""


def agrees(claim: Claim, value: SupportsFloat, *, unit: str | None = None) -> bool | None:
    """Tell whether a value could have been printed as a claim was.

    Parameters
    ----------
    claim
        The printed number.
    value
        The computed number. Integers, fractions and decimals are compared exactly; a float (of Python or NumPy)
        counts as lying on a boundary if it is within 1e-9 of the unit of the last printed decimal from it, or within a
        few units in the last place of a double.
    unit
        Unit of `value`; the claim's own if not given. A ``fraction`` may be compared with a claim in ``%``.

    Returns
    -------
    bool or None
        True or False; None if the claim is approximate (``~``), which nothing can agree or disagree with. NaN and
        infinity agree with no printed number.

    Raises
    ------
    UnitError
        If the unit of the value cannot be compared with that of the claim.

    Notes
    -----
    With `d` printed decimals, a value `x` agrees with a printed `v` if and only if ``|x - v| <= 10**-d / 2``: the value
    half way between two printable numbers agrees with both, as papers do not say how they round. A printed ``< v``
    means ``x < v`` without any rounding, and likewise ``<=``, ``>``, ``>=``.
    """
    factor = _factor(claim, unit)
    if claim.comparator == "~":
        return None
    exact, is_float = _exact(value)
    slack = _slack(claim) if is_float else Fraction(0)
    return exact is not None and _fits(claim, exact * factor, slack)


def _factor(claim: Claim, unit: str | None) -> int:
    if unit is None or unit == claim.unit:
        return 1
    try:
        return FACTORS[unit, claim.unit]
    except KeyError:
        raise UnitError(f"{claim.id}: printed in {claim.unit!r}, the value is in {unit!r}: not comparable") from None


def _exact(value: SupportsFloat) -> tuple[Fraction | None, bool]:
    """Return the value exactly (None if it is not finite), and whether it is a float that may carry noise."""
    if isinstance(value, Rational):  # integers too, those of NumPy included
        return Fraction(int(value.numerator), int(value.denominator)), False
    if isinstance(value, Decimal):
        return (Fraction(value) if value.is_finite() else None), False
    number = float(value)
    return (Fraction(number) if math.isfinite(number) else None), True


def _slack(claim: Claim) -> Fraction:
    """Return how far a float may be from a boundary of the claim and still count as lying on it."""
    return NOISE * Fraction(1, 10**claim.decimals) + ULPS * abs(Fraction(claim.value))


def _fits(claim: Claim, value: Fraction, slack: Fraction) -> bool:
    printed = Fraction(claim.value)
    if claim.comparator == "=":
        half = Fraction(1, 2 * 10**claim.decimals)
        return _compare(value, printed - half, slack) >= 0 >= _compare(value, printed + half, slack)
    order = _compare(value, printed, slack)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[claim.comparator]


def _compare(value: Fraction, bound: Fraction, slack: Fraction) -> int:
    """Return -1, 0 or 1 as the value lies below, on or above the bound."""
    if abs(value - bound) <= slack:
        return 0
    return 1 if value > bound else -1
