"""Length as a rival explanation: a line and a curve in log-length as controls, and labels by length."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import f as f_distribution
from sklearn.preprocessing import SplineTransformer

from peerassay.epistemics.matching import log_lengths
from peerassay.epistemics.regression import fit_ols
from peerassay.style.inference import share_interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peerassay.epistemics.regression import Fit

KNOTS: Final = 4
CONTROLS: Final = ("none", "log-length", "spline")


def length_controls(
    frame: pd.DataFrame,
    group: ArrayLike,
    *,
    value: str = "rqs",
    covariance: str = "HC3",
    confidence: float = 0.95,
    knots: int = KNOTS,
) -> pd.DataFrame:
    """Give the difference of two groups with no control for length, with log-length, and with a spline in it.

    Parameters
    ----------
    frame
        One row per review with ``n_chars`` and `value`; a row without either is left out.
    group
        Shape (rows,): True for the group whose difference from the other is asked for.
    value
        What is compared, such as ``rqs``.
    covariance
        As in `peerassay.epistemics.regression.fit_ols`.
    confidence
        Of the intervals.
    knots
        Knots of the spline, at quantiles of log-length, at least 2.

    Returns
    -------
    pandas.DataFrame
        One row per control (``none``, ``log-length``, ``spline``): ``control``, ``difference``, ``low``, ``high``,
        ``p``, ``r_squared``, ``n``, ``curvature_p`` (F test of the spline against the line; NaN in the other rows),
        ``reason``.

    Raises
    ------
    ValueError
        If a length is not above 0, or the group has another length than the frame.

    Notes
    -----
    OLS of `value` on a constant, the group and the control. The spline is a cubic B-spline of log-length that goes on
    as a straight line beyond its knots (scikit-learn's SplineTransformer). The F test assumes equal variances.
    """
    chosen = np.asarray(group, dtype=bool)
    if chosen.shape != (len(frame),):
        raise ValueError(f"group: expected one entry for each of {len(frame)} rows, got shape {chosen.shape}")
    whole = frame[["n_chars", value]].notna().all(axis=1).to_numpy()
    outcome, inside = frame.loc[whole, value].to_numpy(float), chosen[whole]
    logs = log_lengths(frame.loc[whole, "n_chars"].to_numpy(float), "n_chars")
    reason = _not_comparable(logs, inside, knots)
    if reason:
        return pd.DataFrame([{"control": name, **_UNDEFINED, "n": len(logs), "reason": reason} for name in CONTROLS])
    fits = {
        name: fit_ols(outcome, _design(inside, columns), covariance=covariance, confidence=confidence)
        for name, columns in _controls(logs, knots).items()
    }
    return pd.DataFrame([_control_row(name, fits) for name in CONTROLS])


def why_no_slope(groups: ArrayLike, lengths: ArrayLike) -> str:
    """Say why no common slope of log-length within groups can be fitted to some reviews.

    Parameters
    ----------
    groups
        Shape (n,): the group of each review.
    lengths
        Shape (n,), in characters; a review without one is left out.

    Returns
    -------
    str
        The reason; empty if one intercept per group and a slope are determined, with a degree of freedom left.
    """
    frame = pd.DataFrame({"group": np.asarray(groups), "n_chars": np.asarray(lengths, dtype=float)}).dropna()
    sizes = frame.groupby("group")["n_chars"]
    if len(frame) <= sizes.ngroups + 1:
        return f"{len(frame)} reviews with a length are too few for {sizes.ngroups} groups and a slope of length"
    return "" if (sizes.max() > sizes.min()).any() else "within every group all reviews are equally long"


_UNDEFINED: Final = dict.fromkeys(("difference", "low", "high", "p", "r_squared", "curvature_p"), nan)


def _not_comparable(logs: NDArray[np.float64], inside: NDArray[np.bool_], knots: int) -> str:
    if inside.all() or not inside.any():
        return "one of the groups is empty"
    distinct = len(np.unique(logs))
    return f"only {distinct} different lengths, too few for {knots} knots" if distinct < 2 * knots + 2 else ""


def _controls(logs: NDArray[np.float64], knots: int) -> dict[str, NDArray[np.float64]]:
    return {"none": np.empty((len(logs), 0)), "log-length": logs[:, None], "spline": spline_basis(logs, logs, knots)}


def spline_basis(fitted: ArrayLike, places: ArrayLike, knots: int = KNOTS) -> NDArray[np.float64]:
    """Give the columns of a cubic spline whose knots lie at quantiles of some values.

    Parameters
    ----------
    fitted
        Shape (n,): the values that set the knots.
    places
        Shape (m,): where the columns are wanted.
    knots
        At least 2.

    Returns
    -------
    numpy.ndarray
        Shape (m, knots + 1): a basis that spans no constant, so that it can stand beside one.
    """
    transformer = SplineTransformer(n_knots=knots, knots="quantile", extrapolation="linear", include_bias=False)
    transformer.fit(np.asarray(fitted, dtype=float)[:, None])
    return np.asarray(transformer.transform(np.asarray(places, dtype=float)[:, None]))


def _design(inside: NDArray[np.bool_], columns: NDArray[np.float64]) -> pd.DataFrame:
    named = {f"length_{number}": columns[:, number] for number in range(columns.shape[1])}
    return pd.DataFrame({"constant": 1.0, "group": inside.astype(float), **named})


def _control_row(name: str, fits: dict[str, Fit]) -> dict[str, object]:
    row = fits[name].contrast({"group": 1.0})
    return {
        "control": name,
        "difference": row["estimate"],
        **{key: row[key] for key in ("low", "high", "p")},
        "r_squared": fits[name].r_squared,
        "n": fits[name].n,
        "curvature_p": _curvature(fits["log-length"], fits["spline"]) if name == "spline" else nan,
        "reason": "",
    }


def _curvature(line: Fit, curve: Fit) -> float:
    """Test whether the spline explains more than the line that it contains."""
    extra = line.degrees - curve.degrees
    gain = line.degrees * line.residual_sd**2 - curve.degrees * curve.residual_sd**2
    return float(f_distribution.sf(max(gain, 0.0) / extra / curve.residual_sd**2, extra, curve.degrees))


def length_curves(frame: pd.DataFrame, *, value: str = "rqs", points: int = 60, knots: int = KNOTS) -> pd.DataFrame:
    """Give the line and the spline in log-length that fit all reviews, for drawing.

    Parameters
    ----------
    frame
        One row per review with ``n_chars`` and `value`; a row without either is left out.
    value
        What is explained.
    points
        How many lengths between the shortest and the longest, at least 2.
    knots
        Of the spline.

    Returns
    -------
    pandas.DataFrame
        ``n_chars``, ``line``, ``spline``; empty if the lengths are too few for the spline.

    Raises
    ------
    ValueError
        If a length is not above 0.
    """
    whole = frame[["n_chars", value]].dropna()
    logs, outcome = log_lengths(whole["n_chars"].to_numpy(float), "n_chars"), whole[value].to_numpy(float)
    if len(np.unique(logs)) < 2 * knots + 2:
        return pd.DataFrame(columns=["n_chars", "line", "spline"], dtype=float)
    grid = np.linspace(logs.min(), logs.max(), points)
    bases = {"line": (logs[:, None], grid[:, None])}
    bases["spline"] = (spline_basis(logs, logs, knots), spline_basis(logs, grid, knots))
    drawn = {name: _fitted(outcome, known, wanted) for name, (known, wanted) in bases.items()}
    return pd.DataFrame({"n_chars": np.exp(grid), **drawn})


def _fitted(
    outcome: NDArray[np.float64], known: NDArray[np.float64], wanted: NDArray[np.float64]
) -> NDArray[np.float64]:
    fit = fit_ols(outcome, pd.DataFrame(np.column_stack([np.ones(len(known)), known])))
    return np.asarray(np.column_stack([np.ones(len(wanted)), wanted]) @ fit.table["estimate"].to_numpy())


def label_by_length(
    frame: pd.DataFrame, label: str = "Non-evaluative", *, classes: int = 4, confidence: float = 0.95
) -> pd.DataFrame:
    """Give the share of a label by judge and class of length.

    Parameters
    ----------
    frame
        One row per rating with ``review_id``, ``judge``, ``label`` and ``n_chars``; a row without label or length is
        left out. All runs of a judge count.
    label
        Which label is counted.
    classes
        How many classes of length, about equally large over the reviews (quantiles of their lengths), at least 1.
    confidence
        Of the exact intervals.

    Returns
    -------
    pandas.DataFrame
        One row per judge and class: ``judge``, ``length`` (in words), ``shortest``, ``longest`` (limits of the class in
        characters), ``count``, ``n``, ``share``, ``low``, ``high``. Empty if no row has both.

    Raises
    ------
    ValueError
        If the number of classes is below 1.
    """
    if classes < 1:
        raise ValueError(f"classes: expected at least 1, got {classes}")
    whole = frame.dropna(subset=["label", "n_chars"])
    if whole.empty:
        return pd.DataFrame(columns=_LABEL_COLUMNS)
    lengths = whole.drop_duplicates("review_id")["n_chars"].to_numpy(float)
    edges = np.unique(np.quantile(lengths, np.linspace(0, 1, classes + 1), method="higher"))
    limits = edges if len(edges) > 1 else np.array([edges[0], edges[0]])
    place = np.clip(np.searchsorted(limits, whole["n_chars"].to_numpy(float), side="left"), 1, len(limits) - 1)
    judges, labels = whole["judge"].to_numpy(), whole["label"].to_numpy()
    rows = [
        _label_row(str(judge), limits, part, labels[here] == label, confidence)
        for judge in sorted(set(judges))
        for part in range(1, len(limits))
        if (here := (judges == judge) & (place == part)).any()
    ]
    return pd.DataFrame(rows, columns=_LABEL_COLUMNS)


_LABEL_COLUMNS: Final = ["judge", "length", "shortest", "longest", "count", "n", "share", "low", "high"]


def _label_row(
    judge: str, limits: NDArray[np.float64], part: int, is_label: NDArray[np.bool_], confidence: float
) -> tuple[object, ...]:
    count, n = int(is_label.sum()), len(is_label)
    shortest, longest = float(limits[part - 1]) + (part > 1), float(limits[part])
    words = f"{shortest:,.0f} to {longest:,.0f} characters"
    return judge, words, shortest, longest, count, n, count / n, *share_interval(count, n, confidence)
