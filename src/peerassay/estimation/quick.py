"""Quick: from the token probabilities of candidate scores to an estimate of the score distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]

_DECIMALS = 9
"""Places to which a moved score is rounded, so that a whole score is not missed by the last bit of a float."""


def support(low: float, high: float) -> NDArray[np.int64]:
    """Give the possible scores.

    Parameters
    ----------
    low, high : float
        Lowest and highest score, whole numbers.

    Returns
    -------
    ndarray of int, shape (high - low + 1,)

    Raises
    ------
    ValueError
        If they are not two whole numbers, the lower one first.
    """
    if int(low) != low or int(high) != high or low >= high:
        raise ValueError(f"scores from {low} to {high}; expected two whole numbers, the lower one first")
    return np.arange(int(low), int(high) + 1)


def returned_distribution(probabilities: ArrayLike) -> Reals:
    r"""Renormalise the visible probabilities over the candidates that were returned.

    Parameters
    ----------
    probabilities : array_like, shape (..., scores)
        Of each possible score, 0 or more; NaN or 0 where the score is not among the candidates.

    Returns
    -------
    ndarray of float, shape (..., scores)
        :math:`r_i(s)`; candidates that are absent keep probability 0. NaN throughout where no candidate has any mass,
        because then nothing is known.

    Raises
    ------
    ValueError
        If a probability is negative or infinite.

    Notes
    -----
    Repeatability paper, appendix E: no mass is given to candidates that the response does not show.
    """
    given = np.asarray(probabilities, dtype=float)
    if (given < 0).any() or np.isinf(given).any():
        raise ValueError(f"probabilities: found {np.nanmin(given):g} to {np.nanmax(given):g}; expected 0 or more")
    mass = np.nan_to_num(given)
    total = mass.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(mass, total, out=np.full_like(mass, np.nan), where=total > 0))


def tempered(distribution: ArrayLike, temperature: float) -> Reals:
    r"""Flatten or sharpen distributions.

    Parameters
    ----------
    distribution : array_like, shape (..., scores)
        As from `returned_distribution`.
    temperature : float
        Above 0; 1 changes nothing, larger ones flatten.

    Returns
    -------
    ndarray of float, shape (..., scores)
        :math:`r^{(T)}(s) = r(s)^{1/T} / \sum_{t\in\mathcal S} r(t)^{1/T}`; zeros stay zeros.

    Raises
    ------
    ValueError
        If the temperature is not above 0.

    Notes
    -----
    Repeatability paper, appendix E; its formula is lost, the exponent 1/T is the usual convention (Guo et al. 2017).
    The largest probability is taken out first, so that small temperatures do not underflow.
    """
    if not temperature > 0:
        raise ValueError(f"temperature = {temperature}; expected a number above 0")
    given = np.asarray(distribution, dtype=float)
    top = given.max(axis=-1, keepdims=True)
    powers = np.power(np.divide(given, top, out=np.full_like(given, np.nan), where=top > 0), 1 / temperature)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def move_matrix(offset: float, slope: float, low: int = 1, high: int = 10) -> Reals:
    r"""Give the matrix that moves the mass of every score to its new place.

    Parameters
    ----------
    offset : float
        a, in score points.
    slope : float
        b.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of float, shape (scores, scores)
        Row s holds where the mass of score s goes; rows add up to 1.

    Raises
    ------
    ValueError
        If the range of scores is none.

    Notes
    -----
    :math:`x_s = \mathrm{clip}(a + b s, low, high)`; the mass goes to :math:`\lfloor x_s\rfloor` with weight
    :math:`\lceil x_s\rceil - x_s` and to :math:`\lceil x_s\rceil` with weight :math:`x_s - \lfloor x_s\rfloor`, all of
    it to :math:`x_s` if that is whole (repeatability paper, appendix E).
    """
    scores = support(low, high)
    places = np.clip(np.round(offset + slope * scores, _DECIMALS), low, high) - low
    below = np.floor(places).astype(np.int64)
    share = places - below
    matrix = np.zeros((len(scores), len(scores)))
    rows = np.arange(len(scores))
    matrix[rows, below] = 1 - share
    matrix[rows, np.minimum(below + 1, len(scores) - 1)] += share
    return matrix


def quick_estimate(
    probabilities: ArrayLike, temperature: float, offset: float, slope: float, low: int = 1, high: int = 10
) -> Reals:
    """Estimate score distributions from the candidate probabilities of one auxiliary call each.

    Parameters
    ----------
    probabilities : array_like, shape (..., scores)
        As for `returned_distribution`.
    temperature, offset, slope : float
        T, a and b.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of float, shape (..., scores)
        Renormalised, tempered, moved; NaN where no candidate has any mass.

    Raises
    ------
    ValueError
        If a probability is negative, there is not one for every score, or the temperature is not above 0.

    Notes
    -----
    Repeatability paper, section on score distributions and appendix E.
    """
    given = np.asarray(probabilities, dtype=float)
    matrix = move_matrix(offset, slope, low, high)
    if given.ndim < 1 or given.shape[-1] != len(matrix):
        raise ValueError(f"probabilities: shape {given.shape}; expected one for each of {len(matrix)} scores")
    return np.asarray(tempered(returned_distribution(given), temperature) @ matrix)


def quick_estimates(probabilities: ArrayLike, grid: Grid, low: int = 1, high: int = 10) -> Reals:
    """Estimate with every combination of a grid.

    Parameters
    ----------
    probabilities : array_like, shape (papers, scores)
        As for `quick_estimate`.
    grid : Grid
        What to combine.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of float, shape (papers, combinations, scores)
        In the order of ``grid.candidates``.

    Raises
    ------
    ValueError
        As `quick_estimate`.
    """
    returned = returned_distribution(probabilities)
    matrices = np.array([move_matrix(a, b, low, high) for a in grid.offsets for b in grid.slopes])
    if returned.ndim != 2 or returned.shape[-1] != matrices.shape[-1]:
        raise ValueError(f"probabilities: shape {returned.shape}; expected papers by {matrices.shape[-1]} scores")
    flat = np.concatenate(list(matrices), axis=1)
    papers, scores = returned.shape
    found = [(tempered(returned, T) @ flat).reshape(papers, len(matrices), scores) for T in grid.temperatures]
    return np.concatenate(found, axis=1)
