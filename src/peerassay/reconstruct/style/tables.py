"""Integer programs over tables of (first, second) scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, eye_array, hstack, vstack

from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RARE: Final = 0.02
"""Cells that expect fewer pairs than this may not be filled."""
OPTIMAL, INFEASIBLE = 0, 2


@dataclass(frozen=True)
class Demand:
    """A sum over whole-number cells that must lie between two numbers.

    Attributes
    ----------
    factors : numpy.ndarray
        One per cell.
    low, high : float
        Limits of the sum, both included.
    """

    factors: NDArray[np.float64]
    low: float
    high: float


def nearest(drawn: NDArray[np.int64], expected: NDArray[np.float64], demands: Sequence[Demand]) -> NDArray[np.int64]:
    """Change drawn numbers of pairs as little as possible, so that they meet every demand.

    Parameters
    ----------
    drawn
        Whole numbers, shape (cells,).
    expected
        What was expected in each cell, shape (cells,), 0 or more.
    demands
        What must hold.

    Returns
    -------
    numpy.ndarray
        Whole numbers, shape (cells,).

    Raises
    ------
    SearchError
        If nothing meets all demands.

    Notes
    -----
    Minimises sum_k |x_k - drawn_k| / sqrt(expected_k + 1/2) over whole x_k >= 0 (scipy.optimize.milp, HiGHS): changes
    are cheap where many pairs are expected.
    """
    cells = len(drawn)
    weights = 1 / np.sqrt(expected + 0.5)
    limits = np.where((expected > RARE) | (drawn > 0), np.inf, 0)
    identity = eye_array(cells, format="csr")
    matrix = csr_array(np.array([demand.factors for demand in demands]))
    constraints = [
        LinearConstraint(hstack([matrix, csr_array((len(demands), cells))]), *_limits(demands)),
        LinearConstraint(
            vstack([hstack([identity, -identity]), hstack([-identity, -identity])]),
            -np.inf,
            np.concatenate([drawn, -drawn]),
        ),
    ]
    solved = milp(
        np.concatenate([np.zeros(cells), weights]),
        constraints=constraints,
        integrality=np.repeat([1, 0], cells),
        bounds=Bounds(0, np.concatenate([limits, np.full(cells, np.inf)])),
        options={"mip_rel_gap": 0.02},
    )
    if solved.x is None:
        raise SearchError(f"no whole numbers meet {len(demands)} demands ({solved.message})")
    return np.rint(solved.x[:cells]).astype(np.int64)


def _limits(demands: Sequence[Demand]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array([demand.low for demand in demands]), np.array([demand.high for demand in demands])


def extremes(factors: NDArray[np.float64], demands: Sequence[Demand]) -> tuple[float, float] | None:
    """Return the smallest and largest sum that whole numbers can have under some demands.

    Parameters
    ----------
    factors
        Of the sum, one per cell.
    demands
        What must hold.

    Returns
    -------
    tuple of float or None
        Both ends; None if nothing meets all demands.

    Raises
    ------
    SearchError
        If the solver stops without an answer.
    """
    ends = [_extreme(sign * factors, demands) for sign in (1, -1)]
    return None if ends[0] is None or ends[1] is None else (ends[0], -ends[1])


def _extreme(factors: NDArray[np.float64], demands: Sequence[Demand]) -> float | None:
    matrix = csr_array(np.array([demand.factors for demand in demands]))
    solved = milp(
        factors,
        constraints=LinearConstraint(matrix, *_limits(demands)),
        integrality=np.ones(len(factors), dtype=np.int64),
        bounds=Bounds(0, np.inf),
    )
    if solved.status not in {OPTIMAL, INFEASIBLE}:
        raise SearchError(solved.message)
    return None if solved.x is None else float(solved.fun)
