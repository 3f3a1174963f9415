"""Length as a rival explanation: two groups compared among pairs of reviews that are about equally long."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.optimize import linear_sum_assignment

from peerassay.epistemics.effects import RESAMPLES
from peerassay.epistemics.values import present, require_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

CALIPER: Final = 0.1
"""Largest difference of the logarithms of two matched lengths: about a tenth of the length."""


def match_lengths(first: ArrayLike, second: ArrayLike, caliper: float = CALIPER) -> NDArray[np.intp]:
    """Pair reviews of two groups that are about equally long.

    Parameters
    ----------
    first, second
        Lengths in characters, shapes (n1,), (n2,), above 0.
    caliper
        Largest difference of natural logarithms that a pair may have, above 0.

    Returns
    -------
    numpy.ndarray
        Shape (pairs, 2): positions in the first and in the second group, each at most once, ordered by the first. As
        many pairs as possible; among these choices the one with the smallest total difference of logarithms.

    Raises
    ------
    ValueError
        If a length is not above 0 or the caliper is not.

    Notes
    -----
    An optimal assignment (scipy.optimize.linear_sum_assignment), in which a pair beyond the caliper costs more than all
    pairs within it together.
    """
    if not caliper > 0:
        raise ValueError(f"caliper: expected a number above 0, got {caliper}")
    a, b = (log_lengths(group, name) for group, name in ((first, "first"), (second, "second")))
    if not len(a) or not len(b):
        return np.empty((0, 2), dtype=np.intp)
    distance = np.abs(a[:, None] - b[None, :])
    beyond = distance > caliper
    rows, columns = linear_sum_assignment(np.where(beyond, (min(distance.shape) + 1) * caliper, distance))
    kept = ~beyond[rows, columns]
    return np.column_stack([rows[kept], columns[kept]])


def matched_length(
    first: pd.DataFrame,
    second: pd.DataFrame,
    rng: np.random.Generator,
    *,
    value: str = "rqs",
    caliper: float = CALIPER,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare two groups as they are, and among pairs of about equal length.

    Parameters
    ----------
    first, second
        One row per review with ``n_chars`` and `value`; a row without either is left out and counted.
    rng
        Source of the draws.
    value
        What is compared, such as ``rqs``.
    caliper
        As in `match_lengths`.
    resamples, confidence
        Of the percentile bootstrap: of both groups apart, and of the pairs.

    Returns
    -------
    pandas.DataFrame
        Rows ``all reviews`` and ``matched on length``: ``comparison``, ``n_first``, ``n_second``, ``length_first``,
        ``length_second`` (geometric means in characters), ``difference`` (of the means of `value`), ``low``, ``high``,
        ``left_out`` (rows without a value or, when matching, without a partner), ``reason``.

    Raises
    ------
    ValueError
        If a setting is out of range.
    """
    require_level(confidence)
    whole = [group.dropna(subset=["n_chars", value]) for group in (first, second)]
    missing = len(first) + len(second) - sum(map(len, whole))
    lengths = [group["n_chars"].to_numpy(float) for group in whole]
    values = [group[value].to_numpy(float) for group in whole]
    pairs = match_lengths(lengths[0], lengths[1], caliper)
    paired = [values[side][pairs[:, side]] for side in (0, 1)]
    low, high = _two_sample_interval(values[0], values[1], rng, resamples, confidence)
    near, far = _mean_interval(paired[0] - paired[1], rng, resamples, confidence)
    rows = [
        _comparison("all reviews", lengths, values, (low, high), missing),
        _comparison(
            "matched on length",
            [lengths[side][pairs[:, side]] for side in (0, 1)],
            paired,
            (near, far),
            missing + sum(map(len, values)) - 2 * len(pairs),
        ),
    ]
    return pd.DataFrame(rows)


def _comparison(
    name: str,
    lengths: Sequence[NDArray[np.float64]],
    values: Sequence[NDArray[np.float64]],
    interval: tuple[float, float],
    left_out: int,
) -> dict[str, object]:
    empty = not all(map(len, values))
    return {
        "comparison": name,
        "n_first": len(values[0]),
        "n_second": len(values[1]),
        "length_first": _geometric_mean(lengths[0]),
        "length_second": _geometric_mean(lengths[1]),
        "difference": nan if empty else float(values[0].mean() - values[1].mean()),
        "low": interval[0],
        "high": interval[1],
        "left_out": left_out,
        "reason": ("no review of one group has a partner in the other" if "matched" in name else "a group is empty")
        if empty
        else "",
    }


def _geometric_mean(lengths: NDArray[np.float64]) -> float:
    return float(np.exp(np.log(lengths).mean())) if len(lengths) else nan


def _mean_interval(
    values: NDArray[np.float64], rng: np.random.Generator, resamples: int, confidence: float
) -> tuple[float, float]:
    return _quantiles(_resampled_means(values, rng, resamples), confidence) if len(values) > 1 else (nan, nan)


def _two_sample_interval(
    a: NDArray[np.float64], b: NDArray[np.float64], rng: np.random.Generator, resamples: int, confidence: float
) -> tuple[float, float]:
    if min(len(a), len(b)) < 2:
        return nan, nan
    return _quantiles(_resampled_means(a, rng, resamples) - _resampled_means(b, rng, resamples), confidence)


def _resampled_means(values: NDArray[np.float64], rng: np.random.Generator, resamples: int) -> NDArray[np.float64]:
    n = len(values)
    weights = rng.multinomial(n, np.full(n, 1 / n), size=resamples)
    return np.asarray(weights @ values / n)


def _quantiles(draws: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    low, high = np.quantile(draws, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def log_lengths(lengths: ArrayLike, name: str = "lengths") -> NDArray[np.float64]:
    """Give natural logarithms of lengths.

    Parameters
    ----------
    lengths
        Shape (n,), in characters, above 0 and without gaps.
    name
        What they are, for the message.

    Returns
    -------
    numpy.ndarray
        Shape (n,).

    Raises
    ------
    ValueError
        If one is missing or not above 0.
    """
    known, missing = present(lengths, name)
    if missing or (known <= 0).any():
        raise ValueError(
            f"{name}: expected lengths above 0, got {missing} missing and {int((known <= 0).sum())} not above"
        )
    return np.log(known)
