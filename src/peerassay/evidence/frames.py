"""Data frames of the preference pages, from rows with their integer solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.evidence.span import Span, span_of
from peerassay.style import PairCounts, holm, preference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.counts import Solution
    from peerassay.evidence.rows import TableRow
    from peerassay.style import Preference

NO_SOLUTION = ("comparison", "condition", "reviewer", "n", "wins", "losses", "ties", "ratio", "p", "basis")
"""Columns of a list of solutions that has none."""


def _place(row: TableRow) -> dict[str, Any]:
    return {"comparison": row.comparison, "condition": row.setting, "reviewer": row.reviewer}


def _frame(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Make a frame and leave out the condition where no row has one."""
    frame = pd.DataFrame([dict(row) for row in rows], columns=None if rows else list(NO_SOLUTION))
    return frame if frame["condition"].astype(bool).any() else frame.drop(columns="condition")


def _printed(row: TableRow, stat: str) -> str:
    return row.claims[stat].published if stat in row.claims else ""


def _two(row: TableRow, first: str, second: str) -> str:
    return f"{row.claims[first].printed} / {row.claims[second].printed}"


def _counts(row: TableRow) -> str:
    if not row.solutions:
        return ""
    ends = dict.fromkeys(map(str, (row.solutions[0], row.solutions[-1])))
    return " … ".join(ends)


def _flips(solutions: Sequence[Solution]) -> str:
    firsts = span_of(count for solution in solutions for count in solution.flips_first)
    seconds = span_of(count for solution in solutions for count in solution.flips_second)
    return f"{firsts:.0f} / {seconds:.0f}"


def printed_frame(rows: Sequence[TableRow], verdicts: Mapping[str, str]) -> pd.DataFrame:
    """Lay out a table as it is printed, with what the counts give beside it.

    Parameters
    ----------
    rows
        The rows of one table.
    verdicts
        Claim id -> verdict, for every ratio and p value.

    Returns
    -------
    pandas.DataFrame
        One row per printed row. `ratio` and `p` are spans over the solutions; columns of cells that the table does
        not print are left out.
    """
    return _frame([_place(row) | _printed_cells(row, verdicts) for row in rows])


def _printed_cells(row: TableRow, verdicts: Mapping[str, str]) -> dict[str, Any]:
    cells: dict[str, Any] = {
        "preference_printed": f"{_two(row, 'share_first', 'share_second')} ({row.claims['share_tie'].printed})",
        "counts": _counts(row),
        "solutions": len(row.solutions),
        "n": span_of(solution.n for solution in row.solutions),
    }
    for stat in ("ratio", "p"):
        if stat in row.claims:
            cells[f"{stat}_printed"] = _printed(row, stat)
        cells[stat] = span_of(getattr(solution, stat) for solution in row.solutions)
        if stat in row.claims:
            cells[f"{stat}_verdict"] = verdicts[row.claims[stat].id]
    if "flips_first" in row.claims:
        cells["flips_printed"] = _two(row, "flips_first", "flips_second")
        cells["flips"] = _flips(row.solutions)
    if "mean_first" in row.claims:
        cells["means_printed"] = _two(row, "mean_first", "mean_second")
    return cells


def narrowing_frame(rows: Sequence[TableRow]) -> pd.DataFrame:
    """Count the solutions that are left after each printed cell, for the stated number of pairs.

    Parameters
    ----------
    rows
        The rows of one table.

    Returns
    -------
    pandas.DataFrame
        One row per printed row: a column per step (NaN where nothing of that kind is printed), the smaller numbers
        of pairs that fit where the stated one does not, and what the solutions shown elsewhere fit.
    """
    lines = []
    for row in rows:
        left = {step.step: len(step.solutions) for step in row.steps}
        fewer = number_list(row.fewer) or ("none" if row.repairs else "")
        lines.append(_place(row) | {"n": row.printed.n} | left | {"fewer": fewer, "basis": row.basis})
    return _frame(lines)


