"""Budgets that follow from a variance, and those that need none: Chebyshev, Hoeffding and the levels they share."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from peerassay.budgets.limits import Real, check_level, check_positive, check_range, check_variance

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: A quotient this little above a whole number (relatively) is read as that number: it is rounding noise of floats.
SLACK = Fraction(1, 10**12)


def success_lower_bound(reviews: ArrayLike, variance: Real, tolerance: Real) -> NDArray[np.float64]:
    r"""Bound the success rate of a mean of several reviews from below.

    Parameters
    ----------
    reviews : array_like of int
        Number of new reviews :math:`k \ge 1` per paper.
    variance : float or Fraction
        Mean within-paper variance :math:`v`, in squared score points.
    tolerance : float or Fraction
        Accepted error :math:`\epsilon` of the mean score, in score points.

    Returns
    -------
    ndarray of float
        :math:`\max(0, 1 - v/(k\epsilon^2))`, one value per entry of ``reviews``.

    Raises
    ------
    ValueError
        If a number of reviews is below 1, the variance negative or the tolerance not positive.

    Notes
    -----
    Chebyshev's inequality, averaged over papers (repeatability paper, main text and appendix D).
    """
    counts = np.asarray(reviews, dtype=float)
    if np.any(~(counts >= 1)):
        raise ValueError(f"reviews = {counts.min()}; expected at least 1")
    quotient = float(check_variance(variance)) / float(check_positive("tolerance", tolerance)) ** 2
    return np.asarray(np.maximum(0.0, 1.0 - quotient / counts))


def planning_budget(variance: Real, tolerance: Real, beta: Real) -> int:
    r"""Give the number of reviews that a variance asks for.

    Parameters
    ----------
    variance : float or Fraction
        Mean within-paper variance :math:`v` or an upper bound of it, in squared score points.
    tolerance : float or Fraction
        Accepted error :math:`\epsilon` of the mean score, in score points.
    beta : float or Fraction
        Accepted share of future means that miss by :math:`\epsilon` or more.

    Returns
    -------
    int
        :math:`\max(1, \lceil v/(\beta\epsilon^2) \rceil)`.

    Raises
    ------
    ValueError
        If an argument is out of its range.

    Notes
    -----
    Floats are taken as the decimals they print as, and the quotient is a fraction: 0.05 times 0.25 is exactly 0.0125. A
    quotient at most one part in 10^12 above a whole number counts as that number. Repeatability paper, appendix D.

    The sample variance of few rounds can exceed :math:`(b-a)^2/4`, which no true variance does (two scores at the two
    ends give twice that). It is taken as it is, whereas certified bounds are capped there: in such a case the planning
    budget is the larger of the two.
    """
    check_variance(variance)
    check_positive("tolerance", tolerance)
    check_level("beta", beta)
    return _round_up(_exact(variance) / (_exact(beta) * _exact(tolerance) ** 2))


def largest_variance(reviews: int, tolerance: Real, beta: Real) -> float:
    r"""Give the largest variance that a budget still covers.

    Parameters
    ----------
    reviews : int
        The budget :math:`k`.
    tolerance : float or Fraction
        Accepted error :math:`\epsilon`, in score points.
    beta : float or Fraction
        Accepted share of misses.

    Returns
    -------
    float
        :math:`k\beta\epsilon^2`, the inverse of `planning_budget`.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    check_positive("reviews", reviews)
    return float(reviews * _exact(check_level("beta", beta)) * _exact(check_positive("tolerance", tolerance)) ** 2)


def distribution_free_budget(tolerance: Real, beta: Real, low: float = 1, high: float = 10) -> int:
    r"""Give the number of reviews that suffices without any pilot.

    Parameters
    ----------
    tolerance : float or Fraction
        Accepted error :math:`\epsilon`, in score points.
    beta : float or Fraction
        Accepted failure probability of every single paper.
    low, high : float
        Ends of the score range.

    Returns
    -------
    int
        :math:`\lceil (b-a)^2 \log(2/\beta) / (2\epsilon^2) \rceil`.

    Raises
    ------
    ValueError
        If an argument is out of its range.

    Notes
    -----
    Hoeffding's inequality for one paper (repeatability paper, appendix D.5).
    """
    check_level("beta", beta)
    check_positive("tolerance", tolerance)
    return _round_up(_exact(check_range(low, high) ** 2 * math.log(2 / beta) / (2 * float(tolerance) ** 2)))


def joint_success(alpha: Real, beta: Real) -> float:
    r"""Bound the success over pilot and future reviews together.

    Parameters
    ----------
    alpha : float or Fraction
        Error level of the variance bound.
    beta : float or Fraction
        Accepted share of misses of the future means.

    Returns
    -------
    float
        :math:`(1-\alpha)(1-\beta)`.

    Raises
    ------
    ValueError
        If a level is not strictly between 0 and 1.
    """
    return float((1 - _exact(check_level("alpha", alpha))) * (1 - _exact(check_level("beta", beta))))


def level_per_model(alpha: Real, models: int) -> float:
    r"""Share an error level among the models that are compared at once.

    Parameters
    ----------
    alpha : float or Fraction
        Error level for all bounds together.
    models : int
        Number of models.

    Returns
    -------
    float
        :math:`\alpha/\text{models}` (Bonferroni).

    Raises
    ------
    ValueError
        If the level is out of range or there is no model.
    """
    if models < 1:
        raise ValueError(f"models = {models}; expected at least 1")
    return float(_exact(check_level("alpha", alpha)) / models)


def _exact(value: Real) -> Fraction:
    """Read a float as the decimal it prints as."""
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def _round_up(quotient: Fraction) -> int:
    return max(1, math.ceil(quotient * (1 - SLACK)))
