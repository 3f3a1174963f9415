"""What went wrong, by name: from an HTTP status with its body, or from an exception of the client."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from peerassay.collect.problems import Problem, problem

if TYPE_CHECKING:
    from collections.abc import Mapping

_STATUSES = {401: "wrong-key", 402: "no-credit", 403: "no-permission", 408: "timeout", 413: "context-too-long"}
_WORDS = (  # the first that is found in code, parameter or message names a 400
    (
        "context-too-long",
        r"context_length|context length|context window|maximum context|n_ctx|too many tokens|too long",
    ),
    ("refusal", r"content_policy|content_filter|content management policy|safety system"),
    ("unknown-model", r"model_not_found|model .*(does not exist|not found|unknown)|unknown model|invalid model"),
    ("logprobs-unsupported", r"logprob|logits_all"),
    ("schema-unsupported", r"response_format|json_schema|text\.format|structured output|invalid schema|json_object"),
    ("image-limit", r"too many images|(number|maximum) of images|image.*(limit|not supported)|images? (is|are) not"),
)


def status_problem(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Problem:
    """Name the problem behind a status that is not 200.

    Parameters
    ----------
    status : int
        HTTP status.
    body : object
        The decoded body, ``{"error": {...}}`` or its inside, or text.
    headers : mapping, optional
        Of the response; `Retry-After` is honoured.

    Returns
    -------
    Problem
        With the endpoint's own words, all of them: whoever keeps them takes the key out first and cuts them then.
    """
    error = body.get("error", body) if isinstance(body, dict) else {"message": str(body or "")}
    error = error if isinstance(error, dict) else {"message": str(error)}
    words = " ".join(str(error.get(name) or "") for name in ("code", "type", "param", "message", "detail"))
    told = str(error.get("message") or error.get("detail") or "no reason given").strip()
    wait = retry_after(headers or {})
    return problem(_kind(status, words.lower()), f"The endpoint answered {status}: {told}", wait)


def _kind(status: int, words: str) -> str:
    if status == 429:
        return "no-credit" if "insufficient_quota" in words or "billing" in words else "rate-limit"
    if status == 404:
        return "unknown-model" if "model" in words else "unknown-path"
    if status in {400, 422}:
        return next((kind for kind, pattern in _WORDS if re.search(pattern, words)), "bad-request")
    if status in _STATUSES:
        return _STATUSES[status]
    if status == 405:
        return "unknown-path"
    return "server-error" if status >= 500 or status in {409, 425} else "bad-request"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds the endpoint asks to wait, or None.

    Parameters
    ----------
    headers : mapping
        `retry-after-ms`, or `retry-after` in seconds or as a date.
    """
    try:
        if (milliseconds := headers.get("retry-after-ms")) is not None:
            return max(0.0, float(milliseconds) / 1000)
    except ValueError:
        pass
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def exception_problem(error: Exception) -> Problem:
    """Name the problem behind an exception of the client.

    Parameters
    ----------
    error : Exception
        What a call raised.

    Returns
    -------
    Problem
        Its message never holds the request.
    """
    import openai

    if isinstance(error, openai.APIStatusError):
        return status_problem(error.status_code, error.body, error.response.headers)
    if isinstance(error, openai.APIConnectionError):
        return _connection_problem(error)
    if isinstance(error, TimeoutError):
        return problem("timeout", "No answer came in time")
    return problem("broken-answer", f"The client could not use what came back ({type(error).__name__})")


def _connection_problem(error: Exception) -> Problem:
    import httpx2
    import openai

    cause = error.__cause__
    if isinstance(cause, (httpx2.ConnectError, httpx2.ConnectTimeout)):
        return problem("server-down", f"No connection to the endpoint ({type(cause).__name__})")
    if isinstance(error, openai.APITimeoutError):
        return problem("timeout", "No answer came in time")
    return problem("connection-lost", f"The connection broke before the answer was complete ({type(cause).__name__})")
