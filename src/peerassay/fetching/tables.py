"""The tidy tables of a fetch: papers, what people gave as scores, and the texts of their reviews, which stay apart."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from peerassay.records import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peerassay.fetching.reading import Paper, Reading, Review

PEOPLE: Final = "people"
PROMPT: Final = "official"
NOBODY: Final = "not judged"
TABLES: Final = ("papers", "submissions", "reviews", "official_reviews", "official_scores")
"""Ids, numbers and what the venue says of a submission."""
PRIVATE: Final = ("review_texts", "ratings", "unknown_forms")
"""With words of the reviews: these files are for their owner alone."""
_HEAD: Final = {"version": "original", "reviewer": PEOPLE, "protocol": "integer", "prompt": PROMPT}


def make_tables(reading: Reading) -> dict[str, pd.DataFrame]:
    """Turn papers and reviews into tables.

    Parameters
    ----------
    reading : Reading
        As from `peerassay.fetching.reading.read_papers`.

    Returns
    -------
    dict of str to pandas.DataFrame
        `TABLES` and `PRIVATE`, by name. The reviews of a paper are its rounds 1, 2, … in the order of their creation,
        all under the reviewer ``people``, since nobody can tell who wrote on more than one paper.
    """
    rows: dict[str, list[dict[str, Any]]] = {
        "papers": [_paper(paper, reading) for paper in reading.papers],
        "submissions": [_submission(paper) for paper in reading.papers],
        "unknown_forms": [vars(one) for one in reading.unknown],
    }
    made: dict[str, Any] = {"reviews": _scored, "official_reviews": _official, "official_scores": _scores}
    made |= {"review_texts": _text, "ratings": _rating}
    for name, maker in made.items():
        rows[name] = [row for found in _reviews(reading) for row in maker(*found, reading)]
    return {name: _frame(name, rows[name]) for name in (*TABLES, *PRIVATE)}


def _reviews(reading: Reading) -> Iterator[tuple[Paper, int, Review]]:
    for paper in reading.papers:
        for number, review in enumerate(paper.reviews, start=1):
            yield paper, number, review


def review_name(paper_id: str, number: int) -> str:
    """Name a review, as a collection names the reviews that it takes from a file.

    Parameters
    ----------
    paper_id : str
        The paper.
    number : int
        Which of its reviews, from 1.
    """
    return f"{paper_id} | original | {PEOPLE} | {PROMPT} | round {number}"


def _paper(paper: Paper, reading: Reading) -> dict[str, Any]:
    given = [review.scores["overall"].value for review in paper.reviews]
    known = [Fraction(value) for value in given if value is not None]
    mean = float(sum(known) / len(known)) if known else None
    head = {"paper_id": paper.paper_id, "venue": reading.venue.name, "year": reading.venue.year}
    return head | {"area": paper.area, "status": paper.status, "human_mean": mean, "n_human": len(known)}


def _submission(paper: Paper) -> dict[str, Any]:
    said = {"title": paper.title, "decision": paper.decision}
    return {"paper_id": paper.paper_id, "number": paper.number} | said | {"has_pdf": int(paper.has_pdf)}


def _scored(paper: Paper, number: int, review: Review, reading: Reading) -> Iterator[dict[str, Any]]:
    """Give a review as the schema of reviews has it; scores that it does not know are in `official_scores` only."""
    scores = {name: score.value for name, score in review.scores.items() if name in _columns()}
    yield {"paper_id": paper.paper_id} | _HEAD | {"round": number} | scores | {"n_chars": len(review.text)}


@lru_cache(maxsize=1)
def _columns() -> tuple[str, ...]:
    return load_schema("reviews").names


def _official(paper: Paper, number: int, review: Review, reading: Reading) -> Iterator[dict[str, Any]]:
    head = {"review_id": review_name(paper.paper_id, number), "paper_id": paper.paper_id, "round": number}
    names = {"note_id": review.note_id, "reviewer_id": review.reviewer}
    times = {"created": _date(review.created), "modified": _date(review.modified)}
    yield head | names | times | {"taken": review.taken, "n_chars": len(review.text)}


def _scores(paper: Paper, number: int, review: Review, reading: Reading) -> Iterator[dict[str, Any]]:
    for name, score in review.scores.items():
        state = "unknown form" if score.problem else "given" if score.value is not None else "none"
        known = "" if score.problem else score.printed
        yield {
            "review_id": review_name(paper.paper_id, number),
            "paper_id": paper.paper_id,
            "score": name,
            "field": reading.venue.all_scores[name].field,
            "printed": known,
            "value": score.value,
            "state": state,
        }


def _text(paper: Paper, number: int, review: Review, reading: Reading) -> Iterator[dict[str, Any]]:
    if review.text:
        for row in _scored(paper, number, review, reading):
            yield row | {"venue": f"{reading.venue.name} {reading.venue.year}", "text": review.text}


def _rating(paper: Paper, number: int, review: Review, reading: Reading) -> Iterator[dict[str, Any]]:
    if review.text:
        tier = paper.status.removeprefix("accepted_") if paper.status.startswith("accepted_") else ""
        head = {"review_id": review_name(paper.paper_id, number), "judge": NOBODY, "run": 1, "source": "human"}
        head |= {"paper_id": paper.paper_id}
        where = {"venue": reading.venue.name, "year": reading.venue.year, "tier": tier}
        yield head | where | {"n_chars": len(review.text), "text": review.text}


def _date(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="seconds") if moment else ""


def _frame(name: str, rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Give the rows the columns of their schema, those that can be there, and its order."""
    schema = load_schema(name)
    held = {key for row in rows for key in row} if rows else set(schema.names)
    frame = pd.DataFrame(list(rows), columns=[column for column in schema.names if column in held])
    for field in schema.fields:
        if field.type == "integer" and field.name in frame:
            frame[field.name] = frame[field.name].astype("Int64")
    return frame
