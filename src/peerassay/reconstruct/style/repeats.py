"""Repeated reviews of a few papers whose pooled SD prints as published."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claim
    from peerassay.reconstruct.style.model import Habits

    Whole = NDArray[np.int64]

PAPERS, REPEATS = 10, 10
STEPS: Final = 20_000


def scaled_squares(scores: Whole) -> int:
    """Return the sum over papers of n sum(y^2) - (sum y)^2: n (n - 1) times the sum of the papers' variances."""
    return int((scores.shape[1] * (scores**2).sum(axis=1) - scores.sum(axis=1) ** 2).sum())


def square_bounds(claim: Claim) -> tuple[int, int]:
    """Return the lowest and highest `scaled_squares` of ten papers whose SD could have been printed as a claim.

    Notes
    -----
    SD^2 = scaled squares / (papers n (n - 1)), with the papers' unbiased variances averaged before the root.
    """
    half = Fraction(1, 2 * 10**claim.decimals)
    low, high = Fraction(claim.value) - half, Fraction(claim.value) + half
    factor = PAPERS * REPEATS * (REPEATS - 1)
    return ceil(low**2 * factor), floor(high**2 * factor)


def repeated_scores(claim: Claim, habits: Habits, level: float, rng: np.random.Generator) -> Whole:
    """Draw ten reviews of ten papers and change single scores until the pooled SD is the printed one.

    Parameters
    ----------
    claim
        The printed SD.
    habits
        How the reviewer rates.
    level
        Mean of the papers' own means, in score points.
    rng
        Source of the draw.

    Returns
    -------
    numpy.ndarray
        Whole scores from 1 to 10, shape (10, 10).

    Raises
    ------
    SearchError
        If the search ends before the SD is met.
    """
    low, high = square_bounds(claim)
    means = rng.normal(level, habits.papers, PAPERS)[:, None]
    noise = habits.noise * np.exp(habits.uneven * rng.standard_normal(PAPERS))[:, None]
    scores = np.clip(np.rint(means + noise * rng.standard_normal((PAPERS, REPEATS))), 1, 10).astype(np.int64)
    for _ in range(STEPS):
        squares = scaled_squares(scores)
        if low <= squares <= high:
            return scores
        changed = _changed(scores, rng)
        if _distance(scaled_squares(changed), low, high) <= _distance(squares, low, high):
            scores = changed
    raise SearchError(f"{claim.id}: no ten by ten scores with an SD of {claim.printed} after {STEPS} steps")


def _changed(scores: Whole, rng: np.random.Generator) -> Whole:
    changed = scores.copy()
    paper, review = rng.integers(PAPERS), rng.integers(REPEATS)
    changed[paper, review] = np.clip(changed[paper, review] + rng.choice([-1, 1]), 1, 10)
    return changed


def _distance(squares: int, low: int, high: int) -> int:
    return max(low - squares, squares - high, 0)
