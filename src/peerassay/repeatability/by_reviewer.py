"""Ranking reproducibility of several reviewers in one table, among papers of the same year."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.repeatability.close_pairs import EDGES, close_pairs
from peerassay.repeatability.ranking import MOST_PARTITIONS, ranking_reproducibility

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from peerassay.records import ReviewerScores

ENOUGH = 3
"""Rounds that a gap and a comparison of two single reviews need together."""


def same_year(reviewer: ReviewerScores) -> tuple[NDArray[np.float64], NDArray[np.int64] | None, int]:
    """Give the scores whose papers can be compared, with the papers' years.

    Parameters
    ----------
    reviewer : ReviewerScores
        Scores and papers.

    Returns
    -------
    scores : ndarray of float, shape (papers, rounds)
        Of the papers whose year is known; of all papers if no year is.
    years : ndarray of int, shape (papers,), or None
        None if no year is known: then every two papers are compared.
    excluded : int
        Papers left out because their year is unknown while that of others is known.
    """
    known = reviewer.papers["year"].notna().to_numpy()
    if not known.any():
        return reviewer.scores, None, 0
    years = reviewer.papers["year"][known].to_numpy(dtype=np.int64)
    return reviewer.scores[known], years, int((~known).sum())


def ranking_table(
    reviewers: Iterable[ReviewerScores],
    largest: int,
    *,
    most: int = MOST_PARTITIONS,
    rng: np.random.Generator | None = None,
) -> pd.DataFrame:
    """Compare rankings of same-year papers by two blocks of reviews, for every reviewer and size of a block.

    Parameters
    ----------
    reviewers : iterable of ReviewerScores
        At least one.
    largest : int
        Largest number of reviews per block; a reviewer's rounds may allow fewer.
    most, rng
        As in `ranking_reproducibility`.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `rounds`, the columns of `ranking_reproducibility`, and `papers_excluded` (year unknown). A
        reviewer with a single round has one row with a `reason`.

    Raises
    ------
    ValueError
        As `ranking_reproducibility`.
    """
    tables = []
    for reviewer in reviewers:
        scores, years, excluded = same_year(reviewer)
        sizes = range(1, max(1, min(largest, scores.shape[1] // 2)) + 1)
        found = ranking_reproducibility(scores, years, sizes, most=most, rng=rng)
        tables.append(_named(found, reviewer, excluded))
    return pd.concat(tables, ignore_index=True)


def _named(found: pd.DataFrame, reviewer: ReviewerScores, excluded: int) -> pd.DataFrame:
    found["papers_excluded"] = found.get("papers_excluded", 0) + excluded
    found.insert(0, "reviewer", reviewer.name)
    found.insert(1, "rounds", reviewer.scores.shape[1])
    return found


def comparisons_table(ranking: pd.DataFrame) -> pd.DataFrame:
    """Give how many comparisons the shares of a ranking table rest on, reviewers with the same numbers in one row.

    Parameters
    ----------
    ranking : pandas.DataFrame
        As from `ranking_table`.

    Returns
    -------
    pandas.DataFrame
        `reviewers` (names with commas between), `rounds`, `reviews_per_block`, `all_partitions`, `partitions`,
        `pairs`, `comparisons`, `missing`, `papers_excluded`.
    """
    numbers = ["rounds", "reviews_per_block", "all_partitions", "partitions", "pairs", "comparisons", "missing"]
    keys = [*numbers, "papers_excluded"]
    names = ranking.groupby(keys, sort=False)["reviewer"].agg(", ".join)
    table = names.rename("reviewers").reset_index()
    return table[["reviewers", *keys]]


def close_pairs_table(
    reviewers: Iterable[ReviewerScores], *, edges: Sequence[float] = EDGES, grouping_rounds: int = 0
) -> pd.DataFrame:
    """Compare rankings of same-year papers by how far apart they were in the first rounds, for every reviewer.

    Parameters
    ----------
    reviewers : iterable of ReviewerScores
        Any number.
    edges : sequence of float
        Upper ends of the gap groups, as in `close_pairs`.
    grouping_rounds : int
        How many of the first rounds define the gap; 0 stands for the first half.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `rounds`, then the columns of `close_pairs`, in which papers of unknown year count as excluded.
        Blocks of one and, where the held-out rounds suffice, of two reviews. A reviewer without a round for the gap
        and two held-out ones is left out; without any such reviewer the table is empty.

    Raises
    ------
    ValueError
        As `close_pairs`.
    """
    tables = []
    for reviewer in reviewers:
        scores, years, excluded = same_year(reviewer)
        first = grouping_rounds or scores.shape[1] // 2
        held = scores.shape[1] - first
        if first and held > 1:
            found = close_pairs(scores, years, range(1, min(2, held // 2) + 1), edges=edges, grouping=range(first))
            tables.append(_named(found, reviewer, excluded))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame({"reviewer": [], "same_share": []})
