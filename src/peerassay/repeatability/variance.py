"""The within-paper variance and SD of repeated scores."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from peerassay.repeatability.results import Variance
from peerassay.repeatability.scores import score_table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

ONE_SCORE = "no paper has two scores"


class TwoPoint(NamedTuple):
    """Variance and disagreement of scores that switch between two adjacent levels."""

    variance: float
    disagreement: float


def paper_variances(scores: ArrayLike) -> NDArray[np.float64]:
    r"""Give each paper's unbiased variance.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        In score points; NaN marks a missing round.

    Returns
    -------
    ndarray of float, shape (papers,)
        In squared score points; NaN for a paper with fewer than two scores.

    Notes
    -----
    :math:`S_i^2 = \frac{1}{n_i-1}\sum_r (Y_{ir}-\bar Y_i)^2` with the :math:`n_i` scores that the paper has
    (repeatability paper, appendix C).
    """
    table = score_table(scores)
    variances = np.full(len(table), nan)
    enough = np.isfinite(table).sum(axis=1) > 1
    if enough.any():
        variances[enough] = np.nanvar(table[enough], axis=1, ddof=1)
    return variances


def within_paper_variance(scores: ArrayLike) -> Variance:
    r"""Average the papers' unbiased variances.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        In score points; NaN marks a missing round.

    Returns
    -------
    Variance
        :math:`\hat V`, its root as `sd`, the papers behind it, and how many were excluded for having fewer than two
        scores.

    Notes
    -----
    :math:`\hat V = N^{-1}\sum_i S_i^2` and SD :math:`= \sqrt{\hat V}`: variances are averaged first, every paper
    weighs the same, and the root comes last (repeatability paper, appendix C). It is neither the SD of all scores nor
    the mean of the papers' SDs.
    """
    variances = paper_variances(scores)
    known = variances[~np.isnan(variances)]
    if not len(known):
        return Variance(nan, 0, len(variances), ONE_SCORE)
    return Variance(float(known.mean()), len(known), len(variances) - len(known))


def two_point(share: float) -> TwoPoint:
    r"""Give variance and pair disagreement of a reviewer that switches between two adjacent scores.

    Parameters
    ----------
    share : float
        Probability :math:`\pi` of the higher score, 0 to 1.

    Returns
    -------
    TwoPoint
        :math:`\pi(1-\pi)` and :math:`2\pi(1-\pi)`.

    Raises
    ------
    ValueError
        If the probability is outside 0 to 1.

    Notes
    -----
    Repeatability paper, appendix on granularity: the probability that two reviews disagree is twice the variance.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share = {share}; expected a probability from 0 to 1")
    return TwoPoint(share * (1 - share), 2 * share * (1 - share))
