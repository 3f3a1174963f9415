"""Estimates against new target scores that no estimate was made from."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation.fitting import choose, paper_losses
from peerassay.estimation.grid import INPUTS
from peerassay.estimation.quick import quick_estimate
from peerassay.estimation.risk import brier_loss, count_scores, frequencies, standard_estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]

TAIL = 6
"""The tail is the probability of this score or a higher one, as in the paper."""
METRICS = ("brier", "w1", "modal_accuracy", "mean_error", "tail_error")
_TIE = 1e-12


def modes(distributions: ArrayLike) -> NDArray[np.int64]:
    """Give the most likely score's position; of equally likely ones the lowest.

    Parameters
    ----------
    distributions : array_like, shape (..., scores)
        Probabilities or counts.

    Returns
    -------
    ndarray of int, shape (...)
    """
    given = np.asarray(distributions, dtype=float)
    return np.asarray((given >= given.max(axis=-1, keepdims=True) - _TIE).argmax(axis=-1), dtype=np.int64)


def wasserstein(estimate: ArrayLike, target: ArrayLike) -> Reals:
    r"""Give the first Wasserstein distance of distributions over whole scores.

    Parameters
    ----------
    estimate, target : array_like, shape (..., scores)
        Distributions over the same consecutive scores.

    Returns
    -------
    ndarray of float, shape (...)
        :math:`\sum_s |F_q(s) - \hat F(s)|` in score points (Vallender 1974; repeatability paper, appendix E).
    """
    gap = np.asarray(estimate, dtype=float) - np.asarray(target, dtype=float)
    return np.asarray(np.abs(gap.cumsum(axis=-1)[..., :-1]).sum(axis=-1))


def target_losses(estimates: ArrayLike, counts: ArrayLike, low: int = 1, tail: int = TAIL) -> dict[str, Reals]:
    r"""Compare estimates with the counts of new target scores.

    Parameters
    ----------
    estimates : array_like, shape (..., scores)
        Distributions.
    counts : array_like, shape (..., scores)
        Of the new scores.
    low : int
        Lowest score.
    tail : int
        Lowest score of the tail.

    Returns
    -------
    dict of str to ndarray of float, shape (...)
        By `METRICS`: Brier loss averaged over the targets (their own scatter included), Wasserstein distance, 1 if the
        modes are equal (lowest score on ties), :math:`|E_q Y - \bar Z|`, and
        :math:`|q(Y \ge t) - \hat P(Z \ge t)|`.

    Notes
    -----
    Repeatability paper, appendix E. That errors of mean and tail are absolute is presumed.
    """
    q, target = np.asarray(estimates, dtype=float), frequencies(counts)
    gap = q - target
    scores = np.arange(low, low + q.shape[-1])
    return {
        "brier": brier_loss(q, counts),
        "w1": wasserstein(q, target),
        "modal_accuracy": (modes(q) == modes(target)).astype(float),
        "mean_error": np.abs(gap @ scores),
        "tail_error": np.abs(gap[..., scores >= tail].sum(axis=-1)),
    }


def predictions(
    outputs: ArrayLike, scores: Sequence[float], parameters: Sequence[float], sizes: Sequence[int], low: int, high: int
) -> dict[str, Reals]:
    """Make all estimates of one paper's score distribution.

    Parameters
    ----------
    outputs : array_like, shape (calls, scores)
        Candidate probabilities of its auxiliary calls; rows without any mass are left out.
    scores : sequence of float, shape (rounds,)
        Its original target scores.
    parameters : sequence of float
        Temperature, offset, slope, weight.
    sizes : sequence of int
        Numbers of direct samples.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    dict of str to ndarray of float, shape (combinations, scores)
        ``quick``: one per auxiliary call, not combined; ``standard``: the first call with every pair of scores;
        ``direct_n``: frequencies of every subset of n scores (none if there are fewer).

    Notes
    -----
    Repeatability paper, appendix E.
    """
    quick = quick_estimate(outputs, parameters[0], parameters[1], parameters[2], low, high)
    quick = quick[~np.isnan(quick).any(axis=-1)]
    found = {
        "quick": quick,
        "standard": standard_estimate(quick[:1], _subsets(scores, INPUTS, low, high), parameters[3]),
    }
    for size in sizes:
        if size <= len(scores):
            found[f"direct_{size}"] = frequencies(_subsets(scores, size, low, high))
    return found


def _subsets(scores: Sequence[float], size: int, low: int, high: int) -> NDArray[np.int64]:
    return count_scores(list(combinations(scores, size)), low, high)


def fit_others(
    outputs: Reals, scores: Reals, held: NDArray[np.bool_], grid: Grid, low: int, high: int
) -> tuple[float, float, float, float]:
    """Choose parameters on the papers that are not held for the independent targets.

    Parameters
    ----------
    outputs : ndarray of float, shape (papers, scores)
        First auxiliary output of each paper.
    scores : ndarray of float, shape (papers, rounds)
        Original target scores.
    held : ndarray of bool, shape (papers,)
        Papers with independent targets.
    grid : Grid
        What to try.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    temperature, offset, slope, weight : float

    Raises
    ------
    ValueError
        If no paper is left to fit to.
    """
    if held.all():
        raise ValueError(f"all {len(held)} papers have independent targets; expected some to fit to")
    losses = paper_losses(outputs[~held], count_scores(scores[~held], low, high), grid, low, high)
    fit = choose(losses, grid, np.ones((1, int((~held).sum()))))
    temperature, offset, slope = map(float, grid.candidates[fit.candidates[0]])
    return temperature, offset, slope, float(grid.weights[fit.weights[0]])


def independent_table(
    outputs: Reals,
    scores: Reals,
    targets: Reals,
    parameters: Sequence[float],
    sizes: Sequence[int],
    low: int = 1,
    high: int = 10,
    tail: int = TAIL,
) -> pd.DataFrame:
    """Average the losses of every estimator over combinations within each paper, then over papers.

    Parameters
    ----------
    outputs : ndarray of float, shape (papers, calls, scores)
        Candidate probabilities of all auxiliary calls; NaN or 0 where there is none.
    scores : ndarray of float, shape (papers, rounds)
        Original target scores.
    targets : ndarray of float, shape (papers, new rounds)
        New target scores; NaN where there is none.
    parameters : sequence of float
        As from `fit_others`.
    sizes : sequence of int
        Numbers of direct samples.
    low, high, tail : int
        Lowest and highest score, and lowest score of the tail.

    Returns
    -------
    pandas.DataFrame
        One row per estimator: `estimator`, `combinations` (estimates of all papers), the columns of `METRICS`,
        `papers`.
    """
    rows: list[dict[str, object]] = []
    for calls, given, new in zip(outputs, scores, targets, strict=True):
        counts = count_scores(new, low, high)
        for name, made in predictions(calls, list(given), parameters, sizes, low, high).items():
            losses = target_losses(made, counts[None], low, tail)
            row = {metric: float(losses[metric].mean()) for metric in METRICS}
            rows.append({"estimator": name, "combinations": len(made)} | row)
    table = pd.DataFrame(rows, columns=["estimator", "combinations", *METRICS])
    grouped = table.groupby("estimator", sort=False)
    means = grouped[list(METRICS)].mean()
    means.insert(0, "combinations", grouped["combinations"].sum())
    return means.assign(papers=grouped.size()).reset_index()
