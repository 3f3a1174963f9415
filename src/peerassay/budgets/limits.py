"""Checks of the quantities that every budget needs: levels, tolerances, the score range and the scores themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Real = float | Fraction


def kernel_bound(low: float, high: float) -> float:
    r"""Give the largest value of the pair kernel.

    Parameters
    ----------
    low, high : float
        Ends of the score range, in score points.

    Returns
    -------
    float
        :math:`B = (b-a)^2/2`, in squared score points.

    Raises
    ------
    ValueError
        If the range is empty or not finite.

    Notes
    -----
    The kernel is :math:`h(y, y') = (y-y')^2/2` (repeatability paper, appendix D).
    """
    return check_range(low, high) ** 2 / 2


def variance_cap(low: float, high: float) -> float:
    r"""Give the largest variance that scores in a range can have.

    Parameters
    ----------
    low, high : float
        Ends of the score range, in score points.

    Returns
    -------
    float
        :math:`(b-a)^2/4`, reached by scores that are at either end half of the time.

    Raises
    ------
    ValueError
        If the range is empty or not finite.
    """
    return check_range(low, high) ** 2 / 4


def check_range(low: float, high: float) -> float:
    """Give the width of a score range, after checking that it has one.

    Parameters
    ----------
    low, high : float
        Ends of the range, in score points.

    Returns
    -------
    float
        ``high - low``.

    Raises
    ------
    ValueError
        If an end is not finite or ``low`` is not below ``high``.
    """
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise ValueError(f"score range: low = {low}, high = {high}; expected two finite numbers with low < high")
    return high - low


def check_level(name: str, value: Real) -> Real:
    """Give back a probability level that lies strictly between 0 and 1.

    Parameters
    ----------
    name : str
        What to call the level in the message.
    value : float or Fraction
        The level.

    Returns
    -------
    float or Fraction
        ``value``.

    Raises
    ------
    ValueError
        If the level is 0, 1, outside, or not a number.
    """
    if not 0 < value < 1:
        raise ValueError(f"{name} = {value}; expected a number strictly between 0 and 1")
    return value


def check_positive(name: str, value: Real) -> Real:
    """Give back a number that is finite and above zero.

    Parameters
    ----------
    name : str
        What to call the number in the message.
    value : float or Fraction
        The number.

    Returns
    -------
    float or Fraction
        ``value``.

    Raises
    ------
    ValueError
        If it is zero, negative, infinite or not a number.
    """
    if not 0 < value < float("inf"):
        raise ValueError(f"{name} = {value}; expected a finite number above 0")
    return value


def check_variance(value: Real) -> Real:
    """Give back a variance that is finite and not negative.

    Parameters
    ----------
    value : float or Fraction
        The variance, in squared score points.

    Returns
    -------
    float or Fraction
        ``value``.

    Raises
    ------
    ValueError
        If it is negative, infinite or not a number.
    """
    if not 0 <= value < float("inf"):
        raise ValueError(f"variance = {value}; expected a finite number of at least 0")
    return value


def check_scores(scores: ArrayLike, low: float, high: float) -> NDArray[np.float64]:
    """Give pilot scores as a table of floats, after checking that a bound can use them.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        One row per paper; NaN marks a round that is missing.
    low, high : float
        Ends of the score range, in score points.

    Returns
    -------
    ndarray of float, shape (papers, rounds)
        The same table.

    Raises
    ------
    ValueError
        If the table is empty, a score lies outside the range (the message names its row, column and value), or a paper
        has fewer than two scores.
    """
    table = np.asarray(scores, dtype=float)
    check_range(low, high)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"scores: shape {table.shape}; expected a table with one row per paper and one column per round"
        )
    outside = np.argwhere((table < low) | (table > high))
    if len(outside):
        row, column = outside[0]
        raise ValueError(
            f"scores, paper (row) {row}, round (column) {column}: value {table[row, column]:g}; "
            f"expected {low:g} to {high:g} ({len(outside)} such value(s) in all)"
        )
    _check_counts(table)
    return table


def _check_counts(table: NDArray[np.float64]) -> None:
    counts = np.isfinite(table).sum(axis=1)
    if counts.min() < 2:
        row = int(counts.argmin())
        raise ValueError(
            f"scores, paper (row) {row}: {counts[row]} score(s); expected at least 2 rounds for each paper"
        )
