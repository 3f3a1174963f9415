"""The paper's main table for any reviewers, and human ratings in the same form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.repeatability.agreement import identical_share, pairwise_agreement, range_share
from peerassay.repeatability.scores import score_counts, score_table
from peerassay.repeatability.variance import within_paper_variance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray


def repeatability_table(matrices: Mapping[str, ArrayLike], width: float = 1) -> pd.DataFrame:
    """Summarize how repeatable the scores of each reviewer are.

    Parameters
    ----------
    matrices : mapping of str to array_like, shape (papers, rounds)
        Scores by name of the reviewer; NaN marks a missing round.
    width : float
        Width of the range to count, in score points.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer: `reviewer`, `papers` (with at least two scores) and `excluded`, `scores`, `missing`,
        `identical`, `identical_share`, `within_range`, `within_range_share`, `variance`, `sd`, `equal_pairs`, `pairs`,
        `agreement` (shares as fractions) and `reason` (why a value is NaN).

    Raises
    ------
    ValueError
        If a score has more than nine decimals.

    Notes
    -----
    Repeatability paper, Table 1 and appendix C.
    """
    return pd.DataFrame([{"reviewer": name, **_row(score_table(scores), width)} for name, scores in matrices.items()])


def _row(scores: NDArray[np.float64], width: float) -> dict[str, object]:
    variance, identical, close = within_paper_variance(scores), identical_share(scores), range_share(scores, width)
    agreement, given = pairwise_agreement(scores), int(score_counts(scores).sum())
    return {
        "papers": variance.papers,
        "excluded": variance.excluded,
        "scores": given,
        "missing": scores.size - given,
        "identical": identical.count,
        "identical_share": identical.value,
        "within_range": close.count,
        "within_range_share": close.value,
        "variance": variance.value,
        "sd": variance.sd,
        "equal_pairs": agreement.equal_pairs,
        "pairs": agreement.pairs,
        "agreement": agreement.value,
        "reason": variance.reason,
    }


def expand_patterns(patterns: Iterable[str], papers: ArrayLike) -> NDArray[np.float64]:
    """Write out counted sets of ratings, one row per paper.

    Parameters
    ----------
    patterns : iterable of str
        The ratings of a paper with spaces between, such as ``2 4 4 6``.
    papers : array_like of int
        How many papers have exactly these ratings.

    Returns
    -------
    ndarray of float, shape (papers, most ratings of a paper)
        Papers with the same ratings in adjacent rows; NaN fills up the shorter ones. Columns are not rounds: the
        ratings of a paper come from different people and are sorted.

    Raises
    ------
    ValueError
        If a pattern holds something else than numbers or nothing, a count is negative, or the numbers of patterns and
        counts differ.
    """
    rows = [_ratings(number, pattern) for number, pattern in enumerate(patterns)]
    counts = np.asarray(papers, dtype=np.int64)
    if counts.shape != (len(rows),) or (counts < 0).any():
        raise ValueError(
            f"papers: shape {counts.shape}; expected a count of 0 or more for each of {len(rows)} patterns"
        )
    table = np.full((len(rows), max(map(len, rows), default=0)), np.nan)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return np.repeat(table, counts, axis=0)


def _ratings(number: int, pattern: str) -> list[float]:
    try:
        ratings = [float(rating) for rating in pattern.split()]
    except ValueError:
        ratings = []
    if not ratings:
        raise ValueError(f"pattern {number}: {pattern!r}; expected numbers with spaces between")
    return ratings
