"""The endpoint's pace: requests and tokens per minute, pauses that it asks for, and waits between attempts."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

from aiolimiter import AsyncLimiter

if TYPE_CHECKING:
    from peerassay.collect.plan import Endpoint

_BURST_SECONDS = 5.0  # the limit is held over windows of this length, so that no minute begins with a flood


class Pace:
    """Lets calls pass no faster than the plan says.

    Parameters
    ----------
    endpoint : Endpoint
        With the limits.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._requests = _limiter(endpoint.requests_per_minute)
        self._tokens = _limiter(endpoint.tokens_per_minute)
        self._resume = 0.0
        self._random = random.Random()  # spreads the waits of several processes; nothing that is stored depends on it

    @property
    def free(self) -> bool:
        """Whether a call may be sent at once."""
        return self._requests is None and self._tokens is None and self._resume <= time.monotonic()

    async def pass_one(self, tokens: int) -> None:
        """Wait until another call may be sent.

        Parameters
        ----------
        tokens : int
            What it is expected to use.
        """
        left = float(tokens) if self._tokens is not None else 0.0
        while self._tokens is not None and left > 0:
            await self._tokens.acquire(min(left, self._tokens.max_rate))
            left -= self._tokens.max_rate
        if self._requests is not None:
            await self._requests.acquire()
        while (wait := self._resume - time.monotonic()) > 0:
            await asyncio.sleep(wait)

    def pause(self, seconds: float) -> None:
        """Hold all calls for some time, because the endpoint asked for it.

        Parameters
        ----------
        seconds : float
            From now.
        """
        self._resume = max(self._resume, time.monotonic() + seconds)

    def wait_before(self, attempt: int, asked: float | None) -> float:
        """Return how long to wait before the next attempt at the same call.

        Parameters
        ----------
        attempt : int
            Number of the attempt that failed, from 1.
        asked : float or None
            Seconds that the endpoint asked for.

        Returns
        -------
        float
            Seconds: the first wait, doubled with every attempt, at most the longest wait, times a random factor between
            1/2 and 1; never less than what the endpoint asked for.
        """
        grown = min(self.endpoint.first_wait * 2.0 ** (attempt - 1), self.endpoint.longest_wait)
        return float(max(grown * self._random.uniform(0.5, 1), asked or 0.0))


def _limiter(per_minute: float | None) -> AsyncLimiter | None:
    if per_minute is None:
        return None
    share = per_minute * _BURST_SECONDS / 60
    return AsyncLimiter(share, _BURST_SECONDS) if share >= 1 else AsyncLimiter(1, 60 / per_minute)
