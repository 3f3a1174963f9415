r"""All histograms of pair differences that whole scores can produce, given agreement and mean variance.

The published agreement fixes how many pairs are equal, the published variance the sum of squared differences. Let
:math:`D_d` be the number of pairs that are d apart. Then :math:`\sum_{d \ge 1} D_d` and :math:`\sum d^2 D_d` are known,
so their difference, the *excess* :math:`\sum (d^2-1) D_d`, is known too and only pairs two or more apart add to it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from peerassay.counts.printed import Printed

Wide = tuple[int, ...]  # pairs that are 2, 3, ... points apart


def squared_sums(variance: Printed, pairs: int) -> range:
    r"""List the sums of squared differences that could stand behind a printed mean variance.

    Parameters
    ----------
    variance : Printed
        The mean variance as printed, in squared score points.
    pairs : int
        Pairs of scores of the same paper, over all papers.

    Returns
    -------
    range
        Every whole number q for which :math:`q / (2 \cdot \text{pairs})` rounds to the printed one, ties either way.

    Raises
    ------
    ValueError
        If there is no pair.

    Notes
    -----
    Whole scores make the sum of the squared differences whole, and the mean variance is half their mean.
    """
    if pairs < 1:
        raise ValueError(f"pairs = {pairs}; expected at least 1")
    low, high = variance.bounds
    return range(max(0, math.ceil(low * 2 * pairs)), math.floor(high * 2 * pairs) + 1)


def attainable_histograms(
    equal_pairs: int, squared_sum: int, papers: int, rounds: int = 10, width: int = 9
) -> NDArray[np.int64]:
    r"""List the histograms of pair differences that fit two published sums.

    Parameters
    ----------
    equal_pairs : int
        Pairs of equal scores of the same paper, over all papers.
    squared_sum : int
        Sum of squared differences over all pairs: :math:`2 N \binom n2 \hat V`.
    papers : int
        Number of papers :math:`N`.
    rounds : int
        Scores per paper :math:`n`.
    width : int
        Largest possible difference of two scores.

    Returns
    -------
    ndarray of int, shape (histograms, width + 1)
        Pairs that are 0, 1, ..., ``width`` apart; one row for each histogram that some table of whole scores has. No
        rows if there is none.

    Raises
    ------
    ValueError
        If the counts are negative or there are more equal pairs than pairs.

    Notes
    -----
    Candidates are the ways to write the excess as a sum of :math:`d^2-1`. A candidate is kept if it splits into the
    vectors of single papers, the pairs one apart come out right and the papers suffice. The search is exact.
    """
    unequal = papers * math.comb(rounds, 2) - equal_pairs
    if min(equal_pairs, unequal, squared_sum) < 0:
        raise ValueError(
            f"equal_pairs = {equal_pairs}, squared_sum = {squared_sum}; expected at least 0 and at most all pairs"
        )
    excess = squared_sum - unequal
    if excess < 0:
        return np.empty((0, width + 1), dtype=np.int64)
    search = _Search(rounds, width, excess, unequal)
    wides = (wide for wide in _partitions(excess, width) if search.fits(wide, unequal - sum(wide), papers))
    rows = [(equal_pairs, unequal - sum(wide), *wide) for wide in wides]
    return np.array(rows, dtype=np.int64).reshape(-1, width + 1)


class _Search:
    """Whether papers of a wide range can produce a vector, and the other papers the pairs one apart."""

    def __init__(self, rounds: int, width: int, excess: int, unequal: int) -> None:
        self.by_top = _wide_papers(rounds, width, excess)
        self.fewest = _fewest_narrow_papers(rounds, unequal)
        self._splits = lru_cache(maxsize=None)(self._split)
        self._fits = lru_cache(maxsize=None)(self._fit)

    def fits(self, wide: Wide, adjacent: int, papers: int) -> bool:
        return adjacent >= 0 and self._splits(wide) and self._fits(wide, adjacent, papers)

    def _split(self, wide: Wide) -> bool:
        """Tell whether the vector splits at all: the pairs one apart are left aside."""
        return not any(wide) or any(self._splits(rest) for rest, _ in self._without_one(wide))

    def _fit(self, wide: Wide, adjacent: int, papers: int) -> bool:
        if not any(wide):
            return self.fewest[adjacent] <= papers
        return papers > 0 and any(
            self._fits(rest, adjacent - own, papers - 1)
            for rest, own in self._without_one(wide)
            if own <= adjacent and self._splits(rest)
        )

    def _without_one(self, wide: Wide) -> Iterator[tuple[Wide, int]]:
        """Take away one paper; some paper must have the largest difference, so it is always one of those."""
        top = max(index for index, count in enumerate(wide) if count)
        for adjacent, *own in self.by_top.get(top, ()):
            rest = tuple(have - take for have, take in zip(wide, own, strict=True))
            if min(rest) >= 0:
                yield rest, adjacent


def _wide_papers(rounds: int, width: int, excess: int) -> dict[int, list[Wide]]:
    """List the difference vectors of single papers with a range of at least two, by their largest difference."""
    weights = np.arange(1, width + 1) ** 2 - 1
    found: dict[int, list[Wide]] = {}
    for top in range(2, width + 1):
        vectors = _vectors(rounds, top, width)
        kept = np.unique(vectors[vectors @ weights <= excess], axis=0)
        found[top - 2] = [tuple(row) for row in kept[::-1].tolist()]
    return found


def _vectors(rounds: int, top: int, width: int) -> NDArray[np.int64]:
    """Give the difference vectors of all papers whose lowest and highest score are ``top`` apart."""
    counts = _compositions(rounds - 2, top + 1)
    counts[:, [0, -1]] += 1
    products = [
        (counts[:, :-d] * counts[:, d:]).sum(axis=1) if d <= top else 0 * counts[:, 0] for d in range(1, width + 1)
    ]
    return np.stack(products, axis=1)


def _compositions(total: int, cells: int) -> NDArray[np.int64]:
    """List the ways to share a total among cells (stars and bars)."""
    bars = np.array(list(combinations(range(total + cells - 1), cells - 1)), dtype=np.int64)
    edges = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, total + cells - 1)))
    return np.diff(edges, axis=1) - 1


def _fewest_narrow_papers(rounds: int, most: int) -> list[float]:
    """Give the fewest papers of range one that have 0, 1, ..., ``most`` pairs one apart; infinite where none do."""
    steps = sorted({low * (rounds - low) for low in range(1, rounds)})
    fewest: list[float] = [0.0]
    for pairs in range(1, most + 1):
        fewest.append(1 + min((fewest[pairs - step] for step in steps if step <= pairs), default=math.inf))
    return fewest


def _partitions(excess: int, width: int) -> Iterator[Wide]:
    """List the vectors with the given excess, whatever papers could produce them."""

    def descend(left: int, difference: int) -> Iterator[Wide]:
        if difference < 2:
            if left == 0:
                yield ()
            return
        weight = difference**2 - 1
        for count in range(left // weight + 1):
            for rest in descend(left - count * weight, difference - 1):
                yield (*rest, count)

    return descend(excess, width)
