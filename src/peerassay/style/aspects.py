"""Aspects of a review: what an annotation may say, and whether the phrases that it quotes are in the review.

An annotation is a list of mentions. Each names one of sixteen aspects, says whether the review speaks well or badly of
it, and quotes the phrase in which it does. The quotation is what makes an annotation checkable: a phrase that is not in
the review was made up, and is counted as a failure instead of being dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from peerassay.language.spans import find_span

ASPECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Ablation": "Whether parts were taken out or varied to see what each contributes.",
        "Analysis": "How deeply the findings are looked into: errors, sensitivity, what explains them.",
        "Comparison": "What the work is set against: baselines, competing systems, fairness of the contest.",
        "Contribution": "What the work as a whole adds, whatever its kind.",
        "Data/Task": "The data sets, benchmarks and tasks: their choice, size and quality.",
        "Definition/Description/Detail/Discussion/Explanation/Interpretation": (
            "Whether terms, set-up and outcomes are spelled out far enough to be understood or repeated."
        ),
        "Evaluation": "How success is judged: measures, criteria, human judgement, statistical tests.",
        "Experiment": "The experiments as such: their design, number, scope and settings.",
        "Intuition/Justification/Motivation/Validation": (
            "Why the problem is worth solving and why the choices made are the right ones."
        ),
        "Methodology": "The approach itself: model, algorithm, procedure and their soundness.",
        "Novelty": "How new the idea, the method or the finding is.",
        "Presentation": "Writing, structure, figures, tables, notation; how easily the paper reads.",
        "Related Work": "How earlier work is covered, cited and told apart from this.",
        "Result": "The outcomes: how strong, convincing or surprising they are.",
        "Significance": "Why it matters: importance and use for the field or beyond it.",
        "Theory": "Theorems, proofs, assumptions and formal arguments.",
    }
)
"""The sixteen coarse aspects, named as Lu et al. (2025) name them; the descriptions are ours."""

POLARITIES: Final = ("positive", "negative")
FIELDS: Final = ("aspect", "polarity", "phrase")
LONGEST_SHOWN: Final = 80

ANNOTATION_SCHEMA: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "aspect": {"type": "string", "enum": list(ASPECTS)},
                "polarity": {"type": "string", "enum": list(POLARITIES)},
                "phrase": {"type": "string", "minLength": 1},
            },
            "required": list(FIELDS),
            "additionalProperties": False,
        },
    }
)
"""The annotation of one review as a JSON Schema."""


@dataclass(frozen=True)
class AnnotationProblem:
    """One thing that is wrong with an annotation.

    Attributes
    ----------
    mention : int
        Position of the mention in the annotation, from 1; 0 if the annotation as a whole is meant.
    field : str
        ``aspect``, ``polarity`` or ``phrase``; empty if the mention as a whole is meant.
    value : str
        What was found.
    expected : str
        What was expected.
    """

    mention: int
    field: str
    value: str
    expected: str

    def __str__(self) -> str:
        """Say where it is, what it is, and what was expected."""
        place = f"mention {self.mention}" if self.mention else "annotation"
        value = self.value if len(self.value) <= LONGEST_SHOWN else f"{self.value[:LONGEST_SHOWN]}..."
        return f"{place}{', ' if self.field else ''}{self.field}: {value!r}; expected {self.expected}"


def annotation_problems(annotation: object, review: str) -> list[AnnotationProblem]:
    """List everything that is wrong with the annotation of one review.

    Parameters
    ----------
    annotation
        As an annotator returned it: it should be a list of mentions, each with `aspect` (one of `ASPECTS`), `polarity`
        (``positive`` or ``negative``) and `phrase` (quoted from the review).
    review
        The text that was annotated.

    Returns
    -------
    list of AnnotationProblem
        In the order of the mentions; empty if the annotation can be used as it is. An empty list of mentions is fine.

    Notes
    -----
    A phrase counts as quoted if `peerassay.language.spans.find_span` finds it, with the normalisation declared there.
    Style over Substance, section 3.2, checks the phrases too, without saying how they are normalised.
    """
    if isinstance(annotation, (str, bytes)) or not isinstance(annotation, Sequence):
        return [AnnotationProblem(0, "", type(annotation).__name__, "a list of mentions")]
    return [
        problem for number, mention in enumerate(annotation, start=1) for problem in _mention(number, mention, review)
    ]


def _mention(number: int, mention: object, review: str) -> list[AnnotationProblem]:
    if not isinstance(mention, Mapping):
        return [AnnotationProblem(number, "", repr(mention), f"an object with {', '.join(FIELDS)}")]
    extra = [AnnotationProblem(number, str(name), "", "no such field") for name in mention if name not in FIELDS]
    return [
        *_choice(number, "aspect", mention, tuple(ASPECTS)),
        *_choice(number, "polarity", mention, POLARITIES),
        *_phrase(number, mention, review),
        *extra,
    ]


def _choice(number: int, field: str, mention: Mapping[Any, Any], choices: tuple[str, ...]) -> list[AnnotationProblem]:
    value = mention.get(field, "")
    known = isinstance(value, str) and value in choices
    return [] if known else [AnnotationProblem(number, field, str(value), f"one of {', '.join(choices)}")]


def _phrase(number: int, mention: Mapping[Any, Any], review: str) -> list[AnnotationProblem]:
    phrase = mention.get("phrase", "")
    if not isinstance(phrase, str) or not phrase.strip():
        return [AnnotationProblem(number, "phrase", str(phrase), "a phrase quoted from the review")]
    return [] if find_span(phrase, review) else [AnnotationProblem(number, "phrase", phrase, "a phrase of the review")]


@dataclass(frozen=True)
class AnnotationCheck:
    """The mentions of a review that can be used, and what is wrong with the others.

    Attributes
    ----------
    mentions : tuple of dict
        The mentions without a problem, in their order.
    problems : tuple of AnnotationProblem
        All problems.
    total : int
        Mentions that were returned.
    spans_found : int
        Mentions whose phrase is in the review.
    """

    mentions: tuple[dict[str, str], ...]
    problems: tuple[AnnotationProblem, ...]
    total: int
    spans_found: int

    @property
    def failures(self) -> dict[str, int]:
        """Number of problems per field."""
        return dict(Counter(problem.field or "annotation" for problem in self.problems))


def check_annotation(annotation: object, review: str) -> AnnotationCheck:
    """Sort the mentions of a review into those that can be used and those that cannot, with every failure counted.

    Parameters
    ----------
    annotation, review
        As for `annotation_problems`.

    Returns
    -------
    AnnotationCheck
        A mention with any problem is left out of `mentions` and stays in `total`.
    """
    problems = annotation_problems(annotation, review)
    if any(problem.mention == 0 for problem in problems) or not isinstance(annotation, Sequence):
        return AnnotationCheck((), tuple(problems), 0, 0)
    wrong = {problem.mention for problem in problems}
    missing = {problem.mention for problem in problems if problem.field in {"phrase", ""}}
    kept = [dict(mention) for number, mention in enumerate(annotation, start=1) if number not in wrong]
    return AnnotationCheck(tuple(kept), tuple(problems), len(annotation), len(annotation) - len(missing))
