"""How often two rounds order two papers alike: counted as scores change, and brought to the printed share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.repeatability.repair import features
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peerassay.reconstruct.repeatability.targets import Goal, Window

STEPS = 200_000
FINE = 300
"""Up to this many comparisons away, only the order of a paper's rounds is changed."""


def paired_rounds(scores: NDArray[np.int64], row: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count, for each of several papers, the pairs of rounds that order it and one more paper strictly alike.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Their scores.
    row : ndarray of int, shape (rounds,)
        The scores of the one paper in the same rounds.

    Returns
    -------
    ndarray of int, shape (papers,)
        With u rounds in which the one paper is higher and d in which it is lower: u(u-1)/2 + d(d-1)/2.
    """
    up, down = (scores < row).sum(axis=1), (scores > row).sum(axis=1)
    return np.asarray((up * (up - 1) + down * (down - 1)) // 2)


class SameOrder:
    """The comparisons of two papers of a group in two rounds that both order them strictly alike.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Scores; copied.
    groups : sequence of int, shape (papers,)
        Only papers of the same group are compared.
    """

    def __init__(self, scores: NDArray[np.int64], groups: Sequence[int]) -> None:
        self.scores = scores.copy()
        self.groups = np.asarray(groups)
        self.members = {group: np.flatnonzero(self.groups == group) for group in np.unique(self.groups).tolist()}
        self.total = sum(self.around(paper, row) for paper, row in enumerate(self.scores)) // 2

    def around(self, paper: int, row: NDArray[np.int64]) -> int:
        """Count the comparisons of a paper with the others of its group if its scores were `row`."""
        members = self.members[int(self.groups[paper])]
        return int(paired_rounds(self.scores[members[members != paper]], row).sum())

    def gain(self, paper: int, row: NDArray[np.int64]) -> int:
        """Give what replacing a paper's scores would add to the total."""
        return self.around(paper, row) - self.around(paper, self.scores[paper])

    def replace(self, paper: int, row: NDArray[np.int64], gain: int) -> None:
        """Replace a paper's scores, given what that adds."""
        self.scores[paper] = row
        self.total += gain


def tune_same_order(
    scores: NDArray[np.int64],
    groups: Sequence[int],
    goal: Goal,
    target: Window,
    rng: np.random.Generator,
    steps: int = STEPS,
) -> NDArray[np.int64]:
    """Bring the number of comparisons ordered alike into a window and keep every sum of a goal.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Scores that meet the goal.
    groups : sequence of int, shape (papers,)
        Each paper's group.
    goal : Goal
        What must stay as it is.
    target : Window
        Where the total of `SameOrder` must lie.
    rng : numpy.random.Generator
        Source of the proposals.
    steps : int
        Most proposals.

    Returns
    -------
    ndarray of int, shape (papers, rounds)
        New scores.

    Raises
    ------
    SearchError
        If the window is not reached after that many proposals.

    Notes
    -----
    Far from the window a paper is moved up or down by a point; near it, two rounds of a paper change places. Only
    steps that come closer are taken.
    """
    order = SameOrder(scores, groups)
    for _ in range(steps):
        away = target.miss(order.total)
        if not away:
            return order.scores
        paper = int(rng.integers(len(scores)))
        row = _proposal(order, paper, abs(away), goal, rng)
        if row is not None:
            gain = order.gain(paper, row)
            if abs(target.miss(order.total + gain)) < abs(away):
                order.replace(paper, row, gain)
    raise SearchError(f"still {target.miss(order.total)} comparisons away after {steps} proposals")


def _proposal(
    order: SameOrder, paper: int, away: int, goal: Goal, rng: np.random.Generator
) -> NDArray[np.int64] | None:
    row = order.scores[paper]
    if away <= FINE:
        return _swapped(row, rng)
    moved = row + 2 * int(rng.integers(2)) - 1
    if moved.min() < LOWEST or moved.max() > HIGHEST:
        return None
    group = int(order.groups[paper])
    same = features(moved.tolist(), group, goal) == features(row.tolist(), group, goal)
    return moved if same else None


def _swapped(row: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64] | None:
    first, second = rng.integers(len(row), size=2)
    if row[first] == row[second]:
        return None
    swapped = row.copy()
    swapped[[first, second]] = row[[second, first]]
    return swapped
