"""A small manuscript and what an engine hands to tasks, for the tests of the tasks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.collect.sources import read_manuscript
from peerassay.collect.task import Answer, Call, Configuration, Context, Done, Manuscript
from peerassay.collect.tasks import TASKS
from peerassay.manuscripts import Figure, Package, TextRecord, write_package

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.collect.task import Task

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
RECORDS = (
    TextRecord("i", 1, "instruction", "Review the following manuscript."),
    TextRecord("t", 1, "heading", "# A Method"),
    TextRecord("m", 1, "page_marker", "[page 1]"),
    TextRecord("h1", 1, "heading", "## 1 Work"),
    TextRecord("a", 1, "paragraph", "We train 3 networks on 40 tables [1]."),
    TextRecord("n", 2, "page_marker", "[page 2]"),
    TextRecord("b", 2, "paragraph", "The error is $e = 0.5$."),
    TextRecord("h2", 2, "heading", "## References"),
    TextRecord("r", 2, "reference", "[1] Someone. Somewhere. 2020."),
)


def small_package() -> Package:
    """Give two pages with a figure between the paragraphs."""
    return Package("p1", (*RECORDS[:5], Figure.of("figures/f.png", 1, PIXEL), *RECORDS[5:]))


def small_manuscript(folder: Path) -> Manuscript:
    """Write the package below a folder, and read it as the engine does."""
    place = folder / "p1"
    if not place.exists():
        write_package(small_package(), place)
    return read_manuscript("p1", place, "original")


def context(
    task: Task,
    manuscripts: Iterable[Manuscript] = (),
    results: dict[str, list[Done]] | None = None,
    *,
    reviewer: str = "R",
    rounds: int = 1,
    **options: Any,
) -> Context:
    """Give a task's context with options as a plan gives them."""
    found = list(manuscripts)
    chosen = task.options.model_validate(options)
    return Context(
        task.name,
        reviewer,
        "model",
        rounds,
        chosen,
        lambda: iter(found),
        lambda label: iter((results or {})[label]),
        Path,
    )


def done(call: Call, result: Any, task: str, reviewer: str = "R", digest: str = "", **options: Any) -> Done:
    """Give the result of a call as the store gives it back."""
    prompts = dict.fromkeys(call.prompts, "0" * 64)
    configuration = Configuration(
        digest or f"{task} {reviewer}".ljust(64, "0"), task, task, "model", reviewer, prompts, {}, options
    )
    kept, notes = json.loads(json.dumps(result)), json.loads(json.dumps(dict(call.notes)))
    return Done(call.key, configuration, kept, json.dumps(result), notes, "model-1", "2026-11-30T12:00:00.000Z")


def answered(name: str, call: Call, content: Any, **options: Any) -> Any:
    """Let a task read an answer: an object is written as JSON, a text stays as it is."""
    task = TASKS[name]
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return task.parse(call, Answer(text), task.options.model_validate(options))


def shown(call: Call) -> str:
    """Give everything that a model reads in a call."""
    return "\n".join(part for message in call.messages for part in message.parts if isinstance(part, str))
