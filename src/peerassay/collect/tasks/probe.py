"""The task `probe`: two reviews of one manuscript, alike in form, of which only one argues from a genuine concern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem, problem
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Answer, Call, Context, Key
from peerassay.collect.tasks.base import BaseTask, Options, filler
from peerassay.collect.tasks.forms import ProbePair
from peerassay.collect.tasks.framing import MANUSCRIPT, conversation, framed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PROMPT = "probe"
WORDS = 250


class ProbeOptions(Options):
    """Options of the task `probe`."""

    longest_gap: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="Largest difference in words between both reviews, as a share of the longer.",
    )


class Probe(BaseTask):
    """One call per manuscript and round; the pair is rated by an entry of the task rate, or committed as it is."""

    name = PROMPT
    summary = "Write two matched reviews, one with a genuine concern and one without."
    output: type[BaseModel] | None = ProbePair
    options: type[BaseModel] = ProbeOptions

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per manuscript and round."""
        for manuscript in context.manuscripts():
            messages = conversation(load_prompt(PROMPT).text, *framed(MANUSCRIPT, manuscript.parts))
            for number in range(1, context.rounds + 1):
                key = Key(manuscript.paper_id, manuscript.digest, manuscript.version, PROMPT, number)
                yield Call(key, messages, (PROMPT,))

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Check the form, and that the two reviews are of about the same length."""
        form = parse_output(answer, ProbePair)
        if isinstance(form, Problem):
            return form
        counts = {"words_a": len(form.review_a.split()), "words_b": len(form.review_b.split())}
        gap = 1 - min(counts.values()) / max(counts.values())
        largest = float(getattr(options, "longest_gap", 0.2))
        if gap > largest:
            words = f"{counts['words_a']} and {counts['words_b']} words, a gap of {gap:.0%}"
            return problem("invalid-output", f"The two reviews are not matched: {words}; at most {largest:.0%}")
        return form.model_dump() | counts

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up a pair of usual length."""
        text = filler(WORDS)
        return {"concern": filler(30), "refuted_by": filler(25), "review_a": text, "review_b": text}
