"""Choosing the parameters of Quick and the weight of Standard on training papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation.grid import INPUTS
from peerassay.estimation.quick import quick_estimates
from peerassay.estimation.risk import collision_share, debiased_risk, direct_risk, mixture_risk

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peerassay.estimation.grid import Grid

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

TIE = 1e-12
"""Mean losses that differ by no more are equally good, so that the last bits of a sum decide nothing."""


@dataclass(frozen=True)
class Losses:
    """Everything that choosing and testing need to know of each paper.

    Attributes
    ----------
    quick : ndarray of float, shape (papers, combinations)
        Debiased risk of Quick with every combination of parameters, in the order of ``grid.candidates``.
    collisions : ndarray of float, shape (papers,)
        Share of equal pairs among the target scores.
    """

    quick: Reals
    collisions: Reals


@dataclass(frozen=True)
class Fit:
    """What was chosen, once per split.

    Attributes
    ----------
    candidates : ndarray of int, shape (splits,)
        Rows of ``grid.candidates``.
    weights : ndarray of int, shape (splits,)
        Positions in ``grid.weights``.
    """

    candidates: Whole
    weights: Whole


def paper_losses(probabilities: ArrayLike, counts: ArrayLike, grid: Grid, low: int = 1, high: int = 10) -> Losses:
    """Compute the risk of every combination of parameters for each paper, once and for all splits and resamples.

    Parameters
    ----------
    probabilities : array_like, shape (papers, scores)
        Candidate probabilities of one auxiliary call for each paper, as for `quick_estimate`.
    counts : array_like, shape (papers, scores)
        Target scores, as from `count_scores`.
    grid : Grid
        What to try.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    Losses

    Raises
    ------
    ValueError
        If a paper has no candidate with any mass, or fewer target scores than Standard takes in and two more.

    Notes
    -----
    Debiased risk and Brier loss differ by 1 - C, which no parameter changes; so minimising one minimises the other.
    """
    given = np.asarray(counts)
    if (given.sum(axis=-1) < INPUTS + 2).any():
        raise ValueError(f"counts: a paper has {given.sum(axis=-1).min()} target scores; expected {INPUTS + 2} or more")
    risks = debiased_risk(quick_estimates(probabilities, grid, low, high), given[:, None, :])
    if np.isnan(risks).any():
        raise ValueError("probabilities: a paper has no candidate with any mass; expected at least one")
    return Losses(risks, collision_share(given))


def first_lowest(table: Reals) -> Whole:
    """Give the first position of each row's lowest number, equal within `TIE`.

    Parameters
    ----------
    table : ndarray of float, shape (rows, choices)

    Returns
    -------
    ndarray of int, shape (rows,)
    """
    return np.asarray((table <= table.min(axis=1, keepdims=True) + TIE).argmax(axis=1), dtype=np.int64)


def choose(losses: Losses, grid: Grid, shares: ArrayLike) -> Fit:
    """Choose parameters by weighted sets of papers.

    Parameters
    ----------
    losses : Losses
        As from `paper_losses`.
    grid : Grid
        The same grid.
    shares : array_like, shape (rows, papers)
        Weight of each paper in each set, 0 or more; every row has some.

    Returns
    -------
    Fit
        One choice per row.

    Raises
    ------
    ValueError
        If a row has no weight.

    Notes
    -----
    First temperature, offset and slope that minimise the mean loss of Quick, then with these the weight that minimises
    the mean loss of Standard over all ways to split a paper's scores into two inputs and targets (repeatability paper,
    appendix E). The second mean is `mixture_risk`, so nothing has to be enumerated.
    """
    rows = np.asarray(shares, dtype=float)
    total = rows.sum(axis=1, keepdims=True)
    if not (total > 0).all():
        raise ValueError(f"shares: {int((total <= 0).sum())} sets without a paper; expected some weight in each")
    quick = rows @ losses.quick / total
    best = first_lowest(quick)
    lowest = quick[np.arange(len(rows)), best]
    collisions = rows @ losses.collisions / total[:, 0]
    mixed = mixture_risk(np.array(grid.weights), lowest[:, None], collisions[:, None])
    return Fit(best, first_lowest(mixed))


def tested_risks(losses: Losses, grid: Grid, training: NDArray[np.bool_], fit: Fit) -> tuple[Reals, Reals]:
    """Average each paper's risk over the splits in which it is tested.

    Parameters
    ----------
    losses : Losses
        As from `paper_losses`.
    grid : Grid
        The same grid.
    training : ndarray of bool, shape (splits, papers)
        As from `random_splits`.
    fit : Fit
        One choice per split.

    Returns
    -------
    quick, standard : ndarray of float, shape (papers,)
        NaN for a paper that no split tests.

    Notes
    -----
    Order of averages as in the paper (appendix E): ways to split the scores, then test appearances, then papers.
    """
    tests = ~training
    times = tests.sum(axis=0)
    risks = losses.quick[:, fit.candidates].T
    mixed = mixture_risk(np.array(grid.weights)[fit.weights][:, None], risks, losses.collisions)
    return _averaged(tests, times, risks), _averaged(tests, times, mixed)


def _averaged(tests: NDArray[np.bool_], times: Whole, risks: Reals) -> Reals:
    sums = np.where(tests, risks, 0).sum(axis=0)
    return np.asarray(np.divide(sums, times, out=np.full(len(times), np.nan), where=times > 0))


def selected_parameters(fit: Fit, grid: Grid) -> pd.DataFrame:
    """Count how often each combination was chosen.

    Parameters
    ----------
    fit : Fit
        As from `choose`.
    grid : Grid
        The same grid.

    Returns
    -------
    pandas.DataFrame
        `temperature`, `offset`, `slope`, `weight`, `splits`, `share`; most frequent first, then in the grid's order.
    """
    pairs, numbers = np.unique(np.stack([fit.candidates, fit.weights], axis=1), axis=0, return_counts=True)
    names = ("temperature", "offset", "slope")
    rows = [
        dict(zip(names, map(float, grid.candidates[candidate]), strict=True))
        | {"weight": grid.weights[weight], "splits": int(number), "share": number / len(fit.candidates)}
        for (candidate, weight), number in zip(pairs, numbers, strict=True)
    ]
    return pd.DataFrame(rows).sort_values("splits", ascending=False, kind="stable", ignore_index=True)


def paper_risks(
    losses: Losses, grid: Grid, training: NDArray[np.bool_], fit: Fit, sizes: tuple[int, ...]
) -> dict[str, Reals]:
    """Give each paper's risk under every estimator.

    Parameters
    ----------
    losses, grid, training, fit
        As for `tested_risks`.
    sizes : tuple of int
        Numbers of direct samples.

    Returns
    -------
    dict of str to ndarray of float, shape (papers,)
        ``quick``, ``standard``, then ``direct_1`` and so on.
    """
    quick, standard = tested_risks(losses, grid, training, fit)
    return {"quick": quick, "standard": standard} | direct_risks(losses.collisions, sizes)


def direct_risks(collisions: Reals, sizes: tuple[int, ...]) -> dict[str, Reals]:
    """Give each paper's risk under direct sampling.

    Parameters
    ----------
    collisions : ndarray of float, shape (papers,)
        As from `collision_share`.
    sizes : tuple of int
        Numbers of direct samples.

    Returns
    -------
    dict of str to ndarray of float, shape (papers,)
        ``direct_1`` and so on.
    """
    return {f"direct_{size}": direct_risk(collisions, size) for size in sizes}
