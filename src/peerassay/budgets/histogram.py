r"""The product and mixture bounds when only the histogram of all pair differences is known.

By Jensen's inequality :math:`\log E(m) \ge (M/\text{pairs}) \sum \log(1 - c(h - m))` over all pairs, so the value at
which the right side reaches :math:`\log(1/\alpha)` is an upper bound too, slightly wider than the one from the scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.budgets.limits import kernel_bound
from peerassay.budgets.product import MIXTURE, PRODUCT, check_parts, invert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def pair_histogram(scores: ArrayLike, width: int) -> NDArray[np.int64]:
    """Count the pairs of scores of the same paper by their difference.

    Parameters
    ----------
    scores : array_like of int, shape (papers, rounds)
        Whole scores without gaps.
    width : int
        Largest possible difference.

    Returns
    -------
    ndarray of int, shape (width + 1,)
        Pairs with difference 0, 1, ..., ``width``, over all papers.

    Raises
    ------
    ValueError
        If a score is not whole or a difference is larger than ``width``.
    """
    table = np.asarray(scores)
    if table.ndim != 2 or not np.all(np.isfinite(table)) or np.any(table != np.round(table)):
        raise ValueError(f"scores: shape {table.shape}; expected a table of whole numbers without gaps")
    first, second = np.triu_indices(table.shape[1], k=1)
    differences = np.abs(table[:, first] - table[:, second]).astype(int)
    if differences.size and differences.max() > width:
        raise ValueError(f"scores: largest difference {differences.max()}; expected at most {width}")
    return np.bincount(differences.ravel(), minlength=width + 1)


def histogram_variance(histogram: ArrayLike) -> float:
    r"""Give the mean within-paper variance that belongs to a histogram.

    Parameters
    ----------
    histogram : array_like of int, shape (width + 1,)
        Pairs by difference 0, 1, ...; every paper has the same number of pairs.

    Returns
    -------
    float
        :math:`\hat V`, the mean of :math:`d^2/2` over all pairs.

    Raises
    ------
    ValueError
        If there is no pair, or a count is negative.
    """
    counts, kernels = _counts_and_kernels(histogram)
    return float(counts @ kernels / counts.sum())


def histogram_product_bound(
    histogram: ArrayLike, kernels: int, alpha: float, low: float = 1, high: float = 10
) -> float:
    r"""Bound the mean variance by the product bound, from a histogram of pair differences.

    Parameters
    ----------
    histogram : array_like of int, shape (width + 1,)
        Pairs by difference 0, 1, ...; every paper has the same number of pairs.
    kernels : int
        Number of independent kernels :math:`M`.
    alpha : float
        Error level.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        An upper bound of :math:`V` at level :math:`\alpha`, never below :math:`\hat V` unless capped.

    Raises
    ------
    ValueError
        If a difference does not fit into the range, or an argument is out of its range.
    """
    return histogram_mixture_bound(histogram, kernels, alpha, low, high, parts=PRODUCT)


def histogram_mixture_bound(
    histogram: ArrayLike,
    kernels: int,
    alpha: float,
    low: float = 1,
    high: float = 10,
    parts: Sequence[tuple[float, float]] = MIXTURE,
) -> float:
    r"""Bound the mean variance by the mixture bound, from a histogram of pair differences.

    Parameters
    ----------
    histogram : array_like of int, shape (width + 1,)
        Pairs by difference 0, 1, ...; every paper has the same number of pairs.
    kernels : int
        Number of independent kernels :math:`M`.
    alpha : float
        Error level.
    low, high : float
        Ends of the score range.
    parts : sequence of (weight, share)
        Weights that sum to 1, and shares of :math:`1/B` in (0, 1].

    Returns
    -------
    float
        An upper bound of :math:`V` at level :math:`\alpha`.

    Raises
    ------
    ValueError
        If a difference does not fit into the range, or an argument is out of its range.
    """
    counts, values = _counts_and_kernels(histogram)
    bound = kernel_bound(low, high)
    if values.max() > bound:
        raise ValueError(
            f"histogram: kernel {values.max():g}; expected at most {bound:g} for scores in [{low}, {high}]"
        )
    weights, shares = (np.array(column) for column in zip(*check_parts(parts), strict=True))
    slopes = shares[:, None] / bound

    def log_value(candidate: float) -> float:
        logs = kernels / counts.sum() * np.log(1 - slopes * (values - candidate)) @ counts
        return float(np.logaddexp.reduce(logs + np.log(weights)))

    return invert(log_value, alpha, kernels, low, high)


def _counts_and_kernels(histogram: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the differences that occur: how often, and their kernels."""
    counts = np.asarray(histogram, dtype=float)
    if counts.ndim != 1 or counts.sum() <= 0 or np.any(counts < 0):
        raise ValueError("histogram: expected one count of at least 0 for each difference and at least one pair")
    kept = counts > 0
    return counts[kept], np.arange(len(counts))[kept] ** 2 / 2.0
