"""What some printed numbers of the epistemics paper say about others, by arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import t

from peerassay.epistemics.groups import bonferroni

if TYPE_CHECKING:
    from peerassay.claims import Claims


def pooled_mean(claims: Claims) -> float:
    """Return the mean score of all human reviews of 2025 from the printed means and sizes of the venues."""
    return _pooled(claims, "epi.venue.rqs_mean")


def pooled_system1(claims: Claims) -> float:
    """Return the percentage of System 1 among them from the printed percentages and sizes."""
    return _pooled(claims, "epi.venue.system1_share")


def rest_of_short(claims: Claims, pooled: float, name: str) -> float:
    """Return what all but the shortest reviews have, from what all have and what the shortest are printed to have."""
    everyone = int(claims["epi.data.count.reviews_2025_human"].value)
    few = int(claims["epi.short_reviews.count"].value)
    short = float(claims[f"epi.short_reviews.{name}.ultra_short"].value)
    return (everyone * pooled - few * short) / (everyone - few)


def least_adjusted_p(claims: Claims) -> float:
    """Return p of the smallest printed effect size over the dimensions, by Student's t, times the number of tests."""
    smallest = float(claims["epi.dimensions.abs_cohen_d.min.fig5"].value)
    sizes = [int(claims[f"epi.data.count.reviews_{name}"].value) for name in ("agentic", "2025_human")]
    tests = int(claims["epi.dimensions.bonferroni_tests"].value)
    statistic = smallest / np.sqrt(1 / sizes[0] + 1 / sizes[1])
    p = 2 * float(t.sf(statistic, sum(sizes) - 2))
    return float(bonferroni([p] * tests)[0])


def _pooled(claims: Claims, prefix: str) -> float:
    venues = [claims[f"{prefix}.{key}"] for key in ("iclr2025", "icml2025", "neurips2025")]
    return sum(float(claim.value) * (claim.n or 0) for claim in venues) / sum(claim.n or 0 for claim in venues)
