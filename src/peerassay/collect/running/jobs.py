"""The calls of a plan, one by one, with everything that is needed to send them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from peerassay.collect.outputs import schema_instruction, sent_schema
from peerassay.collect.plan import PlanError
from peerassay.collect.prices import most
from peerassay.collect.running.caps import Bound
from peerassay.collect.sources import read_manuscripts
from peerassay.collect.task import Configuration, Context, Done, Message, call_mark
from peerassay.collect.wire import PATHS, Reference, Settings, frame, reference
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from peerassay.collect.plan import Entry, Model, Price
    from peerassay.collect.reading import Ready
    from peerassay.collect.task import Call, Manuscript, Task

MADE_UP = " (practice, made up)"  # stands after the name of a reviewer that is the practice endpoint
CHARACTERS_PER_TOKEN = 4  # of English text, about; only for estimates, never for caps
_PER_MESSAGE, _PER_CALL = 16, 64  # tokens that a server's template may add


@dataclass(frozen=True, slots=True)
class Job:
    """A call that is ready to be sent.

    Attributes
    ----------
    call : Call
        As the task made it.
    messages : tuple of Message
        As they are sent: with the schema in words, if the endpoint takes no schema.
    reference : Reference
        The messages in short.
    configuration : Configuration
        Model, prompts, parameters.
    task : Task
        Reads the answer.
    options : pydantic.BaseModel
        Of the entry.
    price : Price
        Of the model.
    bound : Bound
        The most that one attempt can use.
    likely_read : int
        About how many tokens are read.
    """

    call: Call
    messages: tuple[Message, ...]
    reference: Reference
    configuration: Configuration
    task: Task
    options: BaseModel
    price: Price
    bound: Bound
    likely_read: int


@dataclass
class Planner:
    """Makes the jobs of a plan, lazily, entry after entry.

    Attributes
    ----------
    ready : Ready
        The plan with tasks and prices.
    results : callable
        Results of an earlier entry by its label.
    used : dict
        Digests of the configurations that each entry has used so far, by label.
    made : dict
        Marks of the calls that each entry has made so far, by label.
    """

    ready: Ready
    results: Callable[[str], Iterator[Done]]
    used: dict[str, dict[str, Configuration]] = field(default_factory=dict)
    made: dict[str, set[int]] = field(default_factory=dict)
    _last: tuple[Any, ...] = ()

    def jobs(self, label: str) -> Iterator[Job]:
        """Make the jobs of an entry, model after model.

        Parameters
        ----------
        label : str
            Name of the entry.

        Returns
        -------
        iterator of Job
            In a fixed order.

        Raises
        ------
        PlanError
            If the task makes the same call twice: then one answer would stand for two.
        """
        entry, task, options = self.entry(label)
        for model in self.ready.plan.models_of(entry):
            context = self.context(entry, options, model)
            seen: set[int] = set()  # hashes, so that a million calls stay small
            for call in task.calls(context):
                job = self._job(entry, task, options, model, call)
                mark = call_mark(job.configuration.digest, call.key)
                if mark in seen:
                    raise PlanError(f"tasks {label!r}: the task {task.name} makes the same call twice: {call.key}")
                seen.add(mark)
                self.made.setdefault(label, set()).add(mark)
                yield job

    def entry(self, label: str) -> tuple[Entry, Task, BaseModel]:
        """Return an entry with its task and options, by its label."""
        return next(found for found in self.ready.entries if found[0].name == label)

    def context(self, entry: Entry, options: BaseModel, model: Model) -> Context:
        """Make what a task sees of the plan."""
        plan = self.ready.plan

        def manuscripts() -> Iterator[Manuscript]:
            if not entry.manuscripts_from:
                return read_manuscripts(plan.located(plan.manuscripts), entry.versions, entry.papers)
            maker = self.entry(entry.manuscripts_from)[1]
            made = maker.made(self.results(entry.manuscripts_from))
            return (one for one in made if not entry.papers or one.paper_id in entry.papers)

        name = reviewer_name(self.ready, model)
        return Context(entry.name, name, model.name, entry.rounds, options, manuscripts, self.results, plan.located)

    def _job(self, entry: Entry, task: Task, options: BaseModel, model: Model, call: Call) -> Job:
        schema = task.output_for(options)
        configuration = self._configuration(entry, options, model, call, task, schema)
        messages, short = self._referred(call, schema)
        endpoint = self.ready.plan.endpoint
        images = short.images * endpoint.tokens_per_image
        read = short.bytes + images + _PER_MESSAGE * len(messages) + _PER_CALL + configuration.settings["schema_bytes"]
        written = int(configuration.settings["max_output_tokens"])
        price = self.ready.prices[model.name]
        bound = Bound(most(price, read, written), read + written)
        likely = short.bytes // CHARACTERS_PER_TOKEN + images
        return Job(call, messages, short, configuration, task, options, price, bound, likely)

    def _referred(self, call: Call, schema: type[BaseModel] | None) -> tuple[tuple[Message, ...], Reference]:
        """Refer to a call's messages; the rounds of one manuscript share them, so the last ones are remembered."""
        if self._last and self._last[0] is call.messages:
            return self._last[1], self._last[2]
        messages = call.messages
        if schema is not None and self.ready.plan.endpoint.output in {"json_object", "text"}:
            messages = with_instruction(messages, schema_instruction(schema))
        self._last = (call.messages, messages, reference(messages))
        return self._last[1], self._last[2]

    def _configuration(
        self, entry: Entry, options: BaseModel, model: Model, call: Call, task: Task, schema: type[BaseModel] | None
    ) -> Configuration:
        used = self.used.setdefault(entry.name, {})
        limit = entry.max_output_tokens or model.max_output_tokens or call.max_output_tokens
        effort = (call.effort or entry.effort or model.effort) if model.effort else None
        short = json.dumps([model.name, call.prompts, limit, effort, call.top_logprobs])
        if short not in used:
            wanted = _wanted(entry, model, call, task, schema, limit, effort)
            used[short] = make_configuration(self.ready, entry, options, model, call.prompts, wanted)
        return used[short]

    def digests(self, label: str) -> list[str]:
        """Return the digests of the configurations that an entry has used so far, in the order of the plan."""
        return list(dict.fromkeys(made.digest for made in self.used.get(label, {}).values()))


