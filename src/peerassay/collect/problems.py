"""Named problems of a call: what went wrong, whether it is worth another attempt, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Effect(StrEnum):
    """What a problem means for the run."""

    RETRY = "retry"  # another attempt may succeed, now or when the plan is run again
    FINAL = "final"  # the same call would fail in the same way; run again only on demand
    STOP = "stop"  # every call would fail: the run ends


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a call has no result.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    message : str
        What happened, in a sentence, without secrets.
    retry_after : float or None
        Seconds that the server asked to wait.
    """

    kind: str
    message: str
    retry_after: float | None = None

    @property
    def effect(self) -> Effect:
        """What it means for the run."""
        return KINDS[self.kind][0]

    @property
    def advice(self) -> str:
        """What to do about it."""
        return KINDS[self.kind][1]

    def __str__(self) -> str:
        """Return message and advice as people read them."""
        return f"{self.message.rstrip('.')}. {self.advice}"


KINDS: dict[str, tuple[Effect, str]] = {
    "no-key": (Effect.STOP, "Set the environment variable that the plan names as `key_variable`, then run again."),
    "wrong-key": (Effect.STOP, "Check that the key in the environment belongs to this endpoint and is still valid."),
    "no-permission": (Effect.STOP, "Ask for access to this model with your key, or name another model in the plan."),
    "no-credit": (Effect.STOP, "Add credit to the account or raise its limit, then run the plan again: it resumes."),
    "unknown-model": (Effect.STOP, "Correct `name` in the plan's [[models]]; the endpoint lists its own at /models."),
    "unknown-path": (Effect.STOP, "Check `base_url` (most end in /v1) and `api`: some servers have no /responses."),
    "schema-unsupported": (Effect.STOP, "Set `output` in the plan's [endpoint] to json_object or text."),
    "logprobs-unsupported": (Effect.STOP, "Leave this task out for this model, or start its server with them enabled."),
    "task-error": (Effect.STOP, "This is a fault of the task, not of the model; the raw answer is kept in the store."),
    "bad-request": (Effect.STOP, "Correct what the endpoint names, usually a parameter in the plan's [[models]]."),
    "context-too-long": (Effect.FINAL, "Use a model with a longer context, or leave the manuscript out."),
    "image-limit": (Effect.FINAL, "Raise `image_limit` if the endpoint takes more, or state the paper as excluded."),
    "image-changed": (Effect.FINAL, "Restore the image file, or make the manuscript's package anew."),
    "refusal": (Effect.FINAL, "Read the raw answer in the store; a refused paper counts as missing, not as a score."),
    "truncated": (Effect.FINAL, "Raise `max_output_tokens` of the task or the model in the plan."),
    "malformed-json": (Effect.RETRY, "Set `output` to json_schema if the endpoint can; else allow more `attempts`."),
    "invalid-output": (Effect.RETRY, "Read the raw answer in the store; allow more `attempts`, or use another model."),
    "empty-answer": (Effect.RETRY, "Raise `max_output_tokens` if the model reasons at length; else run again."),
    "rate-limit": (Effect.RETRY, "Lower `requests_per_minute`, `tokens_per_minute` or `concurrency` in the plan."),
    "timeout": (Effect.RETRY, "Raise `call_timeout` in the plan, or lower `concurrency`."),
    "server-error": (Effect.RETRY, "Run the plan again later: it resumes where it stopped."),
    "server-down": (Effect.RETRY, "Check that the server runs and that `base_url` is right, then run again."),
    "connection-lost": (Effect.RETRY, "Run the plan again; if it happens often, lower `concurrency`."),
    "broken-answer": (Effect.RETRY, "Check that `base_url` speaks the API that `api` names; a proxy may interfere."),
    "interrupted": (Effect.RETRY, "Run the plan again: only what was in flight is sent again."),
    "waiting": (Effect.RETRY, "Set `batch = true` in the plan and run it again: that fetches the batch."),
    "not-sent": (Effect.RETRY, "Run the plan again: these calls were prepared and never handed in."),
    "batch-expired": (Effect.RETRY, "Run the plan again: what did not finish is sent in a new batch."),
}


def problem(kind: str, message: str, retry_after: float | None = None) -> Problem:
    """Name a problem.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    message : str
        What happened, with the place: a field, a span, a number.
    retry_after : float, optional
        Seconds that the server asked to wait.

    Returns
    -------
    Problem
        To be stored with the attempt.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"kind = {kind!r}; expected one of {', '.join(KINDS)}")
    return Problem(kind, message, retry_after)
