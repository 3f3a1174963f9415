"""Bodies of requests: a frame that a configuration has in common, filled with the messages of a call."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.collect.plan import Endpoint
    from peerassay.collect.task import Image, Message, Part

PATHS = {"responses": "/responses", "chat": "/chat/completions"}
_TEXT = {"user": "input_text", "system": "input_text", "assistant": "output_text"}


class ImageChangedError(Exception):
    """An image file that is not there, or not what its digest says."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a configuration sends beside the messages; what is None is not sent.

    Attributes
    ----------
    model : str
        As it is sent.
    max_output_tokens : int
        Longest answer.
    effort : str or None
        Effort of reasoning.
    temperature, top_p : float or None
        Sampling.
    seed : int or None
        Chat completions only.
    top_logprobs : int
        Alternatives per token; 0 for none.
    schema : mapping or None
        JSON Schema of the answer.
    schema_name : str
        Its name on the wire.
    extra : mapping
        Further fields of the body.
    """

    model: str
    max_output_tokens: int
    effort: str | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    top_logprobs: int = 0
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"
    extra: Mapping[str, Any] | None = None


def frame(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    """Make the body of a request without its messages.

    Parameters
    ----------
    endpoint : Endpoint
        Says which API, and how a schema is asked for.
    settings : Settings
        Model and parameters.

    Returns
    -------
    dict
        What JSON can hold; the same for every call of a configuration.
    """
    body = _responses(endpoint, settings) if endpoint.api == "responses" else _chat(endpoint, settings)
    kept = {name: value for name, value in body.items() if value is not None}
    return kept | dict(settings.extra or {})


def _responses(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    form = _form(endpoint, settings)
    return {
        "model": settings.model,
        "max_output_tokens": settings.max_output_tokens,
        "reasoning": {"effort": settings.effort} if settings.effort else None,
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "top_logprobs": settings.top_logprobs or None,
        "include": ["message.output_text.logprobs"] if settings.top_logprobs else None,
        "text": {"format": form} if form else None,
        "store": False,
    }


def _chat(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    form = _form(endpoint, settings)
    if form and form["type"] == "json_schema":
        form = {"type": "json_schema", "json_schema": {name: form[name] for name in ("name", "strict", "schema")}}
    return {
        "model": settings.model,
        endpoint.token_limit_field: settings.max_output_tokens,
        "reasoning_effort": settings.effort,
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "seed": settings.seed,
        "logprobs": True if settings.top_logprobs else None,
        "top_logprobs": settings.top_logprobs or None,
        "response_format": form,
    }


def _form(endpoint: Endpoint, settings: Settings) -> dict[str, Any] | None:
    if settings.schema is None or endpoint.output == "text":
        return None
    if endpoint.output == "json_object":
        return {"type": "json_object"}
    if endpoint.output == "json_object_schema":
        return {"type": "json_object", "schema": settings.schema}
    return {"type": "json_schema", "name": settings.schema_name, "strict": True, "schema": settings.schema}


def filled(api: str, body: Mapping[str, Any], messages: Sequence[Message]) -> dict[str, Any]:
    """Put the messages into a frame; images are read now.

    Parameters
    ----------
    api : str
        ``responses`` or ``chat``.
    body : mapping
        From `frame`.
    messages : sequence of Message
        In order.

    Returns
    -------
    dict
        The whole body.

    Raises
    ------
    ImageChangedError
        If an image is not there, or not what its digest says.
    """
    content = _responses_content if api == "responses" else _chat_content
    sent = [{"role": message.role, "content": content(message)} for message in messages]
    return {**body, ("input" if api == "responses" else "messages"): sent}


def _responses_content(message: Message) -> str | list[dict[str, Any]]:
    if (text := _plain(message.parts)) is not None:
        return text
    return [
        {"type": _TEXT[message.role], "text": part}
        if isinstance(part, str)
        else {"type": "input_image", "image_url": data_address(part)}
        for part in message.parts
    ]


def _chat_content(message: Message) -> str | list[dict[str, Any]]:
    if (text := _plain(message.parts)) is not None:
        return text
    return [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {"type": "image_url", "image_url": {"url": data_address(part)}}
        for part in message.parts
    ]


def _plain(parts: Sequence[Part]) -> str | None:
    """Return the text of a message without images; every server takes a plain string."""
    texts = [part for part in parts if isinstance(part, str)]
    return "\n\n".join(texts) if len(texts) == len(parts) else None


def data_address(image: Image) -> str:
    """Return an image as a ``data:`` address.

    Parameters
    ----------
    image : Image
        The file is read and compared with its digest.

    Raises
    ------
    ImageChangedError
        If it is not there, or not what its digest says.
    """
    try:
        content = image.path.read_bytes()
    except OSError as error:
        raise ImageChangedError(f"{image.path}: {error.strerror}") from None
    if digest_bytes(content) != image.digest:
        raise ImageChangedError(f"{image.path}: the file is not the one that the package was made with")
    return f"data:{image.media_type};base64,{base64.b64encode(content).decode()}"
