"""The shortest reviews against the rest, what a split by length implies, and the detectors on many texts."""

from __future__ import annotations

from math import exp, nan
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from scipy.stats import ttest_ind
from statsmodels.stats.proportion import confint_proportions_2indep

from peerassay.epistemics.detectors import LEAST_ITEMS, find_template
from peerassay.epistemics.groups import mann_whitney
from peerassay.epistemics.labels import chi_square
from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from peerassay.claims import Claims

TAG_PREFIX: Final = "tag_"
SPLIT_COLUMNS: Final = ["measure", "short", "rest", "n_short", "n_rest", "difference", "low", "high", "p", "reason"]


def short_split(frame: pd.DataFrame, is_short: ArrayLike, confidence: float = 0.95) -> pd.DataFrame:
    """Compare the shortest reviews with all others.

    Parameters
    ----------
    frame
        One row per review; ``rqs``, ``label`` and columns ``tag_<name>`` (1, 0, NaN) are used where they are there.
    is_short
        Shape (rows,).
    confidence
        Of the intervals of the differences.

    Returns
    -------
    pandas.DataFrame
        One row per measure (``mean RQS``, ``System 1``, the tags, ``no tag``): both means or shares (as fractions), the
        numbers they rest on, the difference short minus rest with its interval, ``p``, and why something is NaN.

    Raises
    ------
    ValueError
        If the flags are not one per row or the confidence is out of range.

    Notes
    -----
    Means: Welch's interval, p of the Mann-Whitney test. Shares: interval of Newcombe (1998) for a difference, p of the
    chi-square test. The choice of tests is ours; Articulate Intuition, Appendix F, prints means and shares only.
    """
    require_level(confidence)
    short = np.asarray(is_short, dtype=bool)
    if short.shape != (len(frame),):
        raise ValueError(f"is_short: expected one entry for each of {len(frame)} rows, got shape {short.shape}")
    rows = []
    if "rqs" in frame:
        rows.append({"measure": "mean RQS", **_means(frame["rqs"].to_numpy(float), short, confidence)})
    flags = _flags(frame)
    rows += [{"measure": name, **_shares(values, short, confidence)} for name, values in flags.items()]
    return pd.DataFrame(rows, columns=SPLIT_COLUMNS)


def _flags(frame: pd.DataFrame) -> dict[str, NDArray[np.float64]]:
    """Give each yes-or-no measure as 1, 0 or NaN."""
    found: dict[str, NDArray[Any]] = {}
    if "label" in frame:
        found["System 1"] = frame["label"].eq("System 1").astype(float).where(frame["label"].notna()).to_numpy(float)
    tags = frame[[name for name in frame if str(name).startswith(TAG_PREFIX)]].astype(float)
    for name in tags:
        found[str(name).removeprefix(TAG_PREFIX).replace("_", " ")] = tags[name].to_numpy(float)
    if len(tags.columns):
        found["no tag"] = tags.sum(axis=1).eq(0).astype(float).where(tags.notna().all(axis=1)).to_numpy(float)
    return found


def _means(values: NDArray[np.float64], short: NDArray[np.bool_], confidence: float) -> dict[str, object]:
    a, b = (values[flags & ~np.isnan(values)] for flags in (short, ~short))
    row = _row(a, b)
    if min(len(a), len(b)) < 2 or np.ptp(a) + np.ptp(b) == 0:
        return {**row, "reason": "too few values, or none that differ"}
    limits = ttest_ind(a, b, equal_var=False).confidence_interval(confidence)
    return {**row, "low": float(limits.low), "high": float(limits.high), "p": mann_whitney(a, b).p}


def _shares(values: NDArray[np.float64], short: NDArray[np.bool_], confidence: float) -> dict[str, object]:
    a, b = (values[flags & ~np.isnan(values)] for flags in (short, ~short))
    row = _row(a, b)
    if not len(a) or not len(b):
        return {**row, "reason": "a group is empty"}
    low, high = confint_proportions_2indep(
        a.sum(), len(a), b.sum(), len(b), method="newcomb", compare="diff", alpha=1 - confidence
    )
    test = chi_square(pd.DataFrame([[group.sum(), len(group) - group.sum()] for group in (a, b)]))
    return {**row, "low": float(low), "high": float(high), "p": test.p, "reason": test.reason}


