"""How often repeated scores of a paper are equal or close."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import nan
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.repeatability.results import Estimate, Share
from peerassay.repeatability.scores import score_table, whole_scores
from peerassay.repeatability.variance import ONE_SCORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from peerassay.repeatability.scores import WholeScores


@dataclass(frozen=True)
class Agreement(Estimate):
    """Pairwise exact agreement; `value` is a fraction, 0 to 1.

    Attributes
    ----------
    equal_pairs, pairs : int
        Equal pairs and all pairs of scores of the same paper, summed over papers.
    """

    equal_pairs: int = 0
    pairs: int = 0


def identical_share(scores: ArrayLike) -> Share:
    """Give the share of papers whose scores are all the same.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round; the rounds that a paper has are compared.

    Returns
    -------
    Share
        Of the papers with at least two scores (repeatability paper, appendix C: the identical-10/10 rate).

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.
    """
    return range_share(scores, 0)


def range_share(scores: ArrayLike, width: float = 1) -> Share:
    """Give the share of papers whose largest and smallest score differ by no more than a width.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        In score points; NaN marks a missing round.
    width : float
        Largest difference that counts, in score points; 0 or more.

    Returns
    -------
    Share
        Of the papers with at least two scores (repeatability paper, appendix C: range at most one point).

    Raises
    ------
    ValueError
        If the width is negative or not a number, or the scores have more than nine decimals.
    """
    if not 0 <= width < float("inf"):
        raise ValueError(f"width = {width}; expected a finite number of 0 or more")
    whole = whole_scores(scores)
    spread = _spread(whole)
    enough = spread >= 0
    papers = int(enough.sum())
    count = int((spread[enough] <= int(Fraction(str(width)) * whole.scale)).sum())
    return Share(count, papers, len(spread) - papers, "" if papers else ONE_SCORE)


def _spread(whole: WholeScores) -> NDArray[np.int64]:
    """Give each paper's range in units, and -1 for a paper with fewer than two scores."""
    ends = np.iinfo(np.int64)
    highest = np.where(whole.present, whole.units, ends.min // 2).max(axis=1, initial=ends.min // 2)
    lowest = np.where(whole.present, whole.units, ends.max // 2).min(axis=1, initial=ends.max // 2)
    return np.where(whole.present.sum(axis=1) > 1, highest - lowest, -1)


def equal_pair_counts(scores: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the pairs of equal scores within each paper.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round.

    Returns
    -------
    equal, pairs : ndarray of int, shape (papers,)
        Equal unordered pairs and all unordered pairs of the scores that the paper has.

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.
    """
    whole = whole_scores(scores)
    papers = np.nonzero(whole.present)[0]
    cells = np.column_stack([papers, whole.units[whole.present]])
    levels, counts = np.unique(cells, axis=0, return_counts=True)
    equal = np.zeros(len(whole.units), dtype=np.int64)
    np.add.at(equal, levels[:, 0], counts * (counts - 1) // 2)
    rounds = whole.present.sum(axis=1, dtype=np.int64)
    return equal, rounds * (rounds - 1) // 2


def pairwise_agreement(scores: ArrayLike) -> Agreement:
    r"""Give the exact agreement of two reviews of the same paper.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round.

    Returns
    -------
    Agreement
        Mean over the papers with at least two scores, with the counts of pairs.

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.

    Notes
    -----
    Within a paper: equal pairs over :math:`\binom{n_i}{2}`; then the mean over papers (repeatability paper,
    appendix C). With equal numbers of rounds this is equal pairs over all pairs.
    """
    equal, pairs = equal_pair_counts(scores)
    used = pairs > 0
    papers, excluded = int(used.sum()), int((~used).sum())
    if not papers:
        return Agreement(nan, 0, excluded, ONE_SCORE)
    total, all_pairs = int(equal.sum()), int(pairs.sum())
    if len(set(pairs[used].tolist())) == 1:
        return Agreement(total / all_pairs, papers, excluded, "", total, all_pairs)
    return Agreement(float((equal[used] / pairs[used]).mean()), papers, excluded, "", total, all_pairs)


def two_point_papers(scores: ArrayLike) -> Share:
    r"""Check on the scores that papers which switch between adjacent levels disagree twice their variance.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round.

    Returns
    -------
    Share
        `papers`: papers with at least two scores that lie on at most two levels, one point apart. `count`: those of
        them for which pair disagreement equals :math:`2 S_i^2` exactly. `excluded`: the other papers.

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.

    Notes
    -----
    With m of n scores on the higher level, :math:`S_i^2 = m(n-m)/(n(n-1))` and the disagreement is
    :math:`2m(n-m)/(n(n-1))` (repeatability paper, appendix on granularity). Compared in whole numbers:
    :math:`2\,(n\sum z^2 - (\sum z)^2) = n(n-1) - 2 \cdot` equal pairs.
    """
    whole = whole_scores(scores)
    spread = _spread(whole)
    above = _above_lowest(whole)
    adjacent = (spread >= 0) & ((above == 0) | (above == whole.scale)).all(axis=1)
    z = above[adjacent] // whole.scale
    n = whole.present[adjacent].sum(axis=1, dtype=np.int64)
    equal, pairs = (counts[adjacent] for counts in equal_pair_counts(scores))
    holds = 2 * (n * (z**2).sum(axis=1) - z.sum(axis=1) ** 2) == 2 * (pairs - equal)
    papers = int(adjacent.sum())
    reason = "" if papers else "no paper has two scores on at most two adjacent levels"
    return Share(int(holds.sum()), papers, len(spread) - papers, reason)


def _above_lowest(whole: WholeScores) -> NDArray[np.int64]:
    """Give each score less its paper's lowest, in units, and 0 where there is none."""
    top = np.iinfo(np.int64).max // 2
    lowest = np.where(whole.present, whole.units, top).min(axis=1, initial=top)
    return np.where(whole.present, whole.units - lowest[:, None], 0)


def score_distribution(scores: ArrayLike, levels: Sequence[float] | None = None) -> pd.DataFrame:
    """Count how often each score is given.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        In score points; NaN marks a missing round.
    levels : sequence of float, optional
        Scores to list even if nobody gives them, such as 1 to 10.

    Returns
    -------
    pandas.DataFrame
        Columns `score`, `count`, `share` (a fraction of all scores; NaN without scores), ascending. Every score that
        occurs has a row, whether it is among the levels or not.
    """
    table = score_table(scores)
    given, counts = np.unique(table[np.isfinite(table)], return_counts=True)
    counted = pd.Series(counts, index=given, dtype="int64")
    listed = np.union1d(given, np.asarray(levels if levels is not None else [], dtype=float))
    filled = counted.reindex(listed, fill_value=0)
    total = int(filled.sum())
    share = filled.to_numpy() / total if total else np.full(len(filled), nan)
    return pd.DataFrame({"score": listed, "count": filled.to_numpy(), "share": share})