def reviewer_name(ready: Ready, model: Model) -> str:
    """Return a model's name in the records; one of the practice endpoint says that its answers are made up."""
    return model.label + (MADE_UP if ready.plan.endpoint.practice else "")


def _wanted(
    entry: Entry,
    model: Model,
    call: Call,
    task: Task,
    schema: type[BaseModel] | None,
    limit: int,
    effort: str | None,
) -> Settings:
    """Say what is sent beside the messages: an entry's own setting goes before the model's."""
    temperature = entry.temperature if entry.temperature is not None else model.temperature
    shape = sent_schema(schema) if schema else None
    sampling = (temperature, model.top_p, model.seed, call.top_logprobs)
    return Settings(model.name, limit, effort, *sampling, shape, task.name, model.extra)


def make_configuration(
    ready: Ready, entry: Entry, options: BaseModel, model: Model, prompts: Sequence[str], wanted: Settings
) -> Configuration:
    """Describe what a group of calls has in common, and make its digest.

    Parameters
    ----------
    ready, entry, options, model
        From the plan.
    prompts : sequence of str
        Names of the prompts.
    wanted : Settings
        What is sent beside the messages.

    Returns
    -------
    Configuration
        Its digest covers everything but the labels.
    """
    from peerassay.collect.prompts import load_prompt

    settings = _settings(ready, wanted)
    digests = {name: load_prompt(name).digest for name in prompts}
    chosen = options.model_dump(mode="json")
    covered = {"task": entry.task, "prompts": digests, "settings": settings, "options": chosen, "model": model.name}
    digest = digest_bytes(json.dumps(covered, sort_keys=True, ensure_ascii=False).encode())
    name = reviewer_name(ready, model)
    return Configuration(digest, entry.task, entry.name, model.name, name, digests, settings, chosen)


def _settings(ready: Ready, wanted: Settings) -> dict[str, Any]:
    endpoint = ready.plan.endpoint
    schema = json.dumps(wanted.schema, sort_keys=True) if wanted.schema else ""
    return {
        "base_url": endpoint.base_url,
        "api": endpoint.api,
        "path": PATHS[endpoint.api],
        "output": endpoint.output,
        "schema_digest": digest_bytes(schema.encode()) if schema else "",
        "schema_bytes": len(schema.encode()),
        "max_output_tokens": wanted.max_output_tokens,
        "body": frame(endpoint, wanted),
    }


def with_instruction(messages: tuple[Message, ...], instruction: str) -> tuple[Message, ...]:
    """Put an instruction at the end of the first system message, or before everything if there is none.

    Parameters
    ----------
    messages : tuple of Message
        In order.
    instruction : str
        What to add.
    """
    for place, message in enumerate(messages):
        if message.role == "system":
            longer = Message("system", (*message.parts, instruction))
            return (*messages[:place], longer, *messages[place + 1 :])
    return (Message("system", (instruction,)), *messages)


def known_tasks() -> Mapping[str, Task]:
    """Return the tasks that there are; their statistics are loaded only now."""
    from peerassay.collect.tasks import TASKS

    return TASKS


def check_needs(ready: Ready, known: Callable[[str], bool]) -> None:
    """Make sure that every entry whose answers another one needs comes before it, or is in the store already.

    Parameters
    ----------
    ready : Ready
        The plan.
    known : callable
        Whether the store has results under a label.

    Raises
    ------
    PlanError
        If one is missing.
    """
    earlier: list[str] = []
    for number, (entry, task, options) in enumerate(ready.entries):
        for name in task.needs:
            label = getattr(options, name, "")
            if label and label not in earlier and not known(label):
                raise PlanError(
                    f"{ready.plan.path}: tasks[{number + 1}].options.{name}: no earlier entry {label!r} in this plan, "
                    f"and no answers of one in the store; expected one of {', '.join(earlier) or '(there is none)'}"
                )
        earlier.append(entry.name)
