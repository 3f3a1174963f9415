"""Which ratings a question is about: a year's human reviews, the AI's, the years of a venue, commented reviewers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas as pd

AGENTIC: Final = "Agentic"
"""What reviews by a model are called as a group."""
NO_VENUE: Final = "Human"
"""What human reviews without any venue are called as a group."""
FLAGGED, PEERS = "negative", "peer"


def agentic(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the ratings of reviews that a model wrote (none if the source is not known)."""
    return ratings[_by_model(ratings)].reset_index(drop=True)


def human(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the ratings of all other reviews."""
    return ratings[~_by_model(ratings)].reset_index(drop=True)


def cross_section(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the human reviews of the venues in the latest year.

    Parameters
    ----------
    ratings : pandas.DataFrame
        In the schema `ratings`, one row per review.

    Returns
    -------
    pandas.DataFrame
        With a column `group`: the venue. Where no venue is known all human reviews, as one group; where no year is
        known all reviews of each venue. Reviews without venue or year are left out if others have one.
    """
    people = human(ratings)
    if "venue" in people and people["venue"].notna().any():
        people = people[people["venue"].notna()]
        people = people.assign(group=people["venue"].astype(str))
    else:
        people = people.assign(group=NO_VENUE)
    if "year" in people and people["year"].notna().any():
        people = people[people["year"] == people["year"].max()]
    return people.reset_index(drop=True)


def years_of(ratings: pd.DataFrame, venue: str) -> pd.DataFrame:
    """Return the human reviews of a venue with a known year.

    Parameters
    ----------
    ratings : pandas.DataFrame
        In the schema `ratings`, one row per review.
    venue : str
        As it is written in the ratings.

    Returns
    -------
    pandas.DataFrame
        Sorted by year, with a column `group`: venue and year.

    Raises
    ------
    ValueError
        If there is no review of this venue with a year.
    """
    people = human(ratings)
    there = people[(people["venue"] == venue) & people["year"].notna()] if "venue" in people else people.iloc[:0]
    if there.empty:
        known = sorted(set(people["venue"].dropna())) if "venue" in people else []
        raise ValueError(
            f"venue = {venue!r}: no human review with a year; venues are {', '.join(known) or 'not known'}"
        )
    there = there.assign(year=there["year"].astype(int)).sort_values("year", kind="stable", ignore_index=True)
    return there.assign(group=[f"{venue} {year}" for year in there["year"]])


def with_tier(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the reviews of `cross_section` whose paper has a known tier of acceptance."""
    people = cross_section(ratings)
    return people[people["tier"].notna()].reset_index(drop=True)


def commented(ratings: pd.DataFrame) -> pd.DataFrame:
    """Return the reviews by reviewers whom an area chair commented on badly, and by their peers."""
    return ratings[ratings["ac_comment"].isin([FLAGGED, PEERS])].reset_index(drop=True)


def _by_model(ratings: pd.DataFrame) -> pd.Series:
    if "source" not in ratings:
        return ratings["review_id"].isna()
    return (ratings["source"] == "ai").fillna(value=False)
