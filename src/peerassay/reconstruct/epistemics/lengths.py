"""Lengths of reviews: the printed slope and adjusted differences, and the cut of the shortest tenth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.reconstruct.epistemics.groups import AC, AGENTIC, VENUES_2025, YEARS
from peerassay.reconstruct.epistemics.tenths import orthogonal, unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Vector = NDArray[np.float64]

SPREAD: Final = (0.30, 0.70)
"""SD of log-length within groups of human reviews: not printed; drawn from this range."""
SPREAD_AGENTIC: Final = (0.15, 0.35)
VENUE_SHIFT: Final = 0.08
"""SD of the venues' mean log-lengths around their common middle: not printed."""


def draw_lengths(
    scores: Mapping[str, Vector], claims: Claims, rng: np.random.Generator
) -> dict[str, NDArray[np.int64]]:
    """Draw lengths in characters such that the printed regressions hold.

    Parameters
    ----------
    scores : mapping of str to ndarray of float, shape (n,)
        Reasoning quality scores by group.
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dict of str to ndarray of int, shape (n,)
        Characters, by group.

    Notes
    -----
    Log-length is normal within groups. Its correlation with the score makes the common slope over venues and AI the
    printed one; the AI's mean log-length makes the AI coefficient the printed one, with venue effects that add up to
    zero; the common middle puts the printed number of human reviews at or under the printed cut; the years' means make
    the year coefficients the printed ones, with the slope that these four groups have.
    """
    slope = float(claims["epi.length_regression.coefficient.log_length"].value)
    spread = float(rng.uniform(*SPREAD))
    shapes = _shapes(scores, slope, spread, rng)
    middles = _middles_2025(scores, shapes, slope, claims, rng)
    middles |= _middles_of_years(scores, shapes, middles["iclr2025"], claims)
    middles[AC] = float(np.mean([middles[key] for key in VENUES_2025]))
    return {key: np.rint(np.exp(middles[key] + shape)).astype(np.int64) for key, shape in shapes.items()}


def _shapes(scores: Mapping[str, Vector], slope: float, spread: float, rng: np.random.Generator) -> dict[str, Vector]:
    """Draw log-lengths around 0, correlated with the scores so that the common slope is the printed one."""
    narrow = float(rng.uniform(*SPREAD_AGENTIC))
    sd = {key: float(values.std(ddof=1)) for key, values in scores.items()}
    agentic = _correlated(scores[AGENTIC], narrow, 0.3, rng)
    weights = {key: len(scores[key]) - 1 for key in VENUES_2025}
    squares = sum(weights.values()) * spread**2
    own = float(agentic @ (scores[AGENTIC] - scores[AGENTIC].mean()))
    wanted = slope * (squares + float(agentic @ agentic)) - own
    together = wanted / (spread * sum(weights[key] * sd[key] for key in VENUES_2025))
    shapes = {key: _correlated(scores[key], spread, together, rng) for key in VENUES_2025}
    later = {key: _correlated(scores[key], spread, slope * spread / sd[key], rng) for key in (*YEARS, AC)}
    return shapes | {AGENTIC: agentic} | later


def _correlated(scores: Vector, spread: float, correlation: float, rng: np.random.Generator) -> Vector:
    base = unit(scores)
    (rest,) = orthogonal(1, [base], rng)
    return np.asarray(spread * (correlation * base + np.sqrt(1 - correlation**2) * rest))


def _middles_2025(
    scores: Mapping[str, Vector], shapes: Mapping[str, Vector], slope: float, claims: Claims, rng: np.random.Generator
) -> dict[str, float]:
    shifts = dict(zip(VENUES_2025, rng.normal(0, VENUE_SHIFT, len(VENUES_2025)), strict=True))
    together = np.sort(np.concatenate([shapes[key] + shifts[key] for key in VENUES_2025]))
    count = int(claims["epi.short_reviews.count"].value)
    cut = np.log(float(claims["epi.short_reviews.threshold.characters"].value) + 0.5)
    middle = cut - (together[count - 1] + together[count]) / 2
    found = {key: float(middle + shift) for key, shift in shifts.items()}
    gap = float(scores[AGENTIC].mean() - np.mean([scores[key].mean() for key in VENUES_2025]))
    rest = float(claims["epi.length_regression.coefficient.ai"].value)
    found[AGENTIC] = float(np.mean([found[key] for key in VENUES_2025])) + (gap - rest) / slope
    return found


def _middles_of_years(
    scores: Mapping[str, Vector], shapes: Mapping[str, Vector], last: float, claims: Claims
) -> dict[str, float]:
    keys = (*YEARS, "iclr2025")
    crossed = sum(float(shapes[key] @ (scores[key] - scores[key].mean())) for key in keys)
    slope = crossed / sum(float(shapes[key] @ shapes[key]) for key in keys)
    means = {key: float(scores[key].mean()) for key in keys}
    adjusted = {YEARS[0]: 0.0} | {
        key: float(claims[f"epi.temporal.coefficient.{key}_vs_2021"].value) for key in (*YEARS[1:], "iclr2025")
    }
    first = last - (means["iclr2025"] - means[YEARS[0]] - adjusted["iclr2025"]) / slope
    return {key: first + (means[key] - means[YEARS[0]] - adjusted[key]) / slope for key in YEARS}
