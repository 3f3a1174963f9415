"""How uncertain risks are: papers resampled with parameters fixed, or with parameters chosen anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation.fitting import choose, direct_risks
from peerassay.estimation.grid import INPUTS
from peerassay.estimation.risk import direct_risk
from peerassay.repeatability import column_mean, paper_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from peerassay.estimation.fitting import Losses
    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]

RESAMPLES = 1000
"""Refit resamples unless told otherwise, as in the paper."""
_ROWS = 3000
"""Rows of paper weights that are worked on at a time, so that memory does not grow with the resamples."""


@dataclass(frozen=True)
class Refits:
    """Overall risks of every resample.

    Attributes
    ----------
    risks : pandas.DataFrame
        One row per resample that could be fitted; a column per estimator, as from `paper_risks`.
    invalid : int
        Resamples that left a split without a paper to fit to.
    """

    risks: pd.DataFrame
    invalid: int


def refit_bootstrap(
    losses: Losses,
    grid: Grid,
    training: NDArray[np.bool_],
    sizes: tuple[int, ...],
    rng: np.random.Generator,
    resamples: int = RESAMPLES,
) -> Refits:
    """Resample papers and choose all parameters anew in each resample.

    Parameters
    ----------
    losses : Losses
        As from `paper_losses`.
    grid : Grid
        The same grid.
    training : ndarray of bool, shape (splits, papers)
        The original splits, which stay.
    sizes : tuple of int
        Numbers of direct samples.
    rng : numpy.random.Generator
        Source of the draws.
    resamples : int
        How many, 1 or more.

    Returns
    -------
    Refits

    Raises
    ------
    ValueError
        If no resample is asked for.

    Notes
    -----
    Repeatability paper, appendix E: as many papers as there are, drawn with replacement; how often a paper was drawn
    is its weight in the original splits, on the training side and in the final mean over papers. Precomputed risks of
    each paper turn all fits of a resample into one matrix product.
    """
    if resamples < 1:
        raise ValueError(f"resamples = {resamples}; expected at least 1")
    papers = len(losses.collisions)
    weights = rng.multinomial(papers, np.full(papers, 1 / papers), size=resamples)
    possible = ((weights @ training.T) > 0).all(axis=1)
    step = max(1, _ROWS // len(training))
    parts = [
        weighted_risks(losses, grid, training, sizes, weights[possible][at : at + step])
        for at in range(0, int(possible.sum()), step)
    ]
    columns = ["quick", "standard", *direct_risks(losses.collisions, sizes)]
    risks = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns, dtype=float)
    return Refits(risks, int((~possible).sum()))


def weighted_risks(
    losses: Losses, grid: Grid, training: NDArray[np.bool_], sizes: tuple[int, ...], weights: NDArray[np.int64]
) -> pd.DataFrame:
    r"""Fit with weighted papers, test, and average with the same weights.

    Parameters
    ----------
    losses, grid, training, sizes
        As for `refit_bootstrap`.
    weights : ndarray of int, shape (resamples, papers)
        How often each paper was drawn; all ones is the original fit.

    Returns
    -------
    pandas.DataFrame
        One row per resample, a column per estimator: :math:`\sum_i c_i \hat R_i / \sum_i c_i` over the papers that are
        tested at all.

    Raises
    ------
    ValueError
        If a split is left without a paper to fit to.
    """
    splits, papers = training.shape
    rows = (weights[:, None, :] * training).reshape(-1, papers)
    fit = choose(losses, grid, rows)
    times = (~training).sum(axis=0)
    each = np.divide(~training, times, out=np.zeros((splits, papers)), where=times > 0)
    tested = (weights[:, None, :] * each).reshape(-1, papers)
    kinds, places = np.unique(fit.candidates, return_inverse=True)
    quick = (tested @ losses.quick[:, kinds])[np.arange(len(tested)), places]
    share = np.array(grid.weights)[fit.weights]
    mixed = share**2 * (tested @ direct_risk(losses.collisions, INPUTS)) + (1 - share) ** 2 * quick
    total = weights @ (times > 0)
    direct = direct_risks(losses.collisions, sizes)
    found = {"quick": quick.reshape(-1, splits).sum(axis=1), "standard": mixed.reshape(-1, splits).sum(axis=1)}
    found |= {name: weights @ np.where(times > 0, risk, 0) for name, risk in direct.items()}
    return pd.DataFrame(found).div(total, axis=0)


def difference_table(
    risks: Mapping[str, Reals],
    pairs: Iterable[tuple[str, str]],
    rng: np.random.Generator,
    refits: Refits | None = None,
    *,
    resamples: int = 5000,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare estimators in pairs on the same papers.

    Parameters
    ----------
    risks : mapping of str to ndarray of float, shape (papers,)
        As from `paper_risks`.
    pairs : iterable of (str, str)
        Which estimators: the first minus the second.
    rng : numpy.random.Generator
        Source of the draws of the intervals with fixed parameters.
    refits : Refits, optional
        Resamples with parameters chosen anew.
    resamples : int
        Resamples with fixed parameters.
    confidence : float
        Of the intervals, strictly between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `first`, `second`, `difference`, `low`, `high` (parameters fixed), `refit_low`, `refit_high`, `papers`,
        `reason` (why an interval is missing).

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.

    Notes
    -----
    Percentile intervals (see `peerassay.repeatability.paper_interval`). Papers that no split tests are left out.
    """
    rows = []
    for first, second in pairs:
        found = paper_interval(
            [risks[first] - risks[second]], column_mean, rng, resamples=resamples, confidence=confidence
        )
        ends = _refit_ends(refits, first, second, confidence)
        rows.append(
            {"first": first, "second": second, "difference": found.value, "low": found.low, "high": found.high}
            | {"refit_low": ends[0], "refit_high": ends[1], "papers": found.papers, "reason": found.reason}
        )
    return pd.DataFrame(rows)


