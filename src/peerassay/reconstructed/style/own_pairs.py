"""Preference tables that were computed from a reader's own reviews, laid out like the printed ones."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from peerassay.evidence import Span
from peerassay.records.problems import plural
from peerassay.style.contrasts import COMPARISONS, CONDITIONS

OWN: Final = "your own scores"
FEW: Final = 12
"""Pairs below which hardly any preference can be significant."""


def own_cells(table: pd.DataFrame) -> pd.DataFrame:
    """Lay out a preference table that was computed from reviews as the printed ones are laid out.

    Parameters
    ----------
    table
        As from `peerassay.style.pairs.preference_table`.

    Returns
    -------
    pandas.DataFrame
        Place, counts, pairs, missing pairs, ratio, p, flips and means as text or numbers; empty if the table is.
    """
    if table.empty:
        return pd.DataFrame(columns=["comparison", "reviewer", "counts", "n", "ratio", "p"])
    return _places(table).assign(
        counts=[f"{row.wins}/{row.losses} ({row.ties})" for row in table.itertuples()],
        n=table["n"],
        missing=table["missing"],
        ratio=table["ratio"],
        p=table["p"],
        flips=[f"{row.flips_first} / {row.flips_second}" for row in table.itertuples()],
        means=[f"{row.mean_first:.2f} / {row.mean_second:.2f}" for row in table.itertuples()],
    )


def own_statistics(table: pd.DataFrame) -> pd.DataFrame:
    """Lay out tests and intervals as `peerassay.evidence.statistics_frame` does, from a table computed from reviews.

    Parameters
    ----------
    table
        As from `peerassay.style.pairs.preference_table`.

    Returns
    -------
    pandas.DataFrame
        The same columns; every value is a span of no width.
    """
    if table.empty:
        return pd.DataFrame(columns=["comparison", "reviewer", "basis"])
    columns: dict[str, Any] = {}
    for name in ("share_first", "share_second", "ratio"):
        columns[name] = _spans(table[name], table[name])
        columns[f"{name}_interval"] = _spans(table[f"{name}_low"], table[f"{name}_high"])
    for name in ("p", "holm"):
        columns[name] = _spans(table[name], table[name])
    return _places(table).assign(**columns, significant=table["significant"], basis=OWN)


def _spans(low: pd.Series, high: pd.Series) -> list[Span]:
    return [Span(float(one), float(other)) for one, other in zip(low, high, strict=True)]


def _places(table: pd.DataFrame) -> pd.DataFrame:
    """Return comparison, condition and reviewer of each row; the prompt joins the condition if there are several."""
    several = len(set(table["prompt"])) > 1
    conditions = [
        ", ".join(filter(None, [CONDITIONS.get(condition, condition), f"prompt {prompt}" if several else ""]))
        for condition, prompt in zip(table["condition"].astype(str), table["prompt"].astype(str), strict=True)
    ]
    frame = pd.DataFrame({"comparison": [COMPARISONS[name] for name in table["contrast"]], "condition": conditions})
    frame = frame if any(conditions) else frame.drop(columns="condition")
    return frame.assign(reviewer=table["reviewer"].to_numpy())


def own_answer(table: pd.DataFrame, alpha: float) -> str:
    """Say in one sentence per contrast how many rows lean which way and how many are significant.

    Parameters
    ----------
    table
        As from `peerassay.style.pairs.preference_table`.
    alpha
        Level of significance with which it was made.

    Returns
    -------
    str
    """
    if table.empty:
        return "No pair of versions has a score: there is nothing to compare."
    said = []
    for name, rows in table.groupby("contrast", sort=False):
        first, second = int((rows["wins"] > rows["losses"]).sum()), int((rows["wins"] < rows["losses"]).sum())
        clear = int((rows["significant"] == "yes").sum())
        said.append(
            f"{COMPARISONS[str(name)]}: of {plural(len(rows), 'row')}, {first} lean to the first version, {second} to "
            f"the second; {clear} significant at {alpha:g} after Holm's adjustment."
        )
    few = int(table["n"].min())
    warning = " With so few pairs hardly any preference can be significant." if few < FEW else ""
    return " ".join(said) + f" The smallest row has {plural(few, 'pair')}.{warning}"
