"""Running notebooks side by side, each after those it needs, and keeping what they make."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from peerassay.workflow.execute import Job, Outcome, execute
from peerassay.workflow.failure import Failure
from peerassay.workflow.publish import OwnershipError, Shelf, keep_failure, keep_timing, last_seconds
from peerassay.workflow.state import waves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from peerassay.workflow.places import Places
    from peerassay.workflow.report import Report
    from peerassay.workflow.state import Status


class NotebookFailedError(RuntimeError):
    """At least one notebook failed.

    Parameters
    ----------
    failures
        What happened, with the page that explains it.
    """

    def __init__(self, failures: Sequence[tuple[Failure, Path]]) -> None:
        self.failures = list(failures)
        super().__init__("\n".join(f"{failure.message}\n  open {page}" for failure, page in failures))


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """Runs notebooks of one compendium.

    Parameters
    ----------
    places
        The folders of the build.
    statuses
        All notebooks.
    jobs
        How many run at a time.
    report
        Is told of each that has run.
    """

    def __init__(self, places: Places, statuses: dict[str, Status], jobs: int, report: Report) -> None:
        self.places = places
        self.statuses = statuses
        self.jobs = jobs
        self.report = report
        self.shelf = Shelf(places, statuses.values())

    def run(self, todo: Sequence[Status], before_last: Callable[[], None]) -> None:
        """Run notebooks and publish each that succeeds.

        Parameters
        ----------
        todo
            Which ones.
        before_last
            Is called when only notebooks are left that may run side by side, so that cores may soon be idle.

        Raises
        ------
        NotebookFailedError
            If one fails; those that ran beside it are finished and published, no other is begun.
        """
        groups = self._groups(todo)
        with self.places.stage() as stage:
            for group in groups:
                if group is groups[-1]:
                    before_last()
                failures = self._run_group(group, Path(stage))
                if failures:
                    raise NotebookFailedError(failures)

    def _groups(self, todo: Sequence[Status]) -> list[list[Status]]:
        everything = waves({name: status.notebook for name, status in self.statuses.items()})
        groups = [[status for status in todo if status.notebook in wave] for wave in everything]
        return [self._longest_first(group) for group in groups if group]

    def _longest_first(self, group: Sequence[Status]) -> list[Status]:
        """Order by the last run's duration, unknown ones first, so that no long one is left for the end."""
        return sorted(group, key=lambda status: -(last_seconds(self.places, status.notebook) or float("inf")))

    def _run_group(self, group: Sequence[Status], stage: Path) -> list[tuple[Failure, Path]]:
        tasks = {status.notebook.name: self._job(status, stage) for status in group}
        failures = []
        for outcome in run_jobs(list(tasks.values()), self.jobs):
            failures += self._publish(tasks[outcome.name], outcome)
        return failures

    def _job(self, status: Status, stage: Path) -> Job:
        output = stage / status.notebook.slug
        output.mkdir()
        return Job(status.notebook, self.places.root, output, stop=stage / "stop")

    def _publish(self, job: Job, outcome: Outcome) -> list[tuple[Failure, Path]]:
        """Keep what a run made; return its failure, if it failed, with the page that explains it."""
        if outcome.skipped:
            return []
        failure, status = outcome.failure, self.statuses[outcome.name]
        if failure is None:
            try:
                self.shelf.put(status, job)
                keep_timing(self.places, status, outcome)
            except OwnershipError as error:
                failure = Failure(outcome.name, str(error))
                if job.stop is not None:
                    job.stop.touch()
        self.report.executed(Outcome(outcome.name, outcome.started, outcome.seconds, failure))
        return [(failure, keep_failure(self.places.failed, job, failure))] if failure else []


def run_jobs(tasks: Sequence[Job], jobs: int) -> Iterator[Outcome]:
    """Run jobs in processes of their own (in this one if one at a time) and yield each outcome when it is there.

    Parameters
    ----------
    tasks
        In the order in which they are begun.
    jobs
        How many at a time.
    """
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    pool = Parallel(jobs, backend="loky", return_as="generator_unordered", pre_dispatch=jobs, batch_size=1)
    try:
        yield from pool(delayed(execute)(task) for task in tasks)
    except TerminatedWorkerError as error:
        names = ", ".join(task.notebook.name for task in tasks)
        failure = Failure(tasks[0].notebook.name, f"a worker was killed (out of memory?) among {names}: {error}")
        yield Outcome(tasks[0].notebook.name, failure=failure)
