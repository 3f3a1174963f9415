"""The rows of the style paper's preference tables, collected from the claims of their cells."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from peerassay.counts import PreferenceRow, Printed, Solution, preference_solutions

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims

TABLES: Final = ("Table 4", "Table 5", "Table 8", "Table 9")
CELL_OF_STAT: Final = {
    "share_first": "first",
    "share_second": "second",
    "share_tie": "tie",
    "ratio": "ratio",
    "p": "p",
    "flips_first": "flips_first",
    "flips_second": "flips_second",
}
CONTRAST_NAMES: Final = {
    "native_vs_nonnative": "native / non-native",
    "high_vs_low_confidence": "high / low confidence",
    "native_high_vs_nonnative_low": "native high / non-native low",
    "native_low_vs_nonnative_high": "native low / non-native high",
}


@dataclass(frozen=True)
class TableRow:
    """A printed row of a preference table.

    Attributes
    ----------
    table, contrast, condition, subject
        Where it stands; the reviewer is the subject.
    claims
        The claims of its cells.
    row
        The cells that whole counts must give, with the stated number of pairs.
    """

    table: str
    contrast: str
    condition: str
    subject: str
    claims: tuple[Claim, ...]
    row: PreferenceRow

    @property
    def label(self) -> str:
        """What the row is, for people."""
        condition = self.condition.replace("_", " ").replace("nonnative", "non-native")
        parts = (self.table, CONTRAST_NAMES.get(self.contrast, self.contrast), condition, self.subject)
        return ", ".join(part for part in parts if part)

    @property
    def key(self) -> str:
        """A short unique name: the ids' common beginning."""
        return self.claims[0].id.rsplit(".", 1)[0]


def preference_rows(claims: Claims) -> list[TableRow]:
    """Collect the rows of Tables 4, 5, 8 and 9 of the style paper, in printed order.

    Raises
    ------
    ValueError
        If the cells of a row state different numbers of pairs, or none.
    """
    grouped: dict[str, list[Claim]] = {}
    for claim in claims.values():
        if claim.part == "style" and claim.exhibit in TABLES and claim.stat in CELL_OF_STAT:
            grouped.setdefault(claim.id.rsplit(".", 1)[0], []).append(claim)
    return [_table_row(cells) for cells in grouped.values()]


def _table_row(cells: list[Claim]) -> TableRow:
    sizes = {cell.n for cell in cells}
    n = next(iter(sizes))
    if len(sizes) != 1 or n is None:
        raise ValueError(f"{cells[0].id}: cells of one row state the numbers of pairs {sizes}; expected the same one")
    printed = {CELL_OF_STAT[c.stat]: Printed(Fraction(c.value), c.decimals, c.comparator) for c in cells}
    first = cells[0]
    return TableRow(
        first.exhibit, first.contrast, first.condition, first.subject, tuple(cells), PreferenceRow(n, **printed)
    )


@lru_cache(maxsize=8192)
def row_solutions(row: PreferenceRow, n: int) -> tuple[Solution, ...]:
    """Return the whole numbers behind a row for one number of pairs; remembered, as several checks need them.

    Raises
    ------
    ValueError
        If `n` is below 1.
    """
    return tuple(preference_solutions(row, n))


def fitting_numbers(row: PreferenceRow, max_missing: int) -> dict[int, tuple[Solution, ...]]:
    """Return the solutions for every number of pairs that has some, from the stated one down.

    Parameters
    ----------
    row
        The printed cells.
    max_missing
        How many pairs may be missing, 0 or more; at least one pair is always left.

    Raises
    ------
    ValueError
        If `max_missing` is negative.
    """
    if max_missing < 0:
        raise ValueError(f"max_missing: expected 0 or more, got {max_missing}")
    numbers = range(row.n, max(0, row.n - max_missing - 1), -1)
    return {n: found for n in numbers if (found := row_solutions(row, n))}
