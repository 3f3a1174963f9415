"""The protocol that every task fulfils, and what the engine gives it to make its calls from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from pydantic import BaseModel

    from peerassay.collect.problems import Problem
    from peerassay.collect.task.shapes import Answer, Call, Done, Manuscript


@dataclass(frozen=True)
class Context:
    """What the engine gives a task to make its calls from.

    Attributes
    ----------
    label : str
        Name of this entry of the plan.
    reviewer, model : str
        The model that the calls are for: its name in the records, and as it is sent.
    rounds : int
        How often each call is to be repeated; rounds are numbered from 1.
    options : pydantic.BaseModel
        The entry's options, an instance of `Task.options`.
    manuscripts : callable
        ``manuscripts()`` iterates, lazily and in a fixed order, over the manuscripts of this entry: those of the plan's
        folder in the versions of the entry, or, if the entry says ``manuscripts_from``, those that an earlier one made.
    results : callable
        ``results(label)`` iterates over the results of an earlier entry of the plan, of all models, ordered by key. In
        a dry run, answers that are not there yet are stood in for by `Task.placeholder`.
    path : callable
        ``path("reviews.csv")`` resolves a path that an option names, relative to the plan's folder.
    """

    label: str
    reviewer: str
    model: str
    rounds: int
    options: BaseModel
    manuscripts: Callable[[], Iterator[Manuscript]]
    results: Callable[[str], Iterator[Done]]
    path: Callable[[str], Path]


@runtime_checkable
class Task(Protocol):
    """A kind of call. One module-level instance per task, found in `peerassay.collect.tasks.TASKS` by its name.

    Attributes
    ----------
    name : str
        As in a plan: ``review``, ``score-probabilities``, ``rewrite``, ``write``, ``select``, ``rate``, ``annotate``,
        ``probe``.
    summary : str
        One sentence for people: what the model is asked for.
    output : type of pydantic.BaseModel, or None
        Schema of the answer for ``json_schema``: strict, extra fields forbidden, no defaults (endpoints want every
        field required); None for free text. A task whose schema depends on its options gives it by `output_for` alone.
    options : type of pydantic.BaseModel
        Schema of what an entry of the plan may say beside what every entry may (label, models, versions, rounds,
        manuscripts_from, max_output_tokens, effort, temperature). Strict, extra fields forbidden, every field with a
        description; all fields have defaults, or the plan has to give them.
    needs : tuple of str
        Names of the options that hold the label of an earlier entry, as ``("reviews_from",)``; the plan is checked.
    """

    name: str
    summary: str
    output: type[BaseModel] | None
    options: type[BaseModel]
    needs: tuple[str, ...]

    def output_for(self, options: BaseModel) -> type[BaseModel] | None:
        """Return the schema of the answers under these options.

        Parameters
        ----------
        options : pydantic.BaseModel
            The entry's options.
        """
        ...

    def calls(self, context: Context) -> Iterator[Call]:
        """Make the calls for one model, lazily: at most one manuscript in memory at a time.

        Parameters
        ----------
        context : Context
            Options, manuscripts, earlier results.

        Returns
        -------
        iterator of Call
            In a fixed order; the same plan and manuscripts give the same keys and the same messages, to the byte.
        """
        ...

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Turn a complete answer into a result.

        Refused, truncated and empty answers never come here: the engine names them. The first step is usually
        `peerassay.collect.outputs.parse_output`, which gives an instance of the schema or the problem
        ``malformed-json`` or ``invalid-output`` with the place.

        Parameters
        ----------
        call : Call
            What was asked.
        answer : Answer
            What came back.
        options : pydantic.BaseModel
            The entry's options.

        Returns
        -------
        mapping or Problem
            A result that `json.dumps` takes, or what is wrong, with the words ``problem("invalid-output", ...)``. Never
            raises on account of what a model wrote.
        """
        ...

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up a result of usual length without any model, for the estimates of a dry run.

        Parameters
        ----------
        call : Call
            What would be asked.
        options : pydantic.BaseModel
            The entry's options.

        Returns
        -------
        mapping
            Of the form that `parse` returns; its length as JSON is the estimate of the answer's length.
        """
        ...

    def made(self, results: Iterator[Done]) -> Iterator[Manuscript]:
        """Give the manuscripts that results of this task amount to; none for most tasks.

        A rewriting joins its sections, a selection applies the accepted edits. What is incomplete is left out.

        Parameters
        ----------
        results : iterator of Done
            All results of one entry, ordered by key.

        Returns
        -------
        iterator of Manuscript
            With the new version's name, in a fixed order.
        """
        ...
