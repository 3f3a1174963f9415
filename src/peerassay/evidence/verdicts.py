"""Verdicts for the printed numbers of a preference table."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from peerassay.claims import agrees
from peerassay.counts import narrowing, preference_solutions, ratio_bounds, share_counts
from peerassay.evidence.frames import number_list
from peerassay.evidence.rows import CELL_OF_STAT, STAT_OF_CELL, TableRow
from peerassay.evidence.span import span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

    from peerassay.claims import Claim
    from peerassay.counts import Repair, Solution
    from peerassay.exhibits.recorder import Recorder

PRIVATE = "the raw reviews are not public"
STATISTICS = ("ratio", "p")
"""Cells that the others of a row determine or bound."""

MEANS = f"{PRIVATE}, and shares say nothing about the size of a difference"
WORDS = {
    "first": "first share",
    "second": "second share",
    "tie": "tie share",
    "ratio": "ratio",
    "p": "p",
    "flips_first": "first flip rate",
    "flips_second": "second flip rate",
}


def record_table(page: Recorder, rows: Sequence[TableRow], skip: Collection[str] = ()) -> None:
    """Give every printed number of a preference table its verdict.

    Parameters
    ----------
    page
        The page of the notebook.
    rows
        The rows of the table.
    skip
        Claims that have their verdict from elsewhere.

    Notes
    -----
    Cells that cannot stand together are inconsistent. A ratio (or p) agrees if every solution of the percentages (and
    the ratio) prints as published, and is shown beside its range if only some do. Where cells fit only with fewer
    pairs than stated, those numbers of pairs are used. Shares, flips and means are raw results, so they are
    transcribed, and so are those that repeat another table.
    """
    for row in rows:
        for stat, claim in row.claims.items():
            if claim.id in skip:
                continue
            if claim.restates and stat not in STATISTICS:
                record_restated(page, claim.id)
            elif CELL_OF_STAT.get(stat) in row.conflicting:
                page.inconsistent([claim.id], function=preference_solutions, remark=conflict(row))
            elif stat in STATISTICS:
                _record_statistic(page, row, stat, claim)
            else:
                page.transcribe(claim.id, _reason(row, stat))


def record_restated(page: Recorder, claim_id: str, remark: str = "") -> None:
    """Give a number that is printed again a verdict that is no stronger than that of its first printing.

    Parameters
    ----------
    page
        The page of the notebook.
    claim_id
        A claim of class restatement.
    remark
        Anything else a reader should know.

    Notes
    -----
    A repeat that could not be the same number differs. Else it shares the fate of its first printing, or of another
    repeat, on the same page: recomputed and inconsistent numbers stay so, and all others are transcribed, as is what
    repeats another page, because being printed twice confirms nothing.
    """
    claim = page.claims[claim_id]
    first = page.claims[claim.restates]
    known = _printed_before(page, first)
    verdict = page.rows[known]["verdict"] if known else ""
    said = "; ".join(filter(None, [f"repeats {first.id}: printed alike", remark]))
    if not _alike(claim, first):
        told = f"printed first as {first.id}: {first.published}"
        page.record(claim_id, Fraction(first.value), unit=first.unit, function=record_restated, remark=told)
    elif verdict == "inconsistent":
        page.inconsistent([claim_id], function=record_restated, remark=f"{said}; {page.rows[known]['remark']}")
    elif verdict in {"agrees", "differs"} and claim.comparator != "~":
        page.record(claim_id, page.values[known], unit=first.unit, function=record_restated, remark=said)
    elif verdict and page.rows[known]["ours"]:
        page.beside(claim_id, page.rows[known]["ours"], function=record_restated, remark=said)
    else:
        page.transcribe(claim_id, said)


def _printed_before(page: Recorder, first: Claim) -> str:
    """Return what this page has recorded of a number: its first printing, else a repeat of it, else nothing."""
    repeats = (claim_id for claim_id in page.rows if page.claims[claim_id].restates == first.id)
    return first.id if first.id in page.rows else next(repeats, "")


def _alike(claim: Claim, first: Claim) -> bool:
    """Tell whether a number could be the one printed first; one that is approximate contradicts nothing."""
    same = (claim.value, claim.comparator, claim.unit) == (first.value, first.comparator, first.unit)
    return same or agrees(claim, Fraction(first.value), unit=first.unit) is not False


def record_values(
    page: Recorder, claim_id: str, values: Sequence[float], *, function: Callable[..., Any], remark: str = ""
) -> None:
    """Record a claim that has one value per solution: it agrees or differs if all do, else it is shown beside.

    Parameters
    ----------
    page
        The page of the notebook.
    claim_id
        The claim.
    values
        One value per integer solution.
    function
        What computed them.
    remark
        Anything a reader should know.
    """
    if not values:
        page.transcribe(claim_id, "no counts fit the printed percentages with this number of pairs")
        return
    verdicts = {agrees(page.claims[claim_id], value) for value in values}
    spread = f"{span_of(values):.4g}"
    if len(verdicts) == 1 and None not in verdicts:
        note = f"the same for all {len(values)} solutions ({spread})" if len(values) > 1 else ""
        value = values[(len(values) - 1) // 2]
        page.record(claim_id, value, function=function, remark="; ".join(filter(None, [note, remark])))
    else:
        page.beside(claim_id, spread, function=function, remark=remark or "consistent, not determined")


def _record_statistic(page: Recorder, row: TableRow, stat: str, claim: Claim) -> None:
    pool, given = _pool(row, stat)
    values = [getattr(solution, stat) for solution in pool]
    if {agrees(claim, value) for value in values} == {True, False}:
        remark = _undetermined(row, stat, pool, given)
        page.beside(claim.id, _fitting(row, stat), function=preference_solutions, remark=remark)
    else:
        record_values(page, claim.id, values, function=preference_solutions, remark=_determined(row, pool, given))


def _pool(row: TableRow, stat: str) -> tuple[list[Solution], str]:
    """Return the solutions that a ratio (or p) is judged by, and which printed cells they fit."""
    numbers = row.fewer or (row.printed.n,)
    left: dict[str, list[Solution]] = {"percentages": [], "ratio": []}
    for step in (step for n in numbers for step in narrowing(row.printed, n) if step.step in left):
        left[step.step].extend(step.solutions)
    pairs = f" of {number_list(row.fewer)} pairs" if row.fewer else ""
    if stat == "ratio":
        return left["percentages"], f"the percentages{pairs}"
    if left["ratio"]:
        return left["ratio"], f"the percentages and the ratio{pairs}"
    return left["percentages"], f"the percentages{pairs} (with the ratio nothing fits)"


def _determined(row: TableRow, pool: Sequence[Solution], given: str) -> str:
    basis = f"{given} leave {_number(pool)}"
    return basis + (f"; {_elsewhere(row)}" if row.conflicting else "")


def _elsewhere(row: TableRow) -> str:
    return f"inconsistent in this row: {', '.join(WORDS[cell] for cell in WORDS if cell in row.conflicting)}"


def _number(solutions: Sequence[Solution]) -> str:
    return f"only {solutions[0]}" if len(solutions) == 1 else f"{len(solutions)} solutions"


def _fitting(row: TableRow, stat: str) -> str:
    return f"{span_of(getattr(solution, stat) for solution in row.solutions):.4g}"


def _undetermined(row: TableRow, stat: str, pool: Sequence[Solution], given: str) -> str:
    allowed = span_of(getattr(solution, stat) for solution in pool)
    return (
        f"consistent, not determined: {given} alone allow {allowed:.3g} ({len(pool)} solutions); "
        f"ours is from what fits {row.basis} ({_number(row.solutions)})"
    )


def _reason(row: TableRow, stat: str) -> str:
    if stat.startswith("mean"):
        return MEANS
    if row.conflicting:
        return f"{PRIVATE}; {_elsewhere(row)}"
    cell = getattr(row.printed, CELL_OF_STAT[stat])
    counts = span_of(share_counts(cell.value, cell.decimals, row.printed.n))
    return f"{PRIVATE}; {counts:.0f} of {row.printed.n} pairs would print so"


def conflict(row: TableRow) -> str:
    """Say what is wrong with a row that has no solution, and what would mend it.

    Parameters
    ----------
    row
        A row without a solution for the stated number of pairs.

    Returns
    -------
    str
        The evidence, then the nearest repairs: cells read differently, or fewer pairs.
    """
    evidence = f"no counts of {row.printed.n} pairs give every printed cell of this row"
    ways = [_way(row, repair) for repair in row.repairs]
    if row.fewer:
        ways.insert(0, f"{number_list(row.fewer)} pairs (reviews missing), where every cell fits")
    else:
        evidence += f", nor do counts of fewer pairs, down to {row.fewest}{_bounded(row)}"
    return f"{evidence}; nearest repair: {'; or '.join(ways)}"


def _bounded(row: TableRow) -> str:
    low, high = ratio_bounds(row.printed)
    first, second, ratio = row.printed.first, row.printed.second, row.printed.ratio
    if ratio is None or (ratio.bounds[1] >= low and ratio.bounds[0] <= high):
        return ""
    return f" (the shares {first} and {second} put the ratio between {low:.3f} and {high:.3f} for any number of pairs)"


def _way(row: TableRow, repair: Repair) -> str:
    return " and ".join(_reread(row, cell, repair.solutions) for cell in repair.cells)


def _reread(row: TableRow, cell: str, solutions: Sequence[Solution]) -> str:
    claim = row.claims[STAT_OF_CELL[cell]]
    values = span_of(_value(cell, solution) for solution in solutions)
    if cell.startswith("flips"):
        below = floor(Fraction(claim.value) * row.printed.n / 100)
        rates = " or ".join(f"{100 * k / row.printed.n:.{claim.decimals}f}" for k in (below, below + 1))
        return f"the {WORDS[cell]} {rates} instead of {claim.printed}"
    return f"the {WORDS[cell]} {values:.{claim.decimals}f} instead of {claim.printed} ({solutions[0]})"


def _value(cell: str, solution: Solution) -> float:
    counts = {"first": solution.wins, "second": solution.losses, "tie": solution.ties}
    if cell in counts:
        return 100 * counts[cell] / solution.n
    return float(solution.p if cell == "p" else solution.ratio)
