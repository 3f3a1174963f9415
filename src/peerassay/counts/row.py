"""One row of a preference table as printed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from peerassay.counts.printed import Printed

SHARES = ("first", "second", "tie")
CELLS = (*SHARES, "ratio", "p", "flips_first", "flips_second")


@dataclass(frozen=True)
class PreferenceRow:
    """One row of a preference table as printed; a cell that is not printed is None.

    Parameters
    ----------
    n
        Stated number of pairs, 1 or more.
    first, second, tie
        Percent of pairs in which the first version, the second version, neither scores higher.
    ratio
        First count over second count.
    p
        Two-sided sign test.
    flips_first, flips_second
        Percent of pairs in which only the first, only the second version is above the acceptance threshold.
    """

    n: int
    first: Printed | None = None
    second: Printed | None = None
    tie: Printed | None = None
    ratio: Printed | None = None
    p: Printed | None = None
    flips_first: Printed | None = None
    flips_second: Printed | None = None

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError(f"number of pairs: expected 1 or more, got {self.n}")

    @classmethod
    def parse(cls, n: int, **cells: str) -> PreferenceRow:
        """Make a row from cells as printed, e.g. ``parse(504, first="17", second="14", tie="69", p="0.15")``.

        Raises
        ------
        ValueError
            If a cell has an unknown name or is no number.
        """
        unknown = sorted(set(cells) - set(CELLS))
        if unknown:
            raise ValueError(f"cells of a preference row: expected some of {', '.join(CELLS)}, got {unknown}")
        return cls(n, **{name: Printed.parse(text) for name, text in cells.items()})

    @property
    def printed_cells(self) -> tuple[str, ...]:
        """Names of the cells that are printed, in the order of `CELLS`."""
        return tuple(name for name in CELLS if getattr(self, name) is not None)

    def without(self, cells: tuple[str, ...]) -> PreferenceRow:
        """Return the same row as if some of its cells had not been printed."""
        kept = {name: None if name in cells else getattr(self, name) for name in CELLS}
        return PreferenceRow(self.n, **kept)

    def only(self, cells: tuple[str, ...]) -> PreferenceRow:
        """Return the same row as if no other than these cells had been printed."""
        return self.without(tuple(name for name in CELLS if name not in cells))

    def at(self, n: int) -> PreferenceRow:
        """Return the same row for another number of pairs."""
        return replace(self, n=n)
