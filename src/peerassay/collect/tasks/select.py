"""The task `select`: a Selector accepts or rejects each edit of a Writer; the accepted ones make a version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem, problem
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Answer, Call, Context, Done, Key, Manuscript
from peerassay.collect.tasks.base import BaseTask, Options
from peerassay.collect.tasks.edits import decision_problems, kept_reason, revised
from peerassay.collect.tasks.forms import Decisions
from peerassay.collect.tasks.framing import EDITS, MANUSCRIPT, conversation, framed
from peerassay.collect.tasks.material import made_manuscript, package_of, reading_digest
from peerassay.collect.tasks.write import PROTOCOL
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PROMPT = "select"
BETWEEN_ROLES = "/"
"""Between Writer and Selector in the name of a revised version, as the crossover reads it."""
_SHOWN = 3
_DIGITS = 12  # of the digest of what a call is about, in its key


class SelectOptions(Options):
    """Options of the task `select`."""

    edits_from: str = Field(description="Earlier entry of the task write whose edits are decided on, of all Writers.")


class Select(BaseTask):
    """One call per manuscript and Writer; every edit gets exactly one decision."""

    name = PROMPT
    summary = "Accept or reject each edit of a manuscript."
    output: type[BaseModel] | None = Decisions
    options: type[BaseModel] = SelectOptions
    needs: tuple[str, ...] = ("edits_from",)

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per manuscript, Writer and round; a Writer that proposed nothing leaves nothing to decide."""
        written: dict[tuple[str, str, str], list[Done]] = {}
        for done in context.results(str(getattr(context.options, "edits_from", ""))):
            if done.result["edits"]:
                key = (done.key.paper_id, done.key.version, done.key.manuscript)
                written.setdefault(key, []).append(done)
        for manuscript in context.manuscripts():
            for done in written.get((manuscript.paper_id, manuscript.version, manuscript.digest), []):
                yield from _calls(manuscript, done, context.rounds)

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Check that there is one decision per edit; reasons that are too long are cut, which is recorded."""
        form = parse_output(answer, Decisions)
        if isinstance(form, Problem):
            return form
        names = [edit["edit"] for edit in call.notes["edits"]]
        if problems := decision_problems(names, form.decisions):
            more = f", and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
            return problem("invalid-output", f"The decisions cannot be used: {'; '.join(problems[:_SHOWN])}{more}")
        decisions = []
        for one in sorted(form.decisions, key=lambda decision: decision.edit):
            reason, truncated = kept_reason(one.reason)
            decisions.append({"edit": one.edit, "accept": one.accept, "reason": reason, "truncated": truncated})
        return {"decisions": decisions}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up decisions that accept everything."""
        names = [edit["edit"] for edit in call.notes["edits"]]
        return {"decisions": [{"edit": name, "accept": True, "reason": "x" * 30, "truncated": False} for name in names]}

    def made(self, results: Iterator[Done]) -> Iterator[Manuscript]:
        """Apply the accepted edits; the version is named after Writer and Selector, ``Writer/Selector``."""
        for done in results:
            accepted = {one["edit"] for one in done.result["decisions"] if one["accept"]}
            repeat = f".{done.key.round}" if done.key.round > 1 else ""
            version = f"{done.notes['writer']}{BETWEEN_ROLES}{done.configuration.reviewer}{repeat}"
            package = package_of(_original(done))
            yield made_manuscript(revised(package, done.notes["edits"], accepted, version))


def _calls(manuscript: Manuscript, done: Done, rounds: int) -> Iterator[Call]:
    edits = done.result["edits"]
    lines = [json.dumps({name: edit[name] for name in ("edit", "page", "before", "after")}, ensure_ascii=False)
             for edit in edits]  # fmt: skip
    material = (*framed(MANUSCRIPT, manuscript.parts), *framed(EDITS, ["\n".join(lines)]))
    messages = conversation(load_prompt(PROMPT).text, *material)
    writer = done.configuration.reviewer + (f".{done.key.round}" if done.key.round > 1 else "")
    source = {"folder": str(manuscript.folder)} if manuscript.folder else {"text": manuscript.text}
    notes = {
        "writer": writer,
        "writer_configuration": done.configuration.digest,
        "edits": edits,
        "version": manuscript.version,
        **source,
    }
    for number in range(1, rounds + 1):
        extra = f"writer={writer}, edits={digest_bytes(json.dumps(edits).encode())[:_DIGITS]}"
        key = Key(manuscript.paper_id, manuscript.digest, manuscript.version, PROTOCOL, number, extra)
        yield Call(key, messages, (PROMPT,), notes=notes)


def _original(done: Done) -> Manuscript:
    """Give the manuscript that was edited: from its folder, or from its text if an earlier entry had made it."""
    notes, key = done.notes, done.key
    if "folder" in notes:
        return Manuscript(key.paper_id, notes["version"], key.manuscript, (), Path(notes["folder"]))
    parts = (notes["text"],)
    return Manuscript(key.paper_id, notes["version"], reading_digest(parts), parts)
