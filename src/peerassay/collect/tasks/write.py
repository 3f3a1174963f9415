"""The task `write`: a Writer reads a review of a manuscript and proposes new texts for its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem, problem
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Answer, Call, Context, Done, Key
from peerassay.collect.tasks.base import BaseTask, Options
from peerassay.collect.tasks.edits import candidate_edits, read_record_lines, record_lines
from peerassay.collect.tasks.forms import Replacements
from peerassay.collect.tasks.framing import MANUSCRIPT, REVIEW, conversation, framed, joined, unframed
from peerassay.collect.tasks.material import package_of, parts_of
from peerassay.collect.tasks.texts import review_markdown
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from peerassay.manuscripts import TextRecord

PROMPT = "write"
PROTOCOL = "revision"
_SHOWN = 3
_DIGITS = 12  # of the digest of what a call is about, in its key
_REWRITTEN = 0.4  # share of the records that an estimate takes to be changed


class WriteOptions(Options):
    """Options of the task `write`."""

    reviews_from: str = Field(description="Earlier entry whose reviews are the feedback; the first round is read.")
    feedback: str = Field(
        default="",
        description="Whose review is read: a reviewer's name in the records; the Writer's own if empty.",
    )


class Write(BaseTask):
    """One call per manuscript and round: all records, one review, and a list of replaced records back."""

    name = PROMPT
    summary = "Revise the wording of a manuscript in answer to a review."
    output: type[BaseModel] | None = Replacements
    options: type[BaseModel] = WriteOptions
    needs: tuple[str, ...] = ("reviews_from",)

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per manuscript that has the review; the others have a failure of their own in the store."""
        options = context.options
        feedback = str(getattr(options, "feedback", "")) or context.reviewer
        reviews = _first_reviews(context.results(str(getattr(options, "reviews_from", ""))), feedback)
        for manuscript in context.manuscripts():
            review = reviews.get((manuscript.paper_id, manuscript.version))
            if review is None:
                continue
            shown = joined(parts_of(record_lines(package_of(manuscript))), "\n")
            material = (*framed(MANUSCRIPT, shown), *framed(REVIEW, [review]))
            messages = conversation(load_prompt(PROMPT).text, *material)
            for number in range(1, context.rounds + 1):
                extra = f"feedback={feedback}, review={digest_bytes(review.encode())[:_DIGITS]}"
                key = Key(manuscript.paper_id, manuscript.digest, manuscript.version, PROTOCOL, number, extra)
                yield Call(key, messages, (PROMPT,), notes={"feedback": feedback})

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Turn replaced records into candidate edits; protected records and unknown ids are refused."""
        form = parse_output(answer, Replacements)
        if isinstance(form, Problem):
            return form
        edits, unchanged, problems = candidate_edits(_records(call), form.replacements)
        if problems:
            more = f", and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
            return problem("invalid-output", f"The edits cannot be used: {'; '.join(problems[:_SHOWN])}{more}")
        return {"edits": [edit.content() for edit in edits], "unchanged": unchanged}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up edits of two fifths of the records."""
        records = [record for record in _records(call) if not record.protected]
        chosen = records[: max(1, round(len(records) * _REWRITTEN))]
        edits = [
            {"edit": f"e{number:03d}", "record": one.id, "page": one.page, "before": one.text, "after": f"{one.text} "}
            for number, one in enumerate(chosen, start=1)
        ]
        return {"edits": edits, "unchanged": []}


def _records(call: Call) -> list[TextRecord]:
    return read_record_lines(unframed(call, MANUSCRIPT))


def _first_reviews(results: Iterator[Done], reviewer: str) -> dict[tuple[str, str], str]:
    """Give the reviews of the first round by one reviewer, by paper and version."""
    return {
        (done.key.paper_id, done.key.version): review_markdown(done.result)
        for done in results
        if done.key.round == 1 and done.configuration.reviewer == reviewer
    }
