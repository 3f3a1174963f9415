"""The certified budget of the paper: an upper bound of the mean variance from the pilot's average alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq
from scipy.special import rel_entr

from peerassay.budgets.limits import Real, check_level, check_variance, kernel_bound, variance_cap
from peerassay.budgets.planning import largest_variance, planning_budget

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def kernel_count(papers: int, rounds: int) -> int:
    r"""Count the independent pair kernels of a pilot.

    Parameters
    ----------
    papers : int
        Number of papers :math:`N`.
    rounds : int
        Pilot scores per paper :math:`n`.

    Returns
    -------
    int
        :math:`M = N \lfloor n/2 \rfloor`.

    Raises
    ------
    ValueError
        If there is no paper or fewer than two rounds.
    """
    if papers < 1 or rounds < 2:
        raise ValueError(f"papers = {papers}, rounds = {rounds}; expected at least 1 paper and 2 rounds")
    return papers * (rounds // 2)


def kl_bernoulli(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    r"""Give the Kullback-Leibler divergence between two Bernoulli distributions.

    Parameters
    ----------
    p, q : array_like
        Success probabilities in [0, 1]; broadcast against each other.

    Returns
    -------
    ndarray of float
        :math:`p\log(p/q) + (1-p)\log((1-p)/(1-q))` in nats, with :math:`0\log 0 = 0`; infinite where ``q`` excludes
        what ``p`` allows.

    Raises
    ------
    ValueError
        If a probability lies outside [0, 1].
    """
    first, second = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    for name, value in (("p", first), ("q", second)):
        if not np.all((value >= 0) & (value <= 1)):
            raise ValueError(f"kl_bernoulli: {name} = {value}; expected probabilities from 0 to 1")
    return np.asarray(rel_entr(first, second) + rel_entr(1 - first, 1 - second))


def kl_variance_bound(variance: Real, kernels: int, alpha: float, low: float = 1, high: float = 10) -> float:
    r"""Bound the mean within-paper variance from above by a KL-Chernoff bound.

    Parameters
    ----------
    variance : float or Fraction
        Observed mean variance :math:`\hat V`, in squared score points.
    kernels : int
        Number of independent pair kernels :math:`M`, see `kernel_count`.
    alpha : float
        Error level: :math:`\Pr(V > U_\alpha) \le \alpha`.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        :math:`U_\alpha`, the root above :math:`\hat V` of
        :math:`M\,\mathrm{kl}(\hat V/B, U/B) = \log(1/\alpha)`, capped at :math:`(b-a)^2/4`.

    Raises
    ------
    ValueError
        If an argument is out of its range, or the variance is larger than the largest kernel.

    Notes
    -----
    Repeatability paper, appendix D, after Hoeffding (1963).
    """
    bound, cap = kernel_bound(low, high), variance_cap(low, high)
    share = float(check_variance(variance)) / bound
    if share > 1 or kernels < 1:
        raise ValueError(f"variance = {variance}, kernels = {kernels}; expected at most {bound} and at least 1")
    target = -math.log(check_level("alpha", alpha)) / kernels
    if share >= cap / bound or float(kl_bernoulli(share, cap / bound)) <= target:
        return cap
    root = brentq(lambda q: float(kl_bernoulli(share, q)) - target, share, cap / bound, xtol=1e-16, rtol=1e-14)
    return bound * float(root)


def certified_budget(
    variance: Real,
    kernels: int,
    tolerance: float,
    alpha: float,
    beta: float,
    low: float = 1,
    high: float = 10,
) -> int:
    r"""Give the number of reviews that also covers what the pilot could not see.

    Parameters
    ----------
    variance : float or Fraction
        Observed mean variance :math:`\hat V`, in squared score points.
    kernels : int
        Number of independent pair kernels :math:`M`.
    tolerance : float
        Accepted error :math:`\epsilon`, in score points.
    alpha : float
        Error level of the variance bound.
    beta : float
        Accepted share of misses of the future means.
    low, high : float
        Ends of the score range.

    Returns
    -------
    int
        :math:`\lceil U_\alpha/(\beta\epsilon^2) \rceil`; the pilot reviews are not part of it.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    return planning_budget(kl_variance_bound(variance, kernels, alpha, low, high), tolerance, beta)


def pilot_variances(
    reviews: int,
    kernels: int,
    tolerance: float,
    alpha: float,
    beta: float,
    low: float = 1,
    high: float = 10,
) -> tuple[float, float]:
    r"""Give the pilot variances that lead to one certified budget.

    Parameters
    ----------
    reviews : int
        The certified budget :math:`k \ge 2`.
    kernels : int
        Number of independent pair kernels :math:`M`.
    tolerance, alpha, beta : float
        As in `certified_budget`.
    low, high : float
        Ends of the score range.

    Returns
    -------
    tuple of float
        Open lower and closed upper end of the variances :math:`\hat V` with this budget; NaN where even a pilot without
        any spread needs more reviews.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    ends = (largest_variance(count, tolerance, beta) for count in (reviews - 1, reviews))
    lower, upper = (_variance_below(end, kernels, alpha, low, high) for end in ends)
    return lower, upper


def _variance_below(upper: float, kernels: int, alpha: float, low: float, high: float) -> float:
    """Invert the bound: the observed variance whose upper bound is ``upper``."""
    bound = kernel_bound(low, high)
    share, target = upper / bound, -math.log(check_level("alpha", alpha)) / kernels
    if upper >= variance_cap(low, high) or float(kl_bernoulli(0.0, share)) < target:
        return float("nan")
    return bound * float(brentq(lambda p: float(kl_bernoulli(p, share)) - target, 0.0, share, xtol=1e-16))
