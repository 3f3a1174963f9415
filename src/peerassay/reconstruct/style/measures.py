"""What records of the style paper say about each printed number, in the number's own unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from peerassay.claims import load_claims
from peerassay.reconstruct.style.build import ORIGINAL
from peerassay.reconstruct.style.targets import BATCH, DEFAULT, published_spreads
from peerassay.records import score_matrix
from peerassay.repeatability import within_paper_variance
from peerassay.style.contrasts import COMBINED, CONFIDENT, NATIVE, SINGLE
from peerassay.style.pairs import preference_table

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    import pandas as pd

    from peerassay.claims import Claim
    from peerassay.reconstruct.style.build import Tables

    Row = Mapping[Hashable, Any]

SHARES: Final = ("share_first", "share_second", "share_tie")
NOISY: Final = ("Gemini 3.5 Flash", "GLM 4.7")
"""The two reviewers on which the paper says large differences concentrate."""
CONCENTRATED: Final = 0.095
"""A share of pairs two or more points apart above this would not print as "at most 9 %"."""


def _value(claim: Claim, row: Row) -> float:
    value = float(row[claim.stat])
    if claim.stat in SHARES:
        return 100 * value
    return 100 * value / row["n"] if claim.stat.startswith("flips") else value


def _rows(reviews: pd.DataFrame, combined: bool = False) -> dict[tuple[str, ...], Row]:
    table = preference_table(reviews, COMBINED if combined else SINGLE)
    keys = ["contrast", "condition", "prompt", "reviewer"]
    places = table[keys].itertuples(index=False, name=None)
    return dict(zip(places, table.to_dict("records"), strict=True))


def table_values(reviews: pd.DataFrame) -> dict[str, float]:
    """Give the value of every cell of Tables 4, 5, 8 and 9.

    Parameters
    ----------
    reviews : pandas.DataFrame
        Reviews of the reconstruction.

    Returns
    -------
    dict of str to float
        By claim id; cells that only repeat another table are left out.
    """
    batch = reviews[reviews["paper_id"].isin(sorted(set(reviews["paper_id"]))[:BATCH])]
    everything, inside, both = _rows(reviews), _rows(batch), _rows(reviews, combined=True)
    values = {}
    for exhibit in ("Table 4", "Table 5", "Table 8", "Table 9"):
        for claim in _results(exhibit):
            if exhibit == "Table 5":
                row = both[claim.contrast, claim.condition, DEFAULT, claim.subject]
            else:
                source = everything if exhibit == "Table 4" else inside
                row = source[claim.contrast, "", claim.condition or DEFAULT, claim.subject]
            values[claim.id] = _value(claim, row)
    return values


def _results(exhibit: str) -> Iterable[Claim]:
    return (claim for claim in load_claims().exhibit("style", exhibit).values() if not claim.restates)


def spread_values(reviews: pd.DataFrame) -> dict[str, float]:
    """Give the pooled SD of each reviewer's repeated reviews (Table 3), by claim id."""
    return {
        claim.id: within_paper_variance(score_matrix(reviews, reviewer, version=ORIGINAL, prompt=DEFAULT)[1]).sd
        for reviewer, claim in published_spreads(load_claims()).items()
    }


def size_values(reviews: pd.DataFrame) -> dict[str, float]:
    """Give how far ratings of two rewrites are apart, as appendix D reports it.

    Parameters
    ----------
    reviews : pandas.DataFrame
        Reviews of the reconstruction.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit.
    """
    return sizes(preference_table(reviews[reviews["prompt"] == DEFAULT], SINGLE))


def sizes(table: pd.DataFrame) -> dict[str, float]:
    """Give the claims of appendix D on the size of differences, from a preference table of the default prompt.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.style.pairs.preference_table`, for the two single contrasts.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit.
    """
    noisy = table["reviewer"].isin(NOISY)
    large = table.groupby("reviewer")["two_or_more"].max()
    stem, small = "sty.criteria.overall.", _pooled(table)
    values = {
        f"{stem}proficiency.at_most_one_pct": small[NATIVE.name],
        f"{stem}confidence.at_most_one_pct": small[CONFIDENT.name],
        f"{stem}large_diff_pct_min": 100 * table.loc[noisy, "two_or_more"].min(),
        f"{stem}large_diff_pct_max": 100 * table.loc[noisy, "two_or_more"].max(),
        f"{stem}large_diff_pct_others_max": 100 * table.loc[~noisy, "two_or_more"].max(),
        f"{stem}high_variance_reviewers": float((large > CONCENTRATED).sum()),
    }
    by_row = table.set_index(["contrast", "reviewer"])["mean_abs_diff"]
    for contrast, word in ((NATIVE, "proficiency"), (CONFIDENT, "confidence")):
        for reviewer, key in zip(NOISY, ("gemini35flash", "glm47"), strict=True):
            values[f"{stem}{word}.{key}.mean_abs_diff"] = float(by_row[contrast.name, reviewer])
    return {claim_id: float(value) for claim_id, value in values.items()}


def _pooled(table: pd.DataFrame) -> dict[str, float]:
    """Return the percent of pairs at most one point apart, over all reviewers, by contrast."""
    counts = table.assign(near=table["at_most_one"] * table["n"]).groupby("contrast")[["near", "n"]].sum()
    return {str(name): float(100 * row["near"] / row["n"]) for name, row in counts.iterrows()}


def all_values(tables: Tables) -> dict[str, float]:
    """Give the value of every printed number that the records say something about, by claim id."""
    return {**spread_values(tables.reviews), **table_values(tables.reviews), **size_values(tables.reviews)}
