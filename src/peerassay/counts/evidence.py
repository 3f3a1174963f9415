"""How far each printed cell narrows a row down, and what would have to be read differently if nothing is left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

from peerassay.counts.row import SHARES
from peerassay.counts.search import Solution, preference_solutions

if TYPE_CHECKING:
    from peerassay.counts.row import PreferenceRow

EVERY_CELL = "every printed cell"
FEWER_PAIRS = "every printed cell, with fewer pairs"
PERCENTAGES = "percentages only"
NOTHING = "nothing fits"

STEPS = (("percentages", SHARES), ("ratio", ("ratio",)), ("p", ("p",)), ("flips", ("flips_first", "flips_second")))


@dataclass(frozen=True)
class Narrowing:
    """What is left after a printed cell has been taken into account.

    Parameters
    ----------
    step
        ``percentages``, ``ratio``, ``p`` or ``flips``: what was added.
    solutions
        Whole numbers that fit everything up to and including this step.
    """

    step: str
    solutions: tuple[Solution, ...]


def narrowing(row: PreferenceRow, n: int | None = None) -> list[Narrowing]:
    """Add the printed cells one after the other and list the solutions that are left after each.

    Parameters
    ----------
    row
        The printed cells.
    n
        Number of pairs; the stated one if not given.

    Returns
    -------
    list of Narrowing
        Percentages first, then ratio, p and flips, as far as they are printed.
    """
    at = row if n is None else row.at(n)
    steps, cells = [], ()
    for step, added in STEPS:
        cells = (*cells, *added)
        if set(added) & set(at.printed_cells):
            steps.append(Narrowing(step, tuple(preference_solutions(at.only(cells)))))
    return steps


@dataclass(frozen=True)
class Repair:
    """A smallest set of cells that have to be read differently, and the solutions that are possible then."""

    cells: tuple[str, ...]
    solutions: tuple[Solution, ...]


def repairs(row: PreferenceRow, n: int | None = None) -> list[Repair]:
    """Find the smallest sets of printed cells without which the row has a solution.

    Parameters
    ----------
    row
        The printed cells.
    n
        Number of pairs; the stated one if not given.

    Returns
    -------
    list of Repair
        All sets of the smallest size that helps; empty if the row has a solution as it is.
    """
    at = row if n is None else row.at(n)
    if preference_solutions(at):
        return []
    for size in range(1, len(at.printed_cells) + 1):
        tried = [(cells, preference_solutions(at.without(cells))) for cells in combinations(at.printed_cells, size)]
        helping = [Repair(cells, tuple(found)) for cells, found in tried if found]
        if helping:
            return helping
    return []


def ratio_bounds(row: PreferenceRow) -> tuple[float, float]:
    """Return the lowest and highest ratio that the two printed shares allow, whatever the number of pairs.

    Parameters
    ----------
    row
        A row with both shares printed.

    Returns
    -------
    tuple of float
        The upper end is infinite if the second share may be 0.

    Raises
    ------
    ValueError
        If a share is not printed.

    Notes
    -----
    With shares f and s printed with a half unit h: (f - h) / (s + h) <= ratio <= (f + h) / (s - h).
    """
    if row.first is None or row.second is None:
        raise ValueError("ratio bounds: expected both shares to be printed")
    (first_low, first_high), (second_low, second_high) = row.first.bounds, row.second.bounds
    low = max(float(first_low / second_high), 0.0)
    return low, float(first_high / second_low) if second_low > 0 else inf
