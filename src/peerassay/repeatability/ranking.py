"""How often two independent blocks of reviews rank a pair of papers alike."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from peerassay.repeatability.concordance import NO_PAIRS, Orders, count_orders, fits_grid
from peerassay.repeatability.partitions import partition_count, partitions, sampled_partitions
from peerassay.repeatability.scores import whole_scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

MOST_PARTITIONS = 200_000
"""Pairs of blocks that are listed in full unless told otherwise; ten rounds need 2,100 at most."""
_CELLS, _SUMS = 2**17, 2**18


class Levels(NamedTuple):
    """Scores as small whole numbers from 0, in the order of the scores."""

    units: NDArray[np.int64]
    present: NDArray[np.bool_]
    top: int


def ranking_reproducibility(
    scores: ArrayLike,
    groups: ArrayLike | None = None,
    sizes: Iterable[int] | None = None,
    *,
    most: int = MOST_PARTITIONS,
    rng: np.random.Generator | None = None,
) -> pd.DataFrame:
    r"""Compare the rankings of paper pairs by two disjoint blocks of k reviews, over all partitions and pairs.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Scores with at most nine decimals; NaN marks a missing round.
    groups : array_like, shape (papers,), optional
        Only papers of the same group are compared: the year. Without it every two papers are.
    sizes : iterable of int, optional
        Reviews per block k; 1 to half of the rounds if not given.
    most : int
        If there are more partitions than this, that many are drawn at random instead.
    rng : numpy.random.Generator, optional
        Source of these draws; not needed as long as all partitions are listed.

    Returns
    -------
    pandas.DataFrame
        One row per k: `reviews_per_block`, `partitions` (used) and `all_partitions`, `pairs` (of papers in a group),
        `comparisons` (partition and pair with all reviews there) and `missing` (without), the counts `same`, `tie`,
        `reverse` and their shares `same_share`, `tie_share`, `reverse_share` of the comparisons (fractions; NaN with a
        `reason` if there is none).

    Raises
    ------
    ValueError
        If scores have more than nine decimals, a group is unknown, a block is empty, or partitions must be drawn and
        there is no generator.

    Notes
    -----
    For blocks A and B of rounds, common to all papers, and papers i and j: :math:`d_A = \bar Y_{iA} - \bar Y_{jA}`,
    :math:`d_B` alike. Same: :math:`d_A d_B > 0`. Tie: :math:`d_A = 0` or :math:`d_B = 0`. Reverse:
    :math:`d_A d_B < 0` (repeatability paper, main text and appendix C). Sums are compared as whole numbers. Pairs
    share papers, so the shares have no binomial intervals.
    """
    levels = small_levels(scores)
    members = group_members(len(levels.units), groups)
    chosen = range(1, levels.units.shape[1] // 2 + 1) if sizes is None else sizes
    return pd.DataFrame([_row(levels, members, size, most, rng) for size in chosen])


def small_levels(scores: ArrayLike) -> Levels:
    """Turn scores into the smallest whole numbers whose sums are ordered like theirs.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Scores with at most nine decimals; NaN marks a missing round.

    Returns
    -------
    Levels
        Less the smallest score, over the greatest common divisor; 0 where a round is missing.

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.
    """
    whole = whole_scores(scores)
    given = whole.units[whole.present]
    if not len(given):
        return Levels(whole.units, whole.present, 0)
    above = given - given.min()
    step = max(1, gcd(*np.unique(above).tolist()))
    values = np.zeros_like(whole.units)
    values[whole.present] = above // step
    return Levels(values, whole.present, int(values.max()))


def group_members(papers: int, groups: ArrayLike | None) -> list[NDArray[np.intp]]:
    """Give the rows of each group of papers.

    Parameters
    ----------
    papers : int
        Number of papers.
    groups : array_like, shape (papers,), optional
        A group for each paper, such as its year; one group of all papers if not given.

    Returns
    -------
    list of ndarray of int
        Row positions, one array per group.

    Raises
    ------
    ValueError
        If the lengths differ or a paper's group is unknown.
    """
    if groups is None:
        return [np.arange(papers)]
    codes, _ = pd.factorize(pd.Series(groups))
    if len(codes) != papers:
        raise ValueError(f"groups: {len(codes)} values; expected one for each of the {papers} papers")
    if (codes < 0).any():
        raise ValueError(f"groups, paper (row) {int(codes.argmin())}: unknown; expected a group, such as the year")
    return [np.flatnonzero(codes == code) for code in range(codes.max(initial=-1) + 1)]


def _row(
    levels: Levels, members: list[NDArray[np.intp]], size: int, most: int, rng: np.random.Generator | None
) -> dict[str, object]:
    rounds = levels.units.shape[1]
    blocks = _blocks(rounds, size, most, rng)
    pairs = sum(len(rows) * (len(rows) - 1) // 2 for rows in members)
    orders = NO_PAIRS
    for rows in members:
        orders = orders.plus(block_orders(levels.units[rows], levels.present[rows], blocks))
    heading = {
        "reviews_per_block": size,
        "partitions": len(blocks),
        "all_partitions": partition_count(rounds, size),
        "pairs": pairs,
    }
    reason = "" if len(blocks) else f"two blocks of {size} need {2 * size} rounds"
    return heading | order_cells(orders, pairs * len(blocks), reason)


def _blocks(rounds: int, size: int, most: int, rng: np.random.Generator | None) -> NDArray[np.intp]:
    total = partition_count(rounds, size)
    if total <= most:
        return partitions(rounds, size)
    if rng is None:
        raise ValueError(
            f"{total} partitions of {rounds} rounds into blocks of {size}, more than {most}; expected a generator "
            "(rng) to draw some of them, or a larger limit (most)"
        )
    return sampled_partitions(rounds, size, most, rng)


def order_cells(orders: Orders, possible: int, reason: str = "") -> dict[str, object]:
    """Give counts and shares of orders as cells of a table.

    Parameters
    ----------
    orders : Orders
        The counts.
    possible : int
        Comparisons there would be if no review were missing.
    reason : str
        Why there is no comparison, if that is known.

    Returns
    -------
    dict
        `comparisons`, `missing`, the three counts, their shares (NaN without comparisons) and `reason`.
    """
    total = orders.pairs
    cells: dict[str, object] = {"comparisons": total, "missing": possible - total, **orders._asdict()}
    for name, count in orders._asdict().items():
        cells[f"{name}_share"] = count / total if total else np.nan
    return cells | {"reason": "" if total else reason or "no two papers can be compared"}


def block_orders(values: NDArray[np.int64], present: NDArray[np.bool_], blocks: NDArray[np.intp]) -> Orders:
    """Count how the two blocks of each partition order every pair of papers, summed over partitions.

    Parameters
    ----------
    values : ndarray of int, shape (papers, rounds)
        Whole numbers of 0 or more; 0 where a round is missing.
    present : ndarray of bool, shape (papers, rounds)
        Where there is a score. A paper counts in a partition only if it has all reviews of both blocks.
    blocks : ndarray of int, shape (partitions, 2, k)
        Round positions.

    Returns
    -------
    Orders
        Counts of pairs of papers times partitions.
    """
    papers, size = len(values), blocks.shape[2]
    if papers < 2 or not len(blocks):
        return NO_PAIRS
    levels = size * int(values.max()) + 1
    step = _step(papers, levels)
    by_round = np.ascontiguousarray(values.T, dtype=np.int32 if levels < 2**31 else np.int64)
    total = NO_PAIRS
    for start in range(0, len(blocks), step):
        part = blocks[start : start + step]
        a, b = (by_round[part[:, side]].sum(axis=1, dtype=by_round.dtype) for side in (0, 1))
        total = total.plus(count_orders(a, b, _complete(present, part), levels))
    return total


def _step(papers: int, levels: int) -> int:
    """Give the number of partitions to handle at once, so that the arrays stay small."""
    most = _SUMS // papers
    return max(1, min(most, _CELLS // levels**2) if fits_grid(papers, levels) else most)


def _complete(present: NDArray[np.bool_], part: NDArray[np.intp]) -> NDArray[np.bool_] | None:
    """Tell which papers have all reviews of each partition, shape (partitions, papers); None if all have."""
    return None if present.all() else np.asarray(present.T[part.reshape(len(part), -1)].all(axis=1))
