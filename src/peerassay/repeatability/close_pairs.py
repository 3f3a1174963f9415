"""Ranking reproducibility of papers that scored about the same in other rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.repeatability.concordance import Orders
from peerassay.repeatability.gaps import Members, orders_by_gap, pairs_by_gap
from peerassay.repeatability.partitions import partitions
from peerassay.repeatability.ranking import group_members, order_cells, small_levels
from peerassay.repeatability.scores import score_table, whole_scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

EDGES = (0, 0.4, 1, 2)
"""Upper ends of the paper's gap groups, in score points; a last group is open."""


def close_pairs(
    scores: ArrayLike,
    groups: ArrayLike | None = None,
    sizes: Iterable[int] = (1, 2),
    *,
    edges: Sequence[float] = EDGES,
    grouping: Sequence[int] | None = None,
) -> pd.DataFrame:
    r"""Compare rankings by held-out reviews, separately by how far apart the papers were in the other reviews.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Scores with at most nine decimals; NaN marks a missing round.
    groups : array_like, shape (papers,), optional
        Only papers of the same group are compared: the year.
    sizes : iterable of int
        Reviews per block k among the held-out rounds.
    edges : sequence of float
        Ascending upper ends of the groups of gaps, in score points, the first 0 or more. A last group is open.
    grouping : sequence of int, optional
        Columns (from 0) of the rounds that define the gap; the first half if not given. All others are held out.

    Returns
    -------
    pandas.DataFrame
        One row per gap group and k: `gap` (label), `above` and `up_to` (its ends in score points; NaN where it has
        none), `reviews_per_block`, `partitions`, `pairs` of papers in the gap group, then the columns of
        `ranking_reproducibility` from `comparisons` on, and `papers_excluded`: papers without all grouping rounds,
        which have no gap.

    Raises
    ------
    ValueError
        If scores have more than nine decimals, edges do not ascend, a grouping column does not exist, or there is no
        grouping column.

    Notes
    -----
    :math:`g_{ij} = |\bar Y_{i,1..5} - \bar Y_{j,1..5}|` in the groups 0, (0, 0.4], (0.4, 1], (1, 2] and above 2,
    compared as whole sums; Same, Tie and Reverse on rounds 6 to 10, with 10 partitions for k = 1 and 15 for k = 2
    (repeatability paper, appendix C). The gap is itself an estimate, not the true distance.
    """
    table = score_table(scores)
    first = _grouping(table.shape[1], grouping)
    held = [column for column in range(table.shape[1]) if column not in first]
    limits = _limits(edges, len(first) * whole_scores(table).scale)
    members = _members(table, groups, first, held)
    excluded = len(table) - sum(len(group.firsts) for group in members)
    pairs = sum((pairs_by_gap(group.firsts, limits) for group in members), np.zeros(len(limits) + 1, dtype=np.int64))
    rows = [row for size in sizes for row in _rows(size, partitions(len(held), size), members, limits, pairs)]
    ordered = sorted(rows, key=lambda row: row[0])
    gaps = _gaps(edges)
    return pd.DataFrame([gaps[number] | cells | {"papers_excluded": excluded} for number, cells in ordered])


def _grouping(rounds: int, grouping: Sequence[int] | None) -> list[int]:
    columns = sorted(set(range(rounds // 2) if grouping is None else grouping))
    if not columns or columns[0] < 0 or columns[-1] >= rounds:
        raise ValueError(f"grouping = {columns}; expected one or more columns from 0 to {rounds - 1}")
    return columns


def _limits(edges: Sequence[float], units: int) -> NDArray[np.int64]:
    """Give the largest difference of sums in each gap group."""
    exact = [Fraction(str(edge)) for edge in edges]
    if not exact or exact[0] < 0 or any(low >= high for low, high in pairwise(exact)):
        raise ValueError(f"edges = {list(edges)}; expected ascending numbers of 0 or more")
    return np.array([int(edge * units) for edge in exact], dtype=np.int64)


def _gaps(edges: Sequence[float]) -> list[dict[str, object]]:
    """Describe the gap groups: label and ends."""
    first = {"gap": "0" if edges[0] == 0 else f"up to {edges[0]:g}", "above": nan, "up_to": float(edges[0])}
    inner = [
        {"gap": f"({low:g}, {high:g}]", "above": float(low), "up_to": float(high)} for low, high in pairwise(edges)
    ]
    return [first, *inner, {"gap": f"above {edges[-1]:g}", "above": float(edges[-1]), "up_to": nan}]


def _members(table: NDArray[np.float64], groups: ArrayLike | None, first: list[int], held: list[int]) -> list[Members]:
    firsts = whole_scores(table).units[:, first].sum(axis=1)
    levels = small_levels(table[:, held])
    known = np.asarray(np.isfinite(table[:, first]).all(axis=1))
    kept = [rows[known[rows]] for rows in group_members(len(table), groups)]
    return [Members(firsts[rows], levels.units[rows], levels.present[rows]) for rows in kept]


def _rows(
    size: int, blocks: NDArray[np.intp], members: list[Members], limits: NDArray[np.int64], pairs: NDArray[np.int64]
) -> list[tuple[int, dict[str, object]]]:
    zero = np.zeros((3, len(pairs)), dtype=np.int64)
    counts = sum((orders_by_gap(group, blocks, limits) for group in members), zero)
    reason = "" if len(blocks) else f"two blocks of {size} need {2 * size} held-out rounds"
    heading = {"reviews_per_block": size, "partitions": len(blocks)}
    return [
        (
            number,
            heading
            | {"pairs": int(n)}
            | order_cells(Orders(*map(int, counts[:, number])), int(n) * len(blocks), reason),
        )
        for number, n in enumerate(pairs)
    ]
