"""The task `annotate`: which aspects a review speaks about, well or badly, each with the phrase that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem
from peerassay.collect.tasks.base import BaseTask
from peerassay.collect.tasks.forms import annotation_form
from peerassay.collect.tasks.framing import REVIEW, unframed
from peerassay.collect.tasks.judging import ReviewsOptions, judging_calls
from peerassay.language.spans import find_span
from peerassay.style.aspects import check_annotation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel

    from peerassay.collect.task import Answer, Call, Context

PROMPT = "annotate"


class Annotate(BaseTask):
    """One call per review and round."""

    name = PROMPT
    summary = "Mark the aspects that a review speaks about, with polarity and phrase."
    options: type[BaseModel] = ReviewsOptions
    needs: tuple[str, ...] = ("reviews_from",)

    def output_for(self, options: BaseModel) -> type[BaseModel]:
        """Return the form made from the list of aspects."""
        return annotation_form()

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per review and round; ratings and venue are not shown."""
        return judging_calls(context, PROMPT, PROMPT, with_head=False)

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Find every phrase in the review; mentions whose phrase is not there are set aside and counted."""
        form = parse_output(answer, annotation_form())
        if isinstance(form, Problem):
            return form
        review = unframed(call, REVIEW)
        checked = check_annotation(form.model_dump()["mentions"], review)
        mentions = [mention | _place(mention["phrase"], review) for mention in checked.mentions]
        rejected = [str(one) for one in checked.problems]
        return {"mentions": mentions, "rejected": rejected, "total": checked.total}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up ten mentions."""
        mention = {"aspect": "Presentation", "polarity": "positive", "phrase": unframed(call, REVIEW)[:80]}
        return {"mentions": [mention] * 10}


def _place(phrase: str, review: str) -> dict[str, int]:
    span = find_span(phrase, review)
    return {"start": span.start, "end": span.end} if span else {}
