"""Changing as few repeated scores as needed until their sums are exactly those behind the printed numbers."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST, Goal
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

STEPS, ATTEMPTS = 15_000, 40
"""Proposals in one search, and searches."""
HEATS, COOLING = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0), 0.1
"""Heat at the start of the searches in turn, and what is left of it at the end of a search."""
PAIRED = 0.5
"""Share of the proposals that change two papers at once."""
PAPER_WEIGHT = 10
"""A paper too many or too few counts like this many pairs."""


def features(row: Sequence[int], group: int, goal: Goal) -> tuple[int, ...]:
    """Give what one paper adds to each sum of a goal.

    Parameters
    ----------
    row : sequence of int
        The paper's scores.
    group : int
        Position of the paper's group in `goal.squares`; groups beyond it count in the last.
    goal : Goal
        The sums.

    Returns
    -------
    tuple of int
        In the order of `Goal.windows`.
    """
    counts = Counter(row)
    spread = max(counts) - min(counts)
    equal = sum(count * (count - 1) for count in counts.values()) // 2
    total = sum(row)
    squares = len(row) * sum(score * score * count for score, count in counts.items()) - total * total
    by_group = [squares if index == min(group, len(goal.squares) - 1) else 0 for index in range(len(goal.squares))]
    bands = [sum(counts[score] for score in band) for band in goal.bands]
    return (int(spread == 0), int(spread > 1), equal, *by_group, *bands)


def distance(sums: Sequence[int], goal: Goal) -> int:
    """Give how far sums are from a goal, in pairs; 0 if and only if all are met.

    Parameters
    ----------
    sums : sequence of int
        In the order of `Goal.windows`.
    goal : Goal
        The windows.
    """
    weights = (PAPER_WEIGHT, PAPER_WEIGHT, *[1] * (len(sums) - 2))
    return sum(
        weight * abs(window.miss(value)) for weight, window, value in zip(weights, goal.windows, sums, strict=True)
    )


def repair(
    scores: NDArray[np.int64], groups: Sequence[int], goal: Goal, rng: np.random.Generator, attempts: int = ATTEMPTS
) -> NDArray[np.int64]:
    """Change scores by single points until a goal is met.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Scores from 1 to 10 to start from.
    groups : sequence of int, shape (papers,)
        Each paper's group.
    goal : Goal
        The sums to meet.
    rng : numpy.random.Generator
        Source of the proposals.
    attempts : int
        Most searches.

    Returns
    -------
    ndarray of int, shape (papers, rounds)
        New scores whose sums all lie in the goal's windows.

    Raises
    ------
    SearchError
        If the goal is not met after that many searches.

    Notes
    -----
    A proposal changes one score, or all scores of a paper, by one point. It is taken if it brings the sums closer, and
    if it takes them away by d with probability exp(-d / heat) (simulated annealing). A search that fails starts again
    from the given scores, hotter. It stops at the first success, so the scores stay near those it started from.
    """
    start = [[int(score) for score in row] for row in scores]
    away = 0
    for attempt in range(attempts):
        search = _Search(start, list(groups), goal, HEATS[attempt % len(HEATS)])
        if search.run(rng, STEPS):
            return np.array(search.rows, dtype=np.int64)
        away = search.away
    raise SearchError(f"the sums of the scores are still {away} pairs away after {attempts} attempts")


class _Search:
    def __init__(self, rows: list[list[int]], groups: list[int], goal: Goal, heat: float) -> None:
        self.rows, self.groups, self.goal, self.heat = list(rows), groups, goal, heat
        self.known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.parts = [self.part(paper, row) for paper, row in enumerate(rows)]
        self.sums = [sum(part) for part in zip(*self.parts, strict=True)]
        self.away = distance(self.sums, goal)

    def part(self, paper: int, row: list[int]) -> tuple[int, ...]:
        """Give what a paper with these scores adds to each sum."""
        group = self.groups[paper]
        key = (group, *sorted(row))
        if key not in self.known:
            self.known[key] = features(row, group, self.goal)
        return self.known[key]

    def run(self, rng: np.random.Generator, steps: int) -> bool:
        """Make proposals until the goal is met; tell whether it is."""
        papers = rng.integers(len(self.rows), size=(steps, 2)).tolist()
        turns = rng.integers(-1, len(self.rows[0]), size=(steps, 2)).tolist()
        ups, chances = rng.integers(2, size=(steps, 2)).tolist(), rng.random((steps, 2)).tolist()
        for (one, other), (turn, turn2), (up, up2), (chance, both) in zip(papers, turns, ups, chances, strict=True):
            if not self.away:
                break
            changes = {one: self.changed(one, turn, 2 * up - 1)}
            if both < PAIRED and other != one:
                changes[other] = self.changed(other, turn2, 2 * up2 - 1)
            self.propose(changes, chance)
            self.heat *= COOLING ** (1 / steps)
        return not self.away

    def changed(self, paper: int, turn: int, change: int) -> list[int]:
        """Give a paper's scores with one of them, or all if the turn is -1, changed."""
        return [score + change if turn in (-1, place) else score for place, score in enumerate(self.rows[paper])]

    def propose(self, changes: dict[int, list[int]], chance: float) -> None:
        """Replace the scores of papers if that is acceptable."""
        if not all(min(row) >= LOWEST and max(row) <= HIGHEST for row in changes.values()):
            return
        parts = {paper: self.part(paper, row) for paper, row in changes.items()}
        sums = self.sums
        for paper, part in parts.items():
            sums = [total + new - old for total, new, old in zip(sums, part, self.parts[paper], strict=True)]
        away = distance(sums, self.goal)
        if away < self.away or (away > self.away and chance < exp((self.away - away) / self.heat)):
            self.sums, self.away = sums, away
            for paper, row in changes.items():
                self.rows[paper], self.parts[paper] = row, parts[paper]
