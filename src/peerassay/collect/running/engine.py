"""Running a plan: bounded concurrency, retries of our own, caps, and an end that loses nothing."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from peerassay.collect.problems import Effect, Problem
from peerassay.collect.running.attempt import Tried, note_unsent, try_once, unsendable
from peerassay.collect.running.caps import CapKeeper, CapReachedError
from peerassay.collect.running.pace import Pace
from peerassay.collect.running.report import Report
from peerassay.collect.running.results import look_ahead

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from typing import Any

    from peerassay.collect.plan import Plan
    from peerassay.collect.running.client import Client
    from peerassay.collect.running.jobs import Job, Planner
    from peerassay.collect.running.listening import Listener
    from peerassay.collect.store import Found, Store

LOCAL_KINDS = {"image-limit", "image-changed"}  # found without the endpoint, and looked at again in every run
_BREATH = 100  # calls that are skipped before other coroutines get their turn
_IN_A_ROW = 10  # calls that fail one after the other, without an answer between them, before the run ends


class Engine:
    """One run of a plan.

    Parameters
    ----------
    plan : Plan
        Limits and caps.
    planner : Planner
        Makes the jobs.
    store : Store
        Open for writing.
    client : Client
        The endpoint.
    listener : Listener
        Hears what happens.
    retry_failed : bool
        Whether calls that failed for good in an earlier run are sent again.
    """

    def __init__(
        self,
        plan: Plan,
        planner: Planner,
        store: Store,
        client: Client,
        listener: Listener,
        *,
        retry_failed: bool = False,
    ) -> None:
        self.plan, self.planner, self.store, self.client = plan, planner, store, client
        self.listener, self.retry_failed = listener, retry_failed
        self.caps = CapKeeper(plan.caps, store.spent())
        self.pace = Pace(plan.endpoint)
        self.report = Report(store.path, cut_off=store.interrupted)
        self.stopping = asyncio.Event()
        self.error: Exception | None = None
        self.started = time.monotonic()
        self._workers: list[asyncio.Task[None]] = []
        self._announced: set[str] = set()
        self._answered: set[str] = set()
        self._in_a_row = 0

    async def run(self) -> Report:
        """Run every entry, one after the other.

        Returns
        -------
        Report
            What was done.

        Raises
        ------
        Exception
            What reading a manuscript or the store raised, after everything in flight has been settled.
        """
        for entry in self.plan.tasks:
            if not self.stopping.is_set():
                self.listener.entry(entry.name, self._total(entry.name))
                await self.run_entry(entry.name)
        if self.error is None:
            look_ahead(self.planner, self.report)
        self.report.configurations = {entry.name: self.planner.digests(entry.name) for entry in self.plan.tasks}
        self.report.calls = frozenset().union(*self.planner.made.values())
        self.report.seconds = time.monotonic() - self.started
        self.report.total_money = self.caps.money
        if self.error is not None:
            raise self.error
        return self.report

    def _total(self, label: str) -> int | None:
        return sum(1 for _ in self.planner.jobs(label)) if self.listener.wants_totals else None

    async def run_entry(self, label: str) -> None:
        """Run the jobs of one entry, as many at a time as the plan allows."""
        jobs = self.planner.jobs(label)
        self._workers = [asyncio.create_task(self._work(jobs)) for _ in range(self.plan.endpoint.concurrency)]
        await asyncio.gather(*self._workers, return_exceptions=True)
        for worker in self._workers:
            if not worker.cancelled() and (error := worker.exception()) is not None:
                raise error

    def stop(self, reason: str, *, interrupted: bool = False) -> None:
        """Begin nothing new; what is in flight is waited for.

        Parameters
        ----------
        reason : str
            For the report; the first one counts.
        interrupted : bool
            Whether it comes from outside.
        """
        self.report.stopped = self.report.stopped or reason
        self.report.interrupted |= interrupted
        self.stopping.set()

    def cancel(self) -> None:
        """Give up what is in flight, too."""
        for worker in self._workers:
            worker.cancel()

    async def _work(self, jobs: Iterator[Job]) -> None:
        skipped = 0
        while (job := self._next(jobs)) is not None:
            try:
                if await self._handle(job):
                    skipped = 0
                elif (skipped := skipped + 1) % _BREATH == 0:
                    await asyncio.sleep(0)
            except CapReachedError as reached:
                self.stop(f"{reached}. Raise the cap and run the plan again: it resumes.")
            except Exception as error:
                self._fail(error)

    def _next(self, jobs: Iterator[Job]) -> Job | None:
        if self.stopping.is_set():
            return None
        if self.time_left() <= 0:
            self.stop(f"caps.minutes = {self.plan.caps.minutes:g} have passed. Run the plan again: it resumes.")
            return None
        try:
            return next(jobs, None)
        except Exception as error:
            self._fail(error)
            return None

    def _fail(self, error: Exception) -> None:
        self.error = self.error or error
        self.stop(str(error))

    def time_left(self) -> float:
        """Return how many seconds the run may still take."""
        minutes = self.plan.caps.minutes
        return float("inf") if minutes is None else self.started + 60 * minutes - time.monotonic()

    async def _handle(self, job: Job) -> bool:
        """Bring one job to its end; returns whether anything was sent."""
        self.announce(job)
        found = self.store.find(job.call, job.configuration.digest, job.reference.digest)
        if self.settled_before(job, found):
            return False
        if (why := unsendable(job, self.plan.endpoint.image_limit)) is not None:
            self.exclude(job, why, found)
            return False
        problem = await self._try(job)
        self.close(job, problem)
        return True

    def settled_before(self, job: Job, found: Found | None) -> bool:
        """Say whether there is nothing to do for a job, and count it."""
        if found is None or found.kind in LOCAL_KINDS:
            return False
        if found.open:
            self.report.failed(Problem("waiting", "The call waits in a batch that an earlier run handed in"))
            return True
        if found.answered:
            self.report.already += 1
            self._answered.add(job.configuration.digest)
            self.listener.call(answered=True, skipped=True)
            return True
        final = found.kind is not None and Problem(found.kind, "").effect is Effect.FINAL and not self.retry_failed
        if final and found.kind is not None:
            self.report.failed(Problem(found.kind, "An earlier run ended so; --retry-failed sends it again"))
            self.listener.call(answered=False, skipped=True)
        return final

    def exclude(self, job: Job, why: Problem, found: Found | None) -> None:
        """Count a call that cannot be sent, and enter it once."""
        if found is None:
            note_unsent(self.store, job, why)
        self.report.failed(why)
        self.listener.call(answered=False, skipped=True)

    def close(self, job: Job, problem: Problem | None) -> None:
        """Count a job that has come to its end, and stop the run if it makes no sense to go on."""
        self.listener.call(answered=problem is None, skipped=False)
        self.listener.spent(self.caps.money, self.plan.caps.money)
        if problem is None:
            self.report.answered += 1
            self._answered.add(job.configuration.digest)
            self._in_a_row = 0
            return
        self.report.failed(problem)
        self._in_a_row += 1
        if self._hopeless(job, problem):
            self.stop(f"{problem.kind}: {problem}")

    def _hopeless(self, job: Job, problem: Problem) -> bool:
        if problem.kind == "bad-request" and job.configuration.digest in self._answered:
            return False  # others like it were answered, so it is this call alone
        if problem.effect is Effect.STOP or problem.kind == "server-down":
            return True
        if problem.kind == "rate-limit" and (problem.retry_after or 0) > self.plan.endpoint.longest_wait:
            return True
        return problem.effect is Effect.RETRY and self._in_a_row >= max(_IN_A_ROW, 2 * self.plan.endpoint.concurrency)

    async def _try(self, job: Job) -> Problem | None:
        """Attempt a call until it has a result, its attempts are used up, or it is pointless."""
        for number in range(1, self.plan.endpoint.attempts + 1):
            tried = await self._attempt(job)
            if tried is None:
                return Problem("interrupted", "The run was stopped before the call was sent")
            self.report.retries += number > 1
            if (problem := tried.problem) is None or problem.effect is not Effect.RETRY:
                return problem
            if number == self.plan.endpoint.attempts or not await self._wait(number, problem):
                return problem
            self.report.retried[problem.kind] += 1
        return None

    async def _attempt(self, job: Job) -> Tried | None:
        await self.caps.reserve(job.bound)
        if not await self._unless_stopped(self.pace.pass_one(job.likely_read)):
            await self.caps.forget(job.bound)
            return None
        timeout = min(self.plan.endpoint.call_timeout, max(self.time_left(), 0.01))
        tried = await try_once(job, self.store, self.client, self.caps, timeout)
        self.report.attempts += 1
        self.report.money += tried.money
        self.report.tokens += tried.tokens
        return tried

    async def _wait(self, number: int, problem: Problem) -> bool:
        """Wait before the next attempt; returns False if the run stops, or the endpoint asks for too long a pause."""
        endpoint = self.plan.endpoint
        if (problem.retry_after or 0) > endpoint.longest_wait:
            return False
        if problem.kind == "rate-limit" and problem.retry_after:
            self.pace.pause(problem.retry_after)
            self.listener.say(f"the endpoint's limit is reached: pausing for {problem.retry_after:.0f} s")
        seconds = self.pace.wait_before(number, problem.retry_after)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopping.wait(), min(seconds, max(self.time_left(), 0)))
        return not self.stopping.is_set()

    async def _unless_stopped(self, waiting: Coroutine[Any, Any, None]) -> bool:
        """Wait for something unless the run stops; returns whether it happened."""
        if self.pace.free:
            waiting.close()
            return not self.stopping.is_set()
        task = asyncio.ensure_future(waiting)
        stop = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            return task.done() and not task.cancelled() and task.exception() is None
        finally:
            task.cancel()
            stop.cancel()

    def announce(self, job: Job) -> None:
        """Enter a configuration when it is first met, and say if it replaces another one."""
        if addressed := job.call.notes.get("addressed"):
            self.report.note(f"paper {job.call.key.paper_id} has text that addresses its reviewer: {addressed[0]!r}")
        made = job.configuration
        if made.digest in self._announced:
            return
        self._announced.add(made.digest)
        if others := self.store.add_configuration(made):
            self.report.note(
                f"{made.label}, {made.reviewer}: configuration {made.digest[:12]} is new. The store also holds answers "
                f"of {', '.join(other[:12] for other in others)}; they are kept, and do not count for this plan"
            )
