"""Acceptance tiers: given to reviews such that the printed test and bound hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.stats import f

from peerassay.reconstruct.epistemics.groups import TIERS, VENUES_2025, tier_sizes
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Vector = NDArray[np.float64]
    Whole = NDArray[np.int64]

STARTS, STEPS = 60, 4000
CLOSE: Final = 0.0003
"""How near p has to come."""


def draw_tiers(scores: Mapping[str, Vector], claims: Claims, rng: np.random.Generator) -> dict[str, NDArray[np.str_]]:
    """Give each review of 2025 a tier.

    Parameters
    ----------
    scores : mapping of str to ndarray of float
        Reasoning quality scores by venue.
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dict of str to ndarray of str
        By venue, in the order of its scores.

    Raises
    ------
    SearchError
        If p is not reached within the bound.

    Notes
    -----
    A random order of the printed sizes; then two reviews of a venue change places if that brings F of the pooled tiers
    nearer and keeps every difference of tier means within the bound.
    """
    search = _Search(scores, claims)
    for _ in range(STARTS):
        if search.start(rng) and search.improve(rng):
            return search.named()
    raise SearchError("tiers: the printed p was not reached within the printed bound on differences")


class _Search:
    def __init__(self, scores: Mapping[str, Vector], claims: Claims) -> None:
        self.values = {key: scores[key] for key in VENUES_2025}
        self.order = {
            key: np.repeat(np.arange(len(TIERS)), list(tier_sizes(claims, key).values())) for key in VENUES_2025
        }
        self.bound = float(claims["epi.outcome.tier_mean_spread"].value)
        self.sizes = np.array([[sum(self.order[key] == tier) for tier in range(3)] for key in VENUES_2025])
        together = np.concatenate(list(self.values.values()))
        self.total, self.n = float(((together - together.mean()) ** 2).sum()), len(together)
        self.mean = float(together.mean())
        degrees = (len(TIERS) - 1, self.n - len(TIERS))
        goal = float(f.isf(float(claims["epi.outcome.p.anova_tier"].value), *degrees))
        slack = abs(goal - float(f.isf(float(claims["epi.outcome.p.anova_tier"].value) + CLOSE, *degrees)))
        self.goal, self.slack, self.degrees = goal, slack, degrees

    def start(self, rng: np.random.Generator) -> bool:
        for key in VENUES_2025:
            rng.shuffle(self.order[key])
        self.sums = np.array([self._sums(key) for key in VENUES_2025])
        return self._within(self.sums)

    def improve(self, rng: np.random.Generator) -> bool:
        off = self._off(self.sums)
        for _ in range(STEPS):
            if off < self.slack:
                return True
            venue = int(rng.integers(len(VENUES_2025)))
            key = VENUES_2025[venue]
            one, other = rng.integers(0, len(self.order[key]), 2)
            sums = self._swapped(venue, int(one), int(other))
            if self._within(sums) and self._off(sums) < off:
                self.sums, off = sums, self._off(sums)
                order = self.order[key]
                order[one], order[other] = order[other], order[one]
        return False

    def named(self) -> dict[str, NDArray[np.str_]]:
        return {key: np.array(TIERS)[order] for key, order in self.order.items()}

    def _sums(self, key: str) -> Vector:
        return np.bincount(self.order[key], self.values[key], minlength=len(TIERS)).astype(np.float64)

    def _swapped(self, venue: int, one: int, other: int) -> Vector:
        key = VENUES_2025[venue]
        change = self.values[key][other] - self.values[key][one]
        sums = self.sums.copy()
        sums[venue, self.order[key][one]] += change
        sums[venue, self.order[key][other]] -= change
        return sums

    def _within(self, sums: Vector) -> bool:
        means = sums / self.sizes
        return bool((np.ptp(means, axis=1) <= self.bound).all())

    def _off(self, sums: Vector) -> float:
        sizes = self.sizes.sum(axis=0)
        between = float((sizes * (sums.sum(axis=0) / sizes - self.mean) ** 2).sum())
        found = between / self.degrees[0] / ((self.total - between) / self.degrees[1])
        return abs(found - self.goal)
