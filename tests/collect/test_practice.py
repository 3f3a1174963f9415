"""The practice endpoint: the official client can talk to it, and its made-up answers fit the forms of every task."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from peerassay.collect import make_plan
from peerassay.collect.practice import Faults, PracticeServer
from peerassay.collect.practice.answers import Material, logprobs, made_up
from peerassay.collect.running import collect
from peerassay.collect.running.jobs import MADE_UP
from peerassay.collect.store import StoreReader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAPER = """# A title

## Abstract

We show that letters can be sorted and use scales for that.

## 1 Method

We weigh them twice and take the mean of both.
"""
MESSAGES: Any = [{"role": "user", "content": "Say something about sorting letters by weight."}]


def test_the_official_client_reads_every_answer(start: Callable[..., PracticeServer]) -> None:
    client = openai.OpenAI(api_key="any", base_url=start().base_url, max_retries=0)
    chat = client.chat.completions.create(model="m", messages=MESSAGES, logprobs=True, top_logprobs=5)
    assert chat.choices[0].message.content
    assert chat.choices[0].logprobs is not None
    assert chat.choices[0].logprobs.content
    response = client.responses.create(model="m", input=MESSAGES)
    assert response.output_text == chat.choices[0].message.content
    assert response.usage is not None
    assert client.models.list().data[0].id == "practice-1"
    line = {
        "custom_id": "one",
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": MESSAGES},
    }
    file = client.files.create(file=("batch.jsonl", json.dumps(line).encode()), purpose="batch")
    batch = client.batches.create(input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h")
    assert client.batches.retrieve(batch.id).status == "completed"
    assert [one.id for one in client.batches.list()] == [batch.id]
    output = json.loads(client.files.content(batch.output_file_id or "").text)
    assert output["response"]["body"]["choices"][0]["message"]["content"]
    with pytest.raises(openai.NotFoundError):
        client.batches.retrieve("batch_none")
    with pytest.raises(openai.NotFoundError):
        client.get("/nowhere", cast_to=object)


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_every_task_gets_answers_that_fit(tmp_path: Path, api: str) -> None:
    for name in ("a", "b"):
        (tmp_path / "manuscripts" / name).mkdir(parents=True)
        (tmp_path / "manuscripts" / name / "original.md").write_text(
            PAPER.replace("letters", f"letters {name}"), "utf-8"
        )
    tasks = [
        {"task": "review"},
        {"task": "review", "label": "decimal", "options": {"prompt": "review-decimal"}},
        {"task": "review", "label": "style", "options": {"prompt": "review-style-default"}},
        {"task": "score-probabilities"},
        {"task": "rewrite", "options": {"style": "native"}},
        {"task": "write", "options": {"reviews_from": "review"}},
        {"task": "select", "options": {"edits_from": "write"}},
        {"task": "review", "label": "revised", "manuscripts_from": "rewrite"},
        {"task": "rate", "options": {"reviews_from": "review"}},
        {"task": "annotate", "options": {"reviews_from": "review"}},
        {"task": "probe"},
    ]
    endpoint = {"base_url": "practice", "api": api, "output": "json_schema", "first_wait": 0.01}
    content = {"manuscripts": "manuscripts", "store": "s.sqlite", "endpoint": endpoint, "caps": {}}
    plan = make_plan(content | {"models": [{"name": "m"}], "tasks": tasks}, tmp_path / "plan.toml")
    report = collect(plan)
    assert report.complete, report.lines()
    results = list(StoreReader(report.store).results())
    assert {done.configuration.task for done in results} >= {"review", "rewrite", "write", "rate", "annotate", "probe"}
    assert all(done.configuration.reviewer == f"m{MADE_UP}" for done in results)
    assert all(done.model == "practice/m" for done in results)


def test_the_same_request_gets_the_same_answer_and_another_name_another() -> None:
    schema = {
        "type": "object",
        "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 10}, "why": {"type": "string"}},
    }
    material = Material.of("some paper", "m")
    assert made_up(schema, material, "one") == made_up(schema, material, "one")
    assert len({made_up(schema, material, f"{number}")["score"] for number in range(50)}) > 1


def test_probabilities_of_a_token_sum_to_at_most_one() -> None:
    import math

    for token in logprobs('{"score": 7}', Material("paper", 6.2), 20, "mark"):
        shares = [math.exp(one["logprob"]) for one in token["top_logprobs"]]
        assert 0.9 < sum(shares) <= 1
        assert len(shares) <= 20


@pytest.mark.parametrize(
    ("shares", "message"), [({"flood": 0.1}, "no fault flood"), ({"drop": 0.7, "stall": 0.4}, "at most 1")]
)
def test_faults_are_checked(shares: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Faults(shares)
