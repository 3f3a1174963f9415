"""Published values beside computed ones, in the rows of an exhibit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.repeatability.subsets import WITHOUT_WITHDRAWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from peerassay.exhibits.recorder import Recorder, Spread

NOT_PRINTED = ""
THIN_SPACE = "\u202f"


def fixed(digits: int) -> Callable[[float], str]:
    """Return the function that writes a number with so many decimals, and groups of thousands."""
    return lambda value: f"{value:,.{digits}f}"


def percent(digits: int) -> Callable[[float], str]:
    """Return the function that writes a fraction in percent with so many decimals, as published values are shown."""
    return lambda value: f"{100 * value:.{digits}f}{THIN_SPACE}%"


def measures_in_rows(
    table: pd.DataFrame, measures: Mapping[str, str], formats: Mapping[str, Callable[[float], str]]
) -> pd.DataFrame:
    """Turn a table with one column per measure into one with one row per measure and reviewer.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per reviewer: `reviewer`, `papers`, `reason` and a column per measure.
    measures, formats
        As in `written_rows`.

    Returns
    -------
    pandas.DataFrame
        As from `written_rows`.
    """
    rows = [
        (measure, row["reviewer"], float(row[measure]), row["papers"], row["reason"])
        for measure in measures
        for row in table.to_dict("records")
    ]
    long = pd.DataFrame(rows, columns=["measure", "reviewer", "value", "papers", "reason"])
    return written_rows(long, measures, formats)


def written_rows(
    table: pd.DataFrame, measures: Mapping[str, str], formats: Mapping[str, Callable[[float], str]]
) -> pd.DataFrame:
    """Write the values of some measures as text, beside the values themselves.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per measure and reviewer: `measure`, `reviewer`, `value`, `papers`, `reason` (why a value is NaN).
    measures : mapping of str to str
        What to call each measure; those that are not among them are left out, and this is their order.
    formats : mapping of str to callable
        By measure, how its value is written.

    Returns
    -------
    pandas.DataFrame
        `measure`, `quantity` (what it is called), `reviewer`, `value`, `ours` (the value as text; empty if undefined),
        `papers`, `reason`.
    """
    chosen = table[table["measure"].isin(list(measures))]
    order = chosen["measure"].map({name: place for place, name in enumerate(measures)})
    long = chosen.assign(order=order).sort_values("order", kind="stable", ignore_index=True)
    texts = [
        formats[measure](value) if value == value else ""
        for measure, value in zip(long["measure"], long["value"], strict=True)
    ]
    long = long.assign(ours=texts, quantity=long["measure"].map(dict(measures)))
    return long[["measure", "quantity", "reviewer", "value", "ours", "papers", "reason"]]


def beside_published(
    page: Recorder, table: pd.DataFrame, claim_ids: Mapping[tuple[str, str], str], keys: tuple[str, str]
) -> pd.DataFrame:
    """Add the published value and the verdict to each row of an exhibit that a claim belongs to.

    Parameters
    ----------
    page : Recorder
        The page of the notebook; the claims have been recorded on it.
    table : pandas.DataFrame
        Rows of an exhibit.
    claim_ids : mapping of (str, str) to str
        The claim of a row, by the values of its two key columns.
    keys : tuple of str
        Names of these two columns.

    Returns
    -------
    pandas.DataFrame
        With `published`, `verdict` and `claim_id`, empty where nothing is printed. On a reader's own records or with
        changed parameters the table is returned as it is: there is nothing to compare it with.
    """
    if page.changed:
        return table
    ids = [claim_ids.get(key, "") for key in table[list(keys)].itertuples(index=False, name=None)]
    recorded = page.comparison([name for name in dict.fromkeys(ids) if name]).set_index("id")
    published, verdict = (
        [str(recorded.loc[name, column]) if name else NOT_PRINTED for name in ids]
        for column in ("published", "verdict")
    )
    return table.assign(published=published, verdict=verdict, claim_id=ids)


def predicted_rows(page: Recorder, labels: Mapping[str, str], spreads: Mapping[str, Spread]) -> pd.DataFrame:
    """Lay out held-out claims: what is printed, what the records and the seeds predict, and the verdict.

    Parameters
    ----------
    page : Recorder
        The page of the notebook; the claims have been recorded on it.
    labels : mapping of str to str
        What to call each claim, by its id; this is also their order.
    spreads : mapping of str to Spread
        As from `peerassay.reconstructed.load_predictions`.

    Returns
    -------
    pandas.DataFrame
        `claim_id`, `label`, `printed`, `published` (as text), `ours`, `low`, `median`, `high`, `seeds`, `difference`
        (median minus printed), `verdict`.
    """
    rows = []
    for claim_id, label in labels.items():
        printed, spread = float(page.claims[claim_id].value), spreads[claim_id]
        row = page.rows[claim_id]
        rows.append(
            {"claim_id": claim_id, "label": label, "printed": printed, "published": row["published"]}
            | {"ours": page.at_hand[claim_id], **spread._asdict(), "difference": spread.median - printed}
            | {"verdict": row["verdict"]}
        )
    return pd.DataFrame(rows)


def subset_label(name: str) -> str:
    """Return what to call a set of papers, for example ``2025, without withdrawn`` for ``2025_excl_withdrawn``."""
    year = name.removesuffix(WITHOUT_WITHDRAWN).rstrip("_")
    return year if year == name else ", ".join(filter(None, [year, "without withdrawn"]))
