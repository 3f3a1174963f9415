"""Checked input for the statistics of ratings: numbers without gaps, levels, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def present(values: ArrayLike, name: str = "values") -> tuple[NDArray[np.float64], int]:
    """Give the numbers of a group that are there, and count the others.

    Parameters
    ----------
    values
        Shape (n,); NaN marks a missing one.
    name
        What they are, for the message.

    Returns
    -------
    numbers : numpy.ndarray
        Those that are not NaN.
    missing : int
        How many are.

    Raises
    ------
    ValueError
        If the input is not one-dimensional or a number is infinite.
    """
    array = np.asarray(values, dtype=float)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, got shape {array.shape}")
    if np.isinf(array).any():
        raise ValueError(f"{name}: expected finite numbers, got an infinite one")
    known = array[~np.isnan(array)]
    return known, len(array) - len(known)


def present_groups(groups: Sequence[ArrayLike]) -> tuple[list[NDArray[np.float64]], int]:
    """Give the numbers of several groups that are there, and count the others.

    Parameters
    ----------
    groups
        At least two, each of shape (n,).

    Returns
    -------
    groups : list of numpy.ndarray
        Without NaN.
    missing : int
        How many were left out, over all groups.

    Raises
    ------
    ValueError
        If there are fewer than two groups, or one is not as `present` expects it.
    """
    if len(groups) < 2:
        raise ValueError(f"groups: expected at least two, got {len(groups)}")
    found = [present(group, f"group {number}") for number, group in enumerate(groups, start=1)]
    return [group for group, _ in found], sum(missing for _, missing in found)


def require_level(confidence: float, name: str = "confidence") -> None:
    """Refuse a level that is not strictly between 0 and 1.

    Parameters
    ----------
    confidence
        The level.
    name
        What it is, for the message.

    Raises
    ------
    ValueError
        If it is not.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"{name}: expected a number between 0 and 1, got {confidence}")
