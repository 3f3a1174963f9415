"""A run that is killed at any moment loses nothing that was answered and sends nothing twice but what was in flight."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from peerassay.collect import StoreReader

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS, IN_FLIGHT = 250, 8
WORKER = Path(__file__).with_name("worker.py")


def start_worker(folder: Path, address: str) -> subprocess.Popen[str]:
    words = [sys.executable, str(WORKER), str(folder), address, str(CALLS)]
    worker = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    assert worker.stdout.readline() == "started\n"
    return worker


def wait_until(happened: Callable[[], bool], worker: subprocess.Popen[str]) -> None:
    while not happened():
        assert worker.poll() is None, "the worker ended by itself"
        time.sleep(0.005)


def test_killed_at_random_moments(
    start: Callable[..., Any], run: Callable[..., Any], rows: Callable[[str], Any], tmp_path: Path
) -> None:
    server = start(options={"delay": 0.02})
    moments = random.Random(8)
    answered_before, kills = 0, 0
    for _ in range(3):
        worker = start_worker(tmp_path, server.base_url)
        before = len(server.answered)
        wait_until(lambda seen=before: len(server.answered) > seen, worker)  # type: ignore[misc]
        time.sleep(moments.uniform(0.0, 0.25))
        worker.send_signal(signal.SIGKILL)
        kills += worker.wait() == -signal.SIGKILL
        answered = len(list(StoreReader(tmp_path / "store.sqlite").results()))
        assert answered >= answered_before
        answered_before = answered
    report = run(server.base_url, options__papers=CALLS, endpoint__concurrency=IN_FLIGHT)
    assert kills == 3
    assert report.already >= answered_before > 0
    assert report.already + report.answered == CALLS
    assert rows("SELECT count(*), count(DISTINCT call) FROM attempts WHERE state = 'answered'") == [(CALLS, CALLS)]
    asked = Counter(mark.rpartition("-")[0] for mark in server.answered)
    assert len(asked) == CALLS
    assert sum(asked.values()) - CALLS <= kills * IN_FLIGHT
    assert rows("SELECT count(*) FROM attempts WHERE kind = 'interrupted'")[0][0] <= kills * IN_FLIGHT
    assert rows("SELECT count(*) FROM attempts WHERE state = 'sent'") == [(0,)]


def test_two_processes_on_one_store(start: Callable[..., Any], run: Callable[..., Any], tmp_path: Path) -> None:
    from peerassay.collect import StoreBusyError

    server = start(options={"delay": 0.05})
    worker = start_worker(tmp_path, server.base_url)
    try:
        wait_until((tmp_path / "store.sqlite.holder").exists, worker)
        with pytest.raises(StoreBusyError, match=f"process {worker.pid} is writing into this store"):
            run(server.base_url, options__papers=1)
    finally:
        worker.kill()
        worker.wait()
    assert run(server.base_url, options__papers=1).complete  # the lock went with the process
