"""How often the bounds fail: a seeded simulation with papers that switch between two scores, and one exact case."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.chernoff import kl_bernoulli
from peerassay.budgets.limits import check_level, kernel_bound, variance_cap
from peerassay.budgets.matchings import matching_polynomials
from peerassay.budgets.product import MIXTURE, PRODUCT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

#: Simulated pilots that are held in memory at once.
BATCH = 2000


@dataclass(frozen=True)
class Switching:
    """Papers whose scores switch between two values.

    Parameters
    ----------
    name : str
        What to call the case.
    gaps : ndarray of float, shape (papers,)
        Distance of the two scores of each paper, in score points.
    chances : ndarray of float, shape (papers,)
        Probability of the higher score of each paper.
    """

    name: str
    gaps: NDArray[np.float64]
    chances: NDArray[np.float64]

    @property
    def variance(self) -> float:
        """The true mean within-paper variance."""
        return float(np.mean(self.gaps**2 * self.chances * (1 - self.chances)))


def error_rates(
    case: Switching,
    rounds: int,
    alpha: float,
    simulations: int,
    generator: np.random.Generator,
    low: float = 1,
    high: float = 10,
) -> pd.DataFrame:
    r"""Estimate how often each bound lies below the true mean variance.

    Parameters
    ----------
    case : Switching
        The papers.
    rounds : int
        Pilot scores per paper :math:`n`.
    alpha : float
        Error level that the bounds promise.
    simulations : int
        Simulated pilots.
    generator : numpy.random.Generator
        Source of the draws.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        One row per method (``KL``, ``product``, ``mixture``): ``case``, ``method``, ``variance`` (true), ``errors``
        (pilots with :math:`V > U`), ``simulations`` and ``rate``.

    Raises
    ------
    ValueError
        If there is no simulation, the level is out of range or a gap is wider than the score range.

    Notes
    -----
    No bound is inverted: as each is increasing, :math:`V > U` if and only if its function exceeds
    :math:`\log(1/\alpha)` at the true V.
    """
    check_level("alpha", alpha)
    if simulations < 1 or case.gaps.max() > high - low:
        raise ValueError(
            f"simulations = {simulations}, widest gap = {case.gaps.max()}; expected >= 1 and <= {high - low}"
        )
    errors = np.zeros(3, dtype=int)
    scorers = _Scorers(case, rounds, low, high)
    for start in range(0, simulations, BATCH):
        size = (min(BATCH, simulations - start), len(case.gaps))
        errors += scorers.exceeds(generator.binomial(rounds, case.chances, size=size), -math.log(alpha))
    return pd.DataFrame(
        {
            "case": case.name,
            "method": ["KL", "product", "mixture"],
            "variance": case.variance,
            "errors": errors,
            "simulations": simulations,
            "rate": errors / simulations,
        }
    )


class _Scorers:
    """The three functions at the true variance, for pilots given as numbers of higher scores per paper.

    A paper counts only through its gap and its number of higher scores, so that sums run over a few kinds of papers.
    """

    def __init__(self, case: Switching, rounds: int, low: float, high: float) -> None:
        self.case, self.rounds, self.bound = case, rounds, kernel_bound(low, high)
        self.kernels = len(case.gaps) * (rounds // 2)
        self.shares = sorted({share for _, share in (*PRODUCT, *MIXTURE)})
        self.tables = {gap: self._table(gap) for gap in np.unique(case.gaps).tolist()}

    def exceeds(self, higher: NDArray[np.int64], target: float) -> NDArray[np.int64]:
        """Count the pilots whose bound lies below the true variance, by method."""
        parts = [self._tally(higher[:, self.case.gaps == gap]) @ table for gap, table in self.tables.items()]
        variances, *logs = np.sum(parts, axis=0).T
        by_share = dict(zip(self.shares, logs, strict=True))
        values = self._log_kl(variances), _log_mixture(by_share, PRODUCT), _log_mixture(by_share, MIXTURE)
        return np.array([int((value > target).sum()) for value in values])

    def _tally(self, higher: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count, for each pilot, the papers with 0, 1, ..., n higher scores."""
        kinds = self.rounds + 1
        keys = higher + kinds * np.arange(len(higher))[:, None]
        return np.bincount(keys.ravel(), minlength=kinds * len(higher)).reshape(-1, kinds)

    def _table(self, gap: float) -> NDArray[np.float64]:
        """Give what a paper of each kind adds: its variance, and its log product for each constant."""
        count = np.arange(self.rounds + 1)
        variances = gap**2 * count * (self.rounds - count) / (self.rounds * (self.rounds - 1))
        scores = np.where(np.arange(self.rounds) < count[:, None], gap, 0.0)
        logs = [_log_products(scores, share / self.bound, self.case.variance) for share in self.shares]
        return np.stack([variances, *logs], axis=1)

    def _log_kl(self, variances: NDArray[np.float64]) -> NDArray[np.float64]:
        observed, truth = variances / len(self.case.gaps) / self.bound, self.case.variance / self.bound
        return np.where(observed < truth, self.kernels * kl_bernoulli(observed, truth), 0.0)


