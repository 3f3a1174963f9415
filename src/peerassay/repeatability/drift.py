"""Whether later rounds score differently from earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.repeatability.resampling import RESAMPLES, column_mean, paper_interval
from peerassay.repeatability.scores import paper_means, score_table
from peerassay.repeatability.subsets import year_subsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike

    from peerassay.repeatability.results import Interval


@dataclass(frozen=True)
class Drift:
    """Means of an early and a late batch of rounds, over the papers that have both.

    Attributes
    ----------
    early, late : float
        Mean over papers of the batch means, in score points.
    difference : Interval
        Late minus early, paired by paper, with its bootstrap interval.
    """

    early: float
    late: float
    difference: Interval


def halves(rounds: int) -> tuple[range, range]:
    """Give the columns of the first and of the last half of the rounds; an odd one in the middle belongs to neither.

    Parameters
    ----------
    rounds : int
        Number of rounds, 2 or more.

    Returns
    -------
    early, late : range
        Column positions, from 0.

    Raises
    ------
    ValueError
        If there are fewer than two rounds.
    """
    if rounds < 2:
        raise ValueError(f"rounds = {rounds}; expected at least 2")
    return range(rounds // 2), range(rounds - rounds // 2, rounds)


def batch_drift(
    scores: ArrayLike,
    rng: np.random.Generator,
    *,
    early: Sequence[int] | None = None,
    late: Sequence[int] | None = None,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Drift:
    r"""Compare a late with an early batch of rounds.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        In score points, columns in the order in which the rounds were run; NaN marks a missing round.
    rng : numpy.random.Generator
        Source of the bootstrap's draws.
    early, late : sequence of int, optional
        Columns (from 0) of the batches; the first and the last half if not given.
    resamples, confidence
        As in `paper_interval`.

    Returns
    -------
    Drift
        Both means and the difference. A paper without any score in one of the batches is left out of all three and
        counted in ``difference.excluded``.

    Raises
    ------
    ValueError
        If there are fewer than two rounds, or a batch names a column that does not exist.

    Notes
    -----
    :math:`d_i = \bar Y_{i,\mathrm{late}} - \bar Y_{i,\mathrm{early}}`, averaged over papers, which are resampled
    (repeatability paper, appendix C; the sign and the number of resamples are not stated there).
    """
    table = score_table(scores)
    first, last = halves(table.shape[1])
    before = paper_means(table[:, _columns("early", early, first, table.shape[1])])
    after = paper_means(table[:, _columns("late", late, last, table.shape[1])])
    difference = paper_interval([after - before], column_mean, rng, resamples=resamples, confidence=confidence)
    if not difference.papers:
        return Drift(nan, nan, difference)
    both = ~pd.isna(after - before)
    return Drift(float(before[both].mean()), float(after[both].mean()), difference)


def _columns(name: str, chosen: Sequence[int] | None, default: range, rounds: int) -> list[int]:
    columns = list(default if chosen is None else chosen)
    outside = [column for column in columns if not 0 <= column < rounds]
    if outside or not columns:
        raise ValueError(f"{name} = {columns}; expected one or more columns from 0 to {rounds - 1}")
    return columns


def batch_drift_table(
    scores: ArrayLike,
    years: ArrayLike,
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare the last with the first half of the rounds, for all papers and by year.

    Parameters
    ----------
    scores : array_like, shape (papers, rounds)
        As in `batch_drift`.
    years : array_like, shape (papers,)
        Year of each paper; NaN if unknown (then the paper counts under all only).
    rng, resamples, confidence
        As in `batch_drift`.

    Returns
    -------
    pandas.DataFrame
        One row per subset: `subset`, `early`, `late`, `difference`, `low`, `high`, `papers`, `excluded`, `reason`.

    Raises
    ------
    ValueError
        If there are fewer than two rounds or the lengths differ.
    """
    table = score_table(scores)
    rows = []
    for name, chosen in year_subsets(len(table), years).items():
        drift = batch_drift(table[chosen], rng, resamples=resamples, confidence=confidence)
        rows.append({"subset": name, "early": drift.early, "late": drift.late} | _interval_cells(drift.difference))
    return pd.DataFrame(rows)


def _interval_cells(interval: Interval) -> dict[str, object]:
    return {
        "difference": interval.value,
        "low": interval.low,
        "high": interval.high,
        "papers": interval.papers,
        "excluded": interval.excluded,
        "reason": interval.reason,
    }
