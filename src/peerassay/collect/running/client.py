"""The connection to the endpoint: the official client without retries of its own, and the key kept out of all else."""

from __future__ import annotations

import asyncio
import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from peerassay.collect.plan import PlanError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openai import AsyncOpenAI

    from peerassay.collect.plan import Endpoint

HIDDEN = "[key]"
REQUEST_ID = "X-Client-Request-Id"
_SHORTEST = 4  # a shorter key would turn up by chance in any text
_ESCAPES = ("\\u", "\\/")  # spellings of JSON that `json.dumps` does not use for what can be in a key
_LOCAL = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A response with status 200: its body, and the server's id of the request."""

    body: str
    request_id: str


class Secret:
    """The key of an endpoint; its text appears nowhere but in the header of a request.

    Parameters
    ----------
    value : str
        The key; empty if none is needed.
    """

    def __init__(self, value: str) -> None:
        self._value = value
        self._forms = [value, json.dumps(value)[1:-1]] if len(value) >= _SHORTEST else []
        self._escaped = re.compile("".join(map(_spelled, value))) if self._forms else None

    def __repr__(self) -> str:
        """Say nothing."""
        return f"Secret({HIDDEN})"

    def reveal(self) -> str:
        """Return the key for the client."""
        return self._value or "not-needed"

    def hide(self, text: str) -> str:
        """Replace the key in a text that came from outside.

        Parameters
        ----------
        text : str
            An answer, a message, an id.
        """
        for form in self._forms:
            if form in text:
                text = text.replace(form, HIDDEN)
        if self._escaped is not None and any(mark in text for mark in _ESCAPES):
            text = self._escaped.sub(HIDDEN, text)
        return text


def _spelled(character: str) -> str:
    """Match a character as any JSON may spell it."""
    return rf"(?:\\?{re.escape(character)}|\\u(?i:{ord(character):04x}))"


def find_key(endpoint: Endpoint, environment: Mapping[str, str] | None = None) -> Secret:
    """Take the key from the environment.

    Parameters
    ----------
    endpoint : Endpoint
        Names the variable.
    environment : mapping, optional
        `os.environ` if not given.

    Returns
    -------
    Secret
        The key.

    Raises
    ------
    PlanError
        If the variable is not set, or holds what cannot be a key.
    """
    if endpoint.practice or not endpoint.key_variable:
        return Secret("")
    value = (os.environ if environment is None else environment).get(endpoint.key_variable, "").strip()
    if not value:
        raise PlanError(
            f"no key: the environment variable {endpoint.key_variable} is not set. Set it "
            f"(export {endpoint.key_variable}=...), "
            'or write key_variable = "" in the plan if the endpoint needs none'
        )
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise PlanError(f"the environment variable {endpoint.key_variable} holds something that cannot be a key")
    return Secret(value)


class Client:
    """One endpoint.

    Parameters
    ----------
    endpoint : Endpoint
        From the plan.
    base_url : str
        Where it is; for the practice endpoint the address at which it was started.
    secret : Secret
        The key.
    """

    def __init__(self, endpoint: Endpoint, base_url: str, secret: Secret) -> None:
        self.endpoint, self.secret = endpoint, secret
        self.raw = _open(endpoint, base_url, secret)
        self._create = (
            self.raw.responses.with_raw_response.create
            if endpoint.api == "responses"
            else self.raw.chat.completions.with_raw_response.create
        )
        self._messages = "input" if endpoint.api == "responses" else "messages"

    async def send(self, body: dict[str, Any], mark: str, timeout: float) -> Sent:
        """Send one request.

        Parameters
        ----------
        body : dict
            Whole body.
        mark : str
            Our name of the request, which the endpoint may log.
        timeout : float
            Seconds for the whole exchange.

        Returns
        -------
        Sent
            The raw body, without the key should the endpoint have echoed it.

        Raises
        ------
        openai.OpenAIError
            If the status is not 200 or the connection fails.
        TimeoutError
            If it takes too long.
        """
        named: dict[str, Any] = {"model": body["model"], self._messages: []}  # what is in extra_body takes its place
        async with asyncio.timeout(timeout):
            response = await self._create(**named, extra_body=body, extra_headers={REQUEST_ID: mark})
        text = response.http_response.content.decode("utf-8", "replace")
        request_id = response.headers.get("x-request-id", "")
        return Sent(self.secret.hide(text), self.secret.hide(request_id))

    async def close(self) -> None:
        """Close all connections."""
        await self.raw.close()


def _open(endpoint: Endpoint, base_url: str, secret: Secret) -> AsyncOpenAI:
    import httpx2
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    timeout = httpx2.Timeout(endpoint.call_timeout, connect=endpoint.connect_timeout)
    most = endpoint.concurrency + 4
    address = urlsplit(base_url)
    local = address.hostname in _LOCAL
    http = DefaultAsyncHttpxClient(
        limits=httpx2.Limits(max_connections=most, max_keepalive_connections=most),
        timeout=timeout,
        trust_env=not local,  # a proxy of the environment has no part in the loopback
        verify=not (local and address.scheme == "http"),  # no certificates have to be loaded where none are shown
    )
    return AsyncOpenAI(api_key=secret.reveal(), base_url=base_url, max_retries=0, timeout=timeout, http_client=http)
