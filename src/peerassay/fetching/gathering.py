"""Going through the pages of a venue: what is in the cache is not asked for again."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from peerassay.fetching.cache import page_name
from peerassay.fetching.kept import keep_submission
from peerassay.fetching.problems import EmptyAnswerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.fetching.cache import Cache
    from peerassay.fetching.door import Door
    from peerassay.fetching.venues import Venue


@dataclass
class Gathered:
    """The submissions of a venue.

    Attributes
    ----------
    submissions : list of dict
        As from `peerassay.fetching.kept.keep_submission`, each once.
    counted : dict of str to int
        How many there are by the server's count, by invitation.
    times : list of str
        When each page was fetched, in UTC.
    """

    submissions: list[dict[str, Any]] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)
    times: list[str] = field(default_factory=list)


class Listener(Protocol):
    """Hears how a fetch gets on."""

    def total(self, what: str, number: int) -> None:
        """Hear how many there are."""

    def step(self, number: int) -> None:
        """Hear that some more are there."""

    def say(self, sentence: str) -> None:
        """Hear a sentence for people."""


class Silence:
    """A listener that does nothing."""

    def total(self, what: str, number: int) -> None:
        """Do nothing."""

    def step(self, number: int) -> None:
        """Do nothing."""

    def say(self, sentence: str) -> None:
        """Do nothing."""


def gather(venue: Venue, door: Callable[[], Door], cache: Cache, limit: int, listener: Listener) -> Gathered:
    """Fetch every submission of a venue with its reviews and decisions.

    Parameters
    ----------
    venue : Venue
        What is declared.
    door : callable
        Opens the connection, which is done only if something is missing.
    cache : Cache
        Where pages are kept.
    limit : int
        Submissions a page.
    listener : Listener
        Hears the progress.

    Returns
    -------
    Gathered
        In the order of the invitations, then of the ids.

    Raises
    ------
    EmptyAnswerError
        If there is no submission at all.
    peerassay.fetching.problems.FetchError
        If the server refuses or does not answer.
    """
    found = Gathered()
    for name in venue.submissions:
        for page in _pages(venue, name, door, cache, limit, listener):
            found.submissions += page["notes"]
            found.times.append(page["time"])
            if page["count"] is not None:
                found.counted[name] = page["count"]
    if not found.submissions:
        raise EmptyAnswerError(
            f"{venue.id}: the server has no public submission for {', '.join(venue.submissions)}. The venue may not be "
            "public yet, or its declaration names other invitations; no table was written"
        )
    unique = {note["id"]: note for note in found.submissions}
    found.submissions = list(unique.values())
    return found


def _pages(
    venue: Venue, name: str, door: Callable[[], Door], cache: Cache, limit: int, listener: Listener
) -> list[dict[str, Any]]:
    """Read the pages that are there, and fetch the others until one is empty."""
    pages = list(cache.pages(name))
    if pages and pages[0]["count"] is not None:
        listener.total(name, pages[0]["count"])
        listener.step(sum(len(page["notes"]) for page in pages))
    while not pages or pages[-1]["notes"]:
        page = _fetch(venue, name, door(), pages[-1]["notes"][-1]["id"] if pages else "", limit)
        cache.write(page_name(name, len(pages) + 1), page)
        if not pages:
            listener.total(name, page["count"])
        listener.step(len(page["notes"]))
        pages.append(page)
    return pages


def _fetch(venue: Venue, name: str, door: Door, after: str, limit: int) -> dict[str, Any]:
    invitation = f"{venue.id}/-/{name}"
    page = door.page(invitation, after, limit)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    notes = [keep_submission(note, venue, invitation) for note in page.notes]
    return {"time": now, "count": page.total, "notes": notes}
