"""Random splits of papers into those that parameters are fitted to and those that they are tested on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPLITS = 30
"""Splits unless told otherwise, as in the paper."""


def random_splits(papers: int, rng: np.random.Generator, splits: int = SPLITS) -> NDArray[np.bool_]:
    """Draw splits of papers into halves.

    Parameters
    ----------
    papers : int
        Number of papers, 2 or more, in the order of their ids.
    rng : numpy.random.Generator
        Source of the draws.
    splits : int
        How many, 1 or more.

    Returns
    -------
    ndarray of bool, shape (splits, papers)
        True for papers to fit to; of an odd number of papers, the smaller half.

    Raises
    ------
    ValueError
        If there are fewer than two papers or no split.

    Notes
    -----
    Repeatability paper, appendix E: 198 papers sorted by id, 30 random halves, no stratification by year; its seed is
    not printed.
    """
    if papers < 2 or splits < 1:
        raise ValueError(f"papers = {papers}, splits = {splits}; expected at least 2 papers and 1 split")
    order = rng.random((splits, papers)).argsort(axis=1, kind="stable")
    return np.asarray(order.argsort(axis=1) < papers // 2)


def appearances(training: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count in how many splits each paper is tested.

    Parameters
    ----------
    training : ndarray of bool, shape (splits, papers)
        As from `random_splits`.

    Returns
    -------
    ndarray of int, shape (papers,)
    """
    return np.asarray((~training).sum(axis=0), dtype=np.int64)