def number_list(numbers: Sequence[int]) -> str:
    """Return whole numbers, largest first, as text: ``498 to 502``, ``117``, ``120 or 114``."""
    if len(numbers) > 2 and numbers[0] - numbers[-1] == len(numbers) - 1:
        return f"{numbers[-1]} to {numbers[0]}"
    return " or ".join(map(str, numbers))


def solutions_frame(rows: Sequence[TableRow]) -> pd.DataFrame:
    """List every integer solution that the exhibits use.

    Parameters
    ----------
    rows
        The rows of one table.

    Returns
    -------
    pandas.DataFrame
        One row per solution: n, wins, losses, ties, flips where they are printed, ratio, p, and what it fits.
    """
    return _frame([_place(row) | _solution(row, solution) for row in rows for solution in row.solutions])


def _solution(row: TableRow, solution: Solution) -> dict[str, Any]:
    counts: dict[str, Any] = {"n": solution.n, "wins": solution.wins, "losses": solution.losses, "ties": solution.ties}
    if "flips_first" in row.claims:
        counts |= {"flips_first": span_of(solution.flips_first), "flips_second": span_of(solution.flips_second)}
    return counts | {"ratio": solution.ratio, "p": solution.p, "basis": row.basis}


def statistics_frame(rows: Sequence[TableRow], alpha: float = 0.05, confidence: float = 0.95) -> pd.DataFrame:
    """Compute shares, ratio and sign test with intervals, each as the span over a row's solutions.

    Parameters
    ----------
    rows
        The rows of one table; all its sign tests form the family that Holm's method adjusts for.
    alpha
        Level of significance, between 0 and 1.
    confidence
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        One row per printed row. Interval columns run from the lowest lower to the highest upper limit. `significant`
        is ``yes``, ``no`` or, if the solutions disagree, ``open``, from the adjusted p values.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.
    """
    results = [[preference(_pairs(solution), confidence) for solution in row.solutions] for row in rows]
    raw = [span_of(result.p for result in found) for found in results]
    lowest, highest = holm([p.low for p in raw]), holm([p.high for p in raw])
    lines = []
    for row, found, p, low, high in zip(rows, results, raw, lowest, highest, strict=True):
        adjusted = Span(float(low), float(high))
        tests = {"p": p, "holm": adjusted, "significant": decide(adjusted, alpha)}
        lines.append(_place(row) | _estimates(found) | tests | {"basis": row.basis})
    return _frame(lines)


def _pairs(solution: Solution) -> PairCounts:
    return PairCounts(solution.wins, solution.losses, solution.ties)


def _estimates(found: Sequence[Preference]) -> dict[str, Span]:
    spans = {}
    for name in ("share_first", "share_second", "ratio"):
        estimates = [getattr(result, name) for result in found]
        spans[name] = span_of(estimate.value for estimate in estimates)
        spans[f"{name}_interval"] = span_of(limit for estimate in estimates for limit in (estimate.low, estimate.high))
    return spans


def decide(p: Span, alpha: float) -> str:
    """Tell whether p is below alpha: ``yes``, ``no``, ``open`` if its span reaches across, or ``undefined``."""
    if p.low != p.low:
        return "undefined"
    if p.high < alpha:
        return "yes"
    return "no" if p.low >= alpha else "open"


def flatten(frame: pd.DataFrame) -> pd.DataFrame:
    """Replace each column of spans by two columns of numbers, ``<name>_min`` and ``<name>_max``.

    Parameters
    ----------
    frame
        A table; a column counts as spans if its first value is one.

    Returns
    -------
    pandas.DataFrame
        The table for a figure and its CSV file.
    """
    columns: dict[str, Any] = {}
    for name in frame.columns:
        values = list(frame[name])
        if values and isinstance(values[0], Span):
            columns[f"{name}_min"] = [value.low for value in values]
            columns[f"{name}_max"] = [value.high for value in values]
        else:
            columns[name] = values
    return pd.DataFrame(columns)
