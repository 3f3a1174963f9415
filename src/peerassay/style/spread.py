"""How far repeated reviews of one text are apart, pooled over papers."""

from __future__ import annotations

import pandas as pd

COLUMNS = ("reviewer", "papers", "reviews", "degrees", "sd")


def pooled_spread(reviews: pd.DataFrame) -> pd.DataFrame:
    """Give each reviewer's SD over repeated reviews of the same text.

    Parameters
    ----------
    reviews
        Reviews with `reviewer`, `paper_id`, `version`, `prompt`, `protocol` and `overall`; a text that was reviewed
        once says nothing about the spread and does not count.

    Returns
    -------
    pandas.DataFrame
        Columns `COLUMNS`: `papers` counts texts (paper, version and prompt) with two scores or more, `reviews` their
        scores, `degrees` is the difference of the two. Reviewers without such a text are left out.

    Notes
    -----
    sd = root of the mean over texts of the unbiased variance of their scores. Style over Substance, section 2.4 and
    Table 3, which calls it the pooled standard deviation.
    """
    keys = ["reviewer", "paper_id", "version", "prompt", "protocol"]
    spread = reviews.groupby(keys)["overall"].agg(["var", "count"]).reset_index()
    rows = [
        (
            str(reviewer),
            len(known),
            total := int(known["count"].sum()),
            total - len(known),
            float(known["var"].mean() ** 0.5),
        )
        for reviewer, texts in spread.groupby("reviewer", sort=False)
        if len(known := texts[texts["count"] > 1])
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))
