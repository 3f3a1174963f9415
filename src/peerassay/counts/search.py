"""The search for whole numbers that give a printed row."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from peerassay.counts.printed import Printed, share_counts
from peerassay.style.inference import sign_test

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peerassay.counts.row import PreferenceRow


@dataclass(frozen=True)
class Solution:
    """Whole numbers that give a printed row.

    Parameters
    ----------
    wins, losses, ties
        Pairs in which the first version, the second version, neither scores higher; their sum is `n`.
    n
        Number of pairs.
    flips_first, flips_second
        Counts of decision flips that fit the printed rates (all that are possible, if no rate is printed).
    """

    wins: int
    losses: int
    ties: int
    n: int
    flips_first: range
    flips_second: range

    @property
    def ratio(self) -> float:
        """First count over second count; NaN if the second is 0."""
        return self.wins / self.losses if self.losses else float("nan")

    @property
    def p(self) -> float:
        """Exact two-sided sign test of wins against losses; NaN if every pair is a tie."""
        return _sign_test(self.wins, self.losses)

    def __str__(self) -> str:
        return f"{self.wins}/{self.losses} ({self.ties})"


@lru_cache(maxsize=65536)
def _sign_test(wins: int, losses: int) -> float:
    return sign_test(wins, losses)


def _counts(cell: Printed | None, n: int) -> range:
    return range(n + 1) if cell is None else share_counts(cell.value, cell.decimals, n)


def _up_to(counts: range, most: int) -> range:
    return range(counts.start, min(counts.stop, most + 1))


def _triples(row: PreferenceRow) -> Iterator[tuple[int, int, int]]:
    first, second, tie = (_counts(cell, row.n) for cell in (row.first, row.second, row.tie))
    for wins, ties in product(first, tie):
        losses = row.n - wins - ties
        if losses in second:
            yield wins, losses, ties


def _fits(row: PreferenceRow, solution: Solution) -> bool:
    if row.ratio and not (solution.losses and row.ratio.admits(Fraction(solution.wins, solution.losses))):
        return False
    if not (solution.flips_first and solution.flips_second):
        return False
    return row.p is None or row.p.admits(solution.p)


def preference_solutions(row: PreferenceRow, n: int | None = None) -> list[Solution]:
    """Find all whole numbers of wins, losses and ties that could have been printed as this row.

    Parameters
    ----------
    row
        The printed cells.
    n
        Number of pairs; the stated one if not given.

    Returns
    -------
    list of Solution
        Ordered by wins, then ties; empty if no data give the printed cells together.

    Raises
    ------
    ValueError
        If `n` is below 1.

    Notes
    -----
    Conditions: wins + losses + ties = n; each share, the ratio wins / losses and the exact two-sided sign test round
    to what is printed; a flip of the first version needs a higher score of the first, so that 0 <= flips_first <= wins
    and 0 <= flips_second <= losses (Style over Substance, sections 3 and 3.1).
    """
    at = row if n is None else row.at(n)
    flips = [_counts(cell, at.n) for cell in (at.flips_first, at.flips_second)]
    found = (
        Solution(wins, losses, ties, at.n, _up_to(flips[0], wins), _up_to(flips[1], losses))
        for wins, losses, ties in _triples(at)
    )
    return [solution for solution in found if _fits(at, solution)]


def solutions_over_n(row: PreferenceRow, n_max: int | None = None, n_min: int = 1) -> dict[int, list[Solution]]:
    """Find the solutions for every number of pairs from `n_max` (default: the stated one) down to `n_min`.

    Returns
    -------
    dict
        Number of pairs -> its solutions, largest number first; only numbers that have a solution.

    Raises
    ------
    ValueError
        If `n_min` is below 1 or above `n_max`.

    Notes
    -----
    Reviews may be missing: fewer pairs than stated can then stand behind a row.
    """
    top = row.n if n_max is None else n_max
    if not 1 <= n_min <= top:
        raise ValueError(f"numbers of pairs: expected 1 <= n_min <= n_max, got {n_min} and {top}")
    by_n = {n: preference_solutions(row, n) for n in range(top, n_min - 1, -1)}
    return {n: found for n, found in by_n.items() if found}
