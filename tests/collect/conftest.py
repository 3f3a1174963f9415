"""Fixtures of the tests of collecting: a practice endpoint, plans for it, and runs."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect.practice import Faults, PracticeServer
from peerassay.collect.running import collect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from peerassay.collect.running import Report


@pytest.fixture
def start() -> Iterator[Callable[..., PracticeServer]]:
    """Start a practice endpoint: ``start(rate_limit=0.1, key="...", retry_after=...)``."""
    with ExitStack() as stack:

        def begin(*, options: dict[str, Any] | None = None, **shares: float) -> PracticeServer:
            given = dict(options or {})
            faults = Faults(
                shares, **{name: given.pop(name) for name in ("retry_after", "stall", "delay") if name in given}
            )
            return stack.enter_context(PracticeServer(faults, **given))

        yield begin


@pytest.fixture
def faulty_address() -> Iterator[str]:
    """The address of a practice endpoint in a process of its own, with 5 % of each passing fault."""
    words = [sys.executable, "-m", "peerassay.collect.practice", "--faults", "0.05"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Report]:
    """Run a plan of the small task against an address."""
    return lambda address, **changes: collect(small_plan(tmp_path, address, **changes), tasks=TASKS)


@pytest.fixture
def rows(tmp_path: Path) -> Callable[[str], list[tuple[Any, ...]]]:
    """Ask the store with SQL."""

    def ask(query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(tmp_path / "store.sqlite")) as connection:
            return connection.execute(query).fetchall()

    return ask
