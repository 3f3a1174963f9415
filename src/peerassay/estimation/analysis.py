"""The whole analysis of a sample: fits on all splits, risks of every estimator, and the steps of one estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation.fitting import Fit, Losses, choose, direct_risks, paper_losses, paper_risks
from peerassay.estimation.grid import DIRECT_SIZES, INPUTS
from peerassay.estimation.quick import quick_estimate, returned_distribution, support, tempered
from peerassay.estimation.risk import (
    collision_share,
    count_scores,
    debiased_risk,
    enumerated_risk,
    frequencies,
    mixture_risk,
    standard_estimate,
)
from peerassay.estimation.splits import random_splits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from peerassay.estimation.arrange import Sample
    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]

NO_PROBABILITIES = "there are no candidate probabilities"
ONE_PAPER = "a single paper cannot both be fitted to and tested on"


@dataclass(frozen=True)
class Fitted:
    """Choices on all splits.

    Attributes
    ----------
    grid : Grid
        What was searched.
    training : ndarray of bool, shape (splits, papers)
        The splits.
    losses : Losses
        Of each paper.
    fit : Fit
        One choice per split.
    """

    grid: Grid
    training: NDArray[np.bool_]
    losses: Losses
    fit: Fit


@dataclass(frozen=True)
class Analysis:
    """Risks of every estimator for each paper.

    Attributes
    ----------
    risks : mapping of str to ndarray of float, shape (papers,)
        ``quick``, ``standard`` (both missing if there is no fit), ``direct_1`` and so on.
    fitted : Fitted or None
        The choices behind Quick and Standard.
    reason : str
        Why there are none; empty if there are.
    """

    risks: Mapping[str, Reals]
    fitted: Fitted | None
    reason: str


def analyse(
    sample: Sample, grid: Grid, splits: int, rng: np.random.Generator, sizes: tuple[int, ...] = DIRECT_SIZES
) -> Analysis:
    """Fit and test on random splits of a sample.

    Parameters
    ----------
    sample : Sample
        As from `arrange`.
    grid : Grid
        What to search.
    splits : int
        Number of random halves.
    rng : numpy.random.Generator
        Source of the splits.
    sizes : tuple of int
        Numbers of direct samples.

    Returns
    -------
    Analysis
        Direct sampling only, and the reason, if there are no candidate probabilities or there is one paper only.

    Raises
    ------
    ValueError
        If a score is not whole, or no split is asked for.

    Notes
    -----
    Repeatability paper, appendix E.
    """
    counts = count_scores(sample.scores, sample.low, sample.high)
    reason = ONE_PAPER if len(counts) < 2 else ("" if sample.auxiliary else NO_PROBABILITIES)
    if reason:
        return Analysis(direct_risks(collision_share(counts), sizes), None, reason)
    training = random_splits(len(counts), rng, splits)
    losses = paper_losses(sample.first, counts, grid, sample.low, sample.high)
    fitted = Fitted(grid, training, losses, choose(losses, grid, training))
    return Analysis(paper_risks(losses, grid, training, fitted.fit, sizes), fitted, "")


def typical_paper(sample: Sample, risks: Reals) -> int:
    """Choose a paper to show the steps with.

    Parameters
    ----------
    sample : Sample
        As from `arrange`.
    risks : ndarray of float, shape (papers,)
        Of Quick.

    Returns
    -------
    int
        The paper in the middle by its risk, among those whose first two target scores differ (among all, if there is
        none); of equal ones the first.
    """
    differing = sample.scores[:, 0] != sample.scores[:, 1]
    rows = np.flatnonzero(differing if differing.any() else ~differing)
    order = rows[np.argsort(risks[rows], kind="stable")]
    return int(order[(len(order) - 1) // 2])


def estimate_steps(sample: Sample, paper: int, parameters: Sequence[float]) -> pd.DataFrame:
    """Lay out the steps from candidate probabilities to the two estimates of one paper's score distribution.

    Parameters
    ----------
    sample : Sample
        As from `arrange`.
    paper : int
        Which paper, by its row.
    parameters : sequence of float
        Temperature, offset, slope, weight.

    Returns
    -------
    pandas.DataFrame
        `paper_id`, `step` (1 to 5), `name`, `score`, `probability`: as returned, tempered, moved (Quick), mixed with
        the first two target scores (Standard), and all target scores.

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """
    temperature, offset, slope, weight = parameters
    low, high, given = sample.low, sample.high, sample.scores[paper]
    returned = returned_distribution(sample.first[paper])
    quick = quick_estimate(sample.first[paper], temperature, offset, slope, low, high)
    steps = {
        "returned": returned,
        "tempered": tempered(returned, temperature),
        "Quick": quick,
        "Standard": standard_estimate(quick, count_scores(given[:INPUTS], low, high), weight),
        "target scores": frequencies(count_scores(given, low, high)),
    }
    rows = [
        (sample.papers["paper_id"].iloc[paper], place, name, int(score), float(share))
        for place, (name, shares) in enumerate(steps.items(), start=1)
        for score, share in zip(support(low, high), shares, strict=True)
    ]
    return pd.DataFrame(rows, columns=["paper_id", "step", "name", "score", "probability"])


def decomposition_gap(sample: Sample, quick: Reals, weight: float) -> float:
    """Compare the risk of Standard by enumeration with its two terms.

    Parameters
    ----------
    sample : Sample
        As from `arrange`.
    quick : ndarray of float, shape (papers, scores)
        Quick's estimates.
    weight : float
        w, 0 to 1.

    Returns
    -------
    float
        Largest difference over papers between `enumerated_risk` and `mixture_risk`.

    Raises
    ------
    ValueError
        If the weight is out of range.
    """
    counts = count_scores(sample.scores, sample.low, sample.high)
    terms = mixture_risk(weight, debiased_risk(quick, counts), collision_share(counts))
    return float(np.abs(enumerated_risk(quick, sample.scores, weight, sample.low, sample.high) - terms).max())
