"""A task of a few words for the tests of the engine, and plans around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem
from peerassay.collect.reading import make_plan
from peerassay.collect.task import Answer, Call, Context, Done, Image, Key, Manuscript, Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from peerassay.collect.plan import Plan

PROMPT = "review-integer"  # any prompt that there is: its digest enters the configuration


class SmallOptions(BaseModel):
    """How many calls, how long."""

    model_config = ConfigDict(extra="forbid", strict=True)

    papers: int = 10
    characters: int = 200
    reviews_from: str = ""
    images: tuple[str, ...] = Field(default=(), strict=False)
    logprobs: int = 0


class Score(BaseModel):
    """The answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    score: int = Field(ge=1, le=10)
    reason: str


class Small:
    """Papers times rounds calls, each with a text of its own."""

    name = "small"
    summary = "A score for a few words."
    output: type[BaseModel] | None = Score
    options: type[BaseModel] = SmallOptions
    needs: tuple[str, ...] = ("reviews_from",)

    def output_for(self, options: BaseModel) -> type[BaseModel] | None:
        return self.output

    def calls(self, context: Context) -> Iterator[Call]:
        options: Any = context.options
        source = options.reviews_from and [done.key.paper_id for done in context.results(options.reviews_from)]
        for name in source or (f"p{number:05d}" for number in range(options.papers)):
            text = f"{name} ".ljust(options.characters, "x")
            images = tuple(Image(context.path(path), "image/png", digest) for path, digest in _pairs(options.images))
            messages = (Message("system", ("Give a score.",)), Message("user", (text, *images)))
            for number in range(1, context.rounds + 1):
                key = Key(name, f"digest of {name}", "original", "integer", number)
                yield Call(key, messages, (PROMPT,), 500, top_logprobs=options.logprobs, notes={"name": name})

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        found = parse_output(answer, Score)
        return found if isinstance(found, Problem) else found.model_dump() | {"tokens": len(answer.tokens)}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        return {"score": 5, "reason": "x" * 60}

    def made(self, results: Iterator[Done]) -> Iterator[Manuscript]:
        return iter(())


def _pairs(images: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(one.partition("=")[0], one.partition("=")[2]) for one in images]


TASKS = {"small": Small()}


def small_plan(folder: Path, base_url: str, **changes: Any) -> Plan:
    """Make a plan; a change is named `section__field`, or is a whole section."""
    content: dict[str, Any] = {
        "store": "store.sqlite",
        "endpoint": {
            "base_url": base_url,
            "api": "chat",
            "output": "json_schema",
            "key_variable": "",
            "attempts": 8,
            "first_wait": 0.005,
            "longest_wait": 1.0,
            "call_timeout": 20.0,
        },
        "caps": {"money": 100.0},
        "models": [{"name": "m", "reviewer": "M", "price": {"input": 1.0, "output": 2.0}}],
        "tasks": [{"task": "small", "rounds": 1}],
    }
    for name, value in changes.items():
        section, _, field = name.partition("__")
        if section == "options":
            content["tasks"][0].setdefault("options", {})[field] = value
        elif section == "task":
            content["tasks"][0][field] = value
        elif section == "model":
            content["models"][0][field] = value
        elif field:
            content[section][field] = value
        else:
            content[section] = value
    return make_plan(content, folder / "plan.toml")
