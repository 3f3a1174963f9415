"""The grid of parameters that Quick and Standard search."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from peerassay.records.problems import UnsuitableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEMPERATURES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Our choice: from the probabilities as returned (1), in doublings; the paper's six values are lost, but held 8."""
OFFSETS = (-1.2, -1.0, -0.8, -0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2)
"""Our choice, in score points: even steps around no shift; the paper's thirteen values are lost, but held 0.2."""
SLOPES = (0.9, 1.0, 1.1)
"""Our choice: even steps around no stretch; the paper's three values are lost, but held 0.9."""
WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Our choice: even steps; the paper's eight values are lost, but held 0.7."""
DIRECT_SIZES = (1, 2, 3, 5)
"""Numbers of direct reasoning samples that the paper compares with."""
INPUTS = 2
"""Target scores that Standard takes in."""


@dataclass(frozen=True)
class Grid:
    """The values that are searched.

    Attributes
    ----------
    temperatures : tuple of float
        Above 0; 1 leaves probabilities as they are, larger ones flatten them.
    offsets : tuple of float
        In score points.
    slopes : tuple of float
        Without unit.
    weights : tuple of float
        Shares of the target scores in Standard, 0 to 1.

    Raises
    ------
    ValueError
        If one of them is empty, not ascending, or out of range.
    """

    temperatures: tuple[float, ...] = TEMPERATURES
    offsets: tuple[float, ...] = OFFSETS
    slopes: tuple[float, ...] = SLOPES
    weights: tuple[float, ...] = WEIGHTS

    def __post_init__(self) -> None:
        for name in ("temperatures", "offsets", "slopes", "weights"):
            _check(name, getattr(self, name))
        if self.temperatures[0] <= 0:
            raise UnsuitableError(f"temperatures = {self.temperatures}; expected numbers above 0")
        if not 0 <= self.weights[0] <= self.weights[-1] <= 1:
            raise UnsuitableError(f"weights = {self.weights}; expected numbers from 0 to 1")

    @property
    def candidates(self) -> NDArray[np.float64]:
        """All combinations of Quick's parameters, shape (combinations, 3): temperature, offset, slope.

        The slope changes fastest. Where two are equally good, the earlier one is taken.
        """
        return np.array(list(product(self.temperatures, self.offsets, self.slopes)), dtype=float)


def _check(name: str, values: tuple[float, ...]) -> None:
    ascending = all(low < high for low, high in pairwise(values))
    if not values or not ascending or not all(isfinite(value) for value in values):
        raise UnsuitableError(f"{name} = {values}; expected at least one number, each above the one before")