def _row(a: NDArray[np.float64], b: NDArray[np.float64]) -> dict[str, object]:
    first, second = (float(group.mean()) if len(group) else nan for group in (a, b))
    sizes = {"n_short": len(a), "n_rest": len(b)}
    empty = {"low": nan, "high": nan, "p": nan, "reason": ""}
    return {"short": first, "rest": second, "difference": first - second, **sizes, **empty}


def implied_ratio(difference: float, slope: float) -> float:
    """Give how many times longer one group is than another, if a difference of scores is due to length alone.

    Parameters
    ----------
    difference
        Of the mean scores, longer minus shorter.
    slope
        Score points per unit of the natural logarithm of length, not 0.

    Returns
    -------
    float
        Ratio of the geometric mean lengths, ``exp(difference / slope)``.

    Raises
    ------
    ValueError
        If the slope is 0.
    """
    if slope == 0:
        raise ValueError("slope: expected a number other than 0")
    return exp(difference / slope)


def predicted_difference(ratio: float, slope: float) -> float:
    """Give the difference of scores that a ratio of lengths explains: ``slope log(ratio)``.

    Parameters
    ----------
    ratio
        Of the geometric mean lengths, above 0.
    slope
        As in `implied_ratio`.

    Returns
    -------
    float
        In score points.

    Raises
    ------
    ValueError
        If the ratio is not above 0.
    """
    if not ratio > 0:
        raise ValueError(f"ratio: expected a number above 0, got {ratio}")
    return slope * float(np.log(ratio))


def implied_table(claims: Claims, ratios: tuple[float, ...] = (2, 3, 4, 5)) -> pd.DataFrame:
    """Lay out what the printed split and the printed slope say together.

    Parameters
    ----------
    claims
        The printed numbers.
    ratios
        Other ratios of lengths to set beside.

    Returns
    -------
    pandas.DataFrame
        ``case``, ``difference``, ``ratio``: as printed, with rounding at both extremes, and the difference that each of
        the other ratios would make.
    """
    short, rest = (claims[f"epi.short_reviews.rqs_mean.{name}"].value for name in ("ultra_short", "rest"))
    slope, half = float(claims["epi.length_regression.coefficient.log_length"].value), 0.005
    gap = float(rest - short)
    cases = [("as printed", gap, slope)]
    cases += [
        ("least, with rounding", gap - 2 * half, slope + half),
        ("most, with rounding", gap + 2 * half, slope - half),
    ]
    rows = [(name, difference, implied_ratio(difference, steepness)) for name, difference, steepness in cases]
    rows += [(f"if {ratio:g} times as long", predicted_difference(ratio, slope), ratio) for ratio in ratios]
    return pd.DataFrame(rows, columns=["case", "difference", "ratio"])


def template_table(texts: Iterable[tuple[str, str]], least: int = LEAST_ITEMS) -> pd.DataFrame:
    """Run the detector of template-inflated reviews over many texts.

    Parameters
    ----------
    texts
        Name and text of each review.
    least
        As in `peerassay.epistemics.detectors.find_template`.

    Returns
    -------
    pandas.DataFrame
        ``review``, ``characters``, ``lists`` (their sizes in words), ``longest``, ``total``, ``questions``,
        ``mirrored``, ``inflated`` (``yes`` or ``no``).
    """
    rows = []
    for name, text in texts:
        found = find_template(text, least)
        sizes = " + ".join(map(str, found.lists)) or "none"
        flags = (found.longest, found.total, found.questions, found.mirrored, "yes" if found.inflated else "no")
        rows.append((name, len(text), sizes, *flags))
    columns = ["review", "characters", "lists", "longest", "total", "questions", "mirrored", "inflated"]
    return pd.DataFrame(rows, columns=columns)
