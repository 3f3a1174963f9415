"""The wire formats of the practice endpoint: what a request says, and bodies of answers and errors."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peerassay.collect.practice.answers import MADE_UP, Material, free_text, logprobs, made_up

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDED = re.compile(r"fit this JSON Schema:\n(\{.*\})", re.DOTALL)
_CHARACTERS_PER_TOKEN = 4
CUT = 40  # characters that are left of an answer that is cut off


@dataclass(frozen=True)
class Asked:
    """A request, read.

    Attributes
    ----------
    api : str
        ``responses`` or ``chat``.
    model : str
        The model's name.
    system, user : str
        Texts of the messages.
    images : int
        How many.
    schema : mapping or None
        Of the answer.
    top : int
        Alternatives per token.
    body : mapping
        All of it.
    """

    api: str
    model: str
    system: str
    user: str
    images: int
    schema: Mapping[str, Any] | None
    top: int
    body: Mapping[str, Any]

    @property
    def read(self) -> int:
        """Tokens of the request."""
        return (len(self.system) + len(self.user)) // _CHARACTERS_PER_TOKEN + 1000 * self.images + 10


def ask(api: str, body: Mapping[str, Any]) -> Asked:
    """Read a request.

    Parameters
    ----------
    api : str
        ``responses`` or ``chat``.
    body : mapping
        Its body.
    """
    texts: dict[str, list[str]] = {"system": [], "user": []}
    images = 0
    for message in body["input" if api == "responses" else "messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        images += sum("image" in part["type"] for part in parts)
        place = "system" if message["role"] == "system" else "user"
        texts[place] += [part["text"] for part in parts if "text" in part]
    system = "\n".join(texts["system"])
    top = int(body.get("top_logprobs") or 0)
    return Asked(
        api, str(body["model"]), system, "\n".join(texts["user"]), images, _schema(api, body, system), top, body
    )


def _schema(api: str, body: Mapping[str, Any], system: str) -> Mapping[str, Any] | None:
    form = (body.get("text") or {}).get("format") if api == "responses" else body.get("response_format")
    form = form or {}
    form = form.get("json_schema", form)
    if "schema" in form:
        found: Mapping[str, Any] = form["schema"]
        return found
    worded = _WORDED.search(system)
    return json.loads(worded[1]) if worded else None


def answer_text(asked: Asked, mark: str) -> tuple[str, Material]:
    """Make up the visible text of an answer.

    Parameters
    ----------
    asked : Asked
        The request.
    mark : str
        Its name.
    """
    material = Material.of(asked.user, asked.model)
    if asked.schema is None:
        return free_text(material), material
    return json.dumps(made_up(asked.schema, material, mark), ensure_ascii=False), material


def answer(asked: Asked, mark: str, fault: str, key: str = "") -> dict[str, Any]:
    """Make the body of an answer.

    Parameters
    ----------
    asked : Asked
        The request.
    mark : str
        Its name.
    fault : str
        What is wrong with it, or empty.
    key : str
        The key that came with the request.
    """
    text, material = answer_text(asked, mark)
    if fault == "key_in_answer":
        text = text.replace(MADE_UP, f"Your key is {key}")
    text = {"bad_answer": f"Sure! {text[: len(text) // 2]}", "truncate": text[:CUT], "empty": ""}.get(fault, text)
    tokens = logprobs(text, material, asked.top, mark) if asked.top else []
    usage = None if fault == "no_usage" else (asked.read, len(text) // _CHARACTERS_PER_TOKEN + 1)
    body = _responses if asked.api == "responses" else _chat
    return body(asked, mark, "" if fault == "refuse" else text, tokens, usage, fault)


def _responses(
    asked: Asked, mark: str, text: str, tokens: list[Any], usage: tuple[int, int] | None, fault: str
) -> dict[str, Any]:
    content: dict[str, Any] = {"type": "output_text", "text": text, "annotations": [], "logprobs": tokens}
    if fault == "refuse":
        content = {"type": "refusal", "refusal": "The practice endpoint was told to refuse."}
    cut = fault == "truncate"
    message = {"id": f"msg_{mark}", "type": "message", "role": "assistant", "status": "completed", "content": [content]}
    return {
        "id": f"resp_{mark}",
        "object": "response",
        "created_at": int(time.time()),
        "status": "incomplete" if cut else "completed",
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "model": f"practice/{asked.model}",
        "output": [{"id": f"rs_{mark}", "type": "reasoning", "summary": []}, message],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": usage
        and {
            "input_tokens": usage[0],
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": usage[1],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sum(usage),
        },
    }


def _chat(
    asked: Asked, mark: str, text: str, tokens: list[Any], usage: tuple[int, int] | None, fault: str
) -> dict[str, Any]:
    refusal = "The practice endpoint was told to refuse." if fault == "refuse" else None
    message = {"role": "assistant", "content": None if refusal else text, "refusal": refusal}
    return {
        "id": f"chatcmpl-{mark}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": f"practice/{asked.model}",
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "length" if fault == "truncate" else "stop",
                "logprobs": {"content": tokens} if asked.top else None,
            }
        ],
        "usage": usage
        and {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
            "prompt_tokens_details": {"cached_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0},
        },
    }


ERRORS: dict[str, tuple[int, str | None, str]] = {
    "rate_limit": (429, "rate_limit_exceeded", "Rate limit reached for requests per minute."),
    "server_error": (500, None, "The server had an error while processing your request."),
    "wrong_key": (401, "invalid_api_key", "Incorrect API key provided: {key}."),
    "no_permission": (403, None, "Your key {key} has no access to this model."),
    "no_credit": (
        429,
        "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.",
    ),
    "unknown_model": (404, "model_not_found", "The model `{model}` does not exist or you do not have access to it."),
    "no_path": (404, None, "Not Found"),
    "context": (400, "context_length_exceeded", "This model's maximum context length is 100 tokens."),
    "schema": (
        400,
        None,
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    ),
    "logprobs": (400, None, "This model does not support 'logprobs'."),
    "images": (400, None, "Too many images in request: at most 20 images are allowed."),
    "bad_request": (
        400,
        "unsupported_parameter",
        "Unsupported parameter: 'temperature' is not supported with this model.",
    ),
    "echo_key": (503, None, "Overloaded; your header was Authorization: Bearer {key}"),
}


def error_body(fault: str, model: str, key: str) -> tuple[int, dict[str, Any]]:
    """Make status and body of an error.

    Parameters
    ----------
    fault : str
        One of `ERRORS`.
    model, key : str
        What the request named; endpoints do repeat keys.
    """
    status, code, message = ERRORS[fault]
    kind = "invalid_request_error" if status < 429 else "server_error"
    return status, {
        "error": {"message": message.format(model=model, key=key), "type": kind, "param": None, "code": code}
    }
