"""The synchronous door: run a plan from a script, the command line or a notebook."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING

from peerassay.collect.practice import PracticeServer
from peerassay.collect.reading import prepare
from peerassay.collect.running.batches import BatchEngine
from peerassay.collect.running.client import Client, find_key
from peerassay.collect.running.engine import Engine
from peerassay.collect.running.jobs import Planner, check_needs, known_tasks
from peerassay.collect.running.listening import Listener
from peerassay.collect.running.results import entry_results, store_results
from peerassay.collect.store import Store, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from peerassay.collect.plan import Plan
    from peerassay.collect.practice import Faults
    from peerassay.collect.reading import Ready
    from peerassay.collect.running.report import Report
    from peerassay.collect.task import Task

_LOOK = 0.2  # seconds between two looks whether the run has ended


def collect(
    plan: Plan,
    *,
    listener: Listener | None = None,
    retry_failed: bool = False,
    tasks: Mapping[str, Task] | None = None,
    faults: Faults | None = None,
) -> Report:
    """Run a plan until every call has an answer, a cap is reached or nothing more can be done.

    Safe to be called again and again: what the store has an answer to is not sent again. An interrupt (Ctrl-C) lets
    what is in flight finish; a second one gives it up.

    Parameters
    ----------
    plan : Plan
        From `peerassay.collect.read_plan`.
    listener : Listener, optional
        Hears what happens.
    retry_failed : bool
        Whether calls that failed for good in an earlier run are sent again.
    tasks : mapping of str to Task, optional
        The tasks that there are; those of `peerassay.collect.tasks` by default.
    faults : Faults, optional
        What goes wrong at the practice endpoint; nothing by default.

    Returns
    -------
    Report
        What was done.

    Raises
    ------
    PlanError
        If the plan cannot be run: a missing key, an unknown price, a manuscript that is not there.
    StoreBusyError
        If another process writes into the store.
    StoreError
        If the store cannot be used.
    """
    ready = prepare(plan, known_tasks() if tasks is None else tasks)
    secret = find_key(plan.endpoint)
    with ExitStack() as stack:
        store = stack.enter_context(Store(plan.located(plan.store)))
        check_needs(ready, lambda label: any(True for _ in store_results(store.reader, label)))
        address = plan.endpoint.base_url
        if plan.endpoint.practice:
            address = stack.enter_context(PracticeServer(faults)).base_url
        run = _Run(ready, store, lambda: Client(plan.endpoint, address, secret), listener or Listener(), retry_failed)
        return run.wait()


def _look(thread: threading.Thread) -> None:
    """Wait for a thread, but not so long that an interrupt would go unheard."""
    thread.join(_LOOK)


class _Run:
    """A run in a thread of its own, so that it works where a loop runs already, and an interrupt finds it."""

    def __init__(
        self, ready: Ready, store: Store, connect: Callable[[], Client], listener: Listener, retry_failed: bool
    ) -> None:
        self.ready, self.store, self.connect = ready, store, connect
        self.listener, self.retry_failed = listener, retry_failed
        self.loop: asyncio.AbstractEventLoop | None = None
        self.engine: Engine | None = None
        self.outcome: Report | None = None
        self.error: BaseException | None = None

    def wait(self) -> Report:
        """Wait for the end of the run.

        Raises
        ------
        BaseException
            What the run raised.
        """
        thread = threading.Thread(target=self._thread, name="peerassay-collect", daemon=True)
        thread.start()
        interrupts = told = 0
        while thread.is_alive():
            try:
                if told < interrupts and self.engine is not None:
                    told = interrupts
                    self._interrupt(self.engine, told)
                _look(thread)
            except KeyboardInterrupt:  # also while an earlier one is passed on
                interrupts += 1
        if isinstance(self.error, sqlite3.Error):
            raise StoreError(f"{self.store.path}: {self.error}. What was answered before is kept") from self.error
        if self.error is not None:
            raise self.error
        if self.outcome is None:
            raise KeyboardInterrupt
        return self.outcome

    def _interrupt(self, engine: Engine, times: int) -> None:
        if self.loop is None:
            return
        if times == 1:
            self.listener.say("stopping: waiting for what is in flight; press Ctrl-C again to give it up")
            reason = "interrupted. Run the plan again: it resumes."
            self.loop.call_soon_threadsafe(lambda: engine.stop(reason, interrupted=True))
        else:
            self.loop.call_soon_threadsafe(engine.cancel)

    def _thread(self) -> None:
        try:
            self.outcome = asyncio.run(self._main())
        except BaseException as error:
            self.error = error

    async def _main(self) -> Report:
        self.loop = asyncio.get_running_loop()
        planner = Planner(self.ready, lambda label: entry_results(planner, self.store.reader, label))
        client = self.connect()
        kind = BatchEngine if self.ready.plan.endpoint.batch else Engine
        self.engine = kind(self.ready.plan, planner, self.store, client, self.listener, retry_failed=self.retry_failed)
        try:
            return await self.engine.run()
        finally:
            await client.close()
