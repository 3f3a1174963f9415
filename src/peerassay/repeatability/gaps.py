"""Counting how two scores order pairs of papers, by the difference of a third score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GRID_WORTH, _GRID_CELLS = 16, 2**22
_CELLS = 2**20


class Members(NamedTuple):
    """Papers that are compared with each other.

    Attributes
    ----------
    firsts : ndarray of int, shape (papers,)
        The score whose difference is the gap.
    units : ndarray of int, shape (papers, rounds)
        Held-out scores, whole numbers of 0 or more; 0 where a round is missing.
    present : ndarray of bool, shape (papers, rounds)
        Where there is a held-out score.
    """

    firsts: NDArray[np.int64]
    units: NDArray[np.int64]
    present: NDArray[np.bool_]


def gap_class(differences: NDArray[np.int64], limits: NDArray[np.int64]) -> NDArray[np.intp]:
    """Give the position of the first limit that a difference does not exceed in size.

    Parameters
    ----------
    differences : ndarray of int
        Signed differences.
    limits : ndarray of int, shape (classes - 1,)
        Ascending largest sizes; the last class is open.

    Returns
    -------
    ndarray of int
        From 0 to the number of limits.
    """
    return np.searchsorted(limits, np.abs(differences), side="left")


def pairs_by_gap(firsts: NDArray[np.int64], limits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the pairs of papers in each class of gaps.

    Parameters
    ----------
    firsts : ndarray of int, shape (papers,)
        The score whose difference is the gap.
    limits : ndarray of int
        As in `gap_class`.

    Returns
    -------
    ndarray of int, shape (classes,)
        Unordered pairs.
    """
    ordered = np.sort(firsts)
    within = [int((np.searchsorted(ordered, ordered + limit, side="right") - 1).sum()) for limit in limits]
    papers = len(firsts)
    smaller = np.array(within, dtype=np.int64) - papers * (papers - 1) // 2
    return np.diff(smaller, prepend=0, append=papers * (papers - 1) // 2)


def orders_by_gap(members: Members, blocks: NDArray[np.intp], limits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count how two blocks of held-out reviews order pairs of papers, by gap and summed over partitions.

    Parameters
    ----------
    members : Members
        The papers.
    blocks : ndarray of int, shape (partitions, 2, k)
        Positions among the held-out rounds.
    limits : ndarray of int
        As in `gap_class`.

    Returns
    -------
    ndarray of int, shape (3, classes)
        Same, tie and reverse. A paper counts in a partition only if it has all reviews of both blocks.

    Notes
    -----
    Where many papers share few values, whole groups of papers with the same `firsts` are compared on the grid of both
    block sums (cost independent of the number of pairs), else pair by pair in pieces of bounded size.
    """
    counts = np.zeros((3, len(limits) + 1), dtype=np.int64)
    for first, second in blocks:
        used = members.present[:, np.concatenate([first, second])].all(axis=1)
        if used.sum() > 1:
            a, b = (members.units[used][:, block].sum(axis=1) for block in (first, second))
            counts += _count(members.firsts[used], a, b, limits)
    return counts


def _count(
    firsts: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64], limits: NDArray[np.int64]
) -> NDArray[np.int64]:
    levels = int(max(a.max(initial=0), b.max(initial=0))) + 1
    gaps, codes = np.unique(firsts, return_inverse=True)
    if levels * len(gaps) <= _GRID_WORTH * len(firsts) and levels**2 * len(gaps) <= _GRID_CELLS:
        grid = np.bincount((codes * levels + a) * levels + b, minlength=len(gaps) * levels**2)
        same, reverse = _count_on_grid(gaps, grid.reshape(len(gaps), levels, levels), limits)
        return np.stack([same, pairs_by_gap(firsts, limits) - same - reverse, reverse])
    return _count_pairs(firsts, a, b, limits)


def _count_on_grid(
    gaps: NDArray[np.int64], grid: NDArray[np.int64], limits: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count same and reverse by class; `grid` holds the number of papers by gap score, first and second sum."""
    cells = grid.reshape(len(gaps), -1).astype(float)  # counts below 2^53: products are exact
    classes = gap_class(gaps[:, None] - gaps, limits).ravel()

    def by_class(lower: NDArray[np.float64]) -> NDArray[np.int64]:
        matches = cells @ lower.reshape(len(gaps), -1).T
        return np.bincount(classes, matches.ravel(), len(limits) + 1).astype(np.int64)

    return by_class(_below(grid)), by_class(_below(grid[:, :, ::-1])[:, :, ::-1])


def _below(grid: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give for each cell the number of papers in cells that are strictly lower on both axes."""
    below = np.zeros(grid.shape)
    below[:, 1:, 1:] = grid.cumsum(axis=1).cumsum(axis=2)[:, :-1, :-1]
    return below


def _count_pairs(
    firsts: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64], limits: NDArray[np.int64]
) -> NDArray[np.int64]:
    papers, classes = len(firsts), len(limits) + 1
    counts = np.zeros(3 * classes, dtype=np.int64)
    step = max(1, _CELLS // max(1, papers))
    for start in range(0, papers, step):
        rows = np.arange(start, min(papers, start + step))
        later = rows[:, None] < np.arange(papers)
        order = np.sign(a[rows, None] - a) * np.sign(b[rows, None] - b)
        place = (1 - order) * classes + gap_class(firsts[rows, None] - firsts, limits)
        counts += np.bincount(place[later], minlength=3 * classes)
    return counts.reshape(3, classes)
