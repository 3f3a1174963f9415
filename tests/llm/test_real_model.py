"""Against a real model server: forms, log-probabilities, limits and errors as llama.cpp gives them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from peerassay.collect import StoreReader, make_plan
from peerassay.collect.export import export_tables
from peerassay.collect.running import collect, estimate
from peerassay.records import load_records

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.collect.plan import Plan
    from peerassay.collect.running import Report

pytestmark = pytest.mark.llm

PAPER = """# Sorting letters by weight

## Abstract

We weigh 200 letters and sort them. Sorted letters are found in half the time [3].

## 1 Method

Each letter is weighed twice. The mean difference is 0.1 grams.
"""


@pytest.fixture
def plan(model_server: str, tmp_path: Path) -> Any:
    """Make a plan for the server: ``plan(tasks, endpoint..., model...)``."""
    for name in ("a", "b"):
        folder = tmp_path / "manuscripts" / name
        folder.mkdir(parents=True)
        (folder / "original.md").write_text(PAPER.replace("letters", f"letters of kind {name}"), "utf-8")

    def make(tasks: list[dict[str, Any]], model: dict[str, Any] | None = None, **endpoint: Any) -> Plan:
        reached = {"base_url": model_server, "api": "chat", "output": "json_object_schema", "key_variable": ""}
        reached |= {"token_limit_field": "max_tokens", "concurrency": 2, "attempts": 3, "first_wait": 0.1}
        models = [{"name": "smollm2", "free": True, "max_output_tokens": 500, "seed": 1, **(model or {})}]
        content = {"manuscripts": "manuscripts", "store": "store.sqlite", "endpoint": reached | endpoint, "caps": {}}
        return make_plan(content | {"models": models, "tasks": tasks}, tmp_path / "plan.toml")

    return make


REVIEW = {"task": "review", "rounds": 2}


def test_reviews_of_a_real_model_become_records(plan: Any, tmp_path: Path) -> None:
    small = plan([REVIEW])
    report: Report = collect(small)
    assert report.answered + report.failures.total() == 4
    assert set(report.failures) <= {"truncated", "invalid-output", "malformed-json"}  # a model this small may ramble
    assert report.answered >= 1
    assert report.tokens > 400
    done = list(StoreReader(report.store).results())
    assert all(1 <= one.result["score"] <= 10 for one in done)
    assert {one.model for one in done} == {"smollm2"}
    export_tables(report.store, tmp_path / "records", report.digests)
    records = load_records(tmp_path / "records")
    assert len(records.reviews) == report.answered
    again = collect(small, retry_failed=False)
    assert again.already == report.answered
    assert estimate(small).lines[0].answered >= report.answered


def test_log_probabilities_of_the_score(plan: Any) -> None:
    report = collect(plan([{"task": "score-probabilities"}]))
    attempts = list(StoreReader(report.store).attempts())
    assert {attempt.kind for attempt in attempts} <= {None, "truncated", "invalid-output", "malformed-json"}
    for done in StoreReader(report.store).results():
        shares = [math.exp(value) if value <= 0 else value for value in _numbers(done.result)]
        assert all(share >= 0 for share in shares)


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in _numbers(inner)]
    return [float(value)] if isinstance(value, float) else []


def test_too_long_a_manuscript_is_named(plan: Any, tmp_path: Path) -> None:
    (tmp_path / "manuscripts" / "a" / "original.md").write_text(PAPER * 60, "utf-8")
    report = collect(plan([REVIEW | {"rounds": 1, "papers": ["a"]}]))
    assert report.failures == {"context-too-long": 1}
    assert "longer context" in "\n".join(report.lines())


def test_a_short_limit_is_truncated(plan: Any) -> None:
    report = collect(plan([REVIEW | {"rounds": 1, "papers": ["a"], "max_output_tokens": 8}]))
    assert report.failures == {"truncated": 1}


def test_there_is_no_responses_api(plan: Any) -> None:
    report = collect(plan([REVIEW], api="responses", output="text"))
    assert report.stopped.startswith("unknown-path")
    assert "some servers have no /responses" in report.stopped


def test_the_schema_in_words_is_checked_here(plan: Any) -> None:
    report = collect(plan([REVIEW | {"rounds": 1, "papers": ["a"]}], output="text"))
    kinds = {attempt.kind for attempt in StoreReader(report.store).attempts()}
    assert kinds <= {None, "malformed-json", "invalid-output", "truncated"}


def test_a_port_where_nobody_listens_ends_the_run(plan: Any) -> None:
    report = collect(plan([REVIEW | {"rounds": 1}], base_url="http://127.0.0.1:9/v1", attempts=1))
    assert report.stopped.startswith("server-down")
