"""Which version of an edited review is taken: the latest, or the one that stood at a moment in the past."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from peerassay.fetching.kept import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from peerassay.fetching.cache import Cache
    from peerassay.fetching.door import Door
    from peerassay.fetching.gathering import Listener
    from peerassay.fetching.venues import Venue

LATEST, AS_OF, HIDDEN = "latest", "as of the date", "latest: edits not visible"
"""What a table says about the version of a review."""


@dataclass
class Chosen:
    """The versions of the reviews that were taken.

    Attributes
    ----------
    taken : dict of str to str
        `LATEST`, `AS_OF` or `HIDDEN`, by id of the review.
    content : dict of str to dict
        Values by field, where the version is not the one that was fetched with the submission.
    later : set of str
        Reviews that did not exist yet at the moment, which are left out.
    """

    taken: dict[str, str] = field(default_factory=dict)
    content: dict[str, dict[str, Any]] = field(default_factory=dict)
    later: set[str] = field(default_factory=set)


def choose_versions(
    reviews: Iterable[dict[str, Any]],
    moment: datetime | None,
    venue: Venue,
    door: Callable[[], Door],
    cache: Cache,
    listener: Listener,
) -> Chosen:
    """Choose a version of every review.

    Parameters
    ----------
    reviews : iterable of dict
        As from `peerassay.fetching.kept.keep_review`.
    moment : datetime.datetime or None
        With a time zone; None for the latest versions, which takes no further request.
    venue : Venue
        What is declared.
    door : callable
        Opens the connection.
    cache : Cache
        Keeps the edits.
    listener : Listener
        Hears the progress.

    Returns
    -------
    Chosen
        One entry in `taken` for each review, apart from `later` ones.

    Notes
    -----
    Reviews that were not modified after the moment are taken as they are. For every other one its edits are asked for:
    one request a review. An edit sets the fields that it names; those up to the moment, in order of time, make the
    version. Where no edit up to the moment is visible, the latest version is taken, and that is recorded.
    """
    listed, chosen = list(reviews), Chosen()
    if moment is None:
        chosen.taken = dict.fromkeys((one["id"] for one in listed), LATEST)
        return chosen
    until = int(moment.timestamp() * 1000)
    changed = [one for one in listed if modified(one) > until and created(one) <= until]
    listener.total("edits of reviews", len(changed))
    for one in listed:
        if created(one) > until:
            chosen.later.add(one["id"])
        elif modified(one) <= until:
            chosen.taken[one["id"]] = AS_OF
        else:
            _rewind(chosen, one["id"], until, _edits(one["id"], door, cache), venue)
            listener.step(1)
    return chosen


def _rewind(chosen: Chosen, name: str, until: int, edits: Sequence[dict[str, Any]], venue: Venue) -> None:
    content = content_at(edits, until, venue.api)
    chosen.taken[name] = AS_OF if content else HIDDEN
    if content:
        chosen.content[name] = {key: content[key] for key in venue.review_fields if key in content}


def _edits(name: str, door: Callable[[], Door], cache: Cache) -> list[dict[str, Any]]:
    file = f"edits/{name}.json"
    edits: list[dict[str, Any]] | None = cache.read(file)
    if edits is None:
        times = ("tcdate", "cdate", "ddate")
        edits = [{key: one.get(key) for key in (*times, "content")} for one in door().edits(name)]
        cache.write(file, edits)
    return edits


def content_at(edits: Sequence[dict[str, Any]], until: int, api: int) -> dict[str, Any]:
    """Apply the edits of a note up to a moment.

    Parameters
    ----------
    edits : sequence of dict
        With `tcdate` (milliseconds), perhaps `ddate` (a withdrawn edit, which is not applied) and `content`.
    until : int
        Milliseconds.
    api : int
        1 or 2.

    Returns
    -------
    dict
        Value by field; empty if no edit is that old.
    """
    content: dict[str, Any] = {}
    for edit in sorted(edits, key=created):
        if created(edit) <= until and not edit.get("ddate"):
            content |= values_of(edit["content"] or {}, api)
    return {name: value for name, value in content.items() if value is not None}


def created(note: dict[str, Any]) -> int:
    """Give the moment of a note's or an edit's creation in milliseconds; 0 if it is not known."""
    return int(note.get("tcdate") or note.get("cdate") or 0)


def modified(note: dict[str, Any]) -> int:
    """Give the moment of a note's last change in milliseconds; its creation if that is not known."""
    return int(note.get("tmdate") or note.get("mdate") or created(note))
