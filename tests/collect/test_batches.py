"""The Batch API: handed in once, fetched after any end, failures sent again, half the price."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect.running import collect
from peerassay.collect.running.batches import BatchEngine
from peerassay.collect.store import batches as shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.collect.practice import PracticeServer
    from peerassay.collect.running import Report

    Start = Callable[..., PracticeServer]
    Run = Callable[..., Report]

BATCH = {"endpoint__batch": True, "endpoint__poll_seconds": 0.05, "endpoint__attempts": 6}
PRICE = {"input": 1.0, "output": 2.0, "batch": 0.5}


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_a_plan_in_batches_of_bounded_size(start: Start, run: Run, rows: Any, api: str) -> None:
    server = start()
    report = run(server.base_url, options__papers=25, endpoint__api=api, endpoint__batch_size=10, **BATCH)
    assert (report.answered, report.attempts, report.failures) == (25, 25, {})
    assert [batch["request_counts"]["total"] for batch in server.desk.batches.values()] == [10, 10, 5]
    names = [json.loads(line)["custom_id"] for file in inputs(server) for line in file]
    assert len(names) == len(set(names)) == 25
    assert rows("SELECT count(*) FROM batches WHERE state = 'done' AND remote IS NOT NULL AND file IS NOT NULL") == [
        (3,)
    ]
    again = run(server.base_url, options__papers=25, **BATCH | {"endpoint__api": api})
    assert (again.already, again.attempts) == (25, 0)


def inputs(server: PracticeServer) -> list[list[str]]:
    files = [batch["input_file_id"] for batch in server.desk.batches.values()]
    return [server.desk.files[name].decode().splitlines() for name in files]


def test_a_batch_is_cheaper(start: Start, run: Run, rows: Any) -> None:
    run(start().base_url, options__papers=2, model__price=PRICE, **BATCH)
    run(start().base_url, options__papers=2, model__price=PRICE, store="other.sqlite")
    ((batch, read, written),) = rows("SELECT sum(cost), sum(read), sum(written) FROM attempts")
    assert batch == pytest.approx(0.5 * (read + 2 * written) / 1e6)


def test_what_fails_for_a_passing_reason_is_handed_in_again(start: Start, run: Run, rows: Any) -> None:
    shares = dict.fromkeys(("server_error", "stall", "bad_answer", "refuse", "rate_limit"), 0.08)
    server = start(**shares)
    report = run(server.base_url, options__papers=100, **BATCH)
    assert set(report.failures) == {"refusal"}
    assert report.answered == 100 - report.failures["refusal"]
    kinds = {kind for (kind,) in rows("SELECT DISTINCT kind FROM attempts WHERE kind IS NOT NULL")}
    assert kinds == {"server-error", "batch-expired", "malformed-json", "refusal", "rate-limit"}
    assert len(server.desk.batches) > 1
    assert report.retries == report.attempts - 100


@pytest.mark.parametrize(
    "moment", ["before the upload", "before the batch is made", "after it is made", "while waiting"]
)
def test_killed_and_run_again(
    start: Start, run: Run, rows: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    server = start()
    plan = small_plan(tmp_path, server.base_url, options__papers=12, **BATCH)
    with monkeypatch.context() as patch:
        patch.setattr(*kill_at(moment))
        with pytest.raises(Killed):
            collect(plan, tasks=TASKS)
    assert rows("SELECT count(*) FROM attempts WHERE state = 'sent'") == [(12,)]
    report = collect(plan, tasks=TASKS)
    made_before = moment in {"after it is made", "while waiting"}
    assert report.answered == 12
    assert len(server.desk.batches) == 1
    assert report.attempts == (0 if made_before else 12)
    assert report.cut_off == (0 if made_before else 12)
    assert rows("SELECT count(*), count(DISTINCT call) FROM attempts WHERE state = 'answered'") == [(12, 12)]
    assert rows("SELECT total(charged) FROM attempts WHERE kind = 'not-sent'") == [(0.0,)]
    assert report.total_money == pytest.approx(rows("SELECT total(charged) FROM attempts")[0][0])


def kill_at(moment: str) -> tuple[Any, str, Any]:
    from openai.resources import AsyncBatches, AsyncFiles

    async def die(*_: Any, **__: Any) -> Any:
        raise Killed

    if moment == "before the upload":
        return AsyncFiles, "create", die
    if moment == "before the batch is made":
        return AsyncBatches, "create", die
    if moment == "while waiting":
        return BatchEngine, "_ended", die
    plain = shelf.move_batch

    def move(store: Any, batch: Any, state: str, **ids: Any) -> Any:
        if state == shelf.SUBMITTED:
            raise Killed
        return plain(store, batch, state, **ids)

    return shelf, "move_batch", move


def test_caps_bound_what_is_handed_in(start: Start, run: Run) -> None:
    server = start()
    report = run(server.base_url, options__papers=50, caps={"money": 10.0, "calls": 7}, **BATCH)
    assert (report.attempts, report.answered) == (7, 7)
    assert "caps.calls = 7" in report.stopped


def test_a_refused_key_ends_the_run_and_charges_nothing(start: Start, run: Run, rows: Any) -> None:
    server = start(options={"key": "right"})
    report = run(server.base_url, options__papers=3, **BATCH)
    assert report.stopped.startswith("the batch could not be handed in: wrong-key")
    assert rows("SELECT count(*), total(charged) FROM attempts WHERE kind = 'not-sent'") == [(3, 0.0)]


def test_the_time_that_a_run_may_take_ends_the_waiting_and_not_the_batch(start: Start, run: Run) -> None:
    server = start(options={"batch_seconds": 1.0})
    report = run(server.base_url, options__papers=3, caps={"money": 1.0, "minutes": 0.005}, **BATCH)
    assert report.answered == 0
    assert "goes on at the endpoint" in report.notes[0]
    plain = run(server.base_url, options__papers=3)
    assert (plain.attempts, plain.failures) == (0, {"waiting": 3})
    assert run(server.base_url, options__papers=3, **BATCH).answered == 3
    assert len(server.desk.batches) == 1
