"""The smallest change of a printed row that makes it possible."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from peerassay.counts import PreferenceRow, Printed, Solution, repairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def spans(numbers: Iterable[int]) -> str:
    """Write whole numbers as ranges: ``498-502, 505``; empty text for none."""
    ordered = sorted(numbers)
    breaks = [i for i, (a, b) in enumerate(pairwise(ordered), start=1) if b != a + 1]
    groups = [ordered[i:j] for i, j in pairwise([0, *breaks, len(ordered)])]
    return ", ".join(f"{g[0]}-{g[-1]}" if len(g) > 1 else f"{g[0]}" for g in groups if g)


def nearest_repair(row: PreferenceRow, by_n: Mapping[int, Sequence[Solution]]) -> str:
    """Suggest the smallest change that makes a row possible.

    Parameters
    ----------
    row
        A row without solution at its stated number of pairs.
    by_n
        Solutions for smaller numbers of pairs, as `peerassay.audit.rows.fitting_numbers` gives them.

    Returns
    -------
    str
        The fitting numbers of pairs, if any, and the smallest change of cells at the stated number: the fewest
        cells, then the fewest units of the last printed decimals.
    """
    other = [f"n = {spans(by_n)}"] if by_n else []
    changes = [_change(row, cells.cells, solution) for cells in repairs(row) for solution in cells.solutions]
    if changes:
        other.append(f"at n = {row.n}, {min(changes)[1]}")
    return "; or ".join(other)


def _change(row: PreferenceRow, cells: tuple[str, ...], solution: Solution) -> tuple[float, str]:
    steps = [_step(getattr(row, cell), _value(solution, cell, getattr(row, cell))) for cell in cells]
    words = [
        f"{cell.replace('_', ' ')} {text} instead of {getattr(row, cell)}"
        for cell, (_, text) in zip(cells, steps, strict=True)
    ]
    return sum(size for size, _ in steps), f"{', '.join(words)} (counts {solution})"


def _step(printed: Printed, value: float) -> tuple[float, str]:
    text = f"{value:.{printed.decimals}f}"
    return abs(float(text) - float(printed.value)) * 10**printed.decimals, text


def _value(solution: Solution, cell: str, printed: Printed) -> float:
    if cell in {"ratio", "p"}:
        return float(getattr(solution, cell))
    if cell.startswith("flips"):
        return 100 * round(printed.value * solution.n / 100) / solution.n
    count = {"first": solution.wins, "second": solution.losses, "tie": solution.ties}[cell]
    return 100 * count / solution.n
