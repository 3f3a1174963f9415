"""The pilots behind the published budgets: whole-number sums that stand behind the printed agreement and variance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from peerassay.budgets.attainable import attainable_histograms, squared_sums
from peerassay.budgets.chernoff import kernel_count
from peerassay.counts.printed import Printed, share_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from peerassay.claims import Claims

#: The models of the repeatability paper, by the last part of their claims' ids.
MODELS = {"gpt56sol": "GPT-5.6-Sol", "gpt6luna": "GPT-6-Luna", "gpt6sol": "GPT-6-Sol"}


@dataclass(frozen=True)
class Pilot:
    """What is known of one model's pilot scores.

    Attributes
    ----------
    model : str
        Its name.
    papers, rounds : int
        Papers and scores per paper.
    equal_pairs : int
        Pairs of equal scores of the same paper, over all papers.
    squared_sum : int
        Sum of squared differences over all pairs.
    histograms : ndarray of int, shape (histograms, 10)
        All histograms of pair differences that fit both sums.
    """

    model: str
    papers: int
    rounds: int
    equal_pairs: int
    squared_sum: int
    histograms: NDArray[np.int64]

    @property
    def pairs(self) -> int:
        """Pairs of scores of the same paper, over all papers."""
        return self.papers * math.comb(self.rounds, 2)

    @property
    def kernels(self) -> int:
        """Independent pair kernels M."""
        return kernel_count(self.papers, self.rounds)

    @property
    def variance(self) -> Fraction:
        """Mean within-paper variance, exactly."""
        return Fraction(self.squared_sum, 2 * self.pairs)

    @property
    def agreement(self) -> Fraction:
        """Share of equal pairs, exactly."""
        return Fraction(self.equal_pairs, self.pairs)


def published_pilots(claims: Claims) -> dict[str, Pilot]:
    """Rebuild what the repeatability paper's printed numbers say about its three pilots.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to Pilot
        By the last part of the claims' ids, in the paper's order.

    Raises
    ------
    ValueError
        If not exactly one whole number stands behind a printed value.
    """
    return {key: _published_pilot(claims, key, model) for key, model in MODELS.items()}


def _published_pilot(claims: Claims, key: str, model: str) -> Pilot:
    variance = claims[f"rep.repeatability.variance.{key}"]
    agreement = claims[f"rep.repeatability.exact_agreement.{key}"]
    rounds = int(claims["rep.budget.pilot_reviews"].value)
    papers = variance.n or 0
    pairs = papers * math.comb(rounds, 2)
    squared = _only(squared_sums(Printed.parse(variance.printed), pairs), variance.id)
    equal = _only(share_counts(agreement.printed, agreement.decimals, pairs), agreement.id)
    width = int(claims["rep.budget.score_hi"].value - claims["rep.budget.score_lo"].value)
    return Pilot(model, papers, rounds, equal, squared, attainable_histograms(equal, squared, papers, rounds, width))


def _only(found: range, claim_id: str) -> int:
    if len(found) != 1:
        raise ValueError(f"{claim_id}: {len(found)} whole numbers stand behind it; expected exactly 1")
    return found[0]
