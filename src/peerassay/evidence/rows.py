"""Rows of a printed preference table with every integer solution behind them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from peerassay.counts import (
    EVERY_CELL,
    FEWER_PAIRS,
    NOTHING,
    PERCENTAGES,
    Narrowing,
    PreferenceRow,
    Printed,
    Repair,
    Solution,
    narrowing,
    repairs,
    solutions_over_n,
)
from peerassay.style.contrasts import COMPARISONS, CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.claims import Claim, Claims

CELL_OF_STAT = {
    "share_first": "first",
    "share_second": "second",
    "share_tie": "tie",
    "ratio": "ratio",
    "p": "p",
    "flips_first": "flips_first",
    "flips_second": "flips_second",
}
STAT_OF_CELL = {cell: stat for stat, cell in CELL_OF_STAT.items()}


@dataclass(frozen=True)
class TableRow:
    """One printed row and what can stand behind it.

    Attributes
    ----------
    reviewer, contrast, condition
        As in the claims.
    claims
        The printed numbers by their `stat`.
    printed
        The row as the integer search sees it.
    steps
        Solutions for the stated number of pairs after each printed cell.
    repairs
        Smallest sets of cells to read differently; empty if the row has a solution.
    fewer
        Smaller numbers of pairs that fit every cell, largest first; searched only if the stated one does not.
    fewest
        The smallest number of pairs that was tried.
    solutions
        The solutions that the exhibits use.
    basis
        What they fit: one of ``EVERY_CELL``, ``FEWER_PAIRS``, ``PERCENTAGES`` and ``NOTHING`` of `peerassay.counts`.
    """

    reviewer: str
    contrast: str
    condition: str
    claims: Mapping[str, Claim]
    printed: PreferenceRow
    steps: tuple[Narrowing, ...]
    repairs: tuple[Repair, ...]
    fewer: tuple[int, ...]
    fewest: int
    solutions: tuple[Solution, ...]
    basis: str

    @property
    def comparison(self) -> str:
        """The contrast in words: first version / second version."""
        return COMPARISONS[self.contrast]

    @property
    def setting(self) -> str:
        """The condition in words; a prompt is named by its first letter in capitals."""
        return CONDITIONS.get(self.condition, self.condition.capitalize())

    @property
    def conflicting(self) -> frozenset[str]:
        """Cells that cannot stand together with the others for the stated number of pairs."""
        return frozenset(cell for repair in self.repairs for cell in repair.cells)

    def after(self, step: str) -> tuple[Solution, ...]:
        """Return the solutions for the stated number of pairs after ``percentages``, ``ratio``, ``p`` or ``flips``.

        Raises
        ------
        ValueError
            If nothing of that kind is printed.
        """
        for known in self.steps:
            if known.step == step:
                return known.solutions
        raise ValueError(f"{self.reviewer}, {self.comparison}: no {step} printed; known {[s.step for s in self.steps]}")


def _cell(claim: Claim) -> Printed:
    return Printed(Fraction(claim.value), claim.decimals, claim.comparator)


def _basis(steps: Sequence[Narrowing], fewer: Mapping[int, list[Solution]]) -> tuple[tuple[Solution, ...], str]:
    if steps[-1].solutions:
        return steps[-1].solutions, EVERY_CELL
    if fewer:
        return tuple(solution for found in fewer.values() for solution in found), FEWER_PAIRS
    return steps[0].solutions, PERCENTAGES if steps[0].solutions else NOTHING


def _row(claims: Mapping[str, Claim], n: int, fewest: int) -> TableRow:
    one = claims["share_first"]
    cells = {CELL_OF_STAT[stat]: _cell(claim) for stat, claim in claims.items() if stat in CELL_OF_STAT}
    printed = PreferenceRow(n, **cells)
    steps = tuple(narrowing(printed))
    fits = bool(steps[-1].solutions)
    fewer = {} if fits else solutions_over_n(printed, n, fewest)
    solutions, basis = _basis(steps, fewer)
    return TableRow(
        reviewer=one.subject,
        contrast=one.contrast,
        condition=one.condition,
        claims=claims,
        printed=printed,
        steps=steps,
        repairs=() if fits else tuple(repairs(printed)),
        fewer=tuple(fewer),
        fewest=fewest,
        solutions=solutions,
        basis=basis,
    )


def read_table(claims: Claims, n: int, missing: float = 0.1) -> list[TableRow]:
    """Turn the claims of one preference table into rows with their integer solutions.

    Parameters
    ----------
    claims
        The claims of one table: for each contrast, condition and reviewer the three shares, and any of ratio, p,
        flips and means.
    n
        Stated number of pairs, 1 or more.
    missing
        Largest share of the pairs (0 to below 1) that may lack a review where the stated number does not fit.

    Returns
    -------
    list of TableRow
        In the order of the claims.

    Raises
    ------
    ValueError
        If `n` or `missing` is out of range, or a row lacks a share.
    """
    if n < 1 or not 0 <= missing < 1:
        raise ValueError(f"expected n >= 1 and 0 <= missing < 1, got n={n} and missing={missing}")
    groups: dict[tuple[str, str, str], dict[str, Claim]] = {}
    for claim in claims.values():
        groups.setdefault((claim.contrast, claim.condition, claim.subject), {})[claim.stat] = claim
    for place, group in groups.items():
        if not {"share_first", "share_second", "share_tie"} <= set(group):
            raise ValueError(f"row {' '.join(place)}: expected three shares, got {', '.join(group)}")
    fewest = max(1, ceil(round(n * (1 - missing), 9)))
    return [_row(group, n, fewest) for group in groups.values()]
