"""The task `rate`: a judge reads a review by the rubric, given its text, venue and ratings, and never the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem, problem
from peerassay.collect.task import Call
from peerassay.collect.tasks.base import BaseTask, filler
from peerassay.collect.tasks.forms import rating_form
from peerassay.collect.tasks.framing import REVIEW, unframed
from peerassay.collect.tasks.judging import ReviewsOptions, judging_calls
from peerassay.epistemics.rubric import load_rubric, rating_problems

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from peerassay.collect.task import Answer, Context

PROMPT = "rate"
UNQUOTED = "span not in the review"
LONGEST_ANSWER = 8_000
_SHOWN = 3


class RateOptions(ReviewsOptions):
    """Options of the task `rate`."""

    tolerate_spans: bool = Field(
        default=False,
        description="Keep a rating of which a passage is not in the review; the passage is recorded as not found.",
    )


class Rate(BaseTask):
    """One call per review and round."""

    name = PROMPT
    summary = "Rate how a review reasons, by the rubric."
    options: type[BaseModel] = RateOptions
    needs: tuple[str, ...] = ("reviews_from",)

    def output_for(self, options: BaseModel) -> type[BaseModel]:
        """Return the rubric's form, which is read when it is first asked for."""
        return rating_form()

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per review and round."""
        for call in judging_calls(context, PROMPT, PROMPT, with_head=True):
            yield Call(call.key, call.messages, call.prompts, LONGEST_ANSWER, notes=call.notes)

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Check the form, and that every passage is quoted from the review."""
        form = parse_output(answer, rating_form())
        if isinstance(form, Problem):
            return form
        rating = form.model_dump()
        tolerated = {UNQUOTED} if getattr(options, "tolerate_spans", False) else set()
        found = rating_problems(rating, unframed(call, REVIEW))
        hard = [str(one) for one in found if one.kind not in tolerated]
        if hard:
            more = f"; and {len(hard) - _SHOWN} more" if len(hard) > _SHOWN else ""
            return problem("invalid-output", f"The rating cannot be used: {'; '.join(hard[:_SHOWN])}{more}")
        return rating | {"not_found": [one.place for one in found]}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up a rating of usual length."""
        return placeholder_rating(unframed(call, REVIEW))


def placeholder_rating(review: str) -> dict[str, Any]:
    """Make up a rating of usual length for an estimate.

    Parameters
    ----------
    review : str
        The text that would be rated; its beginning is quoted.

    Returns
    -------
    dict
        Of the rubric's form.
    """
    rubric = load_rubric()
    passage = {"span": review[:120], "why": filler(25)}
    values: dict[str, Any] = {
        "label": rubric.label_names[0],
        "alternative": rubric.label_names[1],
        "number": 1,
        "integer": 1,
        "dimensions": dict.fromkeys(rubric.dimension_names, 1),
        "text": filler(60),
        "tags": [rubric.tag_names[0]],
    }
    return {
        field.name: [passage | ({"signal": "System 1"} if field.signal else {})] * field.most
        if field.type == "spans"
        else values[field.type]
        for field in rubric.asked
    }
