"""Losses and risks of an estimated score distribution against target scores."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from peerassay.estimation.grid import INPUTS
from peerassay.estimation.quick import support

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]


def count_scores(scores: ArrayLike, low: int = 1, high: int = 10) -> NDArray[np.int64]:
    """Count how often each score was given.

    Parameters
    ----------
    scores : array_like, shape (..., rounds)
        Whole scores; NaN where there is none.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of int, shape (..., scores)

    Raises
    ------
    ValueError
        If a score is not whole or out of range.
    """
    given = np.asarray(scores, dtype=float)
    known = given[~np.isnan(given)]
    wrong = known[(known != np.rint(known)) | (known < low) | (known > high)]
    if wrong.size:
        raise ValueError(f"score {wrong[0]:g}; expected a whole number from {low} to {high}")
    return np.asarray((given[..., :, None] == support(low, high)).sum(axis=-2), dtype=np.int64)


def frequencies(counts: ArrayLike) -> Reals:
    """Turn counts into the empirical distribution; NaN where there is no score.

    Parameters
    ----------
    counts : array_like, shape (..., scores)
        As from `count_scores`.

    Returns
    -------
    ndarray of float, shape (..., scores)
    """
    given = np.asarray(counts, dtype=float)
    total = given.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(given, total, out=np.full_like(given, np.nan), where=total > 0))


def collision_share(counts: ArrayLike) -> Reals:
    r"""Give the share of equal pairs among the pairs of scores of a paper.

    Parameters
    ----------
    counts : array_like, shape (..., scores)
        As from `count_scores`.

    Returns
    -------
    ndarray of float, shape (...)
        :math:`C = \sum_s n_s(n_s-1) / m(m-1)`, which estimates :math:`\|p\|_2^2` without bias; NaN with fewer than two
        scores.

    Notes
    -----
    Repeatability paper, appendix E.
    """
    given = np.asarray(counts, dtype=float)
    total = given.sum(axis=-1)
    pairs = total * (total - 1)
    equal = (given * (given - 1)).sum(axis=-1)
    return np.asarray(np.divide(equal, pairs, out=np.full(pairs.shape, np.nan), where=pairs > 0))


def brier_loss(estimate: ArrayLike, counts: ArrayLike) -> Reals:
    r"""Average the Brier loss of an estimate over target scores.

    Parameters
    ----------
    estimate : array_like, shape (..., scores)
        Distributions.
    counts : array_like, shape (..., scores)
        How often each score occurs among the targets.

    Returns
    -------
    ndarray of float, shape (...)
        :math:`\frac1m\sum_j \|q - e_{Z_j}\|_2^2`, 0 to 2; NaN without a target.

    Notes
    -----
    Brier (1950) for several classes; repeatability paper, appendix E. Includes what the targets vary by themselves.
    """
    q, shares = np.asarray(estimate, dtype=float), frequencies(counts)
    return np.asarray((q**2).sum(axis=-1) - 2 * (q * shares).sum(axis=-1) + 1)


def debiased_risk(estimate: ArrayLike, counts: ArrayLike) -> Reals:
    r"""Estimate the squared distance of an estimate from the true distribution.

    Parameters
    ----------
    estimate : array_like, shape (..., scores)
        Distributions that were made without the targets.
    counts : array_like, shape (..., scores)
        How often each score occurs among the targets.

    Returns
    -------
    ndarray of float, shape (...)
        :math:`\sum_s q(s)^2 - \frac2m\sum_j q(Z_j) + \frac{2}{m(m-1)}\sum_{j<l} 1\{Z_j = Z_l\}`. Its expectation
        given q is :math:`\|q-p\|_2^2`, so single values may be negative. NaN with fewer than two targets.

    Notes
    -----
    Repeatability paper, main text and appendix E; the displayed formula is lost and follows from the text. It equals
    the Brier loss minus one plus the share of equal pairs, so both have their minimum at the same parameters.
    """
    return np.asarray(brier_loss(estimate, counts) - 1 + collision_share(counts))


def direct_risk(collisions: ArrayLike, size: int) -> Reals:
    r"""Estimate the risk of the frequencies of direct samples.

    Parameters
    ----------
    collisions : array_like
        As from `collision_share`.
    size : int
        n, the number of samples that the frequencies rest on, 1 or more.

    Returns
    -------
    ndarray of float
        :math:`R_n = (1 - \|p\|_2^2)/n` with the share of equal pairs for :math:`\|p\|_2^2`.

    Raises
    ------
    ValueError
        If the size is below 1.

    Notes
    -----
    Repeatability paper, appendix E: the expected risk under this sampling law, whatever the number of stored scores.
    """
    if size < 1:
        raise ValueError(f"size = {size}; expected 1 or more")
    return np.asarray((1 - np.asarray(collisions, dtype=float)) / size)


def standard_estimate(quick: ArrayLike, counts: ArrayLike, weight: float) -> Reals:
    r"""Mix the frequencies of a few target scores with Quick.

    Parameters
    ----------
    quick : array_like, shape (..., scores)
        Quick's estimates.
    counts : array_like, shape (..., scores)
        Counts of the scores that are taken in (two in the paper).
    weight : float
        w, the share of the frequencies, 0 to 1.

    Returns
    -------
    ndarray of float, shape (..., scores)
        :math:`q_S = w\,\hat p_2 + (1-w)\,q_Q`.

    Raises
    ------
    ValueError
        If the weight is out of range.

    Notes
    -----
    Repeatability paper, main text and appendix E.
    """
    if not 0 <= weight <= 1:
        raise ValueError(f"weight = {weight}; expected a number from 0 to 1")
    return np.asarray(weight * frequencies(counts) + (1 - weight) * np.asarray(quick, dtype=float))


def mixture_risk(weight: ArrayLike, quick_risk: ArrayLike, collisions: ArrayLike, inputs: int = INPUTS) -> Reals:
    r"""Give the risk of Standard from that of Quick and the share of equal pairs.

    Parameters
    ----------
    weight : array_like
        w, 0 to 1.
    quick_risk : array_like
        Risk of Quick.
    collisions : array_like
        As from `collision_share`.
    inputs : int
        Number of target scores that Standard takes in.

    Returns
    -------
    ndarray of float
        :math:`w^2(1-C)/n + (1-w)^2 R_Q`; the arguments are broadcast.

    Raises
    ------
    ValueError
        If there are fewer inputs than 1.

    Notes
    -----
    The paper (main text, appendix E) gives this as an expectation, if auxiliary call and reasoning scores are
    independent. It is more: for the debiased risk, averaged over all ways to split the scores of a paper into inputs
    and targets, it holds exactly, paper by paper and whatever the scores. With g the mean of q over the scores, h the
    sum of its squares and f the frequencies of the inputs, averaging gives 1/n + (1 - 1/n) C for the squares of f, C
    for f at a target, and g for q both at f and at a target; what is left of the debiased risk is this expression.
    The test of this function enumerates the splits.
    """
    w = np.asarray(weight, dtype=float)
    return np.asarray(w**2 * direct_risk(collisions, inputs) + (1 - w) ** 2 * np.asarray(quick_risk, dtype=float))


def enumerated_risk(quick: ArrayLike, scores: ArrayLike, weight: float, low: int = 1, high: int = 10) -> Reals:
    """Average the debiased risk of Standard over all ways to split a paper's scores into inputs and targets.

    Parameters
    ----------
    quick : array_like, shape (papers, scores)
        Quick's estimates.
    scores : array_like, shape (papers, rounds)
        Target scores, complete.
    weight : float
        w, 0 to 1.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of float, shape (papers,)

    Raises
    ------
    ValueError
        If a score is not whole or the weight is out of range.

    Notes
    -----
    What the paper describes (appendix E). `mixture_risk` gives the same numbers without enumerating.
    """
    given = np.asarray(scores, dtype=float)
    rounds = range(given.shape[1])
    found = []
    for inputs in combinations(rounds, INPUTS):
        targets = count_scores(given[:, [place for place in rounds if place not in inputs]], low, high)
        mixed = standard_estimate(quick, count_scores(given[:, inputs], low, high), weight)
        found.append(debiased_risk(mixed, targets))
    return np.asarray(np.mean(found, axis=0))
