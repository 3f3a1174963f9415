"""Integer against forced-decimal scores of the same papers."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from peerassay.repeatability.resampling import RESAMPLES, column_mean, paper_interval
from peerassay.repeatability.results import Interval
from peerassay.repeatability.scores import paper_means, score_table
from peerassay.repeatability.subsets import acceptance_labels, label_subsets
from peerassay.repeatability.validity import acceptance_auc, numbers, pearson, spearman
from peerassay.repeatability.variance import paper_variances

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from peerassay.repeatability.results import Estimate

    Column = NDArray[np.float64]

POINT_ONLY = "point estimates only"


class Protocols(NamedTuple):
    """One number per paper under both protocols, or a reference that belongs to both."""

    integer: Column
    decimal: Column


def granularity_table(
    integer: ArrayLike,
    decimal: ArrayLike,
    rng: np.random.Generator,
    *,
    human: ArrayLike | None = None,
    status: Sequence[object] | pd.Series | None = None,
    years: ArrayLike | None = None,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    r"""Compare integer with forced-decimal scores, paired by paper.

    Parameters
    ----------
    integer, decimal : array_like, shape (papers, rounds)
        Scores under the two protocols, the same papers in the same order; the numbers of rounds may differ. NaN marks
        a missing round. In the paper: rounds 1 to 5 of the ten-review run, and five decimal scores.
    rng : numpy.random.Generator
        Source of the bootstrap's draws.
    human : array_like, shape (papers,), optional
        Mean human score; without it errors and correlations are undefined.
    status : sequence, optional
        Final status, as in `acceptance_labels`; without it AUC is undefined.
    years : array_like, shape (papers,), optional
        Year of each paper.
    resamples, confidence
        As in `paper_interval`.

    Returns
    -------
    pandas.DataFrame
        One row per subset (all, each year, and both without withdrawn papers) and quantity (`mean`, `sd` within
        papers, `mae` to the human mean, `pearson`, `spearman`, `auc`): `subset`, `quantity`, `integer`, `decimal`,
        `difference` (decimal minus integer), `low`, `high`, `papers`, `excluded`, `reason`. Correlations and AUC are
        point estimates. Each row rests on the papers that have the quantity under both protocols; the others are
        counted as excluded.

    Raises
    ------
    ValueError
        If the numbers of papers differ, a status is unknown, or a score has more than nine decimals.

    Notes
    -----
    Means: :math:`N^{-1}\sum_i(\bar D_i - \bar Y_i)`. SD: :math:`\sqrt{\hat V_D} - \sqrt{\hat V_Y}`. Papers are
    resampled with both protocols together (repeatability paper, main text and appendix on granularity; the kind of
    interval is not stated there).
    """
    tables = score_table(integer), score_table(decimal)
    papers = len(tables[0])
    if len(tables[1]) != papers:
        raise ValueError(f"{papers} papers with integer and {len(tables[1])} with decimal scores; expected the same")
    means = Protocols(*map(paper_means, tables))
    variances = Protocols(*map(paper_variances, tables))
    reference = np.full(papers, nan) if human is None else numbers(human)
    labels = np.full(papers, nan) if status is None else acceptance_labels(status)
    options = {"resamples": resamples, "confidence": confidence}
    rows: list[dict[str, object]] = []
    for subset, kept in label_subsets(papers, years, status).items():
        mean, variance = (Protocols(both.integer[kept], both.decimal[kept]) for both in (means, variances))
        averages = {
            "mean": (mean, column_mean),
            "sd": (variance, _root),
            "mae": (Protocols(*(np.abs(column - reference[kept]) for column in mean)), column_mean),
        }
        cells = {name: _averages(both, summary, rng, options) for name, (both, summary) in averages.items()}
        cells |= {measure.__name__: _points(mean, reference[kept], measure) for measure in (pearson, spearman)}
        cells["auc"] = _points(mean, labels[kept], acceptance_auc)
        rows += [{"subset": subset, "quantity": name} | row for name, row in cells.items()]
    return pd.DataFrame(rows)


def _root(column: Column, axis: int = -1) -> Column:
    return np.asarray(np.sqrt(np.mean(column, axis=axis)))


def _averages(
    both: Protocols, summary: Callable[..., Column], rng: np.random.Generator, options: dict[str, float]
) -> dict[str, object]:
    """Compare a summary of one number per paper under the two protocols, with an interval."""
    known = ~(np.isnan(both.integer) | np.isnan(both.decimal))
    interval = paper_interval(
        both,
        lambda integer, decimal, axis=-1: summary(decimal, axis=axis) - summary(integer, axis=axis),
        rng,
        resamples=int(options["resamples"]),
        confidence=options["confidence"],
    )
    if not known.any():
        return _row(nan, nan, interval)
    return _row(float(summary(both.integer[known])), float(summary(both.decimal[known])), interval)


def _points(
    both: Protocols, reference: Column, measure: Callable[[ArrayLike, ArrayLike], Estimate]
) -> dict[str, object]:
    """Compare a relation to a reference under the two protocols, without an interval."""
    known = ~(np.isnan(both.integer) | np.isnan(both.decimal) | np.isnan(reference))
    first, second = (measure(column[known], reference[known]) for column in both)
    reason = first.reason or second.reason or POINT_ONLY
    difference = Interval(second.value - first.value, int(known.sum()), int((~known).sum()), reason)
    return _row(first.value, second.value, difference)


def _row(integer: float, decimal: float, difference: Interval) -> dict[str, object]:
    return {
        "integer": integer,
        "decimal": decimal,
        "difference": difference.value,
        "low": difference.low,
        "high": difference.high,
        "papers": difference.papers,
        "excluded": difference.excluded,
        "reason": difference.reason,
    }
