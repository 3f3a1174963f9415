"""The rows of the preference tables: which numbers of pairs have whole counts that give every printed cell."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.audit.findings import Check
from peerassay.audit.nearest import nearest_repair, spans
from peerassay.audit.rows import TableRow, fitting_numbers, preference_rows, row_solutions
from peerassay.counts import PreferenceRow, Solution, ratio_bounds, share_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.claims import Claims

MARKED: Final = tuple(
    f"sty.biased_reviewer.biased.{reviewer}.ratio" for reviewer in ("gpt55", "sonnet46", "gemini35flash", "gemma3")
)
"""Ratios of Table 9 with a dagger; its legend is lost, and running text gives p < 0.01 for the weakest it names."""

MARK_LEVEL: Final = 0.01
"""The reading of the dagger that is tried: ours, taken from the running text."""

USUAL_LEVEL: Final = 0.05
"""The other usual reading."""


def fit_table(rows: Sequence[TableRow], max_missing: int) -> pd.DataFrame:
    """Count the whole-number solutions of every row for every number of pairs down to `max_missing` fewer.

    Parameters
    ----------
    rows
        Rows of preference tables.
    max_missing
        How many pairs may be missing, 0 or more.

    Returns
    -------
    pandas.DataFrame
        One row per table row and number of pairs: ``row``, ``table``, ``reviewer``, ``stated``, ``missing``, ``n``,
        ``solutions``.

    Raises
    ------
    ValueError
        If `max_missing` is negative.
    """
    if max_missing < 0:
        raise ValueError(f"max_missing: expected 0 or more, got {max_missing}")
    found = [
        (
            r.label,
            r.table,
            r.subject,
            r.row.n,
            missing,
            r.row.n - missing,
            len(row_solutions(r.row, r.row.n - missing)),
        )
        for r in rows
        for missing in range(min(max_missing, r.row.n - 1) + 1)
    ]
    return pd.DataFrame(found, columns=["row", "table", "reviewer", "stated", "missing", "n", "solutions"])


def check_preferences(claims: Claims, max_missing: int = 12) -> list[Check]:
    """Search every row of the preference tables for whole numbers, and check the marks of significance.

    Parameters
    ----------
    claims
        All claims.
    max_missing
        How many pairs may be missing: fitting numbers of pairs are looked for down to there, and further only to tell
        whether a row that has none is impossible altogether.
    """
    rows = preference_rows(claims)
    sums = [_shares_sum(row) for row in rows]
    return [*(_search(row, max_missing) for row in rows), *sums, *_marks(rows, max_missing)]


def _search(row: TableRow, max_missing: int) -> Check:
    by_n = fitting_numbers(row.row, max_missing) or fitting_numbers(row.row, row.row.n)
    fits = row.row.n in by_n
    severity = "" if fits else ("other n" if by_n else "impossible")
    return Check(
        id=f"counts-{row.key}",
        part="style",
        kind="integer search",
        place=row.label,
        claims=tuple(claim.id for claim in row.claims),
        statement=_statement(row.row.n, severity, by_n, max_missing),
        evidence=_evidence(row.row, by_n),
        outcome="as printed" if fits else "fails",
        severity=severity,
        repair="" if fits else nearest_repair(row.row, by_n),
    )


def _statement(n: int, severity: str, by_n: Mapping[int, Sequence[Solution]], max_missing: int) -> str:
    if severity == "":
        return f"whole numbers of {n} pairs give every printed cell"
    if severity == "impossible":
        return f"no whole numbers of {n} pairs, nor of any fewer, give the printed cells"
    least = max(1, n - max_missing) if max(by_n) >= n - max_missing else 1
    searched = f"n = {spans(by_n)} (searched down to {least})"
    return f"no whole numbers of the stated {n} pairs give the printed cells; they fit {searched}"


def _evidence(row: PreferenceRow, by_n: Mapping[int, Sequence[Solution]]) -> str:
    if row.n in by_n:
        return f"n = {row.n}: {_some(by_n[row.n])}"
    reasons = [*_impossible_shares(row), *_impossible_ratio(row)]
    reasons += [f"n = {n}: {_some(found)}" for n, found in list(by_n.items())[:1]]
    return "; ".join(reasons)


def _some(found: Sequence[Solution]) -> str:
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{found[0]}{more}"


def _impossible_shares(row: PreferenceRow) -> list[str]:
    cells = [(name, getattr(row, name)) for name in ("first", "second", "tie", "flips_first", "flips_second")]
    impossible = [
        f"{name.replace('_', ' ')} {cell}%"
        for name, cell in cells
        if cell is not None and not share_counts(cell.value, cell.decimals, row.n)
    ]
    return [f"no count of {row.n} rounds to {', '.join(impossible)}"] if impossible else []


def _impossible_ratio(row: PreferenceRow) -> list[str]:
    if row.ratio is None:
        return []
    low, high = ratio_bounds(row)
    meets = float(row.ratio.bounds[0]) <= high and low <= float(row.ratio.bounds[1])
    return (
        [] if meets else [f"the two shares allow ratios from {low:.2f} to {high:.2f}, whatever n; printed {row.ratio}"]
    )


def _shares_sum(row: TableRow) -> Check:
    cells = [cell for cell in (row.row.first, row.row.second, row.row.tie) if cell is not None]
    total = sum((cell.value for cell in cells), Fraction(0))
    reach = sum((cell.bounds[1] - cell.value for cell in cells), Fraction(0))
    fits = abs(total - 100) <= reach
    return Check(
        id=f"sum-{row.key}",
        part="style",
        kind="sum",
        place=row.label,
        claims=tuple(claim.id for claim in row.claims if claim.stat.startswith("share")),
        statement="first, second and tied pairs are all pairs",
        evidence=f"{' + '.join(map(str, cells))} = {float(total):g}",
        outcome=("as printed" if total == 100 else "within rounding") if fits else "fails",
        severity="" if fits else "impossible",
        repair="" if fits else f"sum 100 instead of {float(total):g}",
    )


def _marks(rows: Sequence[TableRow], max_missing: int) -> list[Check]:
    marked = {row.key: _p_values(row, max_missing) for row in rows if f"{row.key}.ratio" in MARKED}
    unmarked = [_p_values(row, max_missing) for row in rows if row.table == "Table 9" and row.key not in marked]
    weakest = max((max(values) for values in marked.values() if values), default=0.0)
    strongest = min((min(values) for values in unmarked if values), default=1.0)
    reach = "fits every row" if weakest < USUAL_LEVEL <= strongest else "does not fit every row either"
    repair = (
        f"another reading: p < {USUAL_LEVEL} {reach} of the table that has counts (largest p of a marked row "
        f"{weakest:.3f}, smallest of an unmarked one {strongest:.3f})"
    )
    return [_mark(row, marked[row.key], repair) for row in rows if marked.get(row.key)]


def _mark(row: TableRow, values: Sequence[float], repair: str) -> Check:
    fits = min(values) < MARK_LEVEL
    return Check(
        id=f"mark-{row.key}",
        part="style",
        kind="wording",
        place=row.label,
        claims=(f"{row.key}.ratio",),
        statement=f"the ratio has a dagger, whose legend is lost; read as p < {MARK_LEVEL}, which is our choice, it "
        f"{'holds' if fits else 'does not hold'}",
        evidence=f"sign test of the only fitting counts: p = {', '.join(f'{value:.2g}' for value in values)}",
        outcome="as printed" if fits else "fails",
        severity="" if fits else "tension",
        repair="" if fits else repair,
    )


def _p_values(row: TableRow, max_missing: int) -> list[float]:
    """Return the sign test's p for every solution at the largest number of pairs that has one; none if none has."""
    by_n = fitting_numbers(row.row, max_missing)
    return sorted({solution.p for solution in next(iter(by_n.values()), ())})
