"""Unordered pairs of disjoint, equally large blocks of review rounds."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def partition_count(rounds: int, size: int) -> int:
    r"""Count the unordered pairs of disjoint blocks.

    Parameters
    ----------
    rounds : int
        Number of review rounds n.
    size : int
        Reviews per block k, 1 or more.

    Returns
    -------
    int
        0 if the rounds do not suffice for two blocks.

    Raises
    ------
    ValueError
        If the block is empty.

    Notes
    -----
    :math:`n_k = \frac{n!}{k!\,k!\,(n-2k)!\,2} = \frac12\binom{n}{k}\binom{n-k}{k}`: 45, 630, 2100, 1575, 126 for ten
    rounds and k = 1 to 5 (repeatability paper, appendix C).
    """
    if size < 1:
        raise ValueError(f"reviews per block = {size}; expected at least 1")
    return comb(rounds, size) * comb(max(0, rounds - size), size) // 2


def partitions(rounds: int, size: int) -> NDArray[np.intp]:
    """List the unordered pairs of disjoint blocks.

    Parameters
    ----------
    rounds, size : int
        As in `partition_count`.

    Returns
    -------
    ndarray of int, shape (partitions, 2, size)
        Round positions, from 0, of the two blocks, each ascending; the first block holds the smallest position.

    Raises
    ------
    ValueError
        If the block is empty.
    """
    total = partition_count(rounds, size)
    if not total:
        return np.empty((0, 2, size), dtype=np.intp)
    used = np.array(list(combinations(range(rounds), 2 * size)), dtype=np.intp)
    return used[:, _splits(size)].reshape(total, 2, size)


def _splits(size: int) -> NDArray[np.intp]:
    """List the ways to split positions 0 to 2k-1 into two blocks, the first of which holds 0."""
    first = [(0, *others) for others in combinations(range(1, 2 * size), size - 1)]
    second = [[position for position in range(2 * size) if position not in block] for block in first]
    return np.array([[*block, *rest] for block, rest in zip(first, second, strict=True)], dtype=np.intp)


def sampled_partitions(rounds: int, size: int, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Draw pairs of disjoint blocks, each independently and uniformly, for when there are too many to list.

    Parameters
    ----------
    rounds, size : int
        As in `partition_count`; the rounds suffice for two blocks.
    count : int
        Number of draws.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (count, 2, size)
        Round positions of the two blocks.

    Raises
    ------
    ValueError
        If the rounds do not suffice for two blocks.
    """
    if not partition_count(rounds, size):
        raise ValueError(f"rounds = {rounds}; expected at least {2 * size} for two blocks of {size}")
    orders = rng.permuted(np.broadcast_to(np.arange(rounds), (count, rounds)), axis=1)
    return orders[:, : 2 * size].reshape(count, 2, size)
