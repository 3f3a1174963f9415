"""Drawing papers once quotas are known: systematically along a sorted cell, and nested over several sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.sampling.quotas import QuotaError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray


def systematic_sample(values: ArrayLike, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    r"""Draw at equal distances along the sorted values, from a random start.

    Parameters
    ----------
    values : array_like of float, shape (papers,)
        What is sorted by, such as exact mean human scores; ties, and NaN, which go last, are put into random order.
    size : int
        How many to draw, 0 to the number of papers.
    rng : numpy.random.Generator
        Orders the ties and draws the start.

    Returns
    -------
    numpy.ndarray of int, shape (size,)
        Positions in `values`, in the order of the sorted values.

    Raises
    ------
    QuotaError
        If more are wanted than there are.

    Notes
    -----
    With N papers and a start u, uniform on [0, N/n), those at ranks :math:`\lfloor u + jN/n \rfloor` are taken, j
    from 0 to n - 1: each paper is drawn with probability n/N, and the sample spreads over the whole range.

    References
    ----------
    Repeatability paper, Appendix A.
    """
    known = np.asarray(values, dtype=float)
    if not 0 <= size <= len(known):
        raise QuotaError(f"{size} wanted of {len(known)}; expected 0 to {len(known)}")
    if size == 0:
        return np.empty(0, dtype=np.int64)
    shuffled = rng.permutation(len(known))
    order = shuffled[np.argsort(known[shuffled], kind="stable")]
    step = len(known) / size
    ranks = np.floor(rng.uniform(0, step) + np.arange(size) * step).astype(np.int64)
    drawn: NDArray[np.int64] = order[np.minimum(ranks, len(known) - 1)]
    return drawn


def draw_cells(papers: pd.DataFrame, quotas: pd.Series, by: str | None, rng: np.random.Generator) -> pd.DataFrame:
    """Draw each cell's quota, systematically along a column or, without one, at random.

    Parameters
    ----------
    papers : pandas.DataFrame
        One row a paper, with the columns that the levels of `quotas` are named after.
    quotas : pandas.Series of int
        How many to draw from each cell.
    by : str or None
        Column to sort by, as in `systematic_sample`.
    rng : numpy.random.Generator
        Draws, cell by cell in the order of `quotas`.

    Returns
    -------
    pandas.DataFrame
        The drawn rows, in the order of `papers`.

    Raises
    ------
    QuotaError
        If a cell has fewer papers than its quota.
    """
    groups = papers.groupby(list(quotas.index.names), sort=True).indices
    kept: list[NDArray[np.int64]] = []
    for cell, quota in quotas[quotas > 0].items():
        inside = np.asarray(groups.get(cell, []), dtype=np.int64)
        if len(inside) < quota:
            raise QuotaError(f"{_named(quotas, cell)}: {quota} wanted, {len(inside)} there")
        values = papers[by].to_numpy()[inside] if by else np.zeros(len(inside))
        kept.append(inside[systematic_sample(values, int(quota), rng)])
    return papers.iloc[np.sort(np.concatenate(kept))] if kept else papers.iloc[:0]


def _named(quotas: pd.Series, cell: Hashable) -> str:
    labels = cell if isinstance(cell, tuple) else (cell,)
    return ", ".join(f"{name} {label}" for name, label in zip(quotas.index.names, labels, strict=True))


def draw_nested(
    papers: pd.DataFrame, quotas: pd.DataFrame, by: str | None, rng: np.random.Generator
) -> dict[int, pd.DataFrame]:
    """Draw nested samples: the largest first, each smaller one out of the one before.

    Parameters
    ----------
    papers, by, rng
        As in `draw_cells`.
    quotas : pandas.DataFrame
        As from `peerassay.sampling.nested_quotas`.

    Returns
    -------
    dict of int to pandas.DataFrame
        The sample of each size, smallest first.

    Raises
    ------
    QuotaError
        If a cell has fewer papers than its quota.

    References
    ----------
    Repeatability paper, Appendix A.
    """
    samples: dict[int, pd.DataFrame] = {}
    left = papers
    for size in sorted(map(int, quotas.columns), reverse=True):
        left = samples[size] = draw_cells(left, quotas[size], by, rng)
    return dict(sorted(samples.items()))


def status_draws(
    population: pd.DataFrame, quotas: pd.Series, statuses: Sequence[str], draws: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Draw cells many times from counts alone, and count the statuses of each sample.

    Parameters
    ----------
    population : pandas.DataFrame
        `status`, `papers` (counts) and the columns that the levels of `quotas` are named after.
    quotas : pandas.Series of int
        How many to draw from each cell.
    statuses : sequence of str
        The statuses to count.
    draws : int
        Number of samples.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    pandas.DataFrame of int, shape (draws, statuses)
        Papers of each status in each sample.

    Notes
    -----
    Within a cell papers are drawn at random without replacement (multivariate hypergeometric), as the order by exact
    mean cannot be known from counts. Where status depends on the mean within a bin, a systematic draw varies less.
    """
    names = list(quotas.index.names)
    counts = population.pivot_table(index=names, columns="status", values="papers", aggfunc="sum", fill_value=0)
    counts = counts.reindex(columns=list(statuses), fill_value=0)
    total = np.zeros((draws, len(statuses)), dtype=np.int64)
    wanted = quotas[quotas > 0]
    for papers, quota in zip(counts.loc[wanted.index].to_numpy(), wanted, strict=True):
        total += rng.multivariate_hypergeometric(papers, int(quota), size=draws)
    return pd.DataFrame(total, columns=list(statuses))
