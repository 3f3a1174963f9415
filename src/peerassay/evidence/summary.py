"""What a table says as a whole: how many rows lean which way, the extreme ratios, how many tests are significant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from peerassay.evidence.rows import TableRow


def leaning(rows: Sequence[TableRow], version: str = "first") -> list[TableRow]:
    """Select the rows in which one version wins more often in every solution.

    Parameters
    ----------
    rows
        Rows of a table.
    version
        ``first`` or ``second``.

    Raises
    ------
    ValueError
        If `version` is another word.
    """
    signs = {"first": 1, "second": -1}
    if version not in signs:
        raise ValueError(f"version: expected first or second, got {version!r}")
    sign = signs[version]
    return [row for row in rows if row.solutions and all(sign * (s.wins - s.losses) > 0 for s in row.solutions)]


def extreme_ratio(rows: Sequence[TableRow], *, largest: bool) -> list[float]:
    """Return the ratios of the row with the largest (or smallest) preference ratio, one per solution.

    Parameters
    ----------
    rows
        Rows of a table.
    largest
        True for the largest, False for the smallest.

    Returns
    -------
    list of float
        Empty if no row has a solution.
    """
    found = [statistic(row, "ratio") for row in rows if row.solutions]
    return max(found, key=max, default=[]) if largest else min(found, key=min, default=[])


def statistic(row: TableRow, name: str) -> list[float]:
    """Return ``ratio`` or ``p`` of a row, one per solution.

    Raises
    ------
    ValueError
        If `name` is another one.
    """
    if name not in {"ratio", "p"}:
        raise ValueError(f"statistic: expected ratio or p, got {name!r}")
    return [float(getattr(solution, name)) for solution in row.solutions]


def pick(rows: Sequence[TableRow], **cells: str) -> TableRow:
    """Return the one row with these cells, such as ``reviewer="Gemma3", condition="biased"``.

    Raises
    ------
    ValueError
        If no row or more than one is like that.
    """
    found = [row for row in rows if all(getattr(row, name) == cell for name, cell in cells.items())]
    if len(found) != 1:
        raise ValueError(f"rows with {cells}: expected one, found {len(found)}")
    return found[0]


def is_marked(row: TableRow) -> bool:
    """Tell whether the printed ratio carries a dagger, which the note on the claim says.

    Raises
    ------
    ValueError
        If the note does not speak of a dagger.
    """
    note = row.claims["ratio"].note
    if not re.search(r"\bdagger\b", note):
        raise ValueError(f"{row.claims['ratio'].id}: expected a note about the dagger, got {note!r}")
    return not re.search(r"\bno dagger\b", note)


def mark_levels(rows: Sequence[TableRow]) -> tuple[float, float]:
    """Return between which levels of significance the daggers of a table would mean `significant`.

    Parameters
    ----------
    rows
        Rows of a table with daggers.

    Returns
    -------
    tuple of float
        The largest p with and the smallest p without a dagger; NaN where there is none. A level fits if it is above
        the first and not above the second.
    """
    marked = [p for row in rows if is_marked(row) for p in statistic(row, "p")]
    unmarked = [p for row in rows if not is_marked(row) for p in statistic(row, "p")]
    return max(marked, default=float("nan")), min(unmarked, default=float("nan"))


def significant(rows: Sequence[TableRow], alpha: float) -> list[TableRow]:
    """Select the rows whose sign test, unadjusted, is below `alpha` in every solution."""
    return [row for row in rows if row.solutions and all(solution.p < alpha for solution in row.solutions)]


def confirmed(rows: Sequence[TableRow], statistics: pd.DataFrame) -> list[TableRow]:
    """Select the rows whose sign test is significant after Holm's adjustment in every solution.

    Parameters
    ----------
    rows
        The rows of a table.
    statistics
        Their `statistics_frame`, in the same order.

    Raises
    ------
    ValueError
        If the two have different lengths.
    """
    return [row for row, decision in zip(rows, statistics["significant"], strict=True) if decision == "yes"]


def higher_mean(rows: Sequence[TableRow]) -> list[TableRow]:
    """Select the rows whose printed mean score of the first version is above that of the second."""
    return [row for row in rows if row.claims["mean_first"].value > row.claims["mean_second"].value]
