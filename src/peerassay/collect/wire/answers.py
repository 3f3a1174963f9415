"""Answers of the two APIs in one form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peerassay.collect.problems import Problem, problem
from peerassay.collect.task import Answer, TokenProbability, Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_CUT = "The answer was cut off at the longest allowed length"
_EMPTY = "The answer has no visible text"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A raw answer, read.

    Attributes
    ----------
    answer : Answer
        Text and log-probabilities, as far as there are any.
    usage : Usage or None
        Tokens, if the endpoint says.
    problem : Problem or None
        Why the answer is not complete.
    """

    answer: Answer
    usage: Usage | None
    problem: Problem | None


def decode(api: str, raw: str) -> Decoded:
    """Read a raw answer.

    Parameters
    ----------
    api : str
        ``responses`` or ``chat``.
    raw : str
        The body of a response with status 200.

    Returns
    -------
    Decoded
        With the problem ``broken-answer`` if it is not of that API, ``truncated``, ``refusal`` or ``empty-answer``.
    """
    try:
        body = json.loads(raw)
        if not isinstance(body, dict):
            return _broken(f"a JSON {type(body).__name__} came instead of an object")
        if isinstance(body.get("error"), dict):
            return Decoded(
                Answer(""), None, problem("server-error", f"The endpoint says: {body['error'].get('message')}")
            )
        return _responses(body) if api == "responses" else _chat(body)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return _broken(f"{type(error).__name__}: {str(error)[:200]}")


def _broken(what: str) -> Decoded:
    return Decoded(Answer(""), None, problem("broken-answer", f"The response is not one of this API: {what}"))


def _responses(body: Mapping[str, Any]) -> Decoded:
    parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
    texts = [part for part in parts if part["type"] == "output_text"]
    refusals = [part["refusal"] for part in parts if part["type"] == "refusal"]
    tokens = _tokens(token for part in texts for token in part.get("logprobs") or ())
    answer = Answer("".join(part["text"] for part in texts), tokens, str(body.get("model", "")))
    counted = body.get("usage") or {}
    usage = _usage(counted, "input_tokens", "output_tokens")
    reason = (body.get("incomplete_details") or {}).get("reason")
    if body.get("status") == "failed":
        return Decoded(answer, usage, problem("server-error", "The endpoint reports that the response failed"))
    return Decoded(
        answer, usage, _incomplete(answer, reason == "max_output_tokens", reason == "content_filter", refusals)
    )


def _chat(body: Mapping[str, Any]) -> Decoded:
    choice = body["choices"][0]
    message, reason = choice["message"], choice.get("finish_reason")
    tokens = _tokens((choice.get("logprobs") or {}).get("content") or ())
    answer = Answer(message.get("content") or "", tokens, str(body.get("model", "")))
    usage = _usage(body.get("usage") or {}, "prompt_tokens", "completion_tokens")
    refusals = [message["refusal"]] if message.get("refusal") else []
    return Decoded(answer, usage, _incomplete(answer, reason == "length", reason == "content_filter", refusals))


def _incomplete(answer: Answer, cut: bool, filtered: bool, refusals: list[str]) -> Problem | None:
    if refusals:
        return problem("refusal", f"The model refused: {refusals[0][:300]}")
    if filtered:
        return problem("refusal", "The endpoint's content filter stopped the answer")
    if cut:
        return problem("truncated", _CUT if answer.text else f"{_CUT}, before any visible text")
    return None if answer.text.strip() else problem("empty-answer", _EMPTY)


def _usage(counted: Mapping[str, Any], read: str, written: str) -> Usage | None:
    if counted.get(read) is None or counted.get(written) is None:
        return None
    if int(counted[read]) < 0 or int(counted[written]) < 0:
        return None  # no count: the call is charged in full
    inside = counted.get(f"{read}_details") or {}
    outside = counted.get(f"{written}_details") or {}
    return Usage(
        int(counted[read]),
        int(counted[written]),
        int(inside.get("cached_tokens") or 0),
        int(inside.get("cache_write_tokens") or 0),
        int(outside.get("reasoning_tokens") or 0),
    )


def _tokens(shown: Iterable[Mapping[str, Any]]) -> tuple[TokenProbability, ...]:
    return tuple(
        TokenProbability(
            token["token"],
            float(token["logprob"]),
            tuple((other["token"], float(other["logprob"])) for other in token.get("top_logprobs") or ()),
        )
        for token in shown
    )
