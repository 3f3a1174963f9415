"""Rows of the store as Python sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.collect.problems import Problem
    from peerassay.collect.task import Key, Usage


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One attempt as it is stored, without its texts.

    Attributes
    ----------
    key : Key
        Of its call.
    configuration : str
        Digest.
    number : int
        From 1, per call.
    state : str
        ``sent`` (unfinished), ``answered`` or ``failed``.
    kind, message : str or None
        The named problem of a failure.
    started, finished : str
        UTC, ISO 8601; `finished` is None while it is unfinished.
    seconds : float or None
        Latency.
    read, written, cached, cache_written, reasoning : int or None
        Tokens, as the endpoint counts them.
    cost : float or None
        US dollars; None if the endpoint did not say what it used.
    charged : float
        What counts towards the cap: the cost, or the most it can have been.
    server_model : str or None
        The server's name of the model.
    """

    key: Key
    configuration: str
    number: int
    state: str
    kind: str | None
    message: str | None
    started: str
    finished: str | None
    seconds: float | None
    read: int | None
    written: int | None
    cached: int | None
    cache_written: int | None
    reasoning: int | None
    cost: float | None
    charged: float
    server_model: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """What the store knows about a call.

    Attributes
    ----------
    id : int
        Of the call.
    attempts : int
        How many there are.
    answered : bool
        Whether it has a result.
    open : bool
        Whether an attempt is waiting in a batch.
    kind : str or None
        The problem of the last attempt.
    """

    id: int
    attempts: int
    answered: bool
    open: bool
    kind: str | None


@dataclass(frozen=True, slots=True)
class Spent:
    """What counts towards the caps: attempts that were sent, US dollars, tokens."""

    calls: int
    money: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Settled:
    """How an attempt ended.

    Attributes
    ----------
    result : mapping or None
        What the task made of the answer.
    problem : Problem or None
        Why there is no result.
    answer, text : str or None
        Raw answer, and its visible text.
    usage : Usage or None
        Tokens, if the endpoint said.
    cost : float or None
        US dollars, if known.
    charged : float
        US dollars that count towards the cap.
    charged_tokens : int
        Tokens that count towards the cap.
    model, request_id : str
        The server's names.
    seconds : float
        Latency.
    """

    result: Mapping[str, Any] | None
    problem: Problem | None
    answer: str | None
    text: str | None
    usage: Usage | None
    cost: float | None
    charged: float
    charged_tokens: int
    model: str
    request_id: str
    seconds: float


def storable(text: str | None) -> str | None:
    """Replace what no text file can hold, halves of characters that a model was cut off in, by question marks.

    Parameters
    ----------
    text : str or None
        An answer, as JSON gave it.
    """
    return text if text is None else text.encode("utf-8", "replace").decode()
