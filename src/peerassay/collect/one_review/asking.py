"""Having one review rated by the rubric: a plan of one call."""

from __future__ import annotations

import csv
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from peerassay.collect.plan import PRACTICE
from peerassay.collect.reading import make_plan
from peerassay.collect.running import collect
from peerassay.collect.store import StoreReader
from peerassay.language.spans import find_span

if TYPE_CHECKING:
    from collections.abc import Mapping

ATTEMPTS: Final = 3
COUNTER: Final = "against the rating"
_EXAMPLE: Final = "data/examples/review.md"


class RatingError(RuntimeError):
    """No rating came back; the message says why and what to do."""


@dataclass(frozen=True)
class Judge:
    """Who rates, and how it is reached.

    Attributes
    ----------
    base_url : str
        Address up to ``/v1``, or ``practice`` for answers that are made up on this machine.
    model : str
        As the endpoint calls it.
    api, output, key_variable : str
        As in a plan's ``[endpoint]``.
    free : bool
        Whether its price may be left unknown.
    """

    base_url: str = PRACTICE
    model: str = "practice-1"
    api: str = "chat"
    output: str = "json_schema"
    key_variable: str = "OPENAI_API_KEY"
    free: bool = False

    @property
    def made_up(self) -> bool:
        """Whether the answers are made up."""
        return self.base_url == PRACTICE


@dataclass(frozen=True)
class Rated:
    """A rating of one review.

    Attributes
    ----------
    review : str
        What was rated.
    rating : mapping
        The judge's answer, checked against rubric and text.
    model : str
        The server's name of the judge.
    prompt : str
        Digest of the instructions.
    made_up : bool
        Whether no model was asked.
    """

    review: str
    rating: Mapping[str, Any]
    model: str
    prompt: str
    made_up: bool
    passages: tuple[dict[str, Any], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find the passages in the text, once."""
        object.__setattr__(self, "passages", tuple(_passages(self.rating, self.review)))


def example_review(root: Path) -> str:
    """Read the review that stands in where none is given; it was written for this compendium.

    Parameters
    ----------
    root : pathlib.Path
        The compendium.

    Returns
    -------
    str
        Its text.
    """
    return (root / _EXAMPLE).read_text("utf-8").strip()


def rate_review(
    review: str, judge: Judge, *, venue: str = "", ratings: Mapping[str, float] | None = None, most_dollars: float = 1.0
) -> Rated:
    """Have a review rated.

    Parameters
    ----------
    review : str
        Its text.
    judge : Judge
        Who rates. A key is read from the environment only.
    venue : str
        Where the paper was reviewed; shown to the judge.
    ratings : mapping of str to float, optional
        What the review's author gave: ``overall``, ``confidence``, ``soundness`` and so on; shown to the judge.
    most_dollars : float
        Most that it may cost.

    Returns
    -------
    Rated
        The rating with the places of its passages.

    Raises
    ------
    ValueError
        If the review is blank.
    peerassay.collect.PlanError
        If the endpoint cannot be used as described: no key, an unknown price.
    RatingError
        If no rating came back.
    """
    if not review.strip():
        raise ValueError("review: is blank; expected the text of a review")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _write(place / "reviews.csv", {"paper_id": "review", "text": review, "venue": venue, **(ratings or {})})
        report = collect(make_plan(_plan(judge, most_dollars), place / "plan.toml"))
        if not report.complete:
            reasons = [str(problem) for problem in report.problems.values()] or [report.stopped]
            raise RatingError(" ".join(reasons))
        (done,) = StoreReader(place / "answers.sqlite").results()
    return Rated(review, done.result, done.model, done.configuration.prompts["rate"], judge.made_up)


def _write(path: Path, row: Mapping[str, Any]) -> None:
    given = {name: value for name, value in row.items() if value not in ("", None)}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(given), lineterminator="\n")
        writer.writeheader()
        writer.writerow(given)


def _plan(judge: Judge, most_dollars: float) -> dict[str, Any]:
    endpoint = {name: getattr(judge, name) for name in ("base_url", "api", "output", "key_variable")}
    return {
        "store": "answers.sqlite",
        "endpoint": endpoint | {"attempts": ATTEMPTS},
        "caps": {"money": most_dollars, "calls": ATTEMPTS},
        "models": [{"name": judge.model, "free": judge.free}],
        "tasks": [{"task": "rate", "options": {"reviews": "reviews.csv"}}],
    }


def _passages(rating: Mapping[str, Any], review: str) -> list[dict[str, Any]]:
    found = [(one, one["signal"]) for one in rating["supporting_spans"]]
    found += [(one, COUNTER) for one in rating["counterevidence"]]
    rows = []
    for number, (one, signal) in enumerate(found, start=1):
        span = find_span(one["span"], review)
        place = {"start": span.start, "end": span.end} if span else {"start": -1, "end": -1}
        rows.append({"number": number, "signal": signal, "passage": one["span"], "why": one["why"], **place})
    return rows
