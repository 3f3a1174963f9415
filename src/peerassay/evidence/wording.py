"""Headings and number formats that the preference pages share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADINGS: Final[Mapping[str, str]] = {
    "comparison": "First / second",
    "condition": "Condition",
    "reviewer": "Reviewer",
    "preference_printed": "Printed %: first / second (tie)",
    "counts": "Counts",
    "solutions": "Solutions",
    "n": "Pairs",
    "ratio_printed": "Ratio (paper)",
    "ratio": "Ratio",
    "ratio_verdict": "Ratio: verdict",
    "p_printed": "p (paper)",
    "p": "p",
    "p_verdict": "p: verdict",
    "flips_printed": "Flips % (paper)",
    "flips": "Flips",
    "means_printed": "Means (paper)",
    "means": "Means",
    "missing": "Missing",
    "percentages": "Percentages",
    "fewer": "Fewer pairs",
    "basis": "Fits",
    "wins": "Wins",
    "losses": "Losses",
    "ties": "Ties",
    "flips_first": "Flips, first up",
    "flips_second": "Flips, second up",
    "share_first": "First higher",
    "share_first_interval": "First: interval",
    "share_second": "Second higher",
    "share_second_interval": "Second: interval",
    "ratio_interval": "Ratio: interval",
    "holm": "p (Holm)",
    "significant": "Significant",
}

NARROWING: Final[Mapping[str, str]] = {**HEADINGS, "ratio": "+ ratio", "p": "+ p", "flips": "+ flips"}

FORMATS: Final[Mapping[str, str]] = {
    "ratio": "{:.2f}",
    "ratio_interval": "{:.2f}",
    "p": "{:.3g}",
    "holm": "{:.3g}",
    "share_first": "{:.1%}",
    "share_first_interval": "{:.1%}",
    "share_second": "{:.1%}",
    "share_second_interval": "{:.1%}",
    "n": "{:.0f}",
    "flips_first": "{:.0f}",
    "flips_second": "{:.0f}",
}

WHOLE: Final[Mapping[str, str]] = dict.fromkeys(("n", "percentages", "ratio", "p", "flips"), "{:.0f}")

PRINTED: Final = ("preference_printed", "ratio_printed", "p_printed", "flips_printed", "means_printed")
"""Columns that repeat what is printed."""

TEXT_HEADINGS: Final[Mapping[str, str]] = {
    "quantity": "Quantity",
    "subject": "Reviewer",
    "published": "Published",
    "ours": "Ours",
    "verdict": "Verdict",
    "remark": "Remark",
}
"""Headings of the tables that hold the numbers of the running text."""


def short(text: str) -> str:
    """Shorten the ledger's text of a number to four significant digits; leave any other text as it is."""
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return text


def figure_caption(alpha: float, confidence: float) -> str:
    """Return what the caption of every preference figure says about its two panels."""
    return (
        "Left: percent of pairs in which the second (hatched) and the first version score higher. Right: their ratio; "
        f"filled markers are significant at {alpha:g} after Holm's adjustment. Lines are {confidence:.0%} intervals. "
        "An asterisk marks a row whose cells fit only with fewer pairs than stated, a dagger one of which only the "
        "percentages fit together."
    )
