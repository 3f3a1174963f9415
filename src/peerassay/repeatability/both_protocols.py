"""Reviewers that gave whole and decimal scores to the same papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from peerassay.records import papers_in_order, score_matrix
from peerassay.repeatability.granularity import granularity_table
from peerassay.repeatability.resampling import RESAMPLES
from peerassay.repeatability.tables import repeatability_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from peerassay.records import Records

_SETTING = ["reviewer", "version"]


class BothProtocols(NamedTuple):
    """Scores of one reviewer under both protocols.

    Attributes
    ----------
    integer, decimal : ndarray of float, shape (papers, rounds)
        In score points; NaN where a round is missing.
    papers : pandas.DataFrame
        What is known about the papers, in the same order.
    """

    integer: NDArray[np.float64]
    decimal: NDArray[np.float64]
    papers: pd.DataFrame


def both_protocols(records: Records, rounds: int = 0) -> dict[str, BothProtocols]:
    """Find the reviewers with whole and with decimal scores, and arrange both by paper.

    Parameters
    ----------
    records : Records
        Papers and reviews.
    rounds : int
        How many of the first rounds to take of each protocol; 0 stands for as many as there are of both.

    Returns
    -------
    dict of str to BothProtocols
        By reviewer (and version, if there are several), sorted; papers that have a score under either protocol. A
        protocol may go with another prompt. If a protocol has several, those of the same name belong together.

    Raises
    ------
    ValueError
        If a paper has two scores for one round.
    """
    several = len(set(records.reviews["version"])) > 1
    found = {}
    for key, reviews in records.reviews.groupby(_SETTING):
        reviewer, version = map(str, key)
        for prompt, (integer, decimal) in _prompts(reviews).items():
            details = ", ".join(filter(None, [version if several else "", prompt]))
            ids = sorted({*integer["paper_id"], *decimal["paper_id"]})
            whole, finer = (_scores(part, ids) for part in (integer, decimal))
            most = rounds or min(whole.shape[1], finer.shape[1])
            pair = BothProtocols(whole[:, :most], finer[:, :most], papers_in_order(records.papers, ids))
            found[f"{reviewer} ({details})" if details else reviewer] = pair
    return found


def _prompts(reviews: pd.DataFrame) -> dict[str, tuple[pd.DataFrame, pd.DataFrame]]:
    """Give the whole and the decimal scores that belong together, by the prompt where there are several."""
    parts = {name: dict(list(part.groupby("prompt"))) for name, part in reviews.groupby("protocol")}
    integer, decimal = parts.get("integer", {}), parts.get("decimal", {})
    if len(integer) == len(decimal) == 1:
        return {"": (next(iter(integer.values())), next(iter(decimal.values())))}
    return {str(prompt): (integer[prompt], decimal[prompt]) for prompt in integer if prompt in decimal}


def _scores(reviews: pd.DataFrame, ids: list[str]) -> NDArray[np.float64]:
    first = reviews.iloc[0]
    return score_matrix(reviews, first["reviewer"], protocol=first["protocol"], version=first["version"], papers=ids)[1]


def protocol_notes(records: Records, pairs: Mapping[str, BothProtocols]) -> tuple[str, ...]:
    """Say what each reviewer has under both protocols, and which reviewers have no pair of them.

    Parameters
    ----------
    records : Records
        Papers and reviews.
    pairs : mapping of str to BothProtocols
        What was found among them.

    Returns
    -------
    tuple of str
        One note per reviewer.
    """
    notes = [
        f"{name}: {len(pair.papers)} papers, the first {pair.integer.shape[1]} integer and "
        f"{pair.decimal.shape[1]} decimal scores of each"
        for name, pair in pairs.items()
    ]
    for reviewer, reviews in records.reviews.groupby("reviewer"):
        if not any(name == reviewer or name.startswith(f"{reviewer} (") for name in pairs):
            there = " and ".join(sorted(set(reviews["protocol"])))
            notes.append(f"{reviewer}: {there} scores only, or under prompts that do not match; left out here")
    return tuple(notes)


def known(papers: pd.DataFrame, column: str) -> pd.Series | None:
    """Give a column of papers, or None if nothing is known in it.

    Parameters
    ----------
    papers : pandas.DataFrame
        What is known about papers.
    column : str
        One of its columns.

    Returns
    -------
    pandas.Series or None
        The column.
    """
    return papers[column] if papers[column].notna().any() else None


def granularity_by_reviewer(
    pairs: Mapping[str, BothProtocols],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare whole with decimal scores, paired by paper, for every reviewer.

    Parameters
    ----------
    pairs : mapping of str to BothProtocols
        As from `both_protocols`.
    rng : numpy.random.Generator
        Source of the bootstrap's draws.
    resamples, confidence
        As in `granularity_table`.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, then the columns of `granularity_table`. Without reviewers the table is empty.

    Raises
    ------
    ValueError
        As `granularity_table`.
    """
    tables = []
    for name, pair in pairs.items():
        about = {column: known(pair.papers, column) for column in ("human_mean", "status", "year")}
        found = granularity_table(
            pair.integer,
            pair.decimal,
            rng,
            human=about["human_mean"],
            status=about["status"],
            years=about["year"],
            resamples=resamples,
            confidence=confidence,
        )
        found.insert(0, "reviewer", name)
        tables.append(found)
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["reviewer", "subset", "quantity"])


def agreement_by_protocol(pairs: Mapping[str, BothProtocols], width: float = 1) -> pd.DataFrame:
    """Summarize the repeatability of both protocols.

    Parameters
    ----------
    pairs : mapping of str to BothProtocols
        As from `both_protocols`.
    width : float
        Width of the range to count, in score points.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `protocol` and the other columns of `repeatability_table`. Without reviewers the table is empty.
    """
    if not pairs:
        return pd.DataFrame(columns=["reviewer", "protocol"])
    tables = []
    for protocol in ("integer", "decimal"):
        found = repeatability_table({name: getattr(pair, protocol) for name, pair in pairs.items()}, width)
        found.insert(1, "protocol", protocol)
        tables.append(found)
    return pd.concat(tables).sort_values("reviewer", kind="stable", ignore_index=True)
