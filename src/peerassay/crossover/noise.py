"""Correlations of two Scorers before and after subtracting what repeated scores differ by chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.crossover.gains import gains_by_cell
from peerassay.repeatability.resampling import RESAMPLES
from peerassay.repeatability.scores import paper_means, score_counts
from peerassay.repeatability.variance import paper_variances

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peerassay.crossover.conditions import Crossover

    Column = NDArray[np.float64]

FEW = "fewer than two papers have scores and noise of both"
CONSTANT = "one of the two is the same for all papers"
NOISY = "scoring noise is as large as the spread over papers, or larger"
NO_RESAMPLE = "no resample had spread beyond the noise"
_CELLS = 2**20


@dataclass(frozen=True)
class Adjusted:
    """A correlation of two Scorers, observed and with scoring noise subtracted.

    Attributes
    ----------
    observed, adjusted : float
        Pearson's correlation, and the same after subtracting noise; NaN if undefined. `adjusted` may lie beyond 1.
    low, high : float
        Percentile interval of the adjusted one over the valid resamples.
    variances, noise : tuple of float
        Spread over papers and mean noise variance by Scorer, in squared score points.
    papers, excluded : int
        Papers used, and those without numbers or noise of both.
    resamples, invalid, beyond : int
        Resamples drawn; those in which noise left no spread (or a side did not vary); valid ones beyond -1 or 1.
    reason : str
        Why `adjusted` is NaN; empty otherwise.
    """

    observed: float
    adjusted: float
    low: float
    high: float
    variances: tuple[float, float]
    noise: tuple[float, float]
    papers: int
    excluded: int
    resamples: int
    invalid: int
    beyond: int
    reason: str = ""


def noise_adjusted(
    first: ArrayLike,
    second: ArrayLike,
    first_noise: ArrayLike,
    second_noise: ArrayLike,
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Adjusted:
    r"""Correlate two numbers per paper, and subtract the variance that their scoring noise adds.

    Parameters
    ----------
    first, second : array_like, shape (papers,)
        One number per paper by each Scorer (a mean score, or a gain), in score points; NaN if there is none.
    first_noise, second_noise : array_like, shape (papers,)
        Estimated noise variance of each of these numbers, in squared score points; NaN if unknown.
    rng : numpy.random.Generator
        Source of the draws.
    resamples : int
        Resamples of papers, 1 or more.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    Adjusted
        Both correlations, the interval, and how many resamples were invalid or beyond the range of a correlation.

    Raises
    ------
    ValueError
        If the shapes differ, or confidence or resamples are out of range.

    Notes
    -----
    With spreads :math:`v_x, v_y` over papers, mean noise variances :math:`e_x, e_y` and the covariance :math:`c`,

    .. math:: \rho_{adj} = \frac{c}{\sqrt{(v_x - e_x)(v_y - e_y)}},

    undefined unless both differences are positive. Variances and covariance all have the divisor :math:`N-1`.
    Nothing is clipped (repeatability paper, appendix F; the correction is Spearman's for attenuation, with the
    reliability :math:`1 - e/v`). Errors are taken to be independent between Scorers and manuscripts.
    """
    table = _complete([first, second, first_noise, second_noise], resamples, confidence)
    used = table[:, ~np.isnan(table).any(axis=0)]
    papers, excluded = used.shape[1], table.shape[1] - used.shape[1]
    if papers < 2:
        return Adjusted(nan, nan, nan, nan, (nan, nan), (nan, nan), papers, excluded, 0, 0, 0, FEW)
    parts = _parts(used[:, None, :])[:, 0]
    drawn = _resampled(used, rng, resamples)
    valid = drawn[np.isfinite(drawn)]
    ends = np.quantile(valid, [(1 - confidence) / 2, (1 + confidence) / 2]) if len(valid) else (nan, nan)
    adjusted, reason = _adjusted_or_why(parts)
    return Adjusted(
        observed=float(parts[0] / sqrt(parts[1] * parts[2])) if parts[1] * parts[2] > 0 else nan,
        adjusted=adjusted,
        low=float(ends[0]),
        high=float(ends[1]),
        variances=(float(parts[1]), float(parts[2])),
        noise=(float(parts[3]), float(parts[4])),
        papers=papers,
        excluded=excluded,
        resamples=resamples,
        invalid=resamples - len(valid),
        beyond=int((np.abs(valid) > 1).sum()),
        reason=reason or ("" if len(valid) else NO_RESAMPLE),
    )


def _complete(columns: list[ArrayLike], resamples: int, confidence: float) -> Column:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}; expected a number strictly between 0 and 1")
    if resamples < 1:
        raise ValueError(f"resamples = {resamples}; expected at least 1")
    arrays = [np.asarray(column, dtype=float) for column in columns]
    if any(array.ndim != 1 or array.shape != arrays[0].shape for array in arrays):
        shapes = [array.shape for array in arrays]
        raise ValueError(f"shapes {shapes}; expected four columns with one number per paper")
    return np.vstack(arrays)


def _parts(sample: Column) -> Column:
    """Give covariance, both variances and both mean noise variances; shapes (4, samples, papers) to (5, samples)."""
    x, y = (column - column.mean(axis=-1, keepdims=True) for column in sample[:2])
    divisor = sample.shape[-1] - 1
    moments = [(a * b).sum(axis=-1) / divisor for a, b in ((x, y), (x, x), (y, y))]
    return np.stack([*moments, sample[2].mean(axis=-1), sample[3].mean(axis=-1)])


def _resampled(used: Column, rng: np.random.Generator, resamples: int) -> Column:
    """Give the adjusted correlation of each resample; NaN where it is invalid."""
    papers, found = used.shape[1], []
    batch = max(1, _CELLS // papers)
    for start in range(0, resamples, batch):
        rows = rng.integers(papers, size=(min(batch, resamples - start), papers))
        found.append(_adjust(_parts(used[:, rows])))
    return np.concatenate(found)


def _adjust(parts: Column) -> Column:
    true = parts[1:3] - parts[3:5]
    valid = (true > 0).all(axis=0)
    bottom = np.sqrt(np.where(valid, true[0] * true[1], 1.0))
    return np.where(valid, parts[0] / bottom, nan)


def _adjusted_or_why(parts: Column) -> tuple[float, str]:
    if parts[1] <= 0 or parts[2] <= 0:
        return nan, CONSTANT
    value = float(_adjust(parts[:, None])[0])
    return value, NOISY if np.isnan(value) else ""


def mean_noise(scores: ArrayLike) -> Column:
    r"""Give the noise variance of each paper's mean score.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        Repeated scores, in score points; NaN marks a missing round.

    Returns
    -------
    ndarray of float, shape (papers,)
        :math:`e_i = S_i^2 / n_i` in squared score points, with the unbiased variance of the :math:`n_i` scores; NaN
        for a paper with fewer than two (repeatability paper, appendix F, with three scores).
    """
    counts = score_counts(scores)
    return np.asarray(paper_variances(scores) / np.where(counts > 0, counts, 1))


def noise_table(
    crossover: Crossover, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Correlate every two Scorers on original means and on gains, before and after subtracting scoring noise.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.
    rng, resamples, confidence
        As in `noise_adjusted`.

    Returns
    -------
    pandas.DataFrame
        `version` (``original``: mean scores; else gains), `first`, `second` (Scorers), `observed`, `adjusted`, `low`,
        `high`, `first_reliability`, `second_reliability` (1 minus noise over spread), `papers`, `excluded`,
        `resamples`, `invalid`, `beyond`, `reason`.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    gains = gains_by_cell(crossover)
    before = {scorer: mean_noise(scores) for scorer, scores in crossover.original.items()}
    rows = []
    for first, second in dict.fromkeys(pair[1:] for pair in crossover.shared):
        means = [paper_means(crossover.original[scorer]) for scorer in (first, second)]
        noise = [before[scorer] for scorer in (first, second)]
        found = noise_adjusted(means[0], means[1], noise[0], noise[1], rng, resamples=resamples, confidence=confidence)
        rows.append(_row("original", first, second, found))
    for version, first, second in crossover.shared:
        points = [gains[version, scorer].points for scorer in (first, second)]
        noise = [before[scorer] + mean_noise(crossover.revised[version, scorer]) for scorer in (first, second)]
        found = noise_adjusted(
            points[0], points[1], noise[0], noise[1], rng, resamples=resamples, confidence=confidence
        )
        rows.append(_row(version, first, second, found))
    return pd.DataFrame(rows, columns=list(_row("", "", "", _NOTHING)))


_NOTHING = Adjusted(nan, nan, nan, nan, (nan, nan), (nan, nan), 0, 0, 0, 0, 0)


def _row(version: str, first: str, second: str, found: Adjusted) -> dict[str, object]:
    pairs = zip(found.noise, found.variances, strict=True)
    reliabilities = [1 - noise / spread if spread > 0 else nan for noise, spread in pairs]
    names = ["observed", "adjusted", "low", "high"]
    return (
        {"version": version, "first": first, "second": second}
        | {name: getattr(found, name) for name in names}
        | {"first_reliability": reliabilities[0], "second_reliability": reliabilities[1]}
        | {name: getattr(found, name) for name in ("papers", "excluded", "resamples", "invalid", "beyond", "reason")}
    )
