"""Every way in which a call can fail has a name and says what to do; and the key is in none of what is written."""

from __future__ import annotations

import contextlib
import io
import logging
import socket
from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect import KINDS, Effect, PlanError, StoreReader, problem
from peerassay.collect.practice import FAULTS
from peerassay.collect.running import collect
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.collect.practice import PracticeServer

KEY = "sk-marker-5f1c0b9e7a"
EXPECTED = {
    "rate_limit": ("rate-limit", "Lower `requests_per_minute`"),
    "server_error": ("server-error", "Run the plan again later"),
    "drop": ("connection-lost", "Run the plan again"),
    "cut_short": ("connection-lost", "Run the plan again"),
    "not_json": ("broken-answer", "Check that `base_url` speaks the API"),
    "bad_answer": ("malformed-json", "json_schema"),
    "truncate": ("truncated", "Raise `max_output_tokens`"),
    "refuse": ("refusal", "counts as missing"),
    "empty": ("empty-answer", "max_output_tokens"),
    "stall": ("timeout", "Raise `call_timeout`"),
    "wrong_key": ("wrong-key", "Check that the key"),
    "no_permission": ("no-permission", "access to this model"),
    "no_credit": ("no-credit", "Add credit"),
    "unknown_model": ("unknown-model", "Correct `name`"),
    "no_path": ("unknown-path", "Check `base_url`"),
    "context": ("context-too-long", "longer context"),
    "schema": ("schema-unsupported", "json_object or text"),
    "logprobs": ("logprobs-unsupported", "Leave this task out"),
    "images": ("image-limit", "image_limit"),
    "bad_request": ("bad-request", "Correct what the endpoint names"),
    "echo_key": ("server-error", "Run the plan again"),
}


