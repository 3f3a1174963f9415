"""Requests in the form that each API takes, and answers and errors by name; recorded from the APIs' references."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import httpx2
import openai
import pytest
from pydantic import BaseModel, ConfigDict, Field

from peerassay.collect.outputs import parse_output, schema_instruction, sent_schema
from peerassay.collect.plan import Endpoint
from peerassay.collect.problems import Problem
from peerassay.collect.task import Answer, Image, Message
from peerassay.collect.wire import Settings, decode, exception_problem, filled, frame, reference, status_problem
from peerassay.collect.wire.failures import retry_after
from peerassay.collect.wire.requests import ImageChangedError
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from pathlib import Path


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = Field(min_length=1, max_length=5)


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    score: int = Field(ge=1, le=10)
    kind: Literal["a", "b"]
    inner: list[Inner]


def endpoint(**fields: Any) -> Endpoint:
    return Endpoint.model_validate({"base_url": "practice", "api": "chat", "output": "json_schema", **fields})


SETTINGS = Settings("m", 100, "low", 0.5, 0.9, 7, 20, {"type": "object"}, "review", {"top_k": 3})


def test_chat_completions() -> None:
    assert frame(endpoint(), SETTINGS) == {
        "model": "m",
        "max_completion_tokens": 100,
        "reasoning_effort": "low",
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 7,
        "logprobs": True,
        "top_logprobs": 20,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "review", "strict": True, "schema": {"type": "object"}},
        },
        "top_k": 3,
    }


def test_the_responses_api_keeps_nothing_at_the_server() -> None:
    assert frame(endpoint(api="responses"), SETTINGS) == {
        "model": "m",
        "max_output_tokens": 100,
        "reasoning": {"effort": "low"},
        "temperature": 0.5,
        "top_p": 0.9,
        "top_logprobs": 20,
        "include": ["message.output_text.logprobs"],
        "text": {"format": {"type": "json_schema", "name": "review", "strict": True, "schema": {"type": "object"}}},
        "store": False,
        "top_k": 3,
    }


def test_what_is_not_given_is_not_sent() -> None:
    assert frame(endpoint(token_limit_field="max_tokens"), Settings("m", 5)) == {"model": "m", "max_tokens": 5}
    assert frame(endpoint(api="responses"), Settings("m", 5)) == {"model": "m", "max_output_tokens": 5, "store": False}


@pytest.mark.parametrize(
    ("output", "form"),
    [
        ("json_object", {"type": "json_object"}),
        ("json_object_schema", {"type": "json_object", "schema": {"type": "object"}}),
        ("text", None),
    ],
)
def test_the_schema_goes_in_the_form_that_the_plan_states(output: str, form: Any) -> None:
    assert frame(endpoint(output=output), Settings("m", 5, schema={"type": "object"})).get("response_format") == form


def test_messages_without_images_are_plain_text() -> None:
    messages = (Message("system", ("one", "two")), Message("user", ("three",)))
    assert filled("chat", {"model": "m"}, messages)["messages"] == [
        {"role": "system", "content": "one\n\ntwo"},
        {"role": "user", "content": "three"},
    ]
    assert "input" in filled("responses", {"model": "m"}, messages)


def test_images_stand_where_they_belong(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"abc")
    image = Image(tmp_path / "a.png", "image/png", digest_bytes(b"abc"))
    messages = (Message("user", ("before", image, "after")),)
    address = "data:image/png;base64,YWJj"
    assert filled("responses", {}, messages)["input"][0]["content"] == [
        {"type": "input_text", "text": "before"},
        {"type": "input_image", "image_url": address},
        {"type": "input_text", "text": "after"},
    ]
    assert filled("chat", {}, messages)["messages"][0]["content"][1] == {
        "type": "image_url",
        "image_url": {"url": address},
    }
    found = reference(messages)
    assert (found.images, found.bytes) == (1, 11)
    assert "YWJj" not in found.request
    (tmp_path / "a.png").unlink()
    with pytest.raises(ImageChangedError, match=r"a\.png: No such file"):
        filled("chat", {}, messages)


def test_a_reference_names_texts_by_digest() -> None:
    found = reference((Message("user", ("abc", "ä")),))
    # SHA-256 of "abc": FIPS 180-2, Appendix B.1
    assert "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" in found.request
    assert found.bytes == 5
    assert found.digest != reference((Message("user", ("abcä",)),)).digest


def test_the_sent_schema_is_closed_and_has_no_lengths() -> None:
    schema = sent_schema(Form)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["score", "kind", "inner"]
    assert schema["properties"]["score"] == {"type": "integer", "minimum": 1, "maximum": 10}
    assert schema["$defs"]["Inner"]["properties"] == {"title": {"type": "string"}}  # a field may be called title
    assert json.loads(schema_instruction(Form).split("\n", 1)[1]) == schema


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Sure!", "malformed-json", "not one JSON object"),
        ('{"score": NaN, "kind": "a", "inner": []}', "malformed-json", "NaN is not JSON"),
        ('{"score": "7", "kind": "a", "inner": []}', "invalid-output", "score: Input should be a valid integer"),
        (
            '{"score": 11, "kind": "a", "inner": []}',
            "invalid-output",
            "score: Input should be less than or equal to 10",
        ),
        ('{"score": 7, "kind": "a", "inner": [{"title": ""}]}', "invalid-output", "inner.0.title"),
        ('{"score": 7, "kind": "a", "inner": [], "more": 1}', "invalid-output", "more: Extra inputs"),
        ("[" * 100_000, "malformed-json", ""),
        ("", "malformed-json", ""),
    ],
)
def test_answers_that_do_not_fit(text: str, kind: str, words: str) -> None:
    found = parse_output(Answer(text), Form)
    assert isinstance(found, Problem)
    assert found.kind == kind
    assert words in found.message


@pytest.mark.parametrize(
    "text", ['{"score": 7, "kind": "a", "inner": []}', '```json\n{"score":7,"kind":"a","inner":[]}\n```']
)
def test_answers_that_fit(text: str) -> None:
    found = parse_output(Answer(text), Form)
    assert isinstance(found, Form)
    assert found.score == 7


CHAT = {
    "id": "chatcmpl-1",
    "model": "gpt-5.4-mini-2026-03-17",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": "7", "refusal": None},
            "logprobs": {
                "content": [
                    {
                        "token": "7",
                        "logprob": -0.1,
                        "bytes": [55],
                        "top_logprobs": [{"token": "7", "logprob": -0.1, "bytes": [55]}],
                    }
                ]
            },
        }
    ],
    "usage": {
        "prompt_tokens": 19,
        "completion_tokens": 10,
        "prompt_tokens_details": {"cached_tokens": 8},
        "completion_tokens_details": {"reasoning_tokens": 4},
    },
}
RESPONSE = {
    "id": "resp_1",
    "status": "completed",
    "model": "gpt-6-sol",
    "incomplete_details": None,
    "output": [
        {"type": "reasoning", "summary": []},
        {
            "type": "message",
            "content": [
                {"type": "output_text", "text": "7", "logprobs": [{"token": "7", "logprob": -0.2, "top_logprobs": []}]}
            ],
        },
    ],
    "usage": {
        "input_tokens": 36,
        "output_tokens": 87,
        "input_tokens_details": {"cached_tokens": 30, "cache_write_tokens": 6},
        "output_tokens_details": {"reasoning_tokens": 80},
    },
}


def test_complete_answers() -> None:
    chat, response = decode("chat", json.dumps(CHAT)), decode("responses", json.dumps(RESPONSE))
    assert (chat.problem, response.problem) == (None, None)
    assert (chat.answer.text, response.answer.text) == ("7", "7")
    assert chat.answer.tokens[0].top == (("7", -0.1),)
    assert response.answer.tokens[0].logprob == -0.2
    assert chat.usage is not None
    assert (chat.usage.read, chat.usage.written, chat.usage.cached, chat.usage.reasoning) == (19, 10, 8, 4)
    assert response.usage is not None
    assert (response.usage.cached, response.usage.cache_written, response.usage.reasoning) == (30, 6, 80)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"choices": []}, "broken-answer"),
        ({"choices": [{"finish_reason": "content_filter", "message": {"content": ""}}]}, "refusal"),
        ({"choices": [{"finish_reason": "length", "message": {"content": None}}]}, "truncated"),
        ({"choices": [{"finish_reason": "stop", "message": {"content": " \n"}}]}, "empty-answer"),
        ({"choices": [{"message": {"content": None, "refusal": "No."}}]}, "refusal"),
        ({"error": {"message": "upstream is busy"}}, "server-error"),
    ],
)
def test_incomplete_answers(change: dict[str, Any], kind: str) -> None:
    found = decode("chat", json.dumps(CHAT | change)).problem
    assert found is not None
    assert found.kind == kind


def test_incomplete_responses() -> None:
    cut = RESPONSE | {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []}
    found = decode("responses", json.dumps(cut)).problem
    assert found is not None
    assert found.message.endswith("before any visible text")
    failed = decode("responses", json.dumps(RESPONSE | {"status": "failed"})).problem
    assert failed is not None
    assert failed.kind == "server-error"


@pytest.mark.parametrize("raw", ["", "null", "[]", "7", '{"choices": 3}', "<html>", '{"choices": [{"message": 7}]}'])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_what_is_no_answer_at_all(raw: str, api: str) -> None:
    found = decode(api, raw).problem
    assert found is not None
    assert found.kind == "broken-answer"


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, {"message": "Requested tokens (2149) exceed context window of 512"}, "context-too-long"),  # llama.cpp
        (400, {"message": "This model's maximum context length is 4096 tokens."}, "context-too-long"),  # vLLM
        (
            400,
            {"message": "logprobs is not supported for models created with logits_all=False"},
            "logprobs-unsupported",
        ),
        (400, {"message": "Invalid schema for response_format 'review'"}, "schema-unsupported"),
        (400, {"message": "x", "code": "content_policy_violation"}, "refusal"),
        (400, {"message": "The requested model 'x' does not exist."}, "unknown-model"),
        (400, {"message": "Unknown parameter: 'top_k'."}, "bad-request"),
        (422, {"detail": "field required"}, "bad-request"),
        (404, {"detail": "Not Found"}, "unknown-path"),
        (405, None, "unknown-path"),
        (402, "Payment required", "no-credit"),
        (413, "too large", "context-too-long"),
        (429, {"message": "slow down"}, "rate-limit"),
        (429, {"message": "x", "code": "insufficient_quota"}, "no-credit"),
        (500, "<html>", "server-error"),
        (529, {"message": "overloaded"}, "server-error"),
        (409, None, "server-error"),
        (418, None, "bad-request"),
    ],
)
def test_statuses_by_name(status: int, error: Any, kind: str) -> None:
    assert status_problem(status, error).kind == kind
    assert status_problem(status, {"error": error}).kind == kind


def test_retry_after_in_all_its_forms() -> None:
    assert retry_after({"retry-after": "7"}) == 7
    assert retry_after({"retry-after-ms": "250"}) == 0.25
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0  # the date of RFC 9110's neighbours: past
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


def test_exceptions_that_are_not_of_a_connection() -> None:
    assert exception_problem(TimeoutError()).kind == "timeout"
    assert exception_problem(ValueError("secret")).kind == "broken-answer"
    assert "secret" not in exception_problem(ValueError("secret")).message
    request = httpx2.Request("POST", "http://x")
    assert exception_problem(openai.APITimeoutError(request)).kind == "timeout"
