"""Running a plan through the Batch API: handed in, waited for, fetched; an end at any moment loses nothing."""

from __future__ import annotations

import asyncio
import json
import tempfile
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.collect.problems import Effect, Problem, problem
from peerassay.collect.running.attempt import failed, hidden, note_unsent, read, request_mark, unsendable
from peerassay.collect.running.client import Sent
from peerassay.collect.running.engine import LOCAL_KINDS, Engine
from peerassay.collect.running.lines import Lines
from peerassay.collect.store import batches as shelf
from peerassay.collect.wire import PATHS, exception_problem, filled, status_problem
from peerassay.collect.wire.requests import ImageChangedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peerassay.collect.running.jobs import Job
    from peerassay.collect.store import Settled
    from peerassay.collect.store.batches import Batch

MARK = "peerassay"  # the name in a batch's metadata under which our own name of it stands
MOST_BYTES = 190_000_000  # of an input file; endpoints take 200 MB
ENDED = {"completed", "failed", "expired", "cancelled"}
_LISTED = 100  # batches of the endpoint that are searched for one of ours


class BatchEngine(Engine):
    """An engine that sends nothing one by one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._failing: dict[int, Problem] = {}  # calls of this run whose last attempt failed
        self._handed: set[int] = set()  # batches of this run: what is set aside for them is not spent yet

    async def run_entry(self, label: str) -> None:
        """Hand in what an entry lacks, fetch what comes, and hand in again what failed for a passing reason."""
        try:
            self.report.already += self._count_answered(label)
            for batch in await self._known():
                await self._fetch(label, batch)
            for number in range(1, self.plan.endpoint.attempts + 1):
                if self.stopping.is_set() or not await self._round(label, number):
                    break
        except Exception as error:
            self._fail(error)
        self._count_failures(label)

    def _fail(self, error: Exception) -> None:
        """End the run; what comes from the endpoint is named, with the key taken out, and is no traceback."""
        import httpx2
        import openai

        if not isinstance(error, (openai.OpenAIError, httpx2.HTTPError, TimeoutError)):
            super()._fail(error)
            return
        why = hidden(exception_problem(error), self.client)
        self.report.problems.setdefault(why.kind, why)
        self.stop(f"{why.kind}: {why}")

    def _count_answered(self, label: str) -> int:
        return sum(bool(found and found.answered) for _, found in self._looked_up(label))

    def _looked_up(self, label: str) -> Iterator[tuple[Job, Any]]:
        for job in self.planner.jobs(label):
            self.announce(job)
            yield job, self.store.find(job.call, job.configuration.digest, job.reference.digest)

    async def _known(self) -> list[Batch]:
        """Return the batches that an earlier run handed in; those that never were are dropped."""
        kept = []
        for batch in shelf.open_batches(self.store):
            if batch.state == shelf.CREATING and (remote := await self._search(batch)) is not None:
                batch = shelf.move_batch(self.store, batch, shelf.SUBMITTED, remote=remote)
            if batch.remote is not None:
                kept.append(batch)
            else:
                self.report.cut_off += shelf.drop_batch(self.store, batch, charged=False)
                self.caps.begin_with(self.store.spent())
        return kept

    async def _search(self, batch: Batch) -> str | None:
        """Look for a batch at the endpoint that may have been made just before an earlier run ended."""
        page = await self.client.raw.batches.list(limit=_LISTED)
        return next((one.id for one in page.data if (one.metadata or {}).get(MARK) == batch.mark), None)

    async def _round(self, label: str, number: int) -> bool:
        """Hand in everything that is pending, then wait for it; returns whether there was anything."""
        pending = self._pending(label, number)
        handed: list[Batch] = []
        while not self.stopping.is_set() and (batch := await self._hand_in(pending)) is not None:
            handed.append(batch)
        for batch in handed:
            await self._fetch(label, batch)
        return bool(handed)

    def _pending(self, label: str, number: int) -> Iterator[Job]:
        for job, found in self._looked_up(label):
            if found is not None and (found.answered or found.open):
                continue
            if (why := unsendable(job, self.plan.endpoint.image_limit)) is not None:
                if found is None:
                    note_unsent(self.store, job, why)
                continue
            if found is None or found.kind in LOCAL_KINDS or self._again(found.kind, number):
                yield job

    def _again(self, kind: str | None, number: int) -> bool:
        if kind is None or Problem(kind, "").effect is not Effect.FINAL:
            return True
        return self.retry_failed and number == 1

    async def _hand_in(self, pending: Iterator[Job]) -> Batch | None:
        """Write one input file, upload it, make the batch; every id is stored before the next step."""
        batch = shelf.add_batch(self.store, uuid.uuid4().hex)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "batch.jsonl"
            if not self._write(file, batch, pending):
                shelf.drop_batch(self.store, batch, charged=False)
                return None
            try:
                uploaded = await self.client.raw.files.create(file=file, purpose="batch")
                shelf.move_batch(self.store, batch, shelf.CREATING, file=uploaded.id)
                made = await self.client.raw.batches.create(
                    completion_window="24h",
                    endpoint=f"/v1{PATHS[self.plan.endpoint.api]}",  # type: ignore[arg-type]
                    input_file_id=uploaded.id,
                    metadata={MARK: batch.mark},
                )
            except Exception as error:
                await self._refused(batch, hidden(exception_problem(error), self.client))
                return None
        self._handed.add(batch.id)
        self.listener.say(f"batch {made.id} is handed in")
        return shelf.move_batch(self.store, batch, shelf.SUBMITTED, remote=made.id)

    async def _refused(self, batch: Batch, why: Problem) -> None:
        """End the run because a batch could not be handed in."""
        self.report.problems.setdefault(why.kind, why)
        shelf.drop_batch(self.store, batch, charged=why.kind in {"timeout", "connection-lost"})
        self.stop(f"the batch could not be handed in: {why.kind}: {why}")

    def _write(self, file: Path, batch: Batch, pending: Iterator[Job]) -> int:
        """Write jobs into an input file until it is full or a cap is reached; returns how many."""
        lines = 0
        with file.open("wb") as target:
            while lines < self.plan.endpoint.batch_size and target.tell() < MOST_BYTES:
                if (job := next(pending, None)) is None:
                    break
                if (reason := self.caps.exceeded(job.bound)) is not None:
                    self.stop(f"{reason}. Raise the cap and run the plan again: it resumes.")
                    break
                if (line := self._line(job, batch)) is not None:
                    target.write(line)
                    lines += 1
        return lines

    def _line(self, job: Job, batch: Batch) -> bytes | None:
        api = self.plan.endpoint.api
        try:
            body = filled(api, job.configuration.settings["body"], job.messages)
        except ImageChangedError as error:
            note_unsent(self.store, job, problem("image-changed", str(error)))
            return None
        short = job.reference
        digest = job.configuration.digest
        bound = (job.bound.money, job.bound.tokens)
        _, number = self.store.begin(job.call, digest, short.request, short.texts, *bound, batch.id)
        self.caps.set_aside(job.bound)
        self.report.attempts += 1
        line = {"custom_id": request_mark(job, number), "method": "POST", "url": f"/v1{PATHS[api]}", "body": body}
        return json.dumps(line, ensure_ascii=False).encode() + b"\n"

    async def _fetch(self, label: str, batch: Batch) -> None:
        """Wait for a batch and settle what it holds of this entry."""
        shown = await self._ended(batch)
        if shown is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            lines = Lines(Path(folder))
            for name in filter(None, (shown.output_file_id, shown.error_file_id)):
                await lines.add(self.client, name)
            await self._settle(label, batch, lines, self._whole(shown))
        if not shelf.waiting(self.store, batch):
            shelf.move_batch(self.store, batch, shelf.DONE)

    def _whole(self, shown: Any) -> Problem | None:
        why = _batch_problem(shown)
        return None if why is None else hidden(why, self.client)

    async def _ended(self, batch: Batch) -> Any | None:
        """Wait until a batch has ended; None if the run stops before."""
        while batch.remote is not None:
            try:
                shown = await self.client.raw.batches.retrieve(batch.remote)
                if shown.status in ENDED:
                    return shown
                counts = shown.request_counts
                self.listener.say(f"batch {batch.remote}: {counts.completed if counts else 0} answers are there")
            except Exception as error:
                why = hidden(exception_problem(error), self.client)
                if why.effect is Effect.STOP:
                    self.stop(f"{why.kind}: {why}")
                self.listener.say(f"batch {batch.remote}: {why.message}")
            pause = min(self.plan.endpoint.poll_seconds, max(self.time_left(), 0))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), pause)
            if self.time_left() <= 0:
                self.stop(
                    f"caps.minutes = {self.plan.caps.minutes:g} have passed. Run the plan again: it fetches the batch."
                )
            if self.stopping.is_set():
                self.report.note(f"batch {batch.remote} goes on at the endpoint; run the plan again to fetch it")
                return None
        return None

    async def _settle(self, label: str, batch: Batch, lines: Lines, why: Problem | None) -> None:
        for job, found in self._looked_up(label):
            waiting = shelf.waiting_attempt(self.store, found.id, batch.id) if found and found.open else None
            if waiting is None:
                continue
            end = self._end(job, lines.take(request_mark(job, waiting[1])), why)
            self.store.settle(waiting[0], end)
            if batch.id in self._handed:
                await self.caps.settle(job.bound, end.charged, end.charged_tokens)
            else:
                self.caps.correct(job.bound, end.charged, end.charged_tokens)
            self._count(found.id, end)

    def _end(self, job: Job, line: dict[str, Any] | None, why: Problem | None) -> Settled:
        """Read one line of an output or error file."""
        response = (line or {}).get("response")
        if why is not None and not response:
            return failed(job.bound, why, 0.0)
        if not response:
            return failed(job.bound, problem("batch-expired", "The batch ended without this call"), 0.0)
        if response["status_code"] != 200:
            return failed(
                job.bound, hidden(status_problem(response["status_code"], response["body"]), self.client), 0.0
            )
        body = self.client.secret.hide(json.dumps(response["body"], ensure_ascii=False))
        return read(
            job,
            self.plan.endpoint.api,
            Sent(body, self.client.secret.hide(response.get("request_id") or "")),
            0.0,
            batch=True,
        )

    def _count(self, call: int, end: Settled) -> None:
        self.report.money += end.charged
        self.report.tokens += end.charged_tokens
        self.report.answered += end.problem is None
        if (before := self._failing.pop(call, None)) is not None:
            self.report.retries += 1
            self.report.retried[before.kind] += 1
        if end.problem is not None:
            self._failing[call] = end.problem
            if end.problem.effect is Effect.STOP:
                self.stop(f"{end.problem.kind}: {end.problem}")
        self.listener.call(answered=end.problem is None, skipped=False)
        self.listener.spent(self.caps.money, self.plan.caps.money)

    def _count_failures(self, label: str) -> None:
        """Count the calls that stay without a result, by their last problem."""
        for _, found in self._looked_up(label):
            if found is not None and not found.answered and not found.open and found.kind is not None:
                self.report.failed(self._failing.get(found.id) or Problem(found.kind, "An earlier run ended so"))


def _batch_problem(shown: Any) -> Problem | None:
    """Name why a batch as a whole failed, or None."""
    if shown.status != "failed":
        return None
    told = (
        "; ".join(str(error.message) for error in (shown.errors.data or [])[:3]) if shown.errors else "no reason given"
    )
    return problem("bad-request", f"The endpoint refused the batch: {told}")
