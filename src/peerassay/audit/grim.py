"""Whether whole numbers can have a printed mean, share or standard deviation: GRIM and GRIMMER.

A mean of `n` whole numbers is a multiple of 1/n, so not every printed mean is possible. References: Brown and Heathers
(2017), The GRIM test, Soc. Psychol. Pers. Sci. 8(4); Anaya (2016) and Allard (2018) for GRIMMER, the same for standard
deviations.
"""

from __future__ import annotations

import math
from fractions import Fraction


def numerators(low: Fraction, high: Fraction, items: int) -> range:
    """Find the whole numbers S with ``low <= S / items <= high``.

    Parameters
    ----------
    low, high
        Ends of the range that a printed value stands for.
    items
        The denominator, at least 1.

    Returns
    -------
    range
        Empty if the value cannot be a mean of so many whole numbers.

    Raises
    ------
    ValueError
        If `items` is below 1.
    """
    if items < 1:
        raise ValueError(f"items: expected at least 1, got {items}")
    return range(math.ceil(low * items), math.floor(high * items) + 1)


def grim(mean: str, n: int) -> bool:
    """Tell whether a printed mean can be a mean of `n` whole numbers.

    Parameters
    ----------
    mean
        As printed, trailing zeros included: the number of decimals matters.
    n
        Number of whole numbers averaged, at least 1.

    Returns
    -------
    bool
        Always True if `n` is at least ten to the number of decimals: then the test has no power.

    Raises
    ------
    ValueError
        If `n` is below 1 or `mean` is no number.

    Notes
    -----
    True if and only if some whole S has ``|S / n - mean| <= 10**-decimals / 2``; a tie may have gone either way.
    """
    return bool(numerators(*_bounds(mean), n))


def grim_percent(percent: str, n: int) -> bool:
    """Tell whether a printed percentage can be a share of `n` items.

    Parameters
    ----------
    percent
        As printed, without the sign.
    n
        Number of items, at least 1.

    Raises
    ------
    ValueError
        If `n` is below 1 or `percent` is no number.
    """
    low, high = _bounds(percent)
    return bool(numerators(low / 100, high / 100, n))


def grimmer(mean: str, sd: str, n: int) -> bool:
    """Tell whether `n` whole numbers can have this printed mean and this printed sample standard deviation.

    Parameters
    ----------
    mean, sd
        As printed.
    n
        Number of whole numbers, at least 2.

    Raises
    ------
    ValueError
        If `n` is below 2 or an argument is no number.

    Notes
    -----
    With S the sum and Q the sum of squares, ``SD**2 = (Q - S**2 / n) / (n - 1)``. Needed is a whole S that gives the
    mean and a whole Q that gives the SD, with Q of the same parity as S (x and x**2 have the same parity) and not
    below the smallest sum of squares that n whole numbers with sum S can have.
    """
    if n < 2:
        raise ValueError(f"n: expected at least 2, got {n}")
    low, high = _bounds(sd)
    sums = numerators(*_bounds(mean), n)
    return any(_squares_exist(total, n, max(low, Fraction(0)), high) for total in sums)


def _squares_exist(total: int, n: int, low: Fraction, high: Fraction) -> bool:
    base, rest = divmod(total, n)
    smallest = (n - rest) * base**2 + rest * (base + 1) ** 2
    start = math.ceil(low**2 * (n - 1) + Fraction(total**2, n))
    stop = math.floor(high**2 * (n - 1) + Fraction(total**2, n))
    return any(square % 2 == total % 2 and square >= smallest for square in range(start, stop + 1))


def sd_limits(mean: float, n: int, low: int, high: int) -> tuple[float, float]:
    """Return the smallest and the largest sample SD of `n` whole numbers on a scale with (about) this mean.

    Parameters
    ----------
    mean
        Their mean; the nearest whole sum is taken.
    n
        How many, at least 2.
    low, high
        Ends of the scale.

    Returns
    -------
    tuple of float
        Smallest and largest standard deviation (divisor n - 1).

    Raises
    ------
    ValueError
        If `n` is below 2 or the mean lies outside the scale.

    Notes
    -----
    Smallest: all values at the two whole numbers next to the mean. Largest: as many as possible at the ends of the
    scale, at most one in between. Heathers et al. (2018), SPRITE, PeerJ Preprints 6:e26968.
    """
    if n < 2:
        raise ValueError(f"n: expected at least 2, got {n}")
    if not low <= mean <= high:
        raise ValueError(f"mean: expected {low} to {high}, got {mean}")
    total = min(max(round(mean * n), low * n), high * n)
    base, rest = divmod(total, n)
    narrow = [base] * (n - rest) + [base + 1] * rest
    at_top, middle = divmod(total - n * low, high - low) if high > low else (0, 0)
    wide = [high] * at_top + ([low + middle] if at_top < n else []) + [low] * (n - at_top - 1)
    return _sd(narrow), _sd(wide)


def _sd(values: list[int]) -> float:
    n, total = len(values), sum(values)
    squares = sum(value**2 for value in values)
    return math.sqrt(Fraction(n * squares - total**2, n * (n - 1)))


def _bounds(printed: str) -> tuple[Fraction, Fraction]:
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return Fraction(printed) - half, Fraction(printed) + half
