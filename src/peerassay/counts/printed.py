"""Numbers as printed, and the counts behind a printed percentage."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor


@dataclass(frozen=True)
class Printed:
    """A number as printed: its value, its decimals and whether it is a bound.

    Parameters
    ----------
    value
        The printed value, exact.
    decimals
        Number of printed decimals, 0 or more.
    comparator
        ``=``, ``<``, ``<=``, ``>`` or ``>=``.

    Raises
    ------
    ValueError
        If `decimals` is negative or `comparator` is another one.
    """

    value: Fraction
    decimals: int
    comparator: str = "="

    def __post_init__(self) -> None:
        if self.decimals < 0:
            raise ValueError(f"decimals of {self.value}: expected 0 or more, got {self.decimals}")
        if self.comparator not in {"=", "<", "<=", ">", ">="}:
            raise ValueError(f"comparator of {self.value}: expected one of = < <= > >=, got {self.comparator!r}")

    @classmethod
    def parse(cls, text: str) -> Printed:
        """Read a number as printed, with an optional comparator before it: ``"1.3"``, ``"<0.001"``.

        Raises
        ------
        ValueError
            If the text is no decimal number.
        """
        number = text.lstrip("<>= ")
        comparator = text.removesuffix(number).strip() or "="
        return cls(Fraction(number), len(number.partition(".")[2]), comparator)

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """Lowest and highest value that rounds to the printed one, a tie going either way."""
        half = Fraction(1, 2 * 10**self.decimals)
        return self.value - half, self.value + half

    def admits(self, value: Fraction | float) -> bool:
        """Tell whether `value` (in the printed unit) could have been printed so.

        Notes
        -----
        With ``=``: abs(value - printed) <= 0.5 x 10^-decimals. With another comparator: the inequality itself.
        A NaN was never printed, so it is not admitted.
        """
        if value != value:
            return False
        low, high = self.bounds
        match self.comparator:
            case "=":
                return low <= value <= high
            case "<":
                return value < self.value
            case "<=":
                return value <= self.value
            case ">":
                return value > self.value
            case _:
                return value >= self.value

    def __str__(self) -> str:
        number = f"{float(self.value):.{self.decimals}f}"
        return number if self.comparator == "=" else f"{self.comparator} {number}"


def share_counts(printed: str | int | Fraction, decimals: int, n: int) -> range:
    """Find the counts out of `n` whose percentage could have been printed so.

    Parameters
    ----------
    printed
        The printed percentage, 0 to 100.
    decimals
        Its printed decimals, 0 or more.
    n
        Number of pairs, 1 or more.

    Returns
    -------
    range
        All whole numbers k, 0 <= k <= n, with abs(100 k / n - printed) <= 0.5 x 10^-decimals. It may be empty.

    Raises
    ------
    ValueError
        If `n` is below 1 or `decimals` is negative.

    Notes
    -----
    Exact arithmetic; a percentage half-way between two printed values may have gone either way. This is the idea of
    the GRIM test (Brown and Heathers 2017, Soc. Psychol. Pers. Sci. 8(4)) for a share.
    """
    if n < 1:
        raise ValueError(f"number of pairs: expected 1 or more, got {n}")
    low, high = Printed(Fraction(printed), decimals).bounds
    return range(max(0, ceil(low * n / 100)), min(n, floor(high * n / 100)) + 1)