def _log_products(scores: NDArray[np.float64], slope: float, variance: float) -> NDArray[np.float64]:
    polynomials = matching_polynomials(scores, slope)
    return np.asarray(np.log(np.polynomial.polynomial.polyval(slope * variance, polynomials.T)))


def _log_mixture(
    logs: Mapping[float, NDArray[np.float64]], parts: Sequence[tuple[float, float]]
) -> NDArray[np.float64]:
    return np.asarray(np.logaddexp.reduce([math.log(weight) + logs[share] for weight, share in parts], axis=0))


def rare_jump_chance(bound: float, low: float = 1, high: float = 10) -> float:
    r"""Give the chance of a jump across the whole scale at which the mean variance equals a bound.

    Parameters
    ----------
    bound : float
        A value of the mean variance, at most the cap :math:`(b-a)^2/4`.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        The smaller :math:`p` with :math:`(b-a)^2 p(1-p) = U`, per score.

    Raises
    ------
    ValueError
        If no chance gives that variance.
    """
    share = 2 * bound / kernel_bound(low, high)
    if not 0 <= share <= 1:
        raise ValueError(f"bound = {bound}; expected a variance from 0 to {kernel_bound(low, high) / 2:g}")
    return share / 2 / (1 + math.sqrt(1 - share))


def rare_jump_error(bound: float, scores: int, low: float = 1, high: float = 10) -> float:
    r"""Give the error rate in the hardest case exactly.

    Parameters
    ----------
    bound : float
        The bound :math:`U_0` that a pilot without any spread leads to.
    scores : int
        Pilot scores in all.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        :math:`(1-p)^{\text{scores}}` with :math:`(b-a)^2p(1-p) = U_0`; 0 for a bound at the cap, which cannot fail.

    Raises
    ------
    ValueError
        If no chance gives that variance.

    Notes
    -----
    Every score is a, except b with chance p. A hair above this p the variance exceeds the bound exactly when the pilot
    shows no jump at all. Any smaller p gives no error, any larger one fewer pilots without a jump.
    """
    chance = rare_jump_chance(bound, low, high)
    return (1 - chance) ** scores if bound < variance_cap(low, high) else 0.0


def rare_jump_floor(scores: int, alpha: float, low: float = 1, high: float = 10) -> float:
    r"""Give the smallest value that any valid bound can have after a pilot without spread.

    Parameters
    ----------
    scores : int
        Pilot scores in all.
    alpha : float
        Error level of the bound.
    low, high : float
        Ends of the score range.

    Returns
    -------
    float
        :math:`(b-a)^2 q(1-q)` with :math:`q = \alpha^{1/\text{scores}}`, about :math:`B\log(1/\alpha)/M`.

    Raises
    ------
    ValueError
        If the level is out of range.

    Notes
    -----
    With a jump chance just below :math:`1-q` a pilot without any jump is more likely than alpha, so a bound that is
    smaller than the variance of that case fails too often.
    """
    stay = max(math.exp(math.log(check_level("alpha", alpha)) / scores), 0.5)
    return (high - low) ** 2 * stay * (1 - stay)
