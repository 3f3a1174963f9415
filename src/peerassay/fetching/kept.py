"""What is kept of an answer: the declared fields of submissions, official reviews and decisions, and no names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.fetching.venues import Venue

_TIMES = ("cdate", "tcdate", "mdate", "tmdate", "ddate")
_ANONYMOUS = re.compile(r"(?:Anon)?Reviewer_?\w+", re.ASCII)
UNNAMED = "unnamed"


def values_of(content: Mapping[str, Any], api: int) -> dict[str, Any]:
    """Take the values out of a note's content.

    Parameters
    ----------
    content : mapping
        As the API gives it.
    api : int
        With 2, each value stands under ``value``; a field that an edit deletes has none.

    Returns
    -------
    dict
        Value by field.
    """
    if api == 1:
        return dict(content)
    return {name: entry.get("value") if isinstance(entry, dict) else entry for name, entry in content.items()}


def keep_submission(note: Mapping[str, Any], venue: Venue, invitation: str) -> dict[str, Any]:
    """Reduce a submission and the replies to it to what the tables are made from.

    Parameters
    ----------
    note : mapping
        As from `peerassay.fetching.door.Door.page`.
    venue : Venue
        What is declared.
    invitation : str
        What was asked for.

    Returns
    -------
    dict
        As JSON can hold it. Authors, comments and rebuttals are not in it.
    """
    content = values_of(note["content"], venue.api)
    replies = note["details"].get("replies") or note["details"].get("directReplies") or []
    return {
        **_head(note),
        "invitation": invitation.rpartition("/-/")[2],
        "content": {name: content[name] for name in venue.content_fields if name in content},
        "reviews": [keep_review(one, venue) for one in replies if answers(one, venue.reviews)],
        "decisions": [_decision(one, venue) for one in replies if venue.decisions and answers(one, venue.decisions)],
    }


def answers(note: Mapping[str, Any], name: str) -> bool:
    """Tell whether a note answers an invitation of this name.

    Parameters
    ----------
    note : mapping
        With `invitation` (API 1) or `invitations` (API 2).
    name : str
        What stands behind ``/-/``.
    """
    return any(one.endswith(f"/-/{name}") for one in note.get("invitations") or [note.get("invitation") or ""])


def keep_review(note: Mapping[str, Any], venue: Venue) -> dict[str, Any]:
    """Reduce a review to its declared fields; of other fields only the names are kept.

    Parameters
    ----------
    note : mapping
        As JSON has it.
    venue : Venue
        What is declared.

    Returns
    -------
    dict
        As JSON can hold it.
    """
    content = values_of(note.get("content") or {}, venue.api)
    kept = {name: content[name] for name in venue.review_fields if name in content}
    others = sorted(set(content) - set(kept))
    return {**_head(note), "reviewer": anonymous(note.get("signatures") or []), "content": kept, "others": others}


def _decision(note: Mapping[str, Any], venue: Venue) -> dict[str, Any]:
    content = values_of(note.get("content") or {}, venue.api)
    return {**_head(note), "decision": content.get("decision") or content.get("recommendation")}


def _head(note: Mapping[str, Any]) -> dict[str, Any]:
    kept = {"id": note["id"], "number": note.get("number")} | {name: note.get(name) for name in _TIMES}
    return {name: value for name, value in kept.items() if value is not None}


def anonymous(signatures: Sequence[str]) -> str:
    """Give the anonymous name under which a review was signed.

    Parameters
    ----------
    signatures : sequence of str
        Groups, such as ``ICLR.cc/2025/Conference/Submission1/Reviewer_abcd``.

    Returns
    -------
    str
        Such as ``Reviewer_abcd``, which is anonymous and means nothing beyond its paper. Whatever else stands there,
        such as the name of a person, is not kept: the answer is then ``unnamed``.
    """
    last = signatures[0].rpartition("/")[2] if signatures else ""
    return last if _ANONYMOUS.fullmatch(last) else UNNAMED
