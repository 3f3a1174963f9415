"""What a run did, in numbers and in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.collect.problems import Problem


@dataclass
class Report:
    """What a run did.

    Attributes
    ----------
    store : pathlib.Path
        The file.
    answered : int
        Calls that got a result in this run.
    already : int
        Calls that had one before.
    failures : collections.Counter
        Calls without a result, by the kind of their last problem.
    problems : dict
        The first message of each kind.
    attempts, retries : int
        Attempts of this run; those after the first at the same call.
    retried : collections.Counter
        Failed attempts that another one followed, by kind.
    money : float
        US dollars that this run used (or may have used, where the endpoint did not say).
    tokens : int
        Tokens, likewise.
    total_money : float
        US dollars over all runs into the store.
    seconds : float
        Length of the run.
    stopped : str
        Why the run ended before the plan did; empty if it did not.
    interrupted : bool
        Whether it was stopped from outside.
    cut_off : int
        Attempts that an earlier run had left in flight.
    configurations : dict
        Digests of the configurations of every entry, by label, in the order of the plan.
    calls : frozenset of int
        Marks of the plan's calls (`peerassay.collect.task.call_mark`): what an export of it holds.
    notes : list of str
        What else is worth saying.
    """

    store: Path
    answered: int = 0
    already: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    problems: dict[str, Problem] = field(default_factory=dict)
    attempts: int = 0
    retries: int = 0
    retried: Counter[str] = field(default_factory=Counter)
    money: float = 0.0
    tokens: int = 0
    total_money: float = 0.0
    seconds: float = 0.0
    stopped: str = ""
    interrupted: bool = False
    cut_off: int = 0
    configurations: dict[str, list[str]] = field(default_factory=dict)
    calls: frozenset[int] = frozenset()
    notes: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every call of the plan has a result."""
        return not self.stopped and not self.failures

    @property
    def digests(self) -> list[str]:
        """Digests of all configurations of the plan, in its order, without repeats."""
        return list(dict.fromkeys(digest for entry in self.configurations.values() for digest in entry))

    def note(self, text: str) -> None:
        """Keep a note, once."""
        if text not in self.notes:
            self.notes.append(text)

    def failed(self, found: Problem) -> None:
        """Count a call that stays without a result."""
        self.failures[found.kind] += 1
        self.problems.setdefault(found.kind, found)

    def lines(self) -> list[str]:
        """Return the report as lines for people, the most important first."""
        done = f"{self.answered} answered now, {self.already} before, {self.failures.total()} without a result"
        lines = [f"calls:     {done}"]
        lines += [f"           {count} x {kind}: {self.problems[kind]}" for kind, count in self.failures.most_common()]
        lines.append(
            f"attempts:  {self.attempts} in {self.seconds:.1f} s, {self.retries} of them repeated{self._why()}"
        )
        lines.append(
            f"used:      {self.tokens} tokens, {self.money:.4f} dollars now; "
            f"{self.total_money:.4f} in all runs into this store"
        )
        lines += [f"note:      {note}" for note in self.notes]
        if self.stopped:
            lines.append(f"stopped:   {self.stopped}")
        return lines

    def _why(self) -> str:
        kinds = ", ".join(f"{count} x {kind}" for kind, count in self.retried.most_common())
        return f" ({kinds})" if kinds else ""
