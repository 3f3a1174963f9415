"""What the detectors and the language measures say of the fetched reviews: ids and numbers, never a word of them."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.epistemics.detectors import LEAST_ITEMS, SHORT_SHARE, find_template, ultra_short
from peerassay.language import frequency_list, measure_text, words

if TYPE_CHECKING:
    import numpy as np

    from peerassay.language import FrequencyList

LANGUAGE = ("mtld", "ag", "gf", "boosters", "hedges")
"""The measures of `peerassay.language` that need one text only."""


def drawn_texts(texts: pd.DataFrame, most: int, rng: np.random.Generator) -> pd.DataFrame:
    """Draw reviews whose wording is to be measured.

    Parameters
    ----------
    texts : pandas.DataFrame
        One row per review.
    most : int
        How many at most.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    pandas.DataFrame
        All rows if there are no more than that, in their order.
    """
    if len(texts) <= most:
        return texts
    return texts.iloc[sorted(rng.choice(len(texts), size=most, replace=False))]


def measure_reviews(texts: pd.DataFrame, share: float = SHORT_SHARE, least: int = LEAST_ITEMS) -> pd.DataFrame:
    """Measure reviews.

    Parameters
    ----------
    texts : pandas.DataFrame
        `paper_id`, `round` and `text`, one row per review.
    share : float
        Share of the shortest reviews that count as ultra-short, above 0 and below 1.
    least : int
        Items in one numbered list from which a review counts as template-inflated, at least 2.

    Returns
    -------
    pandas.DataFrame
        `paper_id`, `round`, `characters`, `words`, `ultra_short`, `longest_list`, `mirrored`, `inflated`, and the
        measures of `LANGUAGE`, NaN where undefined. No column holds text of a review.

    Notes
    -----
    Articulate Intuition, Appendix F (detectors); Style over Substance, Section 2.2 (measures).
    """
    columns = ["paper_id", "round", "characters", "words", "longest_list", "mirrored", "inflated", *LANGUAGE]
    basic = frequency_list() if len(texts) else None
    rows = [_measured(row, least, basic) for row in texts.to_dict("records")]
    measured = pd.DataFrame(rows, columns=columns)
    measured.insert(4, "ultra_short", ultra_short(measured["characters"].to_numpy(float), share).is_short)
    return measured


def _measured(row: dict[Any, Any], least: int, basic: FrequencyList | None) -> dict[str, Any]:
    text = str(row["text"])
    found, wording = find_template(text, least), measure_text(text, basic)
    sizes = {"characters": len(text), "words": len(words(text))}
    lists = {"longest_list": found.longest, "mirrored": found.mirrored, "inflated": found.inflated}
    language = {name: wording[name].value if wording[name].defined else nan for name in LANGUAGE}
    return {"paper_id": row["paper_id"], "round": row["round"], **sizes, **lists, **language}


def summarise(measured: pd.DataFrame, papers: pd.DataFrame, by: str) -> pd.DataFrame:
    """Summarise measured reviews by a column of the papers.

    Parameters
    ----------
    measured : pandas.DataFrame
        As from `measure_reviews`.
    papers : pandas.DataFrame
        `paper_id` and the column.
    by : str
        Such as ``status``.

    Returns
    -------
    pandas.DataFrame
        One row per category, and one for all: `reviews`; shares `ultra_short` and `inflated`; medians of `characters`
        and of the measures of `LANGUAGE`.
    """
    known = measured.merge(papers[["paper_id", by]], on="paper_id", how="left")
    known[by] = known[by].astype(object).where(known[by].notna(), "(none)")
    whole = known.assign(**{by: "all"})
    numbers = {"reviews": ("round", "size"), "characters": ("characters", "median")}
    numbers |= {name: (name, "mean") for name in ("ultra_short", "inflated")} | {
        name: (name, "median") for name in LANGUAGE
    }
    parts = [frame.groupby(by, sort=True).agg(**numbers).reset_index() for frame in (known, whole)]
    return pd.concat(parts, ignore_index=True)
