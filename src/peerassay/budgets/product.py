r"""The product and mixture bounds: upper bounds of the mean variance that use how the scores are spread.

For a candidate value :math:`m` of the mean variance :math:`V`, multiply :math:`1 - c(h - m)` over disjoint score pairs
and average over the ways to pair. If :math:`V \ge m`, the expectation is at most 1, so Markov's inequality makes the
value at which the product reaches :math:`1/\alpha` an upper bound of :math:`V` at level :math:`\alpha`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq

from peerassay.budgets.limits import check_level, check_scores, kernel_bound, variance_cap
from peerassay.budgets.matchings import EXACT_ROUNDS, matching_polynomials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

#: Weights and shares of 1/B: the product bound itself.
PRODUCT: tuple[tuple[float, float], ...] = ((1.0, 1.0),)
#: Weights and shares of 1/B of the mixture bound, fixed before any data was seen.
MIXTURE: tuple[tuple[float, float], ...] = ((0.9, 1.0), (0.05, 0.75), (0.05, 0.5))


@dataclass(frozen=True)
class _Papers:
    """Papers with the same number of scores: distinct polynomials, how often each occurs, and the constant c."""

    coefficients: NDArray[np.float64]
    counts: NDArray[np.intp]
    slope: float

    def log_product(self, candidate: float) -> float:
        values = np.polynomial.polynomial.polyval(self.slope * candidate, self.coefficients.T)
        with np.errstate(divide="ignore"):
            return float(self.counts @ np.log(values))


def product_variance_bound(scores: ArrayLike, alpha: float, low: float = 1, high: float = 10) -> float:
    r"""Bound the mean within-paper variance from above by the product bound.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Pilot scores; NaN marks a missing round, each paper needs two scores.
    alpha : float
        Error level: :math:`\Pr(V > U) \le \alpha`.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        :math:`U`, where :math:`E(U) = 1/\alpha`, capped at :math:`(b-a)^2/4`.

    Raises
    ------
    ValueError
        If a score lies outside the range, a paper has fewer than two scores or the level is out of range.

    Notes
    -----
    With :math:`K_i = \lfloor n_i/2 \rfloor` and :math:`K_{\min}` the smallest of them, paper i uses
    :math:`c_i = K_{\min}/(K_i B)` and :math:`M = N K_{\min}`; with equal rounds that is :math:`c = 1/B`.
    """
    return mixture_variance_bound(scores, alpha, low, high, parts=PRODUCT)


def mixture_variance_bound(
    scores: ArrayLike,
    alpha: float,
    low: float = 1,
    high: float = 10,
    parts: Sequence[tuple[float, float]] = MIXTURE,
) -> float:
    r"""Bound the mean within-paper variance from above by a weighted mean of products.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Pilot scores; NaN marks a missing round, each paper needs two scores.
    alpha : float
        Error level: :math:`\Pr(V > U) \le \alpha`.
    low, high : float
        Ends of the score range.
    parts : sequence of (weight, share)
        Weights that sum to 1, and shares of :math:`1/B` in (0, 1], chosen before looking at the scores.

    Returns
    -------
    float
        :math:`U`, where :math:`\sum_j w_j E_j(U) = 1/\alpha`, capped at :math:`(b-a)^2/4`.

    Raises
    ------
    ValueError
        If a score lies outside the range, a paper has fewer than two scores, the level is out of range, or the parts
        are no such weights and shares.
    """
    table = check_scores(scores, low, high)
    groups = [(weight, _group(table, share / kernel_bound(low, high))) for weight, share in check_parts(parts)]
    kernels = len(table) * int(np.isfinite(table).sum(axis=1).min() // 2)
    return invert(lambda m: _log_mixture(groups, m), alpha, kernels, low, high)


def log_product(scores: ArrayLike, candidate: float, low: float = 1, high: float = 10, share: float = 1) -> float:
    r"""Give the logarithm of the product for one candidate value of the mean variance.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Pilot scores; NaN marks a missing round.
    candidate : float
        The value :math:`m \ge 0`, in squared score points.
    low, high : float
        Ends of the score range.
    share : float
        The constant :math:`c` as a share of :math:`1/B`, in (0, 1].

    Returns
    -------
    float
        :math:`\log E(m)`; minus infinity where the product is zero.

    Raises
    ------
    ValueError
        If a score lies outside the range or a paper has fewer than two scores.
    """
    table = check_scores(scores, low, high)
    return sum(group.log_product(candidate) for group in _group(table, share / kernel_bound(low, high)))


def invert(log_value: Callable[[float], float], alpha: float, kernels: int, low: float, high: float) -> float:
    r"""Find the candidate at which an increasing function reaches :math:`\log(1/\alpha)`.

    Parameters
    ----------
    log_value : callable
        The increasing function :math:`\log E(m)`, at most :math:`M m/B`.
    alpha : float
        Error level.
    kernels : int
        Number of independent kernels :math:`M`.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        The root, or the cap :math:`(b-a)^2/4` where the root is not below it.

    Raises
    ------
    ValueError
        If the level is out of range, or so close to 1 that floats cannot tell the product from its target.

    Notes
    -----
    As kernels are not negative, :math:`E(m) \le \exp(M m/B)`: no root lies below :math:`B\log(1/\alpha)/M`. None lies
    above :math:`B\alpha^{-1/M}` either, but the cap is smaller than that and therefore the upper end of the search.
    With a level close to 1 the target is so small that rounding may hide the sign at the lower end; the search then
    starts at 0, and what it finds is not let below that end.
    """
    target, cap = -math.log(check_level("alpha", alpha)), variance_cap(low, high)
    start = kernel_bound(low, high) * target / kernels * (1 - 1e-9)
    if start >= cap or log_value(cap) <= target:
        return cap
    first = start if log_value(start) <= target else 0.0
    if log_value(first) > target:
        raise ValueError(f"alpha = {alpha}; expected a level further below 1: floats cannot resolve its bound")
    return max(start, float(brentq(lambda m: log_value(m) - target, first, cap, xtol=1e-14 * cap, rtol=1e-14)))


def check_parts(parts: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Give back the parts of a mixture after checking them.

    Parameters
    ----------
    parts : sequence of (weight, share)
        Positive weights that sum to 1, shares in (0, 1].

    Returns
    -------
    sequence of (weight, share)
        The same parts.

    Raises
    ------
    ValueError
        If the weights or shares are not of that kind.
    """
    positive = all(weight > 0 and 0 < share <= 1 for weight, share in parts)
    if not positive or not math.isclose(sum(weight for weight, _ in parts), 1, abs_tol=1e-9):
        raise ValueError(f"parts = {tuple(parts)}; expected positive weights that sum to 1 and shares in (0, 1]")
    return parts


def _group(table: NDArray[np.float64], slope: float) -> list[_Papers]:
    """Gather papers by their number of scores; each group gets its own constant."""
    counts = np.isfinite(table).sum(axis=1)
    fewest = int(counts.min()) // 2
    return [
        _distinct(_compact(table[counts == rounds]), slope * fewest / (int(rounds) // 2))
        for rounds in np.unique(counts)
    ]


def _compact(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows[np.isfinite(rows)].reshape(len(rows), -1)


def _distinct(rows: NDArray[np.float64], slope: float) -> _Papers:
    """Keep one of each set of equal papers; the order within a paper matters only where matchings are sampled."""
    ordered = np.sort(rows, axis=1) if rows.shape[1] <= EXACT_ROUNDS else rows
    distinct, counts = np.unique(ordered, axis=0, return_counts=True)
    return _Papers(matching_polynomials(distinct, slope), counts, slope)


def _log_mixture(groups: list[tuple[float, list[_Papers]]], candidate: float) -> float:
    logs = [math.log(weight) + sum(papers.log_product(candidate) for papers in group) for weight, group in groups]
    return float(np.logaddexp.reduce(logs))
