"""Bootstrap intervals that resample papers."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import bootstrap

from peerassay.repeatability.results import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

RESAMPLES = 5000
"""Resamples unless told otherwise."""
_CELLS = 2**20


def paper_interval(
    columns: Sequence[ArrayLike],
    statistic: Callable[..., NDArray[np.float64]],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Interval:
    """Give a statistic with a percentile interval over resampled papers.

    Parameters
    ----------
    columns : sequence of array_like, each of shape (papers,)
        One or more numbers per paper. A paper with NaN in any column is left out and counted.
    statistic : callable
        ``statistic(column, ..., axis=-1)`` over the papers on that axis; `column_mean` for a single column.
    rng : numpy.random.Generator
        Source of the draws.
    resamples : int
        Number of resamples, 1 or more.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    Interval
        The statistic of all usable papers and its interval. With fewer than two papers the ends are NaN and `reason`
        says so.

    Raises
    ------
    ValueError
        If the columns differ in length, or the confidence or the number of resamples is out of range.

    Notes
    -----
    Each resample draws as many papers as there are, with replacement, and takes all columns of a paper together. The
    ends are the (1 - confidence) / 2 and (1 + confidence) / 2 quantiles (Efron and Tibshirani 1993, chapter 13;
    scipy.stats.bootstrap). Memory does not grow with the number of resamples times papers.
    """
    table = _table(columns, resamples, confidence)
    used = table[:, ~np.isnan(table).any(axis=0)]
    papers, excluded = used.shape[1], table.shape[1] - used.shape[1]
    value = float(statistic(*used, axis=-1)) if papers else nan
    if papers < 2:
        return Interval(value, papers, excluded, "fewer than two papers", confidence=confidence)
    result = bootstrap(
        tuple(used),
        statistic,
        paired=True,
        vectorized=True,
        axis=-1,
        n_resamples=resamples,
        batch=max(1, _CELLS // papers),
        confidence_level=confidence,
        method="percentile",
        rng=rng,
    )
    low, high = map(float, result.confidence_interval)
    return Interval(value, papers, excluded, "", low, high, confidence, resamples)


def column_mean(column: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """Average the papers on an axis; for `paper_interval`."""
    return np.asarray(np.mean(column, axis=axis))


def _table(columns: Sequence[ArrayLike], resamples: int, confidence: float) -> NDArray[np.float64]:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}; expected a number strictly between 0 and 1")
    if resamples < 1:
        raise ValueError(f"resamples = {resamples}; expected at least 1")
    arrays = [np.asarray(column, dtype=float) for column in columns]
    if not arrays or any(array.ndim != 1 or array.shape != arrays[0].shape for array in arrays):
        shapes = [array.shape for array in arrays]
        raise ValueError(f"columns: shapes {shapes}; expected at least one column, each with one number per paper")
    return np.vstack(arrays)
