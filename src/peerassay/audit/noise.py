"""Two wordings of one paper, set beside two reviews of the same wording.

Table 3 of the style paper prints each reviewer's standard deviation over repeated reviews of one paper. From it
follows how much the ratings of two rewrites would differ by chance alone, if wording played no role.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.style.rounding import chance_difference, untied_bound

if TYPE_CHECKING:
    from peerassay.claims import Claims

__all__ = ["CONTRASTS", "REVIEWERS", "chance_difference", "repeat_noise", "untied_bound"]

REVIEWERS: Final = ("gpt55", "sonnet46", "gemini35flash", "gemma3", "qwen3vl", "glm47")
CONTRASTS: Final = {"proficiency": "native / non-native", "confidence": "high / low confidence"}


def repeat_noise(claims: Claims) -> pd.DataFrame:
    """Set the differences between rewrites beside those that repeated reviews of one text would show.

    Parameters
    ----------
    claims
        Claims of the style paper: Table 3, the shares of Table 4 and the mean absolute differences of appendix D.

    Returns
    -------
    pandas.DataFrame
        One row per reviewer and contrast: ``reviewer``, ``contrast``, ``sd``, ``untied`` (as printed, fraction),
        ``untied_bound`` and ``untied_chance``, ``difference`` (printed mean absolute difference, NaN where none is
        printed), ``difference_chance``, and ``beyond_bound``: more untied pairs than repeat noise could give at all,
        even at the ends of the rounding ranges.
    """
    rows = [_noise_row(claims, reviewer, contrast) for reviewer in REVIEWERS for contrast in CONTRASTS]
    return pd.DataFrame(rows)


def _noise_row(claims: Claims, reviewer: str, contrast: str) -> dict[str, object]:
    sd = claims[f"sty.variance.{reviewer}.sd"]
    shares = [claims[f"sty.main.{contrast}.{reviewer}.{side}_pct"] for side in ("first", "second")]
    difference = f"sty.criteria.overall.{contrast}.{reviewer}.mean_abs_diff"
    untied = sum(float(share.value) for share in shares) / 100
    untied_chance, difference_chance = chance_difference(float(sd.value))
    return {
        "reviewer": sd.subject,
        "contrast": CONTRASTS[contrast],
        "sd": float(sd.value),
        "untied": untied,
        "untied_bound": untied_bound(float(sd.value)),
        "untied_chance": untied_chance,
        "difference": float(claims[difference].value) if difference in claims else float("nan"),
        "difference_chance": difference_chance,
        "beyond_bound": untied - 0.01 > untied_bound(float(sd.value) + 0.005),
    }
