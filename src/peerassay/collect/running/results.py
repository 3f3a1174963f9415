"""Results of earlier entries, for the tasks that need them: from the store, or made up for an estimate."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from peerassay.collect.plan import PlanError
from peerassay.collect.store import StoreError
from peerassay.collect.task import Done, call_mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peerassay.collect.running.jobs import Planner
    from peerassay.collect.running.report import Report
    from peerassay.collect.store import StoreReader

ESTIMATED = "1970-01-01T00:00:00.000Z"  # the time of a result that is only a stand-in


def entry_results(planner: Planner, reader: StoreReader, label: str) -> Iterator[Done]:
    """Read the results of an entry, of all models, ordered by key.

    Parameters
    ----------
    planner : Planner
        Knows which configurations the entry has in this plan.
    reader : StoreReader
        The store.
    label : str
        Name of an entry of this plan that has run, or of one that another plan left in the store.

    Returns
    -------
    iterator of Done
        Read lazily.
    """
    if any(entry.name == label for entry in planner.ready.plan.tasks):
        streams = [reader.results([digest]) for digest in planner.digests(label)]
        made = planner.made.get(label, set())  # not those about manuscripts or reviews that are others by now
        found = heapq.merge(*streams, key=lambda done: done.key)
        return (done for done in found if call_mark(done.configuration.digest, done.key) in made)
    return store_results(reader, label)


def look_ahead(planner: Planner, report: Report) -> None:
    """Make the configurations of entries known that a run did not reach: answers of earlier runs belong to the plan.

    Parameters
    ----------
    planner : Planner
        Of the run.
    report : Report
        Gets a note for every entry that has no calls, or cannot have any yet.
    """
    for entry in planner.ready.plan.tasks:
        try:
            if not planner.digests(entry.name) and not any(True for _ in planner.jobs(entry.name)):
                report.note(f"tasks {entry.name!r}: there is nothing to ask about; check the names in its options")
            if report.stopped:
                for _ in planner.jobs(entry.name):
                    pass
        except (PlanError, StoreError) as error:
            report.note(f"tasks {entry.name!r}: not reached, and its answers are not exported: {error}")


def store_results(reader: StoreReader, label: str) -> Iterator[Done]:
    """Read the results that an entry of another plan left in the store.

    Parameters
    ----------
    reader : StoreReader
        The store.
    label : str
        Name of the entry.

    Returns
    -------
    iterator of Done
        Of all its models, ordered by key.

    Raises
    ------
    PlanError
        If one model has answers of several configurations under this label, so that it is not clear which are meant.
    """
    found = [made for made in reader.configurations().values() if made.label == label]
    groups: dict[tuple[str, ...], str] = {}
    for made in found:
        group = (made.reviewer, *sorted(made.prompts))
        if group in groups:
            raise PlanError(
                f"{reader.path}: {label!r} has answers of {made.reviewer} under two configurations, "
                f"{groups[group][:12]} and {made.digest[:12]}; put the entry into this plan, so that it says which"
            )
        groups[group] = made.digest
    streams = [reader.results([digest]) for digest in groups.values()]
    return heapq.merge(*streams, key=lambda done: done.key)


def likely_results(planner: Planner, reader: StoreReader | None, label: str) -> Iterator[Done]:
    """Give the results that an entry will have: those in the store, and made-up ones for the others.

    Parameters
    ----------
    planner : Planner
        Makes the entry's calls.
    reader : StoreReader or None
        The store, if there is one.
    label : str
        Name of the entry.

    Yields
    ------
    Done
        In the order of the calls.
    """
    if all(entry.name != label for entry in planner.ready.plan.tasks):
        yield from store_results(reader, label) if reader is not None else ()
        return
    stored = {(done.configuration.digest, done.key): done for done in _stored(planner, reader, label)}
    for job in planner.jobs(label):
        known = stored.get((job.configuration.digest, job.call.key))
        made = job.task.placeholder(job.call, job.options)
        yield known or Done(
            job.call.key, job.configuration, made, "", job.call.notes, job.configuration.model, ESTIMATED
        )


def _stored(planner: Planner, reader: StoreReader | None, label: str) -> Iterator[Done]:
    if reader is None:
        return
    for _ in planner.jobs(label):  # so that the entry's configurations are known
        pass
    yield from reader.results(planner.digests(label))
