"""One attempt at one call: set aside, enter, send, read, settle."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from peerassay.collect.prices import cost
from peerassay.collect.problems import Problem, problem
from peerassay.collect.store import Settled
from peerassay.collect.wire import decode, exception_problem, filled
from peerassay.collect.wire.requests import ImageChangedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.collect.running.caps import Bound, CapKeeper
    from peerassay.collect.running.client import Client, Sent
    from peerassay.collect.running.jobs import Job
    from peerassay.collect.store import Store
    from peerassay.collect.task import Answer, Usage

UNKNOWN_BILL = {"timeout", "connection-lost", "broken-answer", "interrupted"}  # the endpoint may have worked for these
LONGEST_MESSAGE = 530  # characters that are kept of what an endpoint says


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an attempt.

    Attributes
    ----------
    problem : Problem or None
        None if there is a result.
    money : float
        US dollars that count.
    tokens : int
        Tokens that count.
    usage : Usage or None
        If the endpoint said.
    """

    problem: Problem | None
    money: float
    tokens: int
    usage: Usage | None = None


def request_mark(job: Job, number: int) -> str:
    """Name a request, the same whenever the plan is run again: configuration, key, number of the attempt."""
    from peerassay.project import digest_bytes

    key = job.call.key
    words = (job.configuration.digest, key.paper_id, key.manuscript, key.version, key.protocol, key.round, key.extra)
    return f"{digest_bytes(repr(words).encode())[:24]}-{number}"


def unsendable(job: Job, image_limit: int) -> Problem | None:
    """Say why a call cannot even be sent, or None."""
    if job.reference.images > image_limit:
        return problem("image-limit", f"The call has {job.reference.images} images; image_limit is {image_limit}")
    return None


def note_unsent(store: Store, job: Job, why: Problem) -> None:
    """Enter a call that cannot be sent, as a failure that cost nothing."""
    attempt, _ = begin(store, job, unsent=True)
    store.settle(attempt, Settled(None, why, None, None, None, 0.0, 0.0, 0, "", "", 0.0))


def begin(store: Store, job: Job, *, unsent: bool = False) -> tuple[int, int]:
    """Enter an attempt; returns its id and number."""
    bound = (0.0, 0) if unsent else (job.bound.money, job.bound.tokens)
    short = job.reference
    return store.begin(job.call, job.configuration.digest, short.request, short.texts, *bound)


async def try_once(job: Job, store: Store, client: Client, caps: CapKeeper, timeout: float) -> Tried:
    """Send a call for which its bound has been set aside.

    Parameters
    ----------
    job : Job
        The call.
    store, client, caps
        Where it is entered, sent, counted.
    timeout : float
        Seconds.

    Returns
    -------
    Tried
        Settled in the store and with the caps.
    """
    try:
        body = filled(client.endpoint.api, job.configuration.settings["body"], job.messages)
    except ImageChangedError as error:
        note_unsent(store, job, why := problem("image-changed", str(error)))
        await caps.forget(job.bound)
        return Tried(why, 0.0, 0)
    attempt, number = begin(store, job)
    started = time.monotonic()
    end: Settled | None = None
    try:
        sent = await client.send(body, request_mark(job, number), timeout)
        end = read(job, client.endpoint.api, sent, time.monotonic() - started)
    except asyncio.CancelledError:
        end = failed(job.bound, problem("interrupted", "The run was stopped before the answer came"), 0)
        raise
    except Exception as error:
        end = failed(job.bound, hidden(exception_problem(error), client), time.monotonic() - started)
    finally:
        if end is not None:
            store.settle(attempt, end)
            await caps.settle(job.bound, end.charged, end.charged_tokens)
    return Tried(end.problem, end.charged, end.charged_tokens, end.usage)


def hidden(found: Problem, client: Client) -> Problem:
    """Take the key out of an endpoint's words, and then cut them: a cut before could leave the beginning of a key."""
    return replace(found, message=client.secret.hide(found.message)[:LONGEST_MESSAGE])


def failed(bound: Bound, why: Problem, seconds: float) -> Settled:
    """Settle an attempt without an answer; it is charged in full if the endpoint may have worked for it."""
    if why.kind in UNKNOWN_BILL:
        return Settled(None, why, None, None, None, None, bound.money, bound.tokens, "", "", seconds)
    return Settled(None, why, None, None, None, 0.0, 0.0, 0, "", "", seconds)


def parsed(job: Job, answer: Answer) -> Mapping[str, Any] | Problem:
    """Let the task read an answer; a fault of the task must not cost the answer."""
    try:
        return job.task.parse(job.call, answer, job.options)
    except Exception as error:
        return problem("task-error", f"The task {job.task.name} failed on an answer: {type(error).__name__}: {error}")


def read(job: Job, api: str, sent: Sent, seconds: float, *, batch: bool = False) -> Settled:
    """Read a raw answer and let the task make a result of it.

    Parameters
    ----------
    job : Job
        What was asked.
    api : str
        ``responses`` or ``chat``.
    sent : Sent
        The raw answer.
    seconds : float
        Latency.
    batch : bool
        Whether it comes from a batch.

    Returns
    -------
    Settled
        With a result or a named problem.
    """
    found = decode(api, sent.body)
    result: Any = found.problem or parsed(job, found.answer)
    why = result if isinstance(result, Problem) else None
    usage = found.usage
    money = cost(job.price, usage, batch=batch) if usage else None
    return Settled(
        None if why else result,
        why,
        sent.body,
        found.answer.text,
        usage,
        money,
        job.bound.money if money is None else money,
        usage.read + usage.written if usage else job.bound.tokens,
        found.answer.model,
        sent.request_id,
        seconds,
    )
