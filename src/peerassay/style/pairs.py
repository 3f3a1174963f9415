"""From reviews to pairs of scores, and from pairs to the rows of a preference table."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.style.inference import holm
from peerassay.style.preferences import ACCEPTANCE_THRESHOLD, flip_counts, preference, preference_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.style.contrasts import Contrast
    from peerassay.style.preferences import Preference

PAIR_COLUMNS: Final = ("contrast", "condition", "prompt", "reviewer", "paper_id", "first", "second", "rounds")
DIGITS: Final = 9
"""Decimals to which means over rounds are compared, so that equal sums make equal means."""


def paired_scores(reviews: pd.DataFrame, contrast: Contrast, column: str = "overall") -> pd.DataFrame:
    """Put the scores of two versions of the same paper side by side.

    Parameters
    ----------
    reviews
        Reviews as `peerassay.records.load_records` gives them: `paper_id`, `version`, `reviewer`, `prompt`, `round`
        and the column of scores.
    contrast
        The two versions.
    column
        Which score: ``overall`` or a criterion.

    Returns
    -------
    pandas.DataFrame
        Columns `PAIR_COLUMNS`, one row per reviewer, prompt and paper that has both versions or one of them; `first`
        and `second` are NaN where a version has no score. A paper that was reviewed in several rounds has the mean over
        them; `rounds` is the larger number of scores behind one of the two.

    Raises
    ------
    ValueError
        If there is no such column.

    Notes
    -----
    Style over Substance, section 2.3: the scores of the two versions of the same paper are compared, one version
    having been shown at a time.
    """
    if column not in reviews:
        raise ValueError(f"column {column!r}: not among {', '.join(map(str, reviews.columns))}")
    keys = ["reviewer", "prompt", "paper_id"]
    sides = [
        reviews[reviews["version"] == version].groupby(keys)[column].agg(["mean", "count"])
        for version in (contrast.first, contrast.second)
    ]
    table = sides[0].merge(sides[1], how="outer", left_index=True, right_index=True, suffixes=("_first", "_second"))
    rounds = table[["count_first", "count_second"]].max(axis=1).astype(int)
    means = table[["mean_first", "mean_second"]].round(DIGITS)
    table = means.set_axis(["first", "second"], axis=1).assign(rounds=rounds)
    labelled = table.reset_index().assign(contrast=contrast.name, condition=contrast.condition)
    return labelled[list(PAIR_COLUMNS)]


def magnitudes(pairs: pd.DataFrame) -> dict[str, float]:
    """Give how far the two scores of a pair are apart.

    Parameters
    ----------
    pairs
        Columns `first` and `second`, in score points; pairs that lack a score do not count.

    Returns
    -------
    dict
        `mean_abs_diff` in score points, `at_most_one` and `two_or_more` as fractions of the complete pairs; all NaN if
        there is none. Differences strictly between one and two points, which only means over rounds can have, count in
        neither share.

    Notes
    -----
    Style over Substance, appendix D.
    """
    gaps = (pairs["first"] - pairs["second"]).abs().dropna().round(DIGITS)
    if gaps.empty:
        return {"mean_abs_diff": nan, "at_most_one": nan, "two_or_more": nan}
    return {
        "mean_abs_diff": float(gaps.mean()),
        "at_most_one": float((gaps <= 1).mean()),
        "two_or_more": float((gaps >= 2).mean()),
    }


def pair_row(
    pairs: pd.DataFrame, threshold: float = ACCEPTANCE_THRESHOLD, confidence: float = 0.95
) -> dict[str, float | int | str]:
    """Compute everything that a preference table says about one reviewer and contrast.

    Parameters
    ----------
    pairs
        Columns `first` and `second`, one row per paper.
    threshold
        Acceptance threshold, in score points.
    confidence
        Of the intervals, between 0 and 1.

    Returns
    -------
    dict
        Counts (`n` complete pairs, `missing`, `wins`, `losses`, `ties`, `flips_first`, `flips_second`); shares
        (`share_first`, `share_second`, `share_tie`, fractions) and `ratio`, each with ``_low`` and ``_high``;
        `ratio_reason` and `p_reason` where one is undefined; `p`; the mean scores of the complete pairs; and
        `magnitudes`.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1 or the threshold is NaN.

    Notes
    -----
    Style over Substance, sections 3.1 and 3.2, appendix D; see `peerassay.style.preference` and `flip_counts`.
    """
    first, second = pairs["first"].to_numpy(dtype=float), pairs["second"].to_numpy(dtype=float)
    counts = preference_counts(first, second)
    flips = flip_counts(first, second, threshold)
    found = preference(counts, confidence)
    complete = ~(np.isnan(first) | np.isnan(second))
    return {
        "n": counts.n, "missing": counts.missing, "wins": counts.wins, "losses": counts.losses, "ties": counts.ties,
        **_estimates(found),
        "p": found.p, "p_reason": found.p_reason,
        "flips_first": flips.first_up, "flips_second": flips.second_up,
        "mean_first": float(first[complete].mean()) if counts.n else nan,
        "mean_second": float(second[complete].mean()) if counts.n else nan,
        **magnitudes(pairs),
    }  # fmt: skip


def _estimates(found: Preference) -> dict[str, float | str]:
    cells: dict[str, float | str] = {}
    for name in ("share_first", "share_second", "share_tie", "ratio"):
        estimate = getattr(found, name)
        cells |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return cells | {"ratio_reason": found.ratio.reason}


def preference_table(
    reviews: pd.DataFrame,
    contrasts: Sequence[Contrast],
    *,
    column: str = "overall",
    threshold: float = ACCEPTANCE_THRESHOLD,
    confidence: float = 0.95,
    alpha: float = 0.05,
) -> pd.DataFrame:
    """Compute a preference table from reviews: one row per contrast, prompt and reviewer.

    Parameters
    ----------
    reviews
        As for `paired_scores`.
    contrasts
        The pairs of versions, in this order; those that no reviewer has are left out.
    column
        Which score.
    threshold, confidence
        As for `pair_row`.
    alpha
        Level of significance, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `contrast`, `condition`, `prompt`, `reviewer`, `rounds`, the cells of `pair_row`, then `holm` (p adjusted for
        all tests of the table) and `significant` (``yes``, ``no`` or ``undefined``, from `holm`).

    Raises
    ------
    ValueError
        If there is no such column, or a parameter is out of its range.
    """
    rows = [row for contrast in contrasts for row in _contrast_rows(reviews, contrast, column, threshold, confidence)]
    table = pd.DataFrame(rows)
    if table.empty:
        return table
    adjusted = holm(table["p"].to_numpy(dtype=float))
    return table.assign(holm=adjusted, significant=[_decision(p, alpha) for p in adjusted])


def _contrast_rows(
    reviews: pd.DataFrame, contrast: Contrast, column: str, threshold: float, confidence: float
) -> list[dict[str, float | int | str]]:
    pairs = paired_scores(reviews, contrast, column)
    rows = []
    for (prompt, reviewer), group in pairs.groupby(["prompt", "reviewer"], sort=False):
        cells = pair_row(group, threshold, confidence)
        if cells["n"]:
            place = {"contrast": contrast.name, "condition": contrast.condition, "prompt": str(prompt)}
            rows.append({**place, "reviewer": str(reviewer), "rounds": int(group["rounds"].max()), **cells})
    return rows


def _decision(p: float, alpha: float) -> str:
    if isnan(p):
        return "undefined"
    return "yes" if p < alpha else "no"
