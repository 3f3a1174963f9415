"""The task `review`: one independent review of one manuscript, in one of the forms of the papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from peerassay.collect.addressing import addressed_to_reviewer
from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Answer, Call, Context, Key, Manuscript
from peerassay.collect.tasks.base import BaseTask, Options, filler
from peerassay.collect.tasks.forms import BareStyleReview, DecimalReview, IntegerReview, StyleReview
from peerassay.collect.tasks.framing import MANUSCRIPT, conversation, framed
from peerassay.collect.tasks.material import package_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ReviewPrompt = Literal[
    "review-integer",
    "review-decimal",
    "review-style-default",
    "review-style-brief",
    "review-style-minimal",
    "review-style-bare",
    "review-style-biased",
]
FORMS: dict[str, type[BaseModel]] = {
    "review-integer": IntegerReview,
    "review-decimal": DecimalReview,
    "review-style-default": StyleReview,
    "review-style-brief": StyleReview,
    "review-style-minimal": StyleReview,
    "review-style-bare": BareStyleReview,
    "review-style-biased": StyleReview,
}
CRITERIA = ("soundness", "significance", "evidence", "clarity")


class ReviewOptions(Options):
    """Options of the task `review`."""

    prompt: ReviewPrompt = Field(
        default="review-integer",
        description="Instructions and form: whole or decimal score with three strengths and concerns, or the style "
        "paper's form in one of its wordings.",
    )


class Review(BaseTask):
    """One independent review per manuscript and round."""

    name = "review"
    summary = "Review a manuscript and score it from 1 to 10."
    options: type[BaseModel] = ReviewOptions

    def output_for(self, options: BaseModel) -> type[BaseModel]:
        """Return the form that the prompt asks for."""
        return FORMS[_prompt(options)]

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per manuscript and round."""
        name = _prompt(context.options)
        for manuscript in context.manuscripts():
            yield from review_calls(manuscript, name, protocol_of(name), context.rounds)

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Check the form, and say which cited pages the manuscript does not have."""
        form = parse_output(answer, self.output_for(options))
        return form if isinstance(form, Problem) else with_page_check(form.model_dump(), call)

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up a review of usual length."""
        return placeholder_review(_prompt(options))


def _prompt(options: BaseModel) -> str:
    return str(getattr(options, "prompt", "review-integer"))


def protocol_of(prompt: str) -> str:
    """Give the protocol of a review's score, as in the records.

    Parameters
    ----------
    prompt : str
        Name of the prompt.

    Returns
    -------
    str
        ``decimal`` or ``integer``.
    """
    return "decimal" if prompt == "review-decimal" else "integer"


def review_calls(manuscript: Manuscript, prompt: str, protocol: str, rounds: int, **settings: Any) -> Iterator[Call]:
    """Make the calls for one manuscript.

    Parameters
    ----------
    manuscript : Manuscript
        What is reviewed. Nothing in the messages says which version it is.
    prompt, protocol : str
        Name of the instructions, and the protocol in the records.
    rounds : int
        Repetitions.
    **settings
        Further attributes of the calls.

    Yields
    ------
    Call
        All with the same messages.
    """
    messages = conversation(load_prompt(prompt).text, *framed(MANUSCRIPT, manuscript.parts))
    found = [finding.words for finding in addressed_to_reviewer(manuscript.text)]
    notes = {"addressed": found} | ({"pages": package_of(manuscript).pages} if manuscript.folder else {})
    for number in range(1, rounds + 1):
        key = Key(manuscript.paper_id, manuscript.digest, manuscript.version, protocol, number)
        yield Call(key, messages, (prompt,), notes=notes, **settings)


def with_page_check(result: dict[str, Any], call: Call) -> dict[str, Any]:
    """Note cited pages that the manuscript does not have; they are kept as they were given.

    Parameters
    ----------
    result : dict
        A review in either form.
    call : Call
        Its call, which knows how many pages there are.

    Returns
    -------
    dict
        With ``unknown_pages`` if there are any.
    """
    pages = int(call.notes.get("pages", 0))
    opinions = [item for name in ("strengths", "concerns") for item in result.get(name, []) if isinstance(item, dict)]
    beyond = sorted({page for item in opinions for page in item["pages"] if page > pages})
    return result | {"unknown_pages": beyond} if pages and beyond else result


def placeholder_review(prompt: str) -> dict[str, Any]:
    """Make up a review of usual length for an estimate.

    Parameters
    ----------
    prompt : str
        Name of the prompt, which decides about the form.

    Returns
    -------
    dict
        It fits the form.
    """
    if prompt.startswith("review-style"):
        points = [filler(45)] * 4
        scores = {} if prompt == "review-style-bare" else dict.fromkeys(CRITERIA, 3)
        texts = {"strengths": points, "weaknesses": points, "suggestions": points}
        return texts | scores | {"confidence": 4, "overall": 5}
    points_of = [{"text": filler(45), "pages": [1, 2]}] * 3
    score = 5.5 if prompt == "review-decimal" else 5
    texts_of = {"summary": filler(70), "strengths": points_of, "concerns": points_of, "rationale": filler(110)}
    return {"score": score, "confidence": 4} | texts_of
