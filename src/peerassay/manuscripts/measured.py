"""How well blinding works: counts on papers made for the purpose, of which everything is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

MEASURED = "data/blinding/measured.csv"
IDENTIFYING, HARMLESS = "identifying", "harmless"
FATES = ("removed", "reported", "left")


def load_measured(root: Path | None = None) -> pd.DataFrame:
    """Load the committed counts.

    Parameters
    ----------
    root : pathlib.Path, optional
        Root of the compendium.

    Returns
    -------
    pandas.DataFrame
        `what` (``identifying`` or ``harmless``), `kind`, `layout`, `papers`, `items`, and what became of the items:
        `removed`, `reported` (left, but named in the report), `left` (left and not named).
    """
    return pd.read_csv((root or project_root()) / MEASURED)


def fates(table: pd.DataFrame) -> pd.DataFrame:
    """Add up the layouts.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `load_measured`.

    Returns
    -------
    pandas.DataFrame
        `what`, `kind`, `items`, `removed`, `reported`, `left`, and `recall`: removed items as a share of all, a number
        from 0 to 1.
    """
    columns = ["items", *FATES]
    found = table.groupby(["what", "kind"], sort=False)[columns].sum().reset_index()
    return found.assign(recall=found["removed"] / found["items"])


def measured_words(table: pd.DataFrame) -> str:
    """Say how much was removed, reported, missed, and removed by mistake.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `load_measured`.

    Returns
    -------
    str
        Markdown.
    """
    found = fates(table)
    named, harmless = found[found["what"] == IDENTIFYING], found[found["what"] == HARMLESS]
    total, gone, told, missed = (int(named[name].sum()) for name in ("items", *FATES))
    worst, lost = _listed(named, "left"), _listed(harmless, "removed")
    sentences = harmless[harmless["kind"].str.startswith("sentence")]
    return (
        f"Of {total:,} things that identify authors, **{gone:,} are removed ({gone / total:.1%})**, {told:,} are left "
        f"and named in the report, and {missed:,} are left unnoticed{f': {worst}' if worst else ''}. Of "
        f"{int(sentences['items'].sum()):,} sentences that have to stay, {int(sentences['removed'].sum()):,} are "
        f"removed. Removed without need: {lost or 'nothing'}."
    )


def _listed(table: pd.DataFrame, fate: str) -> str:
    rows = table[table[fate] > 0].to_dict("records")
    return ", ".join(f"{row['kind']} ({row[fate]} of {row['items']})" for row in rows)
