"""How well the expected score of each estimated distribution tells accepted papers from others."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from peerassay.estimation.grid import INPUTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import ArrayLike, NDArray

    from peerassay.estimation.fitting import Fit
    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]

_DECIMALS = 9
"""Places to which expected scores are rounded, so that equal ones are ties."""


def auc_rows(predictions: ArrayLike, labels: ArrayLike) -> Reals:
    """Give the AUC of several predictors of the same papers.

    Parameters
    ----------
    predictions : array_like, shape (predictors, papers)
        Larger for papers that should rather be accepted.
    labels : array_like, shape (papers,)
        1 for accepted, 0 for others.

    Returns
    -------
    ndarray of float, shape (predictors,)
        Ties count one half; NaN if all papers have the same label.

    Notes
    -----
    Mann and Whitney (1947), from ranks; `peerassay.repeatability.acceptance_auc` for a single predictor.
    """
    known = np.asarray(labels, dtype=float) > 0
    positives, negatives = int(known.sum()), int((~known).sum())
    ranks = rankdata(np.asarray(predictions, dtype=float), axis=1)
    if not positives or not negatives:
        return np.full(len(ranks), np.nan)
    above = ranks[:, known].sum(axis=1) - positives * (positives + 1) / 2
    return np.asarray(above / (positives * negatives))


def expected_scores(estimates: ArrayLike, low: int = 1) -> Reals:
    """Give the expected score of distributions.

    Parameters
    ----------
    estimates : array_like, shape (..., scores)
        Distributions over whole scores from `low` on.
    low : int
        Lowest score.

    Returns
    -------
    ndarray of float, shape (...)
        In score points.
    """
    given = np.asarray(estimates, dtype=float)
    return np.asarray(given @ np.arange(low, low + given.shape[-1]))


def _predictors(
    scores: Reals, expected: Reals, grid: Grid, fit: Fit, sizes: tuple[int, ...]
) -> Iterator[tuple[str, list[Reals]]]:
    """Give, by estimator, the predictions of each split: shape (combinations, papers)."""
    means = {
        size: np.array([scores[:, chosen].mean(axis=1) for chosen in combinations(range(scores.shape[1]), size)])
        for size in {*sizes, INPUTS}
        if size <= scores.shape[1]
    }
    quick = [expected[:, candidate] for candidate in fit.candidates]
    weights = [grid.weights[weight] for weight in fit.weights]
    yield "quick", [one[None] for one in quick]
    yield "standard", [w * means[INPUTS] + (1 - w) * one for w, one in zip(weights, quick, strict=True)]
    for size in sizes:
        if size in means:
            yield f"direct_{size}", [means[size]] * len(quick)


def auc_table(
    scores: ArrayLike,
    estimates: Reals,
    labels: ArrayLike,
    subsets: Mapping[str, NDArray[np.bool_]],
    training: NDArray[np.bool_],
    fit: Fit,
    grid: Grid,
    sizes: tuple[int, ...],
    low: int = 1,
) -> pd.DataFrame:
    """Average the AUC for acceptance of every estimator over splits and combinations of scores.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Target scores.
    estimates : ndarray of float, shape (papers, combinations, scores)
        Of Quick, as from `quick_estimates`.
    labels : array_like, shape (papers,)
        1 for accepted, 0 for others, NaN if unknown.
    subsets : mapping of str to ndarray of bool, shape (papers,)
        Sets of papers by name.
    training : ndarray of bool, shape (splits, papers)
        As from `random_splits`.
    fit : Fit
        One choice per split.
    grid : Grid
        The same grid.
    sizes : tuple of int
        Numbers of direct samples.
    low : int
        Lowest score.

    Returns
    -------
    pandas.DataFrame
        `subset`, `estimator`, `auc`, `papers` (with a label), `splits` (whose test papers have both labels). The AUC is
        NaN if there is no such split.

    Notes
    -----
    Repeatability paper, appendix E: predictors are expected scores; direct samples come in all subsets of a size,
    Standard in all pairs of scores; AUC on the test papers of a split, averaged over combinations and then splits.
    Nothing is fitted to the labels.
    """
    known = np.asarray(labels, dtype=float)
    given, expected = np.asarray(scores, dtype=float), expected_scores(estimates, low)
    rows = []
    for name, predictions in _predictors(given, expected, grid, fit, sizes):
        for subset, mask in subsets.items():
            usable = mask & ~np.isnan(known)
            found = [
                float(auc_rows(np.round(one[:, tested], _DECIMALS), known[tested]).mean())
                for one, tested in zip(predictions, ~training & usable, strict=True)
            ]
            defined = [value for value in found if value == value]
            mean = float(np.mean(defined)) if defined else np.nan
            rows.append(
                {"subset": subset, "estimator": name, "auc": mean, "papers": int(usable.sum())}
                | {"splits": len(defined)}
            )
    return pd.DataFrame(rows)
