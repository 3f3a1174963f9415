"""Verdicts for what the style paper prints about aspects of reviews, none of which can be recomputed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.reconstructed.recording import CONSTANT
from peerassay.style.contrasts import COMPARISONS

if TYPE_CHECKING:
    from peerassay.exhibits.recorder import Recorder

PRIVATE: Final = "the annotated reviews are not public"
WAITS: Final = (
    "*Waits for annotated reviews: none of the study's are public, and this project has collected none so far. "
    "On your own: `-p records` with a folder that holds `reviews.csv` and `aspects.csv`.*"
)
REASONS: Final = {
    "sty.polarity.proficiency.presentation.net": f"{PRIVATE}; it counts mentions, so it need not be the two shifts of "
    "prevalence, -2.4 and +3.0, together",
    "sty.aspects.corr.presentation_shift_rating": f"{PRIVATE}; one value is printed for two contrasts",
    "sty.aspects.corr.positive_share_rating": f"{PRIVATE}; the unit of analysis is not said",
    "sty.aspects.valid_spans": f"{PRIVATE}; worded as all, and how phrases were matched is not said",
}


def record_aspects(page: Recorder) -> list[str]:
    """Give every printed number about aspects and polarity its verdict.

    Parameters
    ----------
    page
        The page of the notebook.

    Returns
    -------
    list of str
        The claims, in their order.
    """
    claims = page.claims.where(part="style", section=["aspects", "polarity"])
    for claim_id, claim in claims.items():
        page.transcribe(claim_id, CONSTANT if claim.class_ == "setting" else REASONS.get(claim_id, PRIVATE))
    return list(claims)


def surviving_aspects(page: Recorder) -> pd.DataFrame:
    """Lay out the printed results about aspects.

    Parameters
    ----------
    page
        The page of the notebook, on which they have been recorded.

    Returns
    -------
    pandas.DataFrame
        `quantity`, `contrast`, `published`, `unit`, `verdict`, `remark`.
    """
    chosen = [claim for claim in map(page.claims.__getitem__, page.rows) if claim.class_ == "result"]
    rows = [
        {
            "quantity": claim.quantity,
            "contrast": COMPARISONS.get(claim.contrast, ""),
            "published": claim.published,
            "unit": claim.unit.replace("_", " "),
            "verdict": page.rows[claim.id]["verdict"],
            "remark": page.rows[claim.id]["remark"],
        }
        for claim in chosen
    ]
    return pd.DataFrame(rows)
