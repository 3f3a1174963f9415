"""The one door to OpenReview: the clients of `openreview-py` for both APIs, behind the same three calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import openreview  # type: ignore[import-untyped]
import requests

from peerassay.fetching.pace import Manners, PoliteAdapter
from peerassay.fetching.problems import FetchError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.fetching.pace import Traffic

ADDRESSES = {1: "https://api.openreview.net", 2: "https://api2.openreview.net"}
_KEPT = ("id", "number", "forum", "replyto", "cdate", "tcdate", "mdate", "tmdate", "ddate", "invitation", "invitations")


class Page(NamedTuple):
    """Some submissions with all replies to them.

    Attributes
    ----------
    notes : list of dict
        As JSON has them, with `details`.
    total : int or None
        How many there are in all, if this is the first page.
    """

    notes: list[dict[str, Any]]
    total: int | None


class Door:
    """A connection to one version of the API.

    Parameters
    ----------
    api : int
        1 or 2.
    address : str
        Of the server; OpenReview's own if empty.
    manners : Manners, optional
        How requests are sent.
    say : callable, optional
        Takes one sentence for people about each pause.
    """

    def __init__(
        self,
        api: int,
        address: str = "",
        manners: Manners | None = None,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.api, self.address = api, address or ADDRESSES[api]
        self.client = _connected(api, self.address)
        adapter = PoliteAdapter(manners or Manners(), say)
        self.client.session.adapters.clear()
        self.client.session.mount("https://", adapter)
        self.client.session.mount("http://", adapter)
        self.traffic: Traffic = adapter.traffic

    def page(self, invitation: str, after: str, limit: int) -> Page:
        """Ask for some submissions.

        Parameters
        ----------
        invitation : str
            What they answer.
        after : str
            Id of the last one before them; empty for the first page.
        limit : int
            Most submissions, 1 to 1000.

        Returns
        -------
        Page
            In the order of their ids.

        Raises
        ------
        FetchError
            If the server refuses.
        UnreachableError
            If it does not answer.
        """
        asked: dict[str, Any] = {"invitation": invitation, "details": "replies", "sort": "id", "limit": limit}
        if after:
            return Page([_plain(note) for note in self._ask(self.client.get_notes, after=after, **asked)], None)
        notes, count = self._ask(self.client.get_notes, with_count=True, **asked)
        return Page([_plain(note) for note in notes], int(count))

    def edits(self, note_id: str) -> list[dict[str, Any]]:
        """Ask for the visible edits of a note, each as a note with the fields that it set.

        Parameters
        ----------
        note_id : str
            The note.

        Returns
        -------
        list of dict
            `tcdate` (milliseconds), `ddate` and `content`; in any order; empty if none is visible.

        Raises
        ------
        UnreachableError
            If the server does not answer.
        """
        try:
            if self.api == 1:
                return [_plain(one) for one in self._ask(self.client.get_references, referent=note_id, original=True)]
            found = self._ask(self.client.get_note_edits, note_id=note_id, sort="tcdate:asc")
        except UnreachableError:
            raise
        except FetchError:
            return []
        return [_plain(edit.note) | {"tcdate": edit.tcdate, "cdate": edit.cdate} for edit in found if edit.note]

    def pdf(self, note_id: str) -> bytes:
        """Ask for the latest PDF of a submission.

        Parameters
        ----------
        note_id : str
            The submission.

        Returns
        -------
        bytes
            The file.

        Raises
        ------
        FetchError
            If there is none, or something else than a PDF.
        UnreachableError
            If the server does not answer.
        """
        content: bytes = self._ask(self.client.get_pdf, id=note_id)
        if not content.startswith(b"%PDF"):
            raise FetchError(f"the PDF of {note_id} is none: it does not begin with %PDF")
        return content

    def _ask(self, call: Callable[..., Any], **asked: Any) -> Any:
        what = asked.get("invitation") or asked.get("id") or asked.get("referent") or asked.get("note_id")
        try:
            return call(**asked)
        except openreview.OpenReviewException as error:
            raise FetchError(f"{self.address} refuses {what}: {_told(error)}") from None
        except requests.RequestException as error:
            raise UnreachableError(f"{self.address}: {type(error).__name__} while asking for {what}") from None


def _connected(api: int, address: str) -> Any:
    try:
        return openreview.Client(address) if api == 1 else openreview.api.OpenReviewClient(address)
    except openreview.OpenReviewException as error:
        raise FetchError(f"{address}: {_told(error)}") from None
    except requests.RequestException as error:
        raise UnreachableError(f"{address}: {type(error).__name__} while logging in") from None


def _told(error: Exception) -> str:
    told = error.args[0] if error.args else ""
    return str(told.get("message", told) if isinstance(told, dict) else told)


def _plain(note: Any) -> dict[str, Any]:
    """Give a note of either client as JSON would have it, without what nobody needs."""
    values = vars(note)
    kept = {name: values[name] for name in _KEPT if values.get(name) is not None}
    return kept | {"content": values.get("content") or {}, "details": values.get("details") or {}}
