"""Mean gains, the gap between two Scorers of the same manuscripts, and how a change of Selector moves that gap."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from peerassay.crossover.conditions import roles
from peerassay.crossover.gains import gains_by_cell
from peerassay.repeatability.resampling import RESAMPLES, column_mean, paper_interval
from peerassay.repeatability.subsets import year_subsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.crossover.conditions import Crossover
    from peerassay.crossover.gains import Gains
    from peerassay.repeatability.results import Interval

    Column = NDArray[np.float64]

SPAN = ["low", "high", "papers", "excluded", "reason"]


def mean_gain(
    gains: Gains, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> Interval:
    r"""Average gains over papers.

    Parameters
    ----------
    gains : Gains
        Of one version by one Scorer.
    rng : numpy.random.Generator
        Source of the draws.
    resamples, confidence
        As in `peerassay.repeatability.paper_interval`.

    Returns
    -------
    Interval
        :math:`N^{-1}\sum_i G_i` in score points, with an interval over resampled papers.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    return paper_interval([gains.points], column_mean, rng, resamples=resamples, confidence=confidence)


def scorer_gap(
    first: Gains, second: Gains, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> Interval:
    r"""Compare the mean gains that two Scorers give to the same manuscripts.

    Parameters
    ----------
    first, second : Gains
        Of the same version and papers by two Scorers.
    rng, resamples, confidence
        As in `mean_gain`.

    Returns
    -------
    Interval
        Mean of :math:`G^{(1)}_i - G^{(2)}_i` in score points; papers are resampled with both gains together. A paper
        that lacks one of them is excluded.

    Raises
    ------
    ValueError
        If the numbers of papers differ, or confidence or resamples are out of range.

    Notes
    -----
    Repeatability paper, main text and appendix F: the final manuscript is fixed, only the Scorer changes.
    """
    columns = [first.points, second.points]
    return paper_interval(columns, _gap, rng, resamples=resamples, confidence=confidence)


def selector_effect(
    before: tuple[Gains, Gains],
    after: tuple[Gains, Gains],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> Interval:
    r"""Give the change of the gap between two Scorers when another Selector chooses among the same edits.

    Parameters
    ----------
    before, after : tuple of Gains
        Gains by the first and the second Scorer, under the two Selectors, of the same papers.
    rng, resamples, confidence
        As in `mean_gain`.

    Returns
    -------
    Interval
        Gap after minus gap before, in score points. The shared baselines cancel: only the revised scores matter.

    Raises
    ------
    ValueError
        If the numbers of papers differ, or confidence or resamples are out of range.

    Notes
    -----
    Repeatability paper, main text: :math:`(\bar G_{LHL} - \bar G_{LHH}) - (\bar G_{LLL} - \bar G_{LLH})`.
    """
    columns = [gains.points for gains in (*before, *after)]
    return paper_interval(columns, _change, rng, resamples=resamples, confidence=confidence)


def _gap(first: Column, second: Column, axis: int = -1) -> Column:
    return np.asarray((first - second).mean(axis=axis))


def _change(first: Column, second: Column, third: Column, fourth: Column, axis: int = -1) -> Column:
    return np.asarray(((third - fourth) - (first - second)).mean(axis=axis))


def gains_table(
    crossover: Crossover, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Average the gains of every version by every Scorer, over all papers and by year.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.
    rng, resamples, confidence
        As in `mean_gain`.

    Returns
    -------
    pandas.DataFrame
        `version`, `writer`, `selector`, `scorer`, `subset` (``all`` or a year), `gain`, `low`, `high` (score points),
        `papers`, `excluded`, `reason`.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    rows = [
        {"version": version, **roles(version)._asdict(), "scorer": scorer, "subset": subset}
        | _cells("gain", mean_gain(gains.only(mask), rng, resamples=resamples, confidence=confidence))
        for (version, scorer), gains in gains_by_cell(crossover).items()
        for subset, mask in _subsets(crossover).items()
    ]
    return pd.DataFrame(rows, columns=["version", "writer", "selector", "scorer", "subset", "gain", *SPAN])


def gaps_table(
    crossover: Crossover, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Compare every two Scorers of the same version, over all papers and by year.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.
    rng, resamples, confidence
        As in `mean_gain`.

    Returns
    -------
    pandas.DataFrame
        `version`, `first`, `second` (Scorers), `subset`, `gap` (first minus second), `low`, `high` (score points),
        `papers`, `excluded`, `reason`.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    cells = gains_by_cell(crossover)
    rows = []
    for version, first, second in crossover.shared:
        for subset, mask in _subsets(crossover).items():
            pair = [cells[version, scorer].only(mask) for scorer in (first, second)]
            gap = scorer_gap(pair[0], pair[1], rng, resamples=resamples, confidence=confidence)
            row = {"version": version, "first": first, "second": second, "subset": subset}
            rows.append(row | _cells("gap", gap))
    return pd.DataFrame(rows, columns=["version", "first", "second", "subset", "gap", *SPAN])


def selector_table(
    crossover: Crossover, rng: np.random.Generator, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Give the change of the gap between two Scorers for every two Selectors of the same Writer's edits.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.
    rng, resamples, confidence
        As in `mean_gain`.

    Returns
    -------
    pandas.DataFrame
        `writer`, `before`, `after` (Selectors), `first`, `second` (Scorers), `subset`, `change` (gap after minus gap
        before), `low`, `high` (score points), `papers`, `excluded`, `reason`.

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    cells, rows = gains_by_cell(crossover), []
    for (version, first, second), (other, *scorers) in combinations(crossover.shared, 2):
        writer, before = roles(version)
        if not writer or roles(other).writer != writer or scorers != [first, second]:
            continue
        row: dict[str, Any] = {"writer": writer, "before": before, "after": roles(other).selector}
        for subset, mask in _subsets(crossover).items():
            old, new = ((cells[name, first].only(mask), cells[name, second].only(mask)) for name in (version, other))
            change = selector_effect(old, new, rng, resamples=resamples, confidence=confidence)
            rows.append(row | {"first": first, "second": second, "subset": subset} | _cells("change", change))
    return pd.DataFrame(rows, columns=["writer", "before", "after", "first", "second", "subset", "change", *SPAN])


def _subsets(crossover: Crossover) -> dict[str, NDArray[np.bool_]]:
    return year_subsets(len(crossover.papers), crossover.papers["year"].to_numpy(dtype=float, na_value=np.nan))


def _cells(name: str, interval: Interval) -> dict[str, object]:
    return {name: interval.value} | {column: getattr(interval, column) for column in SPAN}