def everything_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault in EXPECTED])
def test_a_fault_has_a_name_and_an_advice_and_shows_no_key(
    start: Callable[..., PracticeServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: str,
    api: str,
) -> None:
    monkeypatch.setenv("MARKER_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    server = start(options={"key": KEY, "stall": 0.3}, **{fault: 1.0})
    changes = {"endpoint__key_variable": "MARKER_KEY", "endpoint__attempts": 2, "endpoint__api": api}
    changes |= {"endpoint__call_timeout": 0.15 if fault == "stall" else 10.0}
    plan = small_plan(tmp_path, server.base_url, options__papers=1, **changes)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        report = collect(plan, tasks=TASKS)
    kind, advice = EXPECTED[fault]
    assert report.failures == {kind: 1}
    words = "\n".join(report.lines())
    assert advice in words
    assert report.attempts == (2 if KINDS[kind][0] is Effect.RETRY else 1)
    assert bool(report.stopped) == (KINDS[kind][0] is Effect.STOP)
    attempts = list(StoreReader(report.store).attempts())
    assert {attempt.kind for attempt in attempts} == {kind}
    assert KEY.encode() not in everything_written(tmp_path)
    assert KEY not in words + shown.getvalue() + caplog.text


def test_a_key_that_an_answer_repeats_is_hidden_in_all_that_is_kept(
    start: Callable[..., PracticeServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARKER_KEY", KEY)
    server = start(options={"key": KEY}, key_in_answer=1.0)
    report = collect(small_plan(tmp_path, server.base_url, endpoint__key_variable="MARKER_KEY"), tasks=TASKS)
    assert report.answered == 10
    assert KEY.encode() not in everything_written(tmp_path)
    assert "[key]" in next(iter(StoreReader(report.store).results())).result["reason"]


def test_no_key_is_said_before_anything_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MARKER_KEY", raising=False)
    plan = small_plan(tmp_path, "http://127.0.0.1:9/v1", endpoint__key_variable="MARKER_KEY")
    with pytest.raises(PlanError, match="the environment variable MARKER_KEY is not set"):
        collect(plan, tasks=TASKS)
    assert not (tmp_path / "store.sqlite").exists()


def test_a_key_that_cannot_be_one_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARKER_KEY", f"{KEY} ü")
    with pytest.raises(PlanError) as caught:
        collect(small_plan(tmp_path, "http://127.0.0.1:9/v1", endpoint__key_variable="MARKER_KEY"), tasks=TASKS)
    assert KEY not in str(caught.value)


def test_a_server_that_is_down_ends_the_run(run: Callable[..., Any]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    report = run(f"http://127.0.0.1:{port}/v1", options__papers=50, endpoint__attempts=2, endpoint__concurrency=2)
    assert report.stopped.startswith("server-down: No connection to the endpoint")
    assert report.failures.total() <= 3
    assert report.money == 0


def test_an_endpoint_that_only_fails_ends_the_run(
    start: Callable[..., PracticeServer], run: Callable[..., Any]
) -> None:
    report = run(start(server_error=1).base_url, options__papers=200, endpoint__attempts=1, endpoint__concurrency=2)
    assert report.stopped.startswith("server-error")
    assert 10 <= report.failures.total() <= 12


def test_a_bad_request_among_good_ones_is_of_that_call_alone(
    start: Callable[..., PracticeServer], run: Callable[..., Any]
) -> None:
    report = run(start(bad_request=0.1).base_url, options__papers=60, endpoint__concurrency=1)
    assert not report.stopped
    assert 0 < report.failures["bad-request"] < 20
    assert report.answered == 60 - report.failures["bad-request"]


def test_a_long_pause_that_the_endpoint_asks_for_ends_the_run(
    start: Callable[..., PracticeServer], run: Callable[..., Any]
) -> None:
    report = run(start(rate_limit=1, options={"retry_after": 3600}).base_url, options__papers=5)
    assert report.attempts <= 5
    assert report.stopped.startswith("rate-limit")
    assert report.seconds < 2


def test_too_many_images_are_excluded_before_they_are_sent_and_only_until_the_limit_is_raised(
    start: Callable[..., PracticeServer], run: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_bytes(b"an image")
    image = f"a.png={digest_bytes(b'an image')}"
    server = start()
    server.keep_bodies = True
    changes = {"options__papers": 1, "options__images": [image, image]}
    report = run(server.base_url, endpoint__image_limit=1, **changes)
    assert (report.failures, report.attempts, report.total_money) == ({"image-limit": 1}, 0, 0)
    assert "The call has 2 images; image_limit is 1" in "\n".join(report.lines())
    assert run(server.base_url, endpoint__image_limit=1, **changes).failures == {"image-limit": 1}
    assert run(server.base_url, endpoint__image_limit=2, **changes).answered == 1
    kinds = [part["type"] for part in server.bodies[0]["messages"][1]["content"]]
    assert kinds == ["text", "image_url", "image_url"]
    assert server.bodies[0]["messages"][1]["content"][1]["image_url"]["url"] == "data:image/png;base64,YW4gaW1hZ2U="


def test_an_image_that_changed_is_not_sent(
    start: Callable[..., PracticeServer], run: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_bytes(b"another image")
    image = f"a.png={digest_bytes(b'an image')}"
    server = start()
    report = run(server.base_url, options__papers=1, options__images=[image])
    assert report.failures == {"image-changed": 1}
    assert server.answered == []
    (tmp_path / "a.png").write_bytes(b"an image")
    assert run(server.base_url, options__papers=1, options__images=[image]).answered == 1


def test_a_fault_of_a_task_keeps_the_answer(start: Callable[..., PracticeServer], tmp_path: Path) -> None:
    class Faulty(type(TASKS["small"])):  # type: ignore[misc]
        def parse(self, call: Any, answer: Any, options: Any) -> Any:
            raise KeyError("missing")

    plan = small_plan(tmp_path, start().base_url, options__papers=1)
    report = collect(plan, tasks={"small": Faulty()})
    assert "The task small failed on an answer: KeyError" in report.stopped
    reader = StoreReader(report.store)
    attempt = next(iter(reader.attempts()))
    assert '"score"' in reader.raw(attempt.key, attempt.configuration)[0]["answer"].replace("\\", "")


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="expected one of no-key"):
        problem("odd", "It failed.")
    assert all(advice.endswith(".") for _, advice in KINDS.values())
