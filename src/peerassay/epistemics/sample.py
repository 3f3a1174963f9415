"""The sample of the paper: what its printed sizes add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

if TYPE_CHECKING:
    from peerassay.claims import Claims

VENUES: Final = {"iclr2025": "ICLR 2025", "icml2025": "ICML 2025", "neurips2025": "NeurIPS 2025"}
TIERS: Final = ("oral", "spotlight", "poster")
YEARS: Final = ("iclr2021", "iclr2022", "iclr2023")


def _size(claims: Claims, claim_id: str) -> int:
    return int(claims[claim_id].value)


def sample_totals(claims: Claims) -> dict[str, int]:
    """Add up the printed sizes.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    dict of str to int
        By claim id: papers of each venue of 2025 (from the tiers), human reviews of 2025 (from the nine sizes in Figure
        3) and all ratings.

    Notes
    -----
    Articulate Intuition, sections 4.1 and 4.3. The reviewers that area chairs commented on are not among the ratings
    counted there.
    """
    papers = sum(_size(claims, f"epi.data.papers_per_venue.{tier}") for tier in TIERS)
    reviews = sum(_size(claims, f"epi.outcome.count.{venue}.{tier}") for venue in VENUES for tier in TIERS)
    earlier, model = (_size(claims, f"epi.data.count.reviews_{name}") for name in ("longitudinal", "agentic"))
    return {
        **{f"epi.data.papers.{venue}": papers for venue in VENUES},
        "epi.data.count.reviews_2025_human": reviews,
        "epi.data.count.ratings_total": reviews + earlier + model,
    }


def sample_table(claims: Claims) -> pd.DataFrame:
    """Lay out the sample: who wrote the reviews, from where, and how many there are.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    pandas.DataFrame
        ``group``, ``writer``, ``drawn``, ``papers`` and ``reviews`` (missing where they are not printed).
    """
    drawn = ", ".join(f"{_size(claims, f'epi.data.papers_per_venue.{tier}')} {tier}" for tier in TIERS)
    rows: list[tuple[str, str, str, int | None, int | None]] = [
        (
            title,
            "people",
            f"by tier: {drawn}",
            _size(claims, f"epi.data.papers.{venue}"),
            sum(_size(claims, f"epi.outcome.count.{venue}.{tier}") for tier in TIERS),
        )
        for venue, title in VENUES.items()
    ]
    earlier = [_size(claims, f"epi.data.papers.{year}") for year in YEARS]
    rows.append(
        (
            "ICLR 2021, 2022, 2023",
            "people",
            "at random",
            sum(earlier),
            _size(claims, "epi.data.count.reviews_longitudinal"),
        )
    )
    rows.append(
        ("Agentic reviewer", "a model", "a public showcase", None, _size(claims, "epi.data.count.reviews_agentic"))
    )
    table = pd.DataFrame(rows, columns=["group", "writer", "drawn", "papers", "reviews"])
    return table.astype({"papers": "Int64", "reviews": "Int64"})
