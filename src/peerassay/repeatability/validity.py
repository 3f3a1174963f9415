"""How mean scores relate to human scores and to acceptance."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.stats import pearsonr, rankdata, spearmanr

from peerassay.repeatability.results import Estimate
from peerassay.repeatability.subsets import acceptance_labels, label_subsets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Measure = Callable[[NDArray[np.float64], NDArray[np.float64]], float]

NO_PAPERS = "no paper has both numbers"
CONSTANT = "one of the two is the same for all papers"
ONE_CLASS = "the papers are all accepted or all not accepted"


def pearson(predicted: ArrayLike, human: ArrayLike) -> Estimate:
    """Correlate two numbers per paper (Pearson).

    Parameters
    ----------
    predicted, human : array_like, shape (papers,)
        Mean scores of the reviewer and of humans; a paper with NaN in either is left out and counted.

    Returns
    -------
    Estimate
        -1 to 1; NaN with a reason if there are fewer than two papers or a side does not vary.

    Raises
    ------
    ValueError
        If the shapes differ.

    Notes
    -----
    scipy.stats.pearsonr (repeatability paper, appendix C).
    """
    return _correlation(predicted, human, lambda x, y: float(pearsonr(x, y).statistic))


def spearman(predicted: ArrayLike, human: ArrayLike) -> Estimate:
    """Correlate the ranks of two numbers per paper (Spearman).

    Parameters
    ----------
    predicted, human : array_like, shape (papers,)
        As in `pearson`. Equal numbers share the average of their ranks; `paper_means` keeps ties exact.

    Returns
    -------
    Estimate
        -1 to 1; NaN with a reason if there are fewer than two papers or a side does not vary.

    Raises
    ------
    ValueError
        If the shapes differ.

    Notes
    -----
    scipy.stats.spearmanr (repeatability paper, appendix C, which does not state the treatment of ties).
    """
    return _correlation(predicted, human, lambda x, y: float(spearmanr(x, y).statistic))


def _correlation(predicted: ArrayLike, human: ArrayLike, measure: Measure) -> Estimate:
    x, y, excluded = _complete(predicted, human)
    if len(x) < 2:
        return Estimate(nan, len(x), excluded, "fewer than two papers have both numbers")
    if (x == x[0]).all() or (y == y[0]).all():
        return Estimate(nan, len(x), excluded, CONSTANT)
    return Estimate(measure(x, y), len(x), excluded)


def mean_absolute_error(predicted: ArrayLike, human: ArrayLike) -> Estimate:
    r"""Average the distances of two numbers per paper.

    Parameters
    ----------
    predicted, human : array_like, shape (papers,)
        As in `pearson`, on the same scale.

    Returns
    -------
    Estimate
        :math:`N^{-1}\sum_i |\bar Y_i - H_i|` in score points (repeatability paper, appendix C).

    Raises
    ------
    ValueError
        If the shapes differ.
    """
    return _average(predicted, human, lambda x, y: float(np.abs(x - y).mean()))


def root_mean_square_error(predicted: ArrayLike, human: ArrayLike) -> Estimate:
    r"""Give the root of the mean squared distance of two numbers per paper.

    Parameters
    ----------
    predicted, human : array_like, shape (papers,)
        As in `pearson`, on the same scale.

    Returns
    -------
    Estimate
        :math:`\sqrt{N^{-1}\sum_i (\bar Y_i - H_i)^2}` in score points (repeatability paper, appendix C).

    Raises
    ------
    ValueError
        If the shapes differ.
    """
    return _average(predicted, human, lambda x, y: float(np.sqrt(((x - y) ** 2).mean())))


def _average(predicted: ArrayLike, human: ArrayLike, measure: Measure) -> Estimate:
    x, y, excluded = _complete(predicted, human)
    if not len(x):
        return Estimate(nan, 0, excluded, NO_PAPERS)
    return Estimate(measure(x, y), len(x), excluded)


def acceptance_auc(predicted: ArrayLike, labels: ArrayLike) -> Estimate:
    r"""Give the chance that an accepted paper scores above one that was not, ties counting one half.

    Parameters
    ----------
    predicted : array_like, shape (papers,)
        Mean scores; `paper_means` keeps ties exact.
    labels : array_like, shape (papers,)
        1 for accepted, 0 for not, NaN for unknown (left out and counted), as `acceptance_labels` gives them.

    Returns
    -------
    Estimate
        0 to 1; NaN with a reason if one of the two classes is empty.

    Raises
    ------
    ValueError
        If the shapes differ or a label is neither 0 nor 1.

    Notes
    -----
    Mean over positive-negative pairs of :math:`1\{s^+ > s^-\} + \tfrac12 1\{s^+ = s^-\}` (repeatability paper,
    appendix A.4), from average ranks: :math:`(R^+ - n^+(n^++1)/2)/(n^+n^-)` (Mann and Whitney 1947).
    """
    x, y, excluded = _complete(predicted, labels)
    if not np.isin(y, (0, 1)).all():
        raise ValueError(f"labels: {y[~np.isin(y, (0, 1))][0]:g}; expected 1, 0 or NaN")
    positives = int(y.sum())
    negatives = len(y) - positives
    if not positives or not negatives:
        return Estimate(nan, len(x), excluded, ONE_CLASS if len(x) else NO_PAPERS)
    ranks = float(rankdata(x)[y == 1].sum())
    return Estimate((ranks - positives * (positives + 1) / 2) / (positives * negatives), len(x), excluded)


def _complete(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    first, second = numbers(x), numbers(y)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError(f"shapes {first.shape} and {second.shape}; expected one number per paper in both")
    both = ~(np.isnan(first) | np.isnan(second))
    return first[both], second[both], int((~both).sum())


def numbers(values: ArrayLike) -> NDArray[np.float64]:
    """Give numbers as floats, with NaN where there is none.

    Parameters
    ----------
    values : array_like
        Numbers; None and missing values of pandas are allowed.

    Returns
    -------
    ndarray of float
        The same shape.
    """
    if isinstance(values, pd.Series):
        return values.to_numpy(dtype=float, na_value=nan)
    return np.asarray(values, dtype=float)


ERRORS: dict[str, Callable[[ArrayLike, ArrayLike], Estimate]] = {
    "pearson": pearson,
    "spearman": spearman,
    "mae": mean_absolute_error,
    "rmse": root_mean_square_error,
}
"""The statistics that compare with human scores, by name."""


def validity_table(
    means: ArrayLike,
    human: ArrayLike,
    status: Sequence[object] | pd.Series | None = None,
    years: ArrayLike | None = None,
) -> pd.DataFrame:
    """Relate mean scores to human scores and acceptance: all papers, by year, and without withdrawn papers.

    Parameters
    ----------
    means : array_like, shape (papers,)
        Mean score of the reviewer, as `paper_means` gives it.
    human : array_like, shape (papers,)
        Mean human score; NaN if unknown.
    status : sequence, optional
        Final status, as in `acceptance_labels`; without it AUC is undefined.
    years : array_like, shape (papers,), optional
        Year of each paper.

    Returns
    -------
    pandas.DataFrame
        One row per subset and statistic: `subset` (all, a year, excl_withdrawn, year_excl_withdrawn), `statistic`
        (pearson, spearman, mae, rmse, auc), `value`, `papers`, `excluded`, `reason`.

    Raises
    ------
    ValueError
        If the lengths differ or a status is unknown.

    Notes
    -----
    Repeatability paper, appendices A.4 and C.
    """
    predicted, reference = numbers(means), numbers(human)
    labels = np.full(len(predicted), nan) if status is None else acceptance_labels(status)
    rows = []
    for subset, kept in label_subsets(len(predicted), years, status).items():
        found = {name: measure(predicted[kept], reference[kept]) for name, measure in ERRORS.items()}
        found["auc"] = acceptance_auc(predicted[kept], labels[kept])
        rows += [{"subset": subset, "statistic": name} | vars(estimate) for name, estimate in found.items()]
    return pd.DataFrame(rows)
