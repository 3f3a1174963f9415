"""What reviews speak about, well or badly, and how it changes between two wordings of a paper."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import t

from peerassay.style.aspects import ASPECTS, POLARITIES
from peerassay.style.inference import sign_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peerassay.style.contrasts import Contrast

REVIEW_KEY: Final = ("paper_id", "version", "reviewer", "prompt", "round")


def mention_counts(mentions: pd.DataFrame, reviews: pd.DataFrame) -> pd.DataFrame:
    """Count the mentions of every aspect in every annotated review.

    Parameters
    ----------
    mentions
        One row per mention: `REVIEW_KEY`, `aspect` (one of `ASPECTS`) and `polarity`.
    reviews
        The reviews that were annotated, with `REVIEW_KEY`; one without a row in `mentions` mentions nothing.

    Returns
    -------
    pandas.DataFrame
        One row per review and aspect: `REVIEW_KEY`, `aspect`, `positive`, `negative`, `net` (positive minus negative).

    Raises
    ------
    ValueError
        If a mention belongs to no review.

    Notes
    -----
    Style over Substance, section 3.2.
    """
    key = list(REVIEW_KEY)
    every = reviews[key].drop_duplicates().merge(pd.DataFrame({"aspect": list(ASPECTS)}), how="cross")
    counted = mentions.groupby([*key, "aspect", "polarity"]).size().rename("number").reset_index()
    known = counted.merge(reviews[key].drop_duplicates(), on=key, how="left", indicator=True)
    foreign = known[known["_merge"] == "left_only"]
    if len(foreign):
        place = " / ".join(str(foreign[name].iloc[0]) for name in key)
        raise ValueError(f"mentions of {place}: no such review")
    for polarity in POLARITIES:
        part = counted.loc[counted["polarity"] == polarity, [*key, "aspect", "number"]]
        every = every.merge(part.rename(columns={"number": polarity}), on=[*key, "aspect"], how="left")
    every[list(POLARITIES)] = every[list(POLARITIES)].fillna(0).astype(int)
    return every.assign(net=every["positive"] - every["negative"])


def paired_counts(counts: pd.DataFrame, contrast: Contrast) -> pd.DataFrame:
    """Put the counts of two versions of the same paper side by side.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    contrast
        The two versions.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer, prompt, round, paper and aspect that has both: ``positive_first``, ``positive_second`` and
        so on.
    """
    key = ["reviewer", "prompt", "round", "paper_id", "aspect"]
    sides = [
        counts[counts["version"] == version].drop(columns="version") for version in (contrast.first, contrast.second)
    ]
    return sides[0].merge(sides[1], on=key, suffixes=("_first", "_second"))


def polarity_shifts(
    counts: pd.DataFrame, contrast: Contrast, by: Sequence[str] = (), confidence: float = 0.95
) -> pd.DataFrame:
    """Give the change of net polarity of each aspect from the second to the first version.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    contrast
        The two versions.
    by
        Further columns that rows are split by, such as ``reviewer``.
    confidence
        Of the interval, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `contrast`, the columns of `by`, `aspect`, `pairs`, `shift` (mentions per review), `low` and `high`; the
        interval is NaN with fewer than two pairs.

    Notes
    -----
    Mean over pairs of net(first) - net(second), with the interval of a paired t test. Style over Substance, section 3.2
    and Figure 2.
    """
    pairs = paired_counts(counts, contrast)
    differences = pairs.assign(difference=pairs["net_first"] - pairs["net_second"])
    rows = [
        {**_places(by, place), "aspect": place[-1], **_interval(group["difference"].to_numpy(dtype=float), confidence)}
        for place, group in differences.groupby([*by, "aspect"], sort=False)
    ]
    return pd.DataFrame(rows).assign(contrast=contrast.name) if rows else pd.DataFrame(columns=["contrast", "aspect"])


def _places(by: Sequence[str], place: tuple[object, ...]) -> dict[str, object]:
    return dict(zip(by, place[: len(by)], strict=True))


def _interval(values: NDArray[np.float64], confidence: float) -> dict[str, float | int]:
    mean, number = float(values.mean()), len(values)
    if number < 2:
        return {"pairs": number, "shift": mean, "low": nan, "high": nan}
    half = float(t.ppf((1 + confidence) / 2, number - 1) * values.std(ddof=1) / np.sqrt(number))
    return {"pairs": number, "shift": mean, "low": mean - half, "high": mean + half}


def prevalence_shifts(counts: pd.DataFrame, contrast: Contrast, by: Sequence[str] = ("reviewer",)) -> pd.DataFrame:
    """Give the change of how many reviews mention each aspect with each polarity, in percentage points.

    Parameters
    ----------
    counts
        As from `mention_counts`.
    contrast
        The two versions.
    by
        Columns that rows are split by.

    Returns
    -------
    pandas.DataFrame
        `contrast`, the columns of `by`, `aspect`, `polarity`, `pairs`, `shift_pp`, `only_first` and `only_second`
        (pairs in which only one of the two reviews has such a mention) and `p` (exact sign test of these two; NaN if
        both are 0).

    Notes
    -----
    100 (only_first - only_second) / pairs. Style over Substance, appendix E, Figures 4 and 5; the paper does not define
    the shift further than by its unit.
    """
    pairs = paired_counts(counts, contrast)
    rows = [
        {**_places(by, place), "aspect": place[-1], "polarity": polarity, **_presence(group, polarity)}
        for place, group in pairs.groupby([*by, "aspect"], sort=False)
        for polarity in POLARITIES
    ]
    return pd.DataFrame(rows).assign(contrast=contrast.name) if rows else pd.DataFrame(columns=["contrast", "aspect"])


def _presence(pairs: pd.DataFrame, polarity: str) -> dict[str, float | int]:
    first, second = pairs[f"{polarity}_first"] > 0, pairs[f"{polarity}_second"] > 0
    only_first, only_second = int((first & ~second).sum()), int((second & ~first).sum())
    return {
        "pairs": len(pairs),
        "shift_pp": 100 * (only_first - only_second) / len(pairs),
        "only_first": only_first,
        "only_second": only_second,
        "p": sign_test(only_first, only_second),
    }
