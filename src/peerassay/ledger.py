"""The ledger: one row per printed number, with what became of it.

Notebooks write fragments (the rows of the claims they computed); `merge_ledger` lays them over all claims. A claim that
no notebook has recorded stays in the ledger as *not yet addressed*.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.claims import Claim, Claims, agrees
from peerassay.project import project_root

if TYPE_CHECKING:
    from fractions import Fraction

TIERS: dict[str, str] = {
    "derived": "recomputed exactly from other published numbers or from a formula",
    "measured": "computed from reviews that were really written, or from a public data set",
    "reconstructed": "computed on synthetic records that were built to satisfy some of the published numbers",
    "transcribed": "only shown as published, because nothing here can recompute it",
}

VERDICTS: dict[str, str] = {
    "agrees": "ours could have been printed as the published value",
    "predicted-agrees": "held out of the reconstruction, and the printed value, its rounding allowed for, lies in the "
    "central nine tenths (5 % to 95 % quantile) of what records from 40 seeds predict; a printed bound or sign must "
    "hold at both quantiles. Ours is the median over the seeds",
    "imposed": "put into the reconstruction, so its agreement says nothing",
    "transcribed": "shown as published; the remark says why nothing here determines it",
    "differs": "ours could not have been printed as the published value",
    "predicted-differs": "held out of the reconstruction, and the printed value, its rounding allowed for, lies "
    "outside the central nine tenths of what records from 40 seeds predict; or a printed bound or sign fails at one of "
    "the two quantiles. Ours is the median over the seeds",
    "inconsistent": "no data with the stated number of items could give the printed values together",
    "not yet addressed": "no notebook of the book has taken it up so far",
}

LEDGER_COLUMNS = (
    "id", "part", "exhibit", "class", "published", "ours", "tier", "verdict", "notebook", "function", "data_sha256",
    "remark",
)  # fmt: skip

UNADDRESSED = "not yet addressed"
FOLDER_VARIABLE = "PEERASSAY_LEDGER"


class LedgerError(ValueError):
    """Fragments of the ledger that contradict each other or the claims."""


def number_text(value: float | int | str) -> str:
    """Return a number as the ledger writes it: whole numbers without a point, others to twelve digits."""
    return value if isinstance(value, str) else f"{float(value):.12g}"


def judge(claim: Claim, value: float | Fraction, unit: str | None = None) -> str:
    """Return the verdict of a value computed for a claim: ``agrees`` or ``differs``.

    Parameters
    ----------
    claim
        The printed number.
    value
        Ours, unrounded.
    unit
        The unit of `value`; the claim's own if not given.

    Raises
    ------
    LedgerError
        If the claim is approximate or worded, so that nothing can agree with it.
    """
    verdict = agrees(claim, value, unit=unit)
    if verdict is None:
        raise LedgerError(
            f"{claim.id} is printed as {claim.published!r}, which no value can agree with: show it beside"
        )
    return "agrees" if verdict else "differs"


def judge_prediction(claim: Claim, low: float, high: float) -> str:
    """Return the verdict of what reconstructions with many seeds predict for a claim that was held out of them.

    Parameters
    ----------
    claim
        The printed number.
    low, high
        5 % and 95 % quantile of the predictions, in the claim's unit.

    Returns
    -------
    str
        ``predicted-agrees`` if the printed number lies between the two or could be the printed form of one of them; a
        number printed as ``< v`` (or the like) if both satisfy it. ``predicted-differs`` otherwise.

    Raises
    ------
    LedgerError
        If the claim is approximate or worded, so that nothing can agree with it.
    ValueError
        If the two are not numbers in this order.
    """
    if not low <= high:
        raise ValueError(f"{claim.id}: predictions from {low} to {high}; expected two numbers, the lower one first")
    ends = [judge(claim, value) == "agrees" for value in (low, high)]
    inside = any(ends) or low <= float(claim.value) <= high
    return "predicted-agrees" if (inside if claim.comparator == "=" else all(ends)) else "predicted-differs"


def blank_row(claim: Claim) -> dict[str, str]:
    """Return the ledger's row of a claim that nothing has addressed."""
    row = dict.fromkeys(LEDGER_COLUMNS, "")
    row |= {"id": claim.id, "part": claim.part, "exhibit": claim.exhibit, "class": claim.class_}
    return row | {"published": claim.published, "verdict": UNADDRESSED}


def fragments_folder() -> Path:
    """Return the folder of the notebooks' fragments: `PEERASSAY_LEDGER`, or ``build/ledger`` of the compendium."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else project_root() / "build" / "ledger"


def merge_ledger(folder: Path, claims: Claims) -> pd.DataFrame:
    """Lay all fragments in a folder over the claims.

    Parameters
    ----------
    folder
        Holds one CSV per notebook with the columns `LEDGER_COLUMNS`; may be empty or missing.
    claims
        All claims; their order is the ledger's.

    Returns
    -------
    pandas.DataFrame
        One row per claim, all columns text.

    Raises
    ------
    LedgerError
        If a fragment names an unknown claim or verdict, or two notebooks record the same claim.
    """
    rows = {claim_id: blank_row(claim) for claim_id, claim in claims.items()}
    for path in sorted(folder.glob("*.csv")):
        for row in pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records"):
            _lay(rows, {str(key): str(value) for key, value in row.items()}, path.name)
    return pd.DataFrame(list(rows.values()), columns=list(LEDGER_COLUMNS))


def _lay(rows: dict[str, dict[str, str]], row: dict[str, str], name: str) -> None:
    before = rows.get(row["id"])
    if before is None:
        raise LedgerError(f"{name}: {row['id']!r} is no claim")
    if row["verdict"] not in VERDICTS:
        raise LedgerError(f"{name}: {row['id']}: verdict {row['verdict']!r} is not one of {', '.join(VERDICTS)}")
    if before["verdict"] != UNADDRESSED:
        raise LedgerError(f"{row['id']} is recorded by two notebooks, {before['notebook']} and {row['notebook']}")
    rows[row["id"]] = row


def count_words(summary: pd.DataFrame) -> str:
    """Say how many of the counted numbers have which verdict, so that the counts add up to all of them.

    Parameters
    ----------
    summary
        As from `summarise`.

    Returns
    -------
    str
        A Markdown sentence or two: how many have a verdict, every verdict that occurs, and how many wait.
    """
    counts = {name: int(summary[name].sum()) for name in VERDICTS if summary[name].sum()}
    total, waiting = int(summary["total"].sum()), counts.pop(UNADDRESSED, 0)
    listed = " + ".join(f"{count:,} *{name}*" for name, count in counts.items())
    by_verdict = f": {listed}" if listed else ""
    rest = f" The other {waiting:,} are not yet addressed." if waiting else ""
    return f"Of {total:,} printed numbers, {total - waiting:,} have a verdict{by_verdict}.{rest}"


def summarise(ledger: pd.DataFrame, by: str = "part") -> pd.DataFrame:
    """Count the ledger's rows by verdict.

    Parameters
    ----------
    ledger
        As from `merge_ledger`; filter it by `class` first for headline counts over results.
    by
        The column that makes the rows.

    Returns
    -------
    pandas.DataFrame
        One row per value of `by`, in order of appearance, a column per verdict in the order of `VERDICTS`, and `total`.
    """
    table = pd.crosstab(ledger[by], ledger["verdict"])
    table = table.reindex(index=ledger[by].unique(), columns=list(VERDICTS), fill_value=0)
    table["total"] = table.sum(axis=1)
    table.columns.name = None
    return table.reset_index()
