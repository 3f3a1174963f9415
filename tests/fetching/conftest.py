"""A made-up OpenReview on the loopback, and a quick way to fetch from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fetching.example import FOLDER
from fetching.made_up import V1, V2, as_v1, as_v2, example_papers
from fetching.server import MadeUpServer
from peerassay.fetching import find_venue
from peerassay.fetching.pace import Manners
from peerassay.fetching.running import Wishes, fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from peerassay.fetching import Fetched, Venue

QUICK = Manners(per_minute=1e6, first_wait=0.01, attempts=4, longest_wait=5, timeout=5)


@pytest.fixture(autouse=True)
def no_login(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENREVIEW_USERNAME", "OPENREVIEW_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def venue() -> Venue:
    return find_venue(V2, FOLDER / "venue.toml")


@pytest.fixture
def old_venue(venue: Venue) -> Venue:
    """The same conference a year earlier, when it used the first API."""
    scores = {"soundness": {"field": "soundness", "values": [1, 2, 3, 4], "none": ["Not applicable"]},
              "confidence": {"field": "confidence", "values": [1, 2, 3, 4, 5]}}  # fmt: skip
    changed = {"id": V1, "year": 2029, "api": 1, "area": "area", "text": ["review"], "scores": scores}
    changed["submissions"] = ["Blind_Submission", "Withdrawn_Submission", "Desk_Rejected_Submission"]
    changed["states"] = {"Withdrawn_Submission": "withdrawn", "Desk_Rejected_Submission": "desk_rejected"}
    return type(venue).model_validate(venue.model_dump() | changed)


@pytest.fixture
def server() -> Iterator[MadeUpServer]:
    """Both APIs behind one address."""
    papers = example_papers()
    with MadeUpServer(as_v2(papers) | as_v1(papers)) as running:
        yield running


class Heard:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.totals: list[tuple[str, int]] = []
        self.steps = 0

    def total(self, what: str, number: int) -> None:
        self.totals.append((what, number))

    def step(self, number: int) -> None:
        self.steps += number

    def say(self, sentence: str) -> None:
        self.said.append(sentence)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def fetched(server: MadeUpServer, tmp_path: Path, heard: Heard) -> Callable[..., Fetched]:
    """``fetched(venue, page=10, ...)`` fetches into the folder ``out`` of the test."""

    def run(venue: Venue, **wishes: Any) -> Fetched:
        refresh = wishes.pop("refresh", False)
        standard: dict[str, Any] = {"page": 10, "address": server.address, "manners": QUICK}
        asked = Wishes(**standard | wishes)
        return fetch(venue, tmp_path / "out", asked, heard, refresh=refresh)

    return run
