"""Decision flips at any acceptance threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.style.inference import holm
from peerassay.style.noise import flip_balance
from peerassay.style.pairs import paired_scores
from peerassay.style.preferences import ACCEPTANCE_THRESHOLD, flip_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.style.contrasts import Contrast


def flip_table(
    reviews: pd.DataFrame, contrasts: Sequence[Contrast], threshold: float = ACCEPTANCE_THRESHOLD
) -> pd.DataFrame:
    """Count decision flips in both directions and test whether they are equally frequent.

    Parameters
    ----------
    reviews
        As for `peerassay.style.pairs.paired_scores`.
    contrasts
        The pairs of versions.
    threshold
        Acceptance threshold, in score points; a score equal to it is on neither side.

    Returns
    -------
    pandas.DataFrame
        One row per contrast, prompt and reviewer: `n`, `first_up`, `second_up` (pairs), `first_rate`, `second_rate`
        (fractions), `p` (exact, two-sided; NaN without flips) and `holm` over all rows.

    Raises
    ------
    ValueError
        If the threshold is NaN.

    Notes
    -----
    Style over Substance, section 3.1; `peerassay.style.noise.flip_balance`.
    """
    rows = [row for contrast in contrasts for row in _rows(reviews, contrast, threshold)]
    table = pd.DataFrame(rows)
    return table if table.empty else table.assign(holm=holm(table["p"].to_numpy(dtype=float)))


def _rows(reviews: pd.DataFrame, contrast: Contrast, threshold: float) -> list[dict[str, float | int | str]]:
    rows: list[dict[str, float | int | str]] = []
    for (prompt, reviewer), pairs in paired_scores(reviews, contrast).groupby(["prompt", "reviewer"], sort=False):
        flips = flip_counts(pairs["first"], pairs["second"], threshold)
        if flips.n:
            rows.append(
                {
                    "contrast": contrast.name, "condition": contrast.condition,
                    "prompt": str(prompt), "reviewer": str(reviewer), "n": flips.n,
                    "first_up": flips.first_up, "second_up": flips.second_up,
                    "first_rate": flips.first_up / flips.n, "second_rate": flips.second_up / flips.n,
                    "p": flip_balance(flips.first_up, flips.second_up),
                }
            )  # fmt: skip
    return rows
