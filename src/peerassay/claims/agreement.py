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
"""Relative distance from a boundary within which a float counts as lying on it."""

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
        within a relative 1e-9 of a boundary counts as lying on it.
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
    exact, noise = _exact(value)
    return exact is not None and _fits(claim, exact * factor, noise)


def _factor(claim: Claim, unit: str | None) -> int:
    if unit is None or unit == claim.unit:
        return 1
    try:
        return FACTORS[unit, claim.unit]
    except KeyError:
        raise UnitError(f"{claim.id}: printed in {claim.unit!r}, the value is in {unit!r}: not comparable") from None


def _exact(value: SupportsFloat) -> tuple[Fraction | None, Fraction]:
    """Return the value exactly (None if it is not finite), and the relative noise that it may carry."""
    if isinstance(value, Rational):  # integers too, those of NumPy included
        return Fraction(int(value.numerator), int(value.denominator)), Fraction(0)
    if isinstance(value, Decimal):
        return (Fraction(value) if value.is_finite() else None), Fraction(0)
    number = float(value)
    return (Fraction(number) if math.isfinite(number) else None), NOISE


def _fits(claim: Claim, value: Fraction, noise: Fraction) -> bool:
    printed = Fraction(claim.value)
    if claim.comparator == "=":
        half = Fraction(1, 2 * 10**claim.decimals)
        return _compare(value, printed - half, noise) >= 0 >= _compare(value, printed + half, noise)
    order = _compare(value, printed, noise)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[claim.comparator]


def _compare(value: Fraction, bound: Fraction, noise: Fraction) -> int:
    """Return -1, 0 or 1 as the value lies below, on or above the bound."""
    if abs(value - bound) <= noise * abs(bound):
        return 0
    return 1 if value > bound else -1
