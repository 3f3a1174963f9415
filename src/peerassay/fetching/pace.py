"""Being a polite guest: a pace of requests, pauses as long as the server asks for, and no request twice in vain."""

from __future__ import annotations

import email.utils
import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import requests
from requests.adapters import HTTPAdapter

from peerassay.fetching.problems import UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable

RETRIED = (429, 500, 502, 503, 504)


@dataclass
class Manners:
    """How requests are sent.

    Attributes
    ----------
    per_minute : float
        Most requests in a minute, evenly spaced.
    attempts : int
        Most attempts for one request.
    first_wait : float
        Seconds before the second attempt where the server does not say; then doubled.
    longest_wait : float
        Longest pause in seconds; if the server asks for a longer one, the fetch ends and can be resumed.
    timeout : float
        Seconds to wait for one answer.
    """

    per_minute: float = 20
    attempts: int = 6
    first_wait: float = 2
    longest_wait: float = 4000
    timeout: float = 120


@dataclass
class Traffic:
    """What went over the wire.

    Attributes
    ----------
    requests : int
        Attempts that were sent.
    repeated : int
        Those among them that repeat a failed one.
    waited : float
        Seconds of pauses that failures made necessary.
    """

    requests: int = 0
    repeated: int = 0
    waited: float = field(default=0.0)


class PoliteAdapter(HTTPAdapter):
    """The transport under the client of `openreview-py`, in place of its own.

    Parameters
    ----------
    manners : Manners
        How requests are sent.
    say : callable
        Takes one sentence for people about each pause.
    """

    def __init__(self, manners: Manners, say: Callable[[str], None]) -> None:
        super().__init__(max_retries=0)
        self.manners, self.say, self.traffic = manners, say, Traffic()
        self._next = 0.0

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request, again after a pause if it fails for a reason that may pass.

        Raises
        ------
        UnreachableError
            If all attempts fail, or the server asks for too long a pause.
        """
        kwargs["timeout"] = self.manners.timeout
        for attempt in range(1, self.manners.attempts + 1):
            self._take_turn(attempt)
            try:
                response = super().send(request, *args, **kwargs)
            except (requests.ConnectionError, requests.Timeout) as error:
                trouble, asked = type(error).__name__, None
            else:
                if response.status_code not in RETRIED:
                    return response
                trouble, asked = f"status {response.status_code}", asked_wait(response, datetime.now(UTC))
            self._pause(attempt, trouble, asked)
        raise UnreachableError(
            f"{self._address(request)}: {trouble} after {self.manners.attempts} attempts. What was fetched is kept: "
            "run the same command again later"
        )

    def _take_turn(self, attempt: int) -> None:
        now = time.monotonic()
        time.sleep(max(self._next - now, 0))
        self._next = max(self._next, now) + 60 / self.manners.per_minute
        self.traffic.requests += 1
        self.traffic.repeated += attempt > 1

    def _pause(self, attempt: int, trouble: str, asked: float | None) -> None:
        wait = self.manners.first_wait * 2 ** (attempt - 1) if asked is None else asked
        if asked is not None and asked > self.manners.longest_wait:
            raise UnreachableError(
                f"the server asks for a pause of {asked / 60:.0f} minutes ({trouble}). What was fetched is kept: run "
                "the same command again then, or allow longer pauses with --patience"
            )
        if attempt == self.manners.attempts:
            return
        wait = min(wait, self.manners.longest_wait)
        self.say(f"{trouble}; next attempt in {wait:.0f} s{' (as the server asks)' if asked is not None else ''}")
        self.traffic.waited += wait
        time.sleep(wait)

    @staticmethod
    def _address(request: requests.PreparedRequest) -> str:
        return str(request.url).partition("?")[0]


def asked_wait(response: requests.Response, now: datetime) -> float | None:
    """Read how long a server asks to wait.

    Parameters
    ----------
    response : requests.Response
        An answer with an error.
    now : datetime.datetime
        The present time, with a time zone.

    Returns
    -------
    float or None
        Seconds, from the heading ``Retry-After`` (seconds or a date) or, as OpenReview has it, from
        ``details.resetTime`` of the body; None if neither can be read.
    """
    said = response.headers.get("Retry-After", "").strip()
    if said.isdecimal():
        return float(said)
    until = _date(said) or _reset_time(response)
    return None if until is None else max((until - now).total_seconds(), 0.0)


def _date(said: str) -> datetime | None:
    try:
        return email.utils.parsedate_to_datetime(said) if said else None
    except ValueError:
        return None


def _reset_time(response: requests.Response) -> datetime | None:
    try:
        found = datetime.fromisoformat(json.loads(response.content)["details"]["resetTime"])
    except (ValueError, KeyError, TypeError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