def _refit_ends(refits: Refits | None, first: str, second: str, confidence: float) -> Sequence[float]:
    if refits is None or refits.risks.empty:
        return (np.nan, np.nan)
    gaps = (refits.risks[first] - refits.risks[second]).to_numpy()
    return [float(np.quantile(gaps, share)) for share in ((1 - confidence) / 2, (1 + confidence) / 2)]


def risk_table(
    risks: Mapping[str, Reals],
    subsets: Mapping[str, NDArray[np.bool_]],
    rng: np.random.Generator,
    *,
    resamples: int = 5000,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Average each estimator's risk over sets of papers.

    Parameters
    ----------
    risks : mapping of str to ndarray of float, shape (papers,)
        As from `paper_risks`.
    subsets : mapping of str to ndarray of bool, shape (papers,)
        Sets of papers by name.
    rng : numpy.random.Generator
        Source of the draws of the intervals.
    resamples : int
        Resamples of papers, parameters fixed.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        `subset`, `estimator`, `auxiliary` and `reasoning` (calls of one estimate), `risk`, `low`, `high`, `papers`,
        `reason`.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    rows = []
    for subset, mask in subsets.items():
        for name, values in risks.items():
            found = paper_interval([values[mask]], column_mean, rng, resamples=resamples, confidence=confidence)
            auxiliary, reasoning = calls(name)
            rows.append(
                {"subset": subset, "estimator": name, "auxiliary": auxiliary, "reasoning": reasoning}
                | {"risk": found.value, "low": found.low, "high": found.high}
                | {"papers": found.papers, "reason": found.reason}
            )
    return pd.DataFrame(rows)


def calls(estimator: str) -> tuple[int, int]:
    """Give the calls that one estimate takes.

    Parameters
    ----------
    estimator : str
        ``quick``, ``standard``, or ``direct_`` and a number.

    Returns
    -------
    auxiliary, reasoning : int
        Repeatability paper, appendix E.
    """
    known = {"quick": (1, 0), "standard": (1, 2)}
    return known[estimator] if estimator in known else (0, int(estimator.removeprefix("direct_")))
