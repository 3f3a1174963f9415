"""The task `score-probabilities`: an auxiliary review without reasoning, and the probabilities of its score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem, problem
from peerassay.collect.tasks.base import BaseTask, NoOptions
from peerassay.collect.tasks.forms import IntegerReview
from peerassay.collect.tasks.review import placeholder_review, review_calls
from peerassay.collect.tasks.tokens import ScoreTokenError, score_distribution

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel

    from peerassay.collect.task import Answer, Call, Context

PROMPT = "score-probabilities"
TOP = 20
LONGEST_ANSWER = 4_096


class ScoreProbabilities(BaseTask):
    """An auxiliary call per manuscript and round: effort none, twenty alternatives per token, 4,096 tokens at most."""

    name = PROMPT
    summary = "Score a manuscript without reasoning and read the probabilities of the scores."
    output: type[BaseModel] | None = IntegerReview
    options: type[BaseModel] = NoOptions

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per manuscript and round."""
        for manuscript in context.manuscripts():
            yield from review_calls(
                manuscript,
                PROMPT,
                "integer",
                context.rounds,
                max_output_tokens=LONGEST_ANSWER,
                top_logprobs=TOP,
                effort="none",
            )

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Check the form, and read the distribution at the place of the score."""
        if not answer.tokens:
            return problem("logprobs-unsupported", "The answer came without log-probabilities")
        form = parse_output(answer, IntegerReview)
        if isinstance(form, Problem):
            return form
        try:
            found = score_distribution(answer.tokens)
        except ScoreTokenError as error:
            return problem("invalid-output", f"The score's probabilities cannot be read: {error}")
        if found.drawn != form.score:
            return problem("invalid-output", f"The tokens spell the score {found.drawn}, the answer says {form.score}")
        masses = {"undetermined": found.undetermined, "other": found.other, "missing": found.missing}
        probabilities = {str(score): value for score, value in found.probabilities.items()}
        head = {"score": found.drawn, "probabilities": probabilities, "visible": found.visible}
        return head | masses | {"tokens": list(found.tokens)}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up an answer of usual length: a whole review is written, of which only the score's tokens are read."""
        review = placeholder_review("review-integer")
        return review | {"probabilities": {"5": 0.6, "6": 0.4}, "visible": 1.0}
