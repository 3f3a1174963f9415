"""Five forced-decimal scores for each paper, with the printed shift of the mean and within-paper SD."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from peerassay.reconstruct.repeatability.targets import (
    DECIMAL_ROUNDS,
    HIGHEST,
    LOWEST,
    Window,
    squared_window,
    window,
)
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Whole = NDArray[np.int64]

TENTH = 10
"""Units per score point."""
WANDERING = 2.5
"""SD over papers, in tenths, of how far the new true position lies from the old mean plus the shift."""
UNEVEN = 0.3
STEPS, HALVINGS, REDRAWS = 200_000, 14, 4
SQUARES_PER_UNIT = 20
"""A sum of squares may be off by this much where the sum of scores is off by one."""


@dataclass(frozen=True)
class DecimalGoal:
    """What the forced-decimal scores of one reviewer must add up to.

    Attributes
    ----------
    rise : Window
        Sum of the decimal scores less the sum of the first integer scores, in tenths.
    squares : Window
        Sum of squared differences over the pairs of decimal scores of the same paper, in squared tenths.
    """

    rise: Window
    squares: Window


def published_decimals(claims: Claims) -> dict[str, DecimalGoal]:
    """Read from the printed numbers what the forced-decimal scores must add up to.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to DecimalGoal
        For the two reviewers that were asked for decimals, by the last part of their claims' ids.
    """
    return {key: _goal(claims, key) for key in ("gpt6luna", "gpt6sol")}


def _goal(claims: Claims, key: str) -> DecimalGoal:
    rise, sd = (claims[f"rep.granularity.{name}.{key}"] for name in ("mean_diff", "sd.decimal"))
    papers = sd.n or 0
    pairs = 2 * papers * comb(DECIMAL_ROUNDS, 2)
    return DecimalGoal(
        window(rise, papers * DECIMAL_ROUNDS * TENTH),
        squared_window(sd, pairs * TENTH**2),
    )


def forced_decimals(scores: Whole, goal: DecimalGoal, rng: np.random.Generator) -> Whole:
    """Draw decimal scores for papers that have integer scores.

    Parameters
    ----------
    scores : ndarray of int, shape (papers, rounds)
        Integer scores; the first five rounds are the ones that the mean is compared with.
    goal : DecimalGoal
        What the new scores must add up to.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers, 5)
        Scores in tenths, none of them a whole score.

    Raises
    ------
    SearchError
        If the goal is not met.
    """
    before = TENTH * int(scores[:, :DECIMAL_ROUNDS].sum())
    target = Window(before + goal.rise.low, before + goal.rise.high)
    papers = len(scores)
    base = TENTH * scores.mean(axis=1) + WANDERING * rng.standard_normal(papers)
    size = np.exp(UNEVEN * rng.standard_normal(papers) - UNEVEN**2 / 2)
    noise = size[:, None] * rng.standard_normal((papers, DECIMAL_ROUNDS))
    side = 2 * rng.integers(2, size=noise.shape) - 1
    shift, spread = goal.rise.low / noise.size, 3.0
    for _ in range(REDRAWS):
        spread = _fit_spread(base + shift, noise, side, goal.squares.low)
        drawn = _fractional(base + shift, spread * noise, side)
        shift += (target.low - int(drawn.sum())) / noise.size
    return _adjust(_fractional(base + shift, spread * noise, side), target, goal.squares, rng)


def _fractional(base: NDArray[np.float64], noise: NDArray[np.float64], side: Whole) -> Whole:
    """Round to tenths inside the scale; a whole score moves to one side."""
    tenths = np.clip(np.rint(base[:, None] + noise), TENTH * LOWEST + 1, TENTH * HIGHEST - 1).astype(np.int64)
    return np.where(tenths % TENTH == 0, tenths + side, tenths)


def _squares(scores: Whole) -> int:
    return int(scores.shape[1] * (scores**2).sum() - (scores.sum(axis=1) ** 2).sum())


def _fit_spread(base: NDArray[np.float64], noise: NDArray[np.float64], side: Whole, squares: int) -> float:
    low, high = 0.3, 30.0
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5
        more = _squares(_fractional(base, middle * noise, side)) > squares
        low, high = (low, middle) if more else (middle, high)
    return float((low * high) ** 0.5)


def _adjust(scores: Whole, target: Window, squares: Window, rng: np.random.Generator) -> Whole:
    """Move single scores by a tenth, over whole scores, until both sums are met."""
    scores = scores.copy()
    total, square = int(scores.sum()), _squares(scores)
    for _ in range(STEPS):
        away = _away(total, square, target, squares)
        if not away:
            return scores
        paper, turn = int(rng.integers(len(scores))), int(rng.integers(scores.shape[1]))
        row = scores[paper].copy()
        step = 2 * int(rng.integers(2)) - 1
        row[turn] += step if (row[turn] + step) % TENTH else 2 * step
        if not TENTH * LOWEST < row[turn] < TENTH * HIGHEST:
            continue
        new_total = total + int(row.sum() - scores[paper].sum())
        new_square = square + _squares(row[None]) - _squares(scores[paper][None])
        if _away(new_total, new_square, target, squares) < away:
            scores[paper], total, square = row, new_total, new_square
    raise SearchError(f"decimal scores still {_away(total, square, target, squares):.2f} tenths away")


def _away(total: int, square: int, target: Window, squares: Window) -> float:
    return abs(target.miss(total)) + abs(squares.miss(square)) / SQUARES_PER_UNIT
