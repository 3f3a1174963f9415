"""What a test that found nothing leaves room for: differences between tiers, and the power of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import f
from statsmodels.stats.power import TTestIndPower

from peerassay.epistemics.effects import minimum_detectable_effect
from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from collections.abc import Mapping

POINTS = 101
LARGEST = 1.2


def implied_by_p(
    p: float, sizes: Mapping[str, int], sd: float, alpha: float = 0.05, power: float = 0.8
) -> pd.DataFrame:
    """Say which differences between groups a printed p of a one-way analysis of variance allows.

    Parameters
    ----------
    p : float
        Of the analysis, between 0 and 1.
    sizes : mapping of str to int
        Reviews of each group, two groups or more.
    sd : float
        SD of all values (divisor N - 1), in points.
    alpha, power : float
        For the smallest difference that a comparison of one group with all others finds.

    Returns
    -------
    pandas.DataFrame
        One row per group: `tier`, `n`, `sd`, `f`, `eta_squared`, `largest` (difference between the group's mean and
        that of all others, at most), `detectable` (smallest such difference that is found).

    Raises
    ------
    ValueError
        If there are fewer than two groups or a level is out of range.

    Notes
    -----
    ``F = F^-1(1 - p)``, ``eta^2 = k F / (k F + N - k - 1)`` with k + 1 groups. The squares between one group and the
    rest are at most those between all groups: ``n (N - n) / N  d^2 <= eta^2 (N - 1) sd^2``.
    """
    require_level(p, "p")
    if len(sizes) < 2:
        raise ValueError(f"sizes: {len(sizes)} groups; expected two or more")
    total = sum(sizes.values())
    degrees = (len(sizes) - 1, total - len(sizes))
    statistic = float(f.isf(p, *degrees))
    share = degrees[0] * statistic / (degrees[0] * statistic + degrees[1])
    between = share * (total - 1) * sd**2
    rows = [
        (
            name, n, sd, statistic, share, (between * total / (n * (total - n))) ** 0.5,
            minimum_detectable_effect(n, total - n, alpha=alpha, power=power) * sd,
        )
        for name, n in sizes.items()
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["tier", "n", "sd", "f", "eta_squared", "largest", "detectable"])


def random_spreads(ratings: pd.DataFrame, rng: np.random.Generator, draws: int = 2000) -> pd.DataFrame:
    """Give tiers to the reviews of each venue at random, and see how far the tiers' means then lie apart.

    Parameters
    ----------
    ratings : pandas.DataFrame
        `group` (venue), `tier` and `rqs` of each review.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many assignments, 1 or more.

    Returns
    -------
    pandas.DataFrame
        One row per draw: the distance between the highest and the lowest mean of each venue, and `largest` of them.

    Raises
    ------
    ValueError
        If `draws` is below 1.
    """
    if draws < 1:
        raise ValueError(f"draws = {draws}; expected 1 or more")
    columns = {}
    for venue, part in ratings.groupby("group", sort=False):
        scores, codes = part["rqs"].to_numpy(float), pd.factorize(part["tier"])[0]
        belongs = codes[:, None] == np.arange(codes.max() + 1)
        weights = belongs / belongs.sum(axis=0)
        shuffled = rng.permuted(np.tile(scores, (draws, 1)), axis=1)
        columns[str(venue)] = np.ptp(shuffled @ weights, axis=1)
    table = pd.DataFrame(columns)
    return table.assign(largest=table.max(axis=1))


def power_curve(n_first: int, n_second: int, *, alpha: float = 0.05) -> pd.DataFrame:
    """Follow the power of a two-sided comparison of two groups over the effect size.

    Parameters
    ----------
    n_first, n_second : int
        Sizes of the groups, 2 or more.
    alpha : float
        Level, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `d` from 0 to 1.2, `power` (noncentral t distribution, statsmodels).

    Raises
    ------
    ValueError
        If a size is below 2 or the level is out of range.
    """
    require_level(alpha, "alpha")
    if min(n_first, n_second) < 2:
        raise ValueError(f"groups: expected two or more values in each, got {n_first} and {n_second}")
    effects = np.linspace(0, LARGEST, POINTS)
    found = [
        alpha if effect == 0 else float(TTestIndPower().power(effect, n_first, alpha, ratio=n_second / n_first))
        for effect in effects
    ]
    return pd.DataFrame({"d": effects, "power": found})
