"""Criterion by criterion on a page: what is printed of Figure 3 of the style paper, and verdicts for appendix D."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.evidence import record_restated, short, significant
from peerassay.reconstructed.recording import CONSTANT
from peerassay.reconstructed.rules import load_predictions
from peerassay.reconstructed.style.rewrites import PART, record_rewrites
from peerassay.style.contrasts import CONFIDENT, CRITERIA, NATIVE
from peerassay.style.criteria import least_untied

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from peerassay.claims import Claims
    from peerassay.evidence import TableRow
    from peerassay.exhibits.recorder import Recorder

PRIVATE: Final = "the criterion scores are not public, and the text prints no counts"
CLEAR_NATIVE: Final = ("GPT-5.5", "Claude Sonnet 4.6", "Qwen3 VL", "GLM 4.7")
"""The reviewers that appendix D names for a significant preference of native wording in clarity."""
STEM: Final = "sty.criteria."


def printed_criteria(claims: Claims, rows: Sequence[TableRow], alpha: float = 0.05) -> pd.DataFrame:
    """Lay out what is known of the preference ratios by criterion: Figure 3 itself is lost.

    Parameters
    ----------
    claims
        The printed numbers.
    rows
        Rows of Table 4, for the overall rating.
    alpha
        Level of significance, for the overall rating.

    Returns
    -------
    pandas.DataFrame
        As `peerassay.plots.criteria.criteria_figure` takes it, with `known` (where each row comes from).
    """
    reviewers = list(dict.fromkeys(row.reviewer for row in rows))
    clear = significant(rows, alpha)
    table = [_overall(row, row in clear) for row in rows if row.solutions]
    for criterion in CRITERIA[:-1]:
        table += [_line(CONFIDENT.name, criterion, name, nan, nan, "", "direction only") for name in reviewers]
    table += _native_clarity(claims, reviewers) + _confident_clarity(claims)
    return pd.DataFrame(table)


def _line(
    contrast: str, criterion: str, reviewer: str, low: float, high: float, clear: str, known: str
) -> dict[str, object]:
    place = {"contrast": contrast, "criterion": criterion, "reviewer": reviewer}
    return {**place, "low": low, "high": high, "significant": clear, "known": known}


def _overall(row: TableRow, clear: bool) -> dict[str, object]:
    ratios = [solution.ratio for solution in row.solutions]
    words = "yes" if clear else "no"
    return _line(row.contrast, "overall", row.reviewer, min(ratios), max(ratios), words, "counts of Table 4")


def _native_clarity(claims: Claims, reviewers: Sequence[str]) -> list[dict[str, object]]:
    low, high = (float(claims[f"{STEM}proficiency.clarity.ratio_{end}"].value) for end in ("min", "max"))
    return [
        _line(NATIVE.name, "clarity", name, low, high, "yes", "range in the text")
        for name in reviewers
        if name in CLEAR_NATIVE
    ]


def _confident_clarity(claims: Claims) -> list[dict[str, object]]:
    printed = claims.where(part="style", section="criteria", contrast=CONFIDENT.name, stat="ratio")
    return [
        _line(
            CONFIDENT.name, "clarity", claim.subject, float(claim.value), float(claim.value), "yes", "ratio in the text"
        )
        for claim in printed.values()
    ]


def own_criteria(table: pd.DataFrame) -> pd.DataFrame:
    """Bring preference ratios that were computed from reviews into the form of `printed_criteria`.

    Parameters
    ----------
    table
        As from `peerassay.style.criteria.criteria_table`; rows without a ratio are left out.

    Returns
    -------
    pandas.DataFrame
        With several prompts, the reviewer's name has the prompt in brackets.
    """
    several = not table.empty and len(set(table["prompt"])) > 1
    lines = [
        _line(row["contrast"], row["criterion"], name, row["ratio"], row["ratio"], row["significant"], "your scores")
        for row in table.to_dict("records")
        if row["ratio"] == row["ratio"]
        for name in [f"{row['reviewer']} ({row['prompt']})" if several else row["reviewer"]]
    ]
    return pd.DataFrame(lines)


def needed_pairs(claims: Claims, alpha: float, n: int) -> pd.DataFrame:
    """Give how many untied pairs each printed criterion ratio needs before a sign test finds it significant.

    Parameters
    ----------
    claims
        The printed numbers.
    alpha
        Level of significance.
    n
        Pairs of the study.

    Returns
    -------
    pandas.DataFrame
        `contrast`, `quantity`, `reviewer`, `ratio`, `needed` (untied pairs) and `share` (of `n`).
    """
    wanted = claims.where(part="style", section="criteria", stat=["ratio", "min", "max"])
    chosen = [claim for claim in wanted.values() if ".clarity." in claim.id]
    rows = [
        (claim.contrast, claim.quantity, claim.subject, float(claim.value), least_untied(float(claim.value), alpha))
        for claim in chosen
    ]
    table = pd.DataFrame(rows, columns=["contrast", "quantity", "reviewer", "ratio", "needed"])
    return table.assign(share=table["needed"] / n)


def record_criteria(
    page: Recorder, rows: Sequence[TableRow], values: Mapping[str, float], function: Callable[..., Any], alpha: float
) -> list[str]:
    """Give every printed number of appendix D on criteria its verdict.

    Parameters
    ----------
    page
        The page of the notebook.
    rows
        Rows of Table 4.
    values
        What the committed records have, by claim id.
    function
        What computed them.
    alpha
        Level of significance.

    Returns
    -------
    list of str
        The claims, in their order.
    """
    claims = page.claims.where(part="style", section="criteria")
    done = set(record_rewrites(page, claims, values, function))
    native = [row for row in rows if row.contrast == NATIVE.name]
    unmoved = f"{STEM}proficiency.overall.unaffected"
    page.record(
        unmoved, len(native) - len(significant(native, alpha)), function=significant, remark="p of Table 4's counts"
    )
    for claim_id, claim in claims.items():
        if claim_id in done or claim_id == unmoved:
            continue
        if claim.restates:
            record_restated(page, claim_id)
        else:
            page.transcribe(claim_id, CONSTANT if claim.class_ == "setting" else _reason(claim_id, claim.stat))
    return list(claims)


def _reason(claim_id: str, stat: str) -> str:
    if stat == "correlation":
        return "neither the criterion scores nor the annotated aspects are public; the unit of analysis is not said"
    if claim_id.endswith("criterion.large_diff_pct"):
        return f"{PRIVATE}; over which criteria and contrasts the share is pooled is not said"
    return PRIVATE


def size_frame(page: Recorder) -> pd.DataFrame:
    """Lay out the held-out sizes of differences beside what the seeds predict, on one scale.

    Parameters
    ----------
    page
        The page of the notebook, on which they have been recorded.

    Returns
    -------
    pandas.DataFrame
        As from `predicted_frame`; mean absolute differences in hundredths of a point, but for
        `difference`, which is in the claim's unit. The count of reviewers is left out.
    """
    spreads = load_predictions(PART)
    rows = []
    for claim_id, ours in page.at_hand.items():
        claim, spread = page.claims[claim_id], spreads[claim_id]
        if claim.unit != "count":
            factor = 100 if claim.unit == "score_points" else 1
            rows.append(
                {"claim_id": claim_id, "label": _size_label(claim_id, claim.subject), "published": claim.published}
                | {"printed": factor * float(claim.value), "ours": factor * ours, "seeds": spread.seeds}
                | {name: factor * getattr(spread, name) for name in ("low", "median", "high")}
                | {"difference": spread.median - float(claim.value)}
                | {"verdict": page.rows[claim_id]["verdict"]}
            )
    return pd.DataFrame(rows)


def _size_label(claim_id: str, subject: str) -> str:
    contrast = "native / non-native" if "proficiency" in claim_id else "high / low confidence"
    words = {
        "at_most_one_pct": f"all, at most one: {contrast}",
        "large_diff_pct_min": "two noisiest, two or more: lowest",
        "large_diff_pct_max": "two noisiest, two or more: highest",
        "large_diff_pct_others_max": "other four, two or more: highest",
    }
    return words.get(claim_id.rsplit(".", 1)[-1], f"{subject}, mean: {contrast}")


def text_frame(page: Recorder, claim_ids: Sequence[str]) -> pd.DataFrame:
    """Lay out recorded claims with published value, ours, verdict and remark."""
    table = page.comparison(claim_ids)
    return table.assign(ours=[short(ours) for ours in table["ours"]]).drop(columns=["id", "difference"])
