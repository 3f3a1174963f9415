"""Pairs of scores of one reviewer and contrast: all papers, with a batch of them that is printed on its own inside."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.search import SearchError
from peerassay.reconstruct.style.model import SECOND, drawn_table, expected_table, outcomes
from peerassay.reconstruct.style.tables import Demand, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peerassay.counts import Solution
    from peerassay.reconstruct.style.model import Habits
    from peerassay.reconstruct.style.targets import Target

    Whole = NDArray[np.int64]


def kind_counts(solution: Solution, flips: tuple[int, int] | None) -> Whole:
    """Return the number of pairs of each kind of `outcomes`: three, or five where flips are known."""
    if flips is None:
        return np.array([solution.wins, solution.losses, solution.ties])
    up, down = flips
    return np.array([up, solution.wins - up, down, solution.losses - down, solution.ties])


def choices(target: Target) -> list[Whole]:
    """List the numbers of pairs of each kind that a printed row allows.

    Parameters
    ----------
    target
        The row.

    Returns
    -------
    list of numpy.ndarray
        As from `kind_counts`, one per solution and pair of flip counts.
    """
    if not target.flips:
        return [kind_counts(solution, None) for solution in target.solutions]
    return [
        kind_counts(solution, flips)
        for solution in target.solutions
        for flips in product(solution.flips_first, solution.flips_second)
    ]


def single_pairs(target: Target, habits: Habits, rng: np.random.Generator) -> Whole:
    """Draw the pairs of one printed row.

    Parameters
    ----------
    target
        The row.
    habits
        How the reviewer rates.
    rng
        Source of the draw.

    Returns
    -------
    numpy.ndarray
        Scores of first and second version, shape (pairs, 2); counts, flips and the second mean print as published.

    Raises
    ------
    SearchError
        If no whole numbers do so.
    """
    options = choices(target)
    counts = options[rng.integers(len(options))]
    low, high = target.sum_second
    expected = expected_table(habits, counts, float(rng.uniform(low, high)) / target.n)
    demands = [*_kinds(counts, 1, 0), Demand(SECOND.ravel().astype(float), low, high)]
    drawn = drawn_table(expected, counts, rng).ravel()
    return _pairs(nearest(drawn, expected.ravel(), demands))


def nested_pairs(whole: Target, batch: Target, habits: Habits, rng: np.random.Generator) -> tuple[Whole, Whole]:
    """Draw the pairs of a printed row and, among them, those of a batch that is printed as a row of its own.

    Parameters
    ----------
    whole, batch
        The two rows, of the same reviewer, prompt and contrast.
    habits
        How the reviewer rates.
    rng
        Source of the draw.

    Returns
    -------
    tuple of numpy.ndarray
        Pairs of the batch and all other pairs, each of shape (pairs, 2).

    Raises
    ------
    SearchError
        If no counts of the batch fit into those of the whole.
    """
    inside, outside = _split(whole, batch, rng)
    limits = [batch.sum_second, whole.sum_second]
    inside_sum, all_sum = (float(rng.uniform(*ends)) for ends in limits)
    expected = [
        expected_table(habits, inside, inside_sum / batch.n),
        expected_table(habits, outside, (all_sum - inside_sum) / (whole.n - batch.n)),
    ]
    drawn = [drawn_table(table, counts, rng) for table, counts in zip(expected, (inside, outside), strict=True)]
    scores, none = SECOND.ravel().astype(float), np.zeros(SECOND.size)
    demands = [
        *_kinds(inside, 2, 0),
        *_kinds(outside, 2, 1),
        Demand(np.concatenate([scores, none]), *limits[0]),
        Demand(np.concatenate([scores, scores]), *limits[1]),
    ]
    solved = nearest(
        np.concatenate([table.ravel() for table in drawn]), np.concatenate([*map(np.ravel, expected)]), demands
    )
    return _pairs(solved[: SECOND.size]), _pairs(solved[SECOND.size :])


def _split(whole: Target, batch: Target, rng: np.random.Generator) -> tuple[Whole, Whole]:
    """Choose counts of the batch and of the rest that add up to counts of the whole."""
    fitting = [
        (inside, rest)
        for total, inside in product(choices(whole), choices(batch))
        if ((rest := _rest(total, inside)) >= 0).all()
    ]
    if not fitting:
        raise SearchError(f"{whole.reviewer}, {whole.contrast.name}: the batch does not fit into the {whole.n} pairs")
    return fitting[rng.integers(len(fitting))]


def _rest(total: Whole, inside: Whole) -> Whole:
    """Take the batch from the whole; where one of the two has no flips imposed, only wins, losses and ties count."""
    if len(total) == len(inside):
        return total - inside
    return _without_flips(total) - _without_flips(inside)


def _without_flips(counts: Whole) -> Whole:
    return counts if len(counts) == 3 else np.array([counts[:2].sum(), counts[2:4].sum(), counts[4]])


def _kinds(counts: Whole, parts: int, part: int) -> list[Demand]:
    """Demand the number of every kind of pair in one of several tables that lie behind one another."""
    demands = []
    for kind, count in zip(outcomes(len(counts) > 3), counts, strict=True):
        factors = np.zeros((parts, kind.size))
        factors[part] = kind.ravel()
        demands.append(Demand(factors.ravel(), count, count))
    return demands


def _pairs(cells: Whole) -> Whole:
    """Turn numbers of pairs, shape (100,), into pairs of scores."""
    first, second = np.divmod(np.repeat(np.arange(len(cells)), cells), SECOND.shape[1])
    return np.column_stack([first + 1, second + 1])


def deal(pairs: Sequence[Whole] | Whole, quality: NDArray[np.float64], rng: np.random.Generator) -> Whole:
    """Give scores to papers: higher ones tend to go to better papers.

    Parameters
    ----------
    pairs
        Scores of the versions, shape (papers, versions).
    quality
        Of the papers, shape (papers,), in units of its SD.
    rng
        Source of the draw.

    Returns
    -------
    numpy.ndarray
        The rows in the order of the papers.
    """
    scores = np.asarray(pairs)
    tried = quality + rng.standard_normal(len(quality))
    jitter = scores.mean(axis=1) + rng.uniform(-0.5, 0.5, len(scores))
    dealt = np.empty_like(scores)
    dealt[np.argsort(tried, kind="stable")] = scores[np.argsort(jitter, kind="stable")]
    return dealt
