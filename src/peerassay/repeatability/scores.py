"""Tables of repeated scores: checks, exact whole numbers behind decimals, and paper means in which ties are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_DECIMALS = 9
"""Scores with more decimals than this are not taken as exact decimals."""


@dataclass(frozen=True)
class WholeScores:
    """A table of scores as whole multiples of a unit, so that sums and ties are exact.

    Attributes
    ----------
    units : ndarray of int64, shape (papers, rounds)
        Score times `scale`; 0 where a round is missing.
    present : ndarray of bool, shape (papers, rounds)
        Where there is a score.
    scale : int
        A power of ten: the units in one score point.
    """

    units: NDArray[np.int64]
    present: NDArray[np.bool_]
    scale: int


def score_table(scores: ArrayLike) -> NDArray[np.float64]:
    """Give repeated scores as a table of floats.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        One row per paper; NaN marks a round that is missing.

    Returns
    -------
    ndarray of float, shape (papers, rounds)
        The same table. It may have no rows, but it has two dimensions.

    Raises
    ------
    ValueError
        If the table does not have two dimensions or a score is infinite (the message names its row and column).
    """
    table = np.asarray(scores, dtype=float)
    if table.ndim != 2:
        raise ValueError(f"scores: shape {table.shape}; expected one row per paper and one column per round")
    infinite = np.argwhere(np.isinf(table))
    if len(infinite):
        row, column = infinite[0]
        raise ValueError(f"scores, paper (row) {row}, round (column) {column}: infinite; expected a number or NaN")
    return table


def whole_scores(scores: ArrayLike) -> WholeScores:
    """Turn scores into whole numbers by the smallest power of ten that makes all of them whole.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Scores with at most nine decimals, in score points; NaN marks a missing round.

    Returns
    -------
    WholeScores
        The exact whole numbers.

    Raises
    ------
    ValueError
        If a score has more decimals than that, or is too large to be added up exactly.

    Notes
    -----
    A float x stands for z / 10^d if the correctly rounded quotient of the two whole numbers is x itself. So 0.1 + 0.2
    is not taken for 0.3; it has more than nine decimals.
    """
    table = score_table(scores)
    present = ~np.isnan(table)
    filled = np.where(present, table, 0.0)
    for decimals in range(MOST_DECIMALS + 1):
        scale = 10**decimals
        whole = np.rint(filled * scale)
        if np.array_equal(whole / scale, filled):
            _check_size(whole)
            return WholeScores(whole.astype(np.int64), present, scale)
    row, column = np.argwhere(whole / scale != filled)[0]
    raise ValueError(
        f"scores, paper (row) {row}, round (column) {column}: value {table[row, column]!r}; expected at most "
        f"{MOST_DECIMALS} decimals, so that sums can be compared exactly (round the scores first)"
    )


def _check_size(whole: NDArray[np.float64]) -> None:
    largest = np.abs(whole).max(initial=0)
    if largest * max(1, whole.shape[1]) >= 2**53:
        raise ValueError(f"scores: {largest:g} units of the last decimal; expected numbers that add up below 2^53")


def paper_means(scores: ArrayLike) -> NDArray[np.float64]:
    r"""Average each paper's scores.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round.

    Returns
    -------
    ndarray of float, shape (papers,)
        :math:`\bar Y_i` over the rounds that are there; NaN for a paper without any.

    Raises
    ------
    ValueError
        If the scores have more than nine decimals.

    Notes
    -----
    One division of two exact whole numbers: equal means are equal floats, also when the numbers of rounds differ, so
    that ranks and AUC see every tie.
    """
    whole = whole_scores(scores)
    counts = whole.present.sum(axis=1)
    means = np.full(len(counts), np.nan)
    np.divide(whole.units.sum(axis=1), counts * whole.scale, out=means, where=counts > 0)
    return means


def score_counts(scores: ArrayLike) -> NDArray[np.int64]:
    """Count the scores that each paper has.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        NaN marks a missing round.

    Returns
    -------
    ndarray of int, shape (papers,)
        0 to the number of rounds.
    """
    return np.asarray(np.isfinite(score_table(scores)).sum(axis=1, dtype=np.int64))
