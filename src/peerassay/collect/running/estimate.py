"""The dry run: how many calls, tokens and dollars a plan takes, without sending anything."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from peerassay.collect.prices import cost
from peerassay.collect.reading import prepare
from peerassay.collect.running.jobs import CHARACTERS_PER_TOKEN, Planner, check_needs, known_tasks
from peerassay.collect.running.results import likely_results, store_results
from peerassay.collect.store import StoreReader
from peerassay.collect.task import Usage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    import pandas as pd

    from peerassay.collect.plan import Plan
    from peerassay.collect.running.jobs import Job
    from peerassay.collect.task import Done, Task

COLUMNS = ("task", "reviewer", "calls", "answered", "excluded", "read", "written", "money", "most_tokens", "most_money")


@dataclass
class Line:
    """One entry with one model: calls to be made, and what they take.

    Attributes
    ----------
    task, reviewer : str
        Name of the entry, and of the model in the records.
    calls, answered, excluded : int
        All calls; those that the store has an answer to; those with more images than the endpoint takes.
    read, written : int
        Tokens that the calls without an answer are likely to take.
    money : float
        US dollars, likewise.
    most_tokens : int
        Most tokens that they can take in one attempt each.
    most_money : float
        Most US dollars, likewise.
    """

    task: str
    reviewer: str
    calls: int = 0
    answered: int = 0
    excluded: int = 0
    read: int = 0
    written: int = 0
    money: float = 0.0
    most_tokens: int = 0
    most_money: float = 0.0


@dataclass
class Estimate:
    """What a plan is likely to take.

    Attributes
    ----------
    lines : list of Line
        By entry and model.
    measured : bool
        Whether lengths of answers in the store were used; else lengths of made-up answers, without any reasoning.
    price_date : str
        Date of the price file; empty if the plan gives all prices.
    notes : list of str
        What else is worth saying.
    """

    lines: list[Line]
    measured: bool
    price_date: str
    notes: list[str] = field(default_factory=list)

    @property
    def to_send(self) -> int:
        """Calls that are still to be sent."""
        return sum(line.calls - line.answered - line.excluded for line in self.lines)

    @property
    def money(self) -> float:
        """US dollars that they are likely to cost."""
        return sum(line.money for line in self.lines)

    @property
    def most_money(self) -> float:
        """US dollars that they can cost at most, if each is sent once."""
        return sum(line.most_money for line in self.lines)

    def frame(self) -> pd.DataFrame:
        """Return the lines as a table."""
        import pandas as pd

        return pd.DataFrame([vars(line) for line in self.lines], columns=list(COLUMNS))


def estimate(plan: Plan, *, tasks: Mapping[str, Task] | None = None) -> Estimate:
    """Estimate what a plan takes; nothing is sent, and no key is needed.

    Parameters
    ----------
    plan : Plan
        From `peerassay.collect.read_plan`.
    tasks : mapping of str to Task, optional
        The tasks that there are; those of `peerassay.collect.tasks` by default.

    Returns
    -------
    Estimate
        Likely tokens: four characters of a prompt make one; answers are as long as those in the store, or as
        made-up ones.

    Raises
    ------
    PlanError
        If the plan cannot be run.
    StoreError
        If the store's file is something else.
    """
    ready = prepare(plan, known_tasks() if tasks is None else tasks)
    place = plan.located(plan.store)
    reader = StoreReader(place) if place.is_file() else None
    check_needs(ready, lambda label: reader is not None and any(True for _ in store_results(reader, label)))

    def results(label: str) -> Iterator[Done]:
        return likely_results(planner, reader, label)

    planner = Planner(ready, results)
    lengths = _Lengths(reader)
    lines: dict[tuple[str, str], Line] = {}
    for entry in plan.tasks:
        for job in planner.jobs(entry.name):
            name = job.configuration.reviewer
            line = lines.setdefault((entry.name, name), Line(entry.name, name))
            _count(line, job, lengths, plan)
    return Estimate(list(lines.values()), lengths.measured, ready.price_date, _notes(plan, lines.values()))


class _Lengths:
    """Mean lengths of the answers in a store, and which calls it has answered."""

    def __init__(self, reader: StoreReader | None) -> None:
        self.answered: dict[str, set[object]] = {}
        self.measured = False
        self._sums: dict[str, list[int]] = {}
        for row in reader.attempts() if reader is not None else ():
            if row.state == "answered":
                self.answered.setdefault(row.configuration, set()).add(row.key)
                if row.written is not None:
                    self._sums.setdefault(row.configuration, []).append(row.written)

    def written(self, job: Job) -> int:
        """Return about how many tokens the answer has."""
        if known := self._sums.get(job.configuration.digest):
            self.measured = True
            return round(sum(known) / len(known))
        made_up = json.dumps(job.task.placeholder(job.call, job.options), ensure_ascii=False)
        return min(len(made_up) // CHARACTERS_PER_TOKEN, int(job.configuration.settings["max_output_tokens"]))


def _count(line: Line, job: Job, lengths: _Lengths, plan: Plan) -> None:
    line.calls += 1
    if job.call.key in lengths.answered.get(job.configuration.digest, ()):
        line.answered += 1
        return
    if job.reference.images > plan.endpoint.image_limit:
        line.excluded += 1
        return
    written = lengths.written(job)
    line.read += job.likely_read
    line.written += written
    line.money += cost(job.price, Usage(job.likely_read, written), batch=plan.endpoint.batch)
    line.most_tokens += job.bound.tokens
    line.most_money += job.bound.money


def _notes(plan: Plan, found: Collection[Line]) -> list[str]:
    notes = []
    money, calls = sum(line.money for line in found), sum(line.calls - line.answered for line in found)
    if plan.caps.money is not None and money > plan.caps.money:
        notes.append(f"likely more than caps.money = {plan.caps.money:g}: the run would stop there")
    if plan.caps.calls is not None and calls > plan.caps.calls:
        notes.append(f"more calls than caps.calls = {plan.caps.calls}: the run would stop there")
    if any(model.effort not in {None, "none"} for model in plan.models):
        notes.append("models that reason write more than this: the reasoning counts as written")
    return notes
