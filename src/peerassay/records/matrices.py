"""Scores of one reviewer as a table of papers by rounds, and counts of what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.records.problems import UnsuitableError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

SETTING = ["reviewer", "version", "protocol", "prompt"]
"""The columns that tell reviews of a paper apart, besides the round."""


def score_matrix(
    reviews: pd.DataFrame,
    reviewer: str,
    *,
    protocol: str = "integer",
    version: str = "original",
    prompt: str | None = None,
    papers: Sequence[str] | None = None,
) -> tuple[list[str], NDArray[np.float64]]:
    """Arrange the overall scores of one reviewer by paper and round.

    Parameters
    ----------
    reviews : pandas.DataFrame
        Reviews as `load_records` gives them.
    reviewer, protocol, version : str
        Whose reviews, how the score was asked for, of which text.
    prompt : str, optional
        The instructions; needed only if there are several.
    papers : sequence of str, optional
        The papers to arrange, in this order; all that have such a review, sorted, if not given.

    Returns
    -------
    paper_ids : list of str
        The rows.
    scores : ndarray of float, shape (papers, rounds)
        In score points, rounds ascending; NaN where there is no score.

    Raises
    ------
    ValueError
        If there is no such review, if there are several prompts and none is named, or if a paper has two scores for
        one round.
    """
    chosen = _select(reviews, {"reviewer": reviewer, "version": version, "protocol": protocol, "prompt": prompt})
    if chosen.duplicated(["paper_id", "round"]).any():
        row = chosen[chosen.duplicated(["paper_id", "round"])].iloc[0]
        raise UnsuitableError(f"paper {row.paper_id!r}, round {row['round']}: two scores; expected one")
    wide = chosen.pivot_table(index="paper_id", columns="round", values="overall", dropna=False, aggfunc="first")
    arranged = wide.sort_index().sort_index(axis=1)
    if papers is not None:
        arranged = arranged.reindex(list(papers))
    return [str(paper) for paper in arranged.index], arranged.to_numpy(dtype=float)


def _select(reviews: pd.DataFrame, wanted: dict[str, str | None]) -> pd.DataFrame:
    """Keep the reviews with these settings; each must leave some, and one that is open must leave no choice."""
    chosen = reviews
    for name, value in wanted.items():
        there = sorted(set(chosen[name]))
        if value is None and len(there) > 1:
            raise UnsuitableError(f"{name}: not given; expected one of {', '.join(there)}")
        if value is not None and value not in there:
            raise UnsuitableError(f"{name} = {value!r}: no such review; expected one of {', '.join(there)}")
        chosen = chosen if value is None else chosen[chosen[name] == value]
    return chosen


def missing_rounds(reviews: pd.DataFrame) -> pd.DataFrame:
    """Count the scores that are missing, for each reviewer, version, protocol and prompt.

    Parameters
    ----------
    reviews : pandas.DataFrame
        Reviews as `load_records` gives them.

    Returns
    -------
    pandas.DataFrame
        Columns `reviewer`, `version`, `protocol`, `prompt`, `papers` (with such a review), `rounds` (different round
        numbers), `expected` (papers times rounds), `scores`, `missing`, `incomplete` (papers that lack at least one).
    """
    rows = [_counts(setting, group) for setting, group in reviews.groupby(SETTING)]
    columns = [*SETTING, "papers", "rounds", "expected", "scores", "missing", "incomplete"]
    return pd.DataFrame(rows, columns=columns)


def _counts(setting: tuple[Hashable, ...], group: pd.DataFrame) -> dict[str, object]:
    per_paper = group.groupby("paper_id")["overall"].count()
    rounds, scores = group["round"].nunique(), int(per_paper.sum())
    expected = len(per_paper) * rounds
    return {
        **dict(zip(SETTING, setting, strict=True)),
        "papers": len(per_paper),
        "rounds": rounds,
        "expected": expected,
        "scores": scores,
        "missing": expected - scores,
        "incomplete": int((per_paper < rounds).sum()),
    }


def papers_in_order(papers: pd.DataFrame, paper_ids: Sequence[str]) -> pd.DataFrame:
    """Give what is known about papers in the order of the rows of a score matrix.

    Parameters
    ----------
    papers : pandas.DataFrame
        Papers as `load_records` gives them.
    paper_ids : sequence of str
        The rows of the matrix.

    Returns
    -------
    pandas.DataFrame
        One row per id, with all columns.

    Raises
    ------
    ValueError
        If a paper is not listed.
    """
    unknown = sorted(set(paper_ids) - set(papers["paper_id"]))
    if unknown:
        raise ValueError(f"paper {unknown[0]!r}: not in the table of papers ({len(unknown)} such papers)")
    return papers.set_index("paper_id").loc[list(paper_ids)].reset_index()
