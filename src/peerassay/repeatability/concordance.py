"""Counting how two scores order the pairs of papers, without visiting the pairs.

Two numbers per paper, ``a`` and ``b`` (the sums of two blocks of reviews), order a pair of papers alike, in opposite
ways, or at least one of them ties. Both ways of counting handle many tables of papers at once:

- on the grid of the values of (a, b): a histogram and its cumulative sums give the papers below and to the left;
- by sorting, if the grid is larger than the papers are worth (decimals): opposite orders are inversions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.signedinteger]

GRID_CELLS_PER_PAPER = 16
"""Up to this many cells per paper the grid is faster than sorting."""
_LARGEST = 2**31


class Orders(NamedTuple):
    """Numbers of paper pairs by how two scores order them."""

    same: int
    tie: int
    reverse: int

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.same + self.tie + self.reverse

    def plus(self, other: Orders) -> Orders:
        """Add up two counts."""
        return Orders(self.same + other.same, self.tie + other.tie, self.reverse + other.reverse)


NO_PAIRS = Orders(0, 0, 0)


def count_orders(a: Whole, b: Whole, present: NDArray[np.bool_] | None, levels: int) -> Orders:
    """Count the pairs of papers that two scores order alike, tie or reverse, summed over tables.

    Parameters
    ----------
    a, b : ndarray of int, shape (tables, papers)
        The two scores of each paper, from 0 to `levels` - 1.
    present : ndarray of bool, shape (tables, papers), optional
        Which papers count; all of them if not given.
    levels : int
        Number of different values that a score can have.

    Returns
    -------
    Orders
        `same`: both order the pair strictly and alike; `reverse`: strictly and in opposite ways; `tie`: the rest.

    Notes
    -----
    Exact in whole numbers. Time grows with papers plus cells of the grid, or with papers times the square of their
    logarithm.
    """
    if a.size == 0:
        return NO_PAIRS
    if fits_grid(a.shape[1], levels):
        return _count_on_grid(a, b, present, levels)
    if levels >= _LARGEST:
        a, b, levels = *_ranks(a, b), a.size + b.size
    return _count_by_sorting(a, b, present, levels)


def fits_grid(papers: int, levels: int) -> bool:
    """Tell whether counting on the grid of two scores is faster than sorting.

    Parameters
    ----------
    papers : int
        Number of papers in a table.
    levels : int
        Number of different values that a score can have.

    Returns
    -------
    bool
        True for integer scores, even of few papers, and for decimals of many papers.
    """
    return levels**2 <= GRID_CELLS_PER_PAPER * papers


def _ranks(a: Whole, b: Whole) -> tuple[Whole, Whole]:
    """Replace values by ranks, so that two of them fit into one 64-bit number."""
    ranks = np.unique(np.stack([a, b]), return_inverse=True)[1]
    return ranks[0], ranks[1]


def _count_on_grid(a: Whole, b: Whole, present: NDArray[np.bool_] | None, levels: int) -> Orders:
    tables, papers = a.shape
    cells = (a * levels + b) * tables + np.arange(tables)[:, None]
    inside = (a > 0) & (b > 0)
    counts = np.full(tables, papers)
    if present is not None:
        counts, inside, cells = present.sum(axis=1), inside[present], cells[present]
    grid = np.bincount(cells.ravel(), minlength=levels**2 * tables).astype(np.int32).reshape(levels, levels, tables)
    both_tie = int((grid.ravel()[cells] - 1).sum(dtype=np.int64)) // 2
    tie = _pairs(grid.sum(axis=1, dtype=np.int32)) + _pairs(grid.sum(axis=0, dtype=np.int32)) - both_tie
    _accumulate(grid)
    same = int(grid.ravel()[cells[inside] - (levels + 1) * tables].sum(dtype=np.int64))
    return Orders(same, tie, _pairs(counts) - same - tie)


def _accumulate(grid: NDArray[np.int32]) -> None:
    """Make each cell the sum of the cells up to it on both first axes, in place (whole planes at once: faster)."""
    for level in range(1, len(grid)):
        grid[level] += grid[level - 1]
    for level in range(1, len(grid)):
        grid[:, level] += grid[:, level - 1]


def _pairs(counts: Whole) -> int:
    """Count the unordered pairs within groups of these sizes."""
    sizes = counts.ravel().astype(np.int64)
    return int(sizes @ sizes - sizes.sum()) // 2


def _count_by_sorting(a: Whole, b: Whole, present: NDArray[np.bool_] | None, levels: int) -> Orders:
    tables, papers = a.shape
    counts = np.full(tables, papers)
    if present is not None:  # absent papers become one tied group above all others, whose pairs are taken off again
        a, b, counts = np.where(present, a, levels), np.where(present, b, levels), present.sum(axis=1)
    key = np.sort(a.astype(np.int64) * (levels + 1) + b, axis=1)
    in_order = key % (levels + 1)
    tie = _equal_neighbours(key // (levels + 1)) + _equal_neighbours(np.sort(b, axis=1)) - _equal_neighbours(key)
    tie -= _pairs(papers - counts)
    reverse = _inversions(in_order, levels)
    return Orders(_pairs(counts) - tie - reverse, tie, reverse)


def _equal_neighbours(ordered: Whole) -> int:
    """Count the unordered pairs of equal values in each sorted row, summed over rows."""
    new = np.ones(ordered.shape, dtype=bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    sizes = np.diff(np.append(np.flatnonzero(new), ordered.size))
    return _pairs(sizes)


def _inversions(values: Whole, top: int) -> int:
    """Count, summed over rows, the pairs of positions whose values are strictly in descending order.

    Sorted halves are merged, as in merge sort. If r is the sum of the positions of the right half's values in the
    merged block of 2w (ties: left first), then w^2 + w(w-1)/2 - r pairs of the block are inverted (Mann-Whitney's U).
    """
    width = 1 << max(0, values.shape[1] - 1).bit_length()
    blocks = np.full((values.shape[0], width), top + 1, dtype=np.int64)
    blocks[:, : values.shape[1]] = values
    total, half = 0, 1
    while half < width:
        blocks = blocks.reshape(-1, 2 * half) * 2
        blocks[:, half:] += 1
        blocks.sort(axis=1)
        places = int((blocks & 1).sum(axis=0, dtype=np.int64) @ np.arange(2 * half))
        total += len(blocks) * (half * half + half * (half - 1) // 2) - places
        blocks >>= 1
        half *= 2
    return total
