"""Preference statistics of one reviewer between two versions of the same papers.

Everything works from whole counts, so that the same functions serve counts recovered from a printed table and counts
taken from paired scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

import numpy as np

from peerassay.style.inference import ratio_interval, share_interval, sign_test

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

ACCEPTANCE_THRESHOLD = 4.5


@dataclass(frozen=True)
class Estimate:
    """A value with its confidence limits; an undefined value is NaN and has a reason."""

    value: float
    low: float
    high: float
    reason: str = ""


@dataclass(frozen=True)
class PairCounts:
    """How often the first, the second version, neither scores higher, and how many pairs lack a score."""

    wins: int
    losses: int
    ties: int
    missing: int = 0

    @property
    def n(self) -> int:
        """Number of complete pairs."""
        return self.wins + self.losses + self.ties


@dataclass(frozen=True)
class FlipCounts:
    """Pairs on opposite sides of the acceptance threshold, by direction, and pairs that lack a score."""

    first_up: int
    second_up: int
    n: int
    missing: int = 0


@dataclass(frozen=True)
class Preference:
    """One row of a preference table: counts, shares (fractions), ratio and sign test."""

    counts: PairCounts
    share_first: Estimate
    share_second: Estimate
    share_tie: Estimate
    ratio: Estimate
    p: float
    p_reason: str = ""


def _pairs(first: ArrayLike, second: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(f"scores: expected two lists of the same length, got shapes {a.shape} and {b.shape}")
    complete = ~(np.isnan(a) | np.isnan(b))
    return a[complete], b[complete], int((~complete).sum())


def preference_counts(first: ArrayLike, second: ArrayLike) -> PairCounts:
    """Count in how many pairs the first version scores higher, the second does, or both score the same.

    Parameters
    ----------
    first, second
        Scores of the two versions, shape (papers,), in the same order of papers; NaN for a missing review.

    Returns
    -------
    PairCounts
        Pairs in which a score is missing are counted as missing.

    Raises
    ------
    ValueError
        If the two are not lists of the same length.

    Notes
    -----
    Style over Substance, section 3.
    """
    a, b, missing = _pairs(first, second)
    return PairCounts(int((a > b).sum()), int((a < b).sum()), int((a == b).sum()), missing)


def flip_counts(first: ArrayLike, second: ArrayLike, threshold: float = ACCEPTANCE_THRESHOLD) -> FlipCounts:
    """Count decision flips: pairs whose two scores are on opposite sides of the acceptance threshold.

    Parameters
    ----------
    first, second
        Scores of the two versions, shape (papers,); NaN for a missing review.
    threshold
        Score points. A score equal to it is on neither side.

    Returns
    -------
    FlipCounts
        `first_up`: first above and second below; `second_up`: the reverse.

    Raises
    ------
    ValueError
        If the two are not lists of the same length, or the threshold is NaN.

    Notes
    -----
    Style over Substance, section 3.1 (threshold 4.5).
    """
    if isnan(threshold):
        raise ValueError("threshold: expected a number, got NaN")
    a, b, missing = _pairs(first, second)
    first_up = (a > threshold) & (b < threshold)
    second_up = (b > threshold) & (a < threshold)
    return FlipCounts(int(first_up.sum()), int(second_up.sum()), a.size, missing)


def _share(count: int, n: int, confidence: float) -> Estimate:
    low, high = share_interval(count, n, confidence)
    return Estimate(count / n, low, high) if n else Estimate(nan, low, high, "no pairs")


def _ratio(wins: int, losses: int, confidence: float) -> Estimate:
    low, high = ratio_interval(wins, losses, confidence)
    if losses == 0:
        return Estimate(nan, low, high, "the second version never scores higher")
    return Estimate(wins / losses, low, high)


def preference(counts: PairCounts, confidence: float = 0.95) -> Preference:
    """Compute a row of a preference table from counts.

    Parameters
    ----------
    counts
        Wins, losses and ties.
    confidence
        Of the intervals, between 0 and 1.

    Returns
    -------
    Preference
        Shares are fractions of the complete pairs with Clopper-Pearson limits.

    Raises
    ------
    ValueError
        If a count is negative or `confidence` is not between 0 and 1.

    Notes
    -----
    share = count / n; ratio = wins / losses; p from the exact two-sided sign test on wins and losses.
    Style over Substance, sections 3 and 3.2.
    """
    p = sign_test(counts.wins, counts.losses)
    return Preference(
        counts,
        _share(counts.wins, counts.n, confidence),
        _share(counts.losses, counts.n, confidence),
        _share(counts.ties, counts.n, confidence),
        _ratio(counts.wins, counts.losses, confidence),
        p,
        "every pair is a tie" if isnan(p) else "",
    )
