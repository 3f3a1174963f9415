"""From the notes that are kept to papers and reviews, with every answer that fits no declared form."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from peerassay.fetching.forms import Score, read_score, read_status, review_text
from peerassay.fetching.problems import FetchError, Unknown
from peerassay.fetching.versions import created, modified

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.fetching.venues import Venue
    from peerassay.fetching.versions import Chosen


@dataclass(frozen=True)
class Review:
    """One official review.

    Attributes
    ----------
    note_id, reviewer : str
        OpenReview's id, and the anonymous name of its author.
    created, modified : int
        In milliseconds since 1970; 0 if not known.
    taken : str
        Which version it is, as in `peerassay.fetching.versions`.
    scores : dict of str to Score
        By name, ``overall`` first.
    text : str
        Without scores.
    """

    note_id: str
    reviewer: str
    created: int
    modified: int
    taken: str
    scores: dict[str, Score]
    text: str


@dataclass(frozen=True)
class Paper:
    """One submission.

    Attributes
    ----------
    paper_id : str
        OpenReview's id.
    number : int or None
        At the venue.
    title, area, status, decision : str
        Title; primary area; final status as in the schema of papers; the wording that it was read from.
    has_pdf : bool
        Whether there is a PDF.
    reviews : list of Review
        In the order of their creation.
    """

    paper_id: str
    number: int | None
    title: str
    area: str
    status: str
    decision: str
    has_pdf: bool
    reviews: list[Review]


@dataclass
class Reading:
    """The papers of a venue, and what was left aside.

    Attributes
    ----------
    venue : Venue
        What is declared.
    papers : list of Paper
        Sorted by id.
    unknown : list of Unknown
        Answers that fit no declared form.
    remarks : Counter
        What else should be known, with how often it happened.
    """

    venue: Venue
    papers: list[Paper] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    remarks: Counter[str] = field(default_factory=Counter)


def read_papers(submissions: Iterable[dict[str, Any]], venue: Venue, chosen: Chosen) -> Reading:
    """Read everything that is declared.

    Parameters
    ----------
    submissions : iterable of dict
        As from `peerassay.fetching.kept.keep_submission`.
    venue : Venue
        What is declared.
    chosen : Chosen
        The versions of the reviews.

    Returns
    -------
    Reading
        Deleted notes are left out and counted.

    Raises
    ------
    FetchError
        If no review has the declared rating.
    """
    reading = Reading(venue)
    for note in submissions:
        if note.get("ddate"):
            reading.remarks["deleted submissions, left out"] += 1
        else:
            reading.papers.append(_paper(note, reading, chosen))
    reading.papers.sort(key=lambda paper: paper.paper_id)
    _check_ratings(reading)
    return reading


def _check_ratings(reading: Reading) -> None:
    """Refuse a venue none of whose reviews has the declared field: then the declaration is wrong."""
    reviews = [review for paper in reading.papers for review in paper.reviews]
    if not reviews:
        reading.remarks["papers, of which none has a public review"] += len(reading.papers)
    elif not any(review.scores["overall"].printed for review in reviews):
        others = [what.split()[4].rstrip(",") for what in reading.remarks if what.startswith("reviews with the field")]
        raise FetchError(
            f"{reading.venue.id}: none of {len(reviews):,} reviews has the declared rating "
            f"{reading.venue.rating.field}; fields that are not declared: {', '.join(sorted(others)) or 'none'}. "
            "Correct the declaration (--venues FILE), then fetch with --refresh"
        )


def _paper(note: dict[str, Any], reading: Reading, chosen: Chosen) -> Paper:
    content, venue = note["content"], reading.venue
    status = read_status(venue, _place(note, venue), _wordings(note, venue))
    if status.problem:
        reading.unknown.append(Unknown(note["id"], note["id"], "decision", status.printed, status.problem))
    if not status.name:
        reading.remarks["submissions without a final status, left empty"] += 1
    area = content.get(venue.area) if venue.area else None
    if venue.area and not isinstance(area, str):
        reading.remarks["submissions without a primary area, left empty"] += 1
    reviews = [_review(one, note["id"], reading, chosen) for one in _standing(note, reading, chosen)]
    return Paper(
        note["id"],
        note.get("number"),
        str(content.get("title") or ""),
        area.strip() if isinstance(area, str) else "",
        status.name,
        status.printed,
        bool(content.get("pdf")),
        reviews,
    )


def _place(note: dict[str, Any], venue: Venue) -> str:
    """Give what decides about states: the invitation (API 1), or what stands behind the venue's id (API 2)."""
    if venue.api == 1:
        return str(note["invitation"])
    return str(note["content"].get("venueid") or "").removeprefix(venue.id).strip("/")


def _wordings(note: dict[str, Any], venue: Venue) -> list[str]:
    said = [one.get("decision") for one in note["decisions"] if not one.get("ddate")]
    if venue.api > 1:
        said.insert(0, note["content"].get("venue"))
    return [str(one) for one in said if one]


def _standing(note: dict[str, Any], reading: Reading, chosen: Chosen) -> list[dict[str, Any]]:
    """Give the reviews that stand, in the order of their creation."""
    there = [one for one in note["reviews"] if not one.get("ddate")]
    known = [one for one in there if one["id"] not in chosen.later]
    reading.remarks["deleted reviews, left out"] += len(note["reviews"]) - len(there)
    reading.remarks["reviews from after the date, left out"] += len(there) - len(known)
    return sorted(known, key=lambda one: (created(one), one["id"]))


def _review(note: dict[str, Any], paper_id: str, reading: Reading, chosen: Chosen) -> Review:
    name, venue = note["id"], reading.venue
    content = chosen.content.get(name, note["content"])
    scores = {key: read_score(content.get(scale.field), scale) for key, scale in venue.all_scores.items()}
    for key, score in scores.items():
        if score.problem:
            told = Unknown(paper_id, name, venue.all_scores[key].field, score.printed, score.problem)
            reading.unknown.append(told)
        elif not score.printed:
            reading.remarks[f"reviews without {venue.all_scores[key].field}, left empty"] += 1
    text = review_text(content, venue)
    reading.remarks["reviews without any text"] += not text
    for field_name in note["others"]:
        reading.remarks[f"reviews with the field {field_name}, which is not declared and not kept"] += 1
    return Review(name, note["reviewer"], created(note), modified(note), chosen.taken[name], scores, text)
