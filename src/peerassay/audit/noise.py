"""Two wordings of one paper, set beside two reviews of the same wording.

Table 3 of the style paper prints each reviewer's standard deviation over repeated reviews of one paper. From it
follows how much the ratings of two rewrites would differ by chance alone, if wording played no role.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claims

REVIEWERS: Final = ("gpt55", "sonnet46", "gemini35flash", "gemma3", "qwen3vl", "glm47")
CONTRASTS: Final = {"proficiency": "native / non-native", "confidence": "high / low confidence"}
GRID: Final = (np.arange(50) + 0.5) / 50


def untied_bound(sd: float) -> float:
    """Return the largest possible share of untied pairs of two independent whole-number scores.

    Parameters
    ----------
    sd
        Standard deviation of either score around the paper's mean, 0 or more.

    Raises
    ------
    ValueError
        If `sd` is negative.

    Notes
    -----
    ``P(d != 0) <= E(d**2) = 2 sd**2``, because a difference d of whole numbers that is not 0 has a square of at least
    1. It holds on average over papers if `sd` is the root of the mean variance.
    """
    if sd < 0:
        raise ValueError(f"sd: expected 0 or more, got {sd}")
    return min(1.0, 2 * sd**2)


@lru_cache(maxsize=64)
def chance_difference(sd: float) -> tuple[float, float]:
    """Return what two independent reviews of the same text would show, if scores were rounded normal values.

    Parameters
    ----------
    sd
        Root of the mean variance of the whole-number scores, above 0.

    Returns
    -------
    tuple of float
        Share of untied pairs, and mean absolute difference.

    Raises
    ------
    ValueError
        If `sd` is not above 0.

    Notes
    -----
    Score = round(normal(m, s)), with the paper's mean m spread evenly between whole numbers; s is chosen so that the
    mean variance of the rounded scores is ``sd**2``. An assumption, not a bound.
    """
    if not sd > 0:
        raise ValueError(f"sd: expected above 0, got {sd}")
    spread = brentq(lambda s: _variance(_weights(s)) - sd**2, 1e-6, 2 * sd + 1)
    weights = _weights(spread)
    ties = float((weights**2).sum(axis=1).mean())
    steps = np.arange(weights.shape[1])
    gaps = np.abs(steps[:, None] - steps[None, :])
    return 1 - ties, float(np.einsum("mi,ij,mj->m", weights, gaps, weights).mean())


def _weights(spread: float) -> NDArray[np.float64]:
    """Return the chances of every whole score (columns) for papers with means between 0 and 1 (rows)."""
    reach = int(np.ceil(6 * spread)) + 1
    edges = np.arange(-reach, reach + 2) - 0.5
    return np.diff(ndtr((edges[None, :] - GRID[:, None]) / spread), axis=1)


def _variance(weights: NDArray[np.float64]) -> float:
    steps = np.arange(weights.shape[1])
    means = weights @ steps
    return float((weights @ steps**2 - means**2).mean())


def repeat_noise(claims: Claims) -> pd.DataFrame:
    """Set the differences between rewrites beside those that repeated reviews of one text would show.

    Parameters
    ----------
    claims
        Claims of the style paper: Table 3, the shares of Table 4 and the mean absolute differences of appendix D.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer and contrast: ``reviewer``, ``contrast``, ``sd``, ``untied`` (as printed, fraction),
        ``untied_bound`` and ``untied_chance``, ``difference`` (printed mean absolute difference, NaN where none is
        printed), ``difference_chance``, and ``beyond_bound``: more untied pairs than repeat noise could give at all,
        even at the ends of the rounding ranges.
    """
    rows = [_noise_row(claims, reviewer, contrast) for reviewer in REVIEWERS for contrast in CONTRASTS]
    return pd.DataFrame(rows)


def _noise_row(claims: Claims, reviewer: str, contrast: str) -> dict[str, object]:
    sd = claims[f"sty.variance.{reviewer}.sd"]
    shares = [claims[f"sty.main.{contrast}.{reviewer}.{side}_pct"] for side in ("first", "second")]
    difference = f"sty.criteria.overall.{contrast}.{reviewer}.mean_abs_diff"
    untied = sum(float(share.value) for share in shares) / 100
    untied_chance, difference_chance = chance_difference(float(sd.value))
    return {
        "reviewer": sd.subject,
        "contrast": CONTRASTS[contrast],
        "sd": float(sd.value),
        "untied": untied,
        "untied_bound": untied_bound(float(sd.value)),
        "untied_chance": untied_chance,
        "difference": float(claims[difference].value) if difference in claims else float("nan"),
        "difference_chance": difference_chance,
        "beyond_bound": untied - 0.01 > untied_bound(float(sd.value) + 0.005),
    }
