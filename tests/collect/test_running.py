"""A plan runs to its end whatever the endpoint does, counts every attempt, and never sends what is answered."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect import PlanError, StoreBusyError, StoreError, StoreReader
from peerassay.collect.running import Listener, collect, estimate
from peerassay.collect.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.collect.practice import PracticeServer
    from peerassay.collect.running import Report

    Start = Callable[..., PracticeServer]
    Run = Callable[..., Report]
    Rows = Callable[[str], list[tuple[Any, ...]]]


def test_repeats_never_collapse_and_nothing_is_sent_twice(start: Start, run: Run, rows: Rows) -> None:
    server = start()
    first = run(server.base_url, options__papers=4, task__rounds=5)
    assert (first.answered, first.attempts, first.already) == (20, 20, 0)
    assert rows("SELECT count(*), count(DISTINCT round) FROM calls") == [(20, 5)]
    second = run(server.base_url, options__papers=4, task__rounds=6)
    assert (second.answered, second.already) == (4, 20)
    assert len(server.answered) == len(set(server.answered)) == 24


def test_a_thousand_calls_with_five_percent_of_each_fault_leave_a_complete_store(
    faulty_address: str, run: Run, rows: Rows
) -> None:
    report = run(faulty_address, options__papers=1000, endpoint__concurrency=32, endpoint__attempts=20)
    assert report.answered + report.failures.total() == 1000
    assert set(report.failures) == {"truncated", "refusal"}  # what another attempt does not change
    assert report.attempts == rows("SELECT count(*) FROM attempts")[0][0]
    assert rows("SELECT count(*) FROM attempts WHERE state = 'sent' OR (state = 'failed' AND kind IS NULL)") == [(0,)]
    assert rows("SELECT max(n) FROM (SELECT count(*) n FROM attempts WHERE state = 'answered' GROUP BY call)") == [(1,)]
    assert {kind for (kind,) in rows("SELECT DISTINCT kind FROM attempts WHERE kind IS NOT NULL")} == {
        "rate-limit", "server-error", "connection-lost", "broken-answer", "malformed-json", "empty-answer", "truncated",
        "refusal",
    }  # fmt: skip
    assert report.retries == report.attempts - 1000
    again = run(faulty_address, options__papers=1000)
    assert (again.attempts, again.already, again.failures) == (0, report.answered, report.failures)


def test_only_a_demand_sends_what_failed_for_good(start: Start, tmp_path: Path) -> None:
    server = start(refuse=1)
    plan = small_plan(tmp_path, server.base_url, options__papers=2)
    assert collect(plan, tasks=TASKS).failures == {"refusal": 2}
    assert collect(plan, tasks=TASKS).attempts == 0
    assert collect(plan, tasks=TASKS, retry_failed=True).attempts == 2


def test_concurrency_is_bounded_and_used(start: Start, run: Run) -> None:
    server = start(options={"delay": 0.03})
    run(server.base_url, options__papers=20, endpoint__concurrency=5)
    assert server.most_in_flight == 5


def test_retry_after_is_honoured_by_all_calls(start: Start, run: Run) -> None:
    server = start(rate_limit=0.2, options={"retry_after": 0.3})
    report = run(server.base_url, options__papers=10, endpoint__concurrency=2)
    assert report.answered == 10
    assert report.retried["rate-limit"] >= 1
    assert report.seconds >= 0.3


def test_requests_per_minute_are_kept(start: Start, run: Run) -> None:
    server = start()
    report = run(server.base_url, options__papers=14, endpoint__requests_per_minute=120.0)
    assert report.answered == 14
    assert report.seconds >= 1.5  # a burst of 10, then two a second


def test_a_configuration_that_changes_is_another_one_and_says_so(start: Start, run: Run, rows: Rows) -> None:
    server = start()
    first = run(server.base_url, options__papers=2)
    second = run(server.base_url, options__papers=2, model__temperature=0.5)
    assert (second.answered, second.already) == (2, 0)
    assert first.digests[0][:12] in second.notes[0]
    assert "do not count for this plan" in second.notes[0]
    assert rows("SELECT count(*) FROM configurations") == [(2,)]


def test_messages_that_change_under_the_same_configuration_are_refused(start: Start, tmp_path: Path) -> None:
    class Other(type(TASKS["small"])):  # type: ignore[misc]
        def calls(self, context: Any) -> Any:
            for call in super().calls(context):
                message = type(call.messages[0])("user", ("something else",))
                yield type(call)(call.key, (message,), call.prompts, 500)

    server = start()
    plan = small_plan(tmp_path, server.base_url, options__papers=2)
    collect(plan, tasks=TASKS)
    with pytest.raises(StoreError, match=r"paper p00000, .* was asked with other messages"):
        collect(plan, tasks={"small": Other()})


def test_a_later_entry_reads_the_answers_of_an_earlier_one(start: Start, tmp_path: Path) -> None:
    server = start()
    entries = [
        {"task": "small", "label": "one", "options": {"papers": 3}},
        {"task": "small", "label": "two", "options": {"reviews_from": "one", "characters": 300}},
    ]
    plan = small_plan(tmp_path, server.base_url, tasks=entries)
    assert [line.calls for line in estimate(plan, tasks=TASKS).lines] == [3, 3]
    report = collect(plan, tasks=TASKS)
    assert report.answered == 6
    found = list(StoreReader(report.store).results(report.configurations["two"]))
    assert [done.key.paper_id for done in found] == ["p00000", "p00001", "p00002"]
    assert found[0].configuration.reviewer == "M"
    assert found[0].notes == {"name": "p00000"}
    assert found[0].model == "practice/m"


def test_it_works_where_a_loop_runs_already(start: Start, run: Run) -> None:
    server = start()

    async def as_in_a_notebook() -> int:
        return run(server.base_url, options__papers=2).answered

    assert asyncio.run(as_in_a_notebook()) == 2


def test_an_interrupt_lets_what_is_in_flight_finish(start: Start, tmp_path: Path, monkeypatch: Any) -> None:
    server = start(options={"delay": 0.1})
    interrupts = iter(range(1))

    def impatient(thread: Any) -> None:
        thread.join(0.05)
        if len(server.answered) >= 3 and next(interrupts, None) is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr("peerassay.collect.running.collecting._look", impatient)
    heard: list[str] = []
    listener = Listener()
    monkeypatch.setattr(listener, "say", heard.append)
    plan = small_plan(tmp_path, server.base_url, options__papers=100, endpoint__concurrency=3)
    report = collect(plan, listener=listener, tasks=TASKS)
    monkeypatch.undo()
    assert report.interrupted
    assert 3 <= report.answered < 100
    assert report.failures == {}
    assert "press Ctrl-C again" in heard[0]
    assert len(server.answered) == report.answered
    assert "run the plan again" in report.stopped.lower()


def test_a_second_interrupt_gives_up_what_is_in_flight(
    start: Start, tmp_path: Path, rows: Rows, monkeypatch: Any
) -> None:
    server = start(options={"delay": 3.0})
    interrupts = iter(range(2))

    def impatient(thread: Any) -> None:
        thread.join(0.05)
        if server.in_flight == 3 and next(interrupts, None) is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr("peerassay.collect.running.collecting._look", impatient)
    report = collect(small_plan(tmp_path, server.base_url, endpoint__concurrency=3), tasks=TASKS)
    assert report.interrupted
    assert rows("SELECT count(*), min(kind), min(charged) > 0 FROM attempts") == [(3, "interrupted", 1)]


def test_a_task_that_makes_a_call_twice_is_found(start: Start, tmp_path: Path) -> None:
    class Twice(type(TASKS["small"])):  # type: ignore[misc]
        def calls(self, context: Any) -> Any:
            yield from super().calls(context)
            yield from super().calls(context)

    with pytest.raises(PlanError, match="the task small makes the same call twice: Key"):
        collect(small_plan(tmp_path, start().base_url, options__papers=2), tasks={"small": Twice()})


def test_half_a_character_at_the_end_of_an_answer_is_stored(start: Start, tmp_path: Path) -> None:
    class Cut(type(TASKS["small"])):  # type: ignore[misc]
        def parse(self, call: Any, answer: Any, options: Any) -> Any:
            return {"score": 1, "reason": "\ud83d"}

    report = collect(small_plan(tmp_path, start().base_url, options__papers=1), tasks={"small": Cut()})
    assert next(iter(StoreReader(report.store).results())).result["reason"] == "?"


def test_a_run_does_not_take_longer_than_it_may(start: Start, run: Run) -> None:
    server = start(options={"delay": 0.1})
    report = run(server.base_url, options__papers=500, caps={"money": 10.0, "minutes": 0.03})
    assert "caps.minutes = 0.03 have passed" in report.stopped
    assert report.seconds < 6
    assert 0 < report.answered < 500


def test_a_second_writer_is_refused_and_told_who_has_the_store(start: Start, run: Run, tmp_path: Path) -> None:
    server = start()
    with (
        Store(tmp_path / "store.sqlite"),
        pytest.raises(StoreBusyError, match=r"store\.sqlite: process \d+ is writing into this store; wait"),
    ):
        run(server.base_url)
    assert run(server.base_url, options__papers=1).answered == 1


def test_the_store_can_be_read_while_it_is_written(start: Start, run: Run, tmp_path: Path) -> None:
    report = run(start().base_url, options__papers=2)
    with Store(tmp_path / "store.sqlite"):
        assert len(list(StoreReader(report.store).results())) == 2


def test_what_was_sent_and_what_came_back_is_kept_as_it_was(start: Start, run: Run) -> None:
    server = start()
    server.keep_bodies = True
    report = run(server.base_url, options__papers=1, model__temperature=0.5)
    reader = StoreReader(report.store)
    done = next(iter(reader.results()))
    (kept,) = reader.raw(done.key, done.configuration.digest)
    sent = server.bodies[0]
    assert kept["request"]["path"] == "/chat/completions"
    assert kept["request"]["body"] == {name: sent[name] for name in sent if name != "messages"}
    assert kept["request"]["messages"][1]["parts"] == [{"text": sent["messages"][1]["content"]}]
    answer = json.loads(kept["answer"])
    assert json.loads(answer["choices"][0]["message"]["content"]) == {
        name: done.result[name] for name in ("score", "reason")
    }
    attempt = next(iter(reader.attempts()))
    assert (attempt.read, attempt.written) == (answer["usage"]["prompt_tokens"], answer["usage"]["completion_tokens"])
    assert attempt.cost == pytest.approx((attempt.read + 2 * attempt.written) / 1e6)


def test_a_file_that_is_no_store_is_left_alone(start: Start, run: Run, tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_text("not a database at all, but long enough to look like something" * 20)
    with pytest.raises(StoreError, match="cannot be used as a store"):
        run(start().base_url)
    assert (tmp_path / "store.sqlite").read_text().startswith("not a database")
