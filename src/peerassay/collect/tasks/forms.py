"""The forms that answers have to fit: strict, closed, every field required; one source for what is sent and checked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, create_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from peerassay.epistemics.rubric import OutputField, Rubric

LONGEST_REASON = 32
"""Characters of a selector's reason that are kept (Can We Believe AI Peer Review?, Appendix B)."""


class Form(BaseModel):
    """An answer: no field too many, none too few, and no text in the place of a number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("is blank; expected text")
    return value


def _fraction(value: float) -> float:
    if value == int(value):
        raise ValueError("is a whole number; expected a fractional part that is not zero")
    return value


Text = Annotated[str, StringConstraints(min_length=1), AfterValidator(_not_blank)]
Page = Annotated[int, Field(ge=1)]
FourPoints = Annotated[int, Field(ge=1, le=4)]
FivePoints = Annotated[int, Field(ge=1, le=5)]
TenPoints = Annotated[int, Field(ge=1, le=10)]


class Opinion(Form):
    """One strength or concern."""

    text: Text
    pages: list[Page] = Field(description="PDF page numbers that it rests on.")


class IntegerReview(Form):
    """The repeatability paper's form with a whole score."""

    score: TenPoints
    confidence: FivePoints
    summary: Text
    strengths: list[Opinion] = Field(max_length=3)
    concerns: list[Opinion] = Field(max_length=3)
    rationale: Text


class DecimalReview(Form):
    """The same with a score that must not be whole."""

    score: Annotated[float, Field(ge=1, le=10), AfterValidator(_fraction)]
    confidence: FivePoints
    summary: Text
    strengths: list[Opinion] = Field(max_length=3)
    concerns: list[Opinion] = Field(max_length=3)
    rationale: Text


class BareStyleReview(Form):
    """The style paper's form without the scores of the four criteria."""

    strengths: list[Text]
    weaknesses: list[Text]
    suggestions: list[Text]
    confidence: FivePoints
    overall: TenPoints


class StyleReview(Form):
    """The style paper's form."""

    strengths: list[Text]
    weaknesses: list[Text]
    suggestions: list[Text]
    soundness: FourPoints
    significance: FourPoints
    evidence: FourPoints
    clarity: FourPoints
    confidence: FivePoints
    overall: TenPoints


class Replacement(Form):
    """A record with its new text."""

    id: Text
    text: Text


class Replacements(Form):
    """The Writer's answer."""

    replacements: list[Replacement]


class Decision(Form):
    """The Selector's word on one edit."""

    edit: Text
    accept: bool
    reason: str = Field(description=f"At most {LONGEST_REASON} characters.")


class Decisions(Form):
    """The Selector's answer."""

    decisions: list[Decision]


class ProbePair(Form):
    """A concern and the two reviews that are matched on everything else."""

    concern: Text
    refuted_by: Text
    review_a: Text
    review_b: Text


def _one_of(names: Iterable[str]) -> Any:
    return Literal.__getitem__(tuple(names))


@lru_cache(maxsize=1)
def annotation_form() -> type[Form]:
    """Give the form of an annotation, made from the list of aspects.

    Returns
    -------
    type of Form
        An object with the list `mentions`.
    """
    from peerassay.style.aspects import ASPECTS, POLARITIES

    fields: dict[str, Any] = {
        "aspect": (_one_of(ASPECTS), ...),
        "polarity": (_one_of(POLARITIES), ...),
        "phrase": (Text, ...),
    }
    mention = create_model("Mention", __base__=Form, **fields)
    return create_model("Annotation", __base__=Form, mentions=(list[mention], ...))  # type: ignore[valid-type]


@lru_cache(maxsize=1)
def rating_form() -> type[Form]:
    """Give the form of a judge's answer, made from the rubric.

    Returns
    -------
    type of Form
        With one field for each that the rubric asks for. What it cannot say (the alternative differs from the label,
        passages occur in the review, tags occur once) is left to `peerassay.epistemics.rubric.rating_problems`.
    """
    from peerassay.epistemics.rubric import load_rubric

    rubric = load_rubric()
    fields: dict[str, Any] = {field.name: (_shape(field, rubric), ...) for field in rubric.asked}
    return create_model("Rating", __base__=Form, **fields)


def _shape(field: OutputField, rubric: Rubric) -> Any:
    if field.type in {"number", "integer"}:
        number = int if field.type == "integer" else float
        return Annotated[number, Field(ge=field.minimum, le=field.maximum)]
    if field.type == "spans":
        return Annotated[list[_passage(field.signal)], Field(min_length=field.fewest, max_length=field.most)]  # type: ignore[misc]
    shapes: dict[str, Callable[[], Any]] = {
        "label": lambda: _one_of(rubric.label_names),
        "alternative": lambda: _one_of(rubric.label_names),
        "text": lambda: Text,
        "tags": lambda: list[_one_of(rubric.tag_names)],  # type: ignore[misc]
        "dimensions": lambda: _dimensions(rubric),
    }
    return shapes[field.type]()


def _passage(signal: bool) -> Any:
    from peerassay.epistemics.rubric import ENTRY, SIGNALS

    fields: dict[str, Any] = dict.fromkeys(ENTRY, (Text, ...))
    if signal:
        fields["signal"] = (_one_of(SIGNALS), ...)
    return create_model("SignalledPassage" if signal else "Passage", __base__=Form, **fields)


def _dimensions(rubric: Rubric) -> Any:
    low, high = rubric.scale
    score = Annotated[float, Field(ge=low, le=high)]
    fields: dict[str, Any] = dict.fromkeys(rubric.dimension_names, (score, ...))
    return create_model("Dimensions", __base__=Form, **fields)
