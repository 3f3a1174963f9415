"""The judge's answer as a JSON Schema, made from the rubric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.epistemics.rubric.checks import ENTRY, SIGNALS
from peerassay.epistemics.rubric.definition import load_rubric

if TYPE_CHECKING:
    from peerassay.epistemics.rubric.definition import OutputField, Rubric


def answer_schema(rubric: Rubric | None = None) -> dict[str, Any]:
    """Give the form of a judge's answer.

    Parameters
    ----------
    rubric
        The compendium's own if not given.

    Returns
    -------
    dict
        A JSON Schema of an object: all fields that the rubric asks for, each required, no others. What a schema cannot
        say (the alternative differs from the label, passages occur in the review) is left to `rating_problems`.
    """
    known = rubric or load_rubric()
    return _object({field.name: _property(field, known) for field in known.asked})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _property(field: OutputField, rubric: Rubric) -> dict[str, Any]:
    return {"description": field.meaning, **_shape(field, rubric)}


def _shape(field: OutputField, rubric: Rubric) -> dict[str, Any]:
    low, high = rubric.scale
    if field.type in {"number", "integer"}:
        return {"type": field.type, "minimum": field.minimum, "maximum": field.maximum}
    if field.type == "spans":
        return {"type": "array", "items": _entry(field), "minItems": field.fewest, "maxItems": field.most}
    label = {"type": "string", "enum": list(rubric.label_names)}
    shapes: dict[str, dict[str, Any]] = {
        "label": label,
        "alternative": label,
        "text": {"type": "string", "minLength": 1},
        "tags": {"type": "array", "items": {"type": "string", "enum": list(rubric.tag_names)}, "uniqueItems": True},
        "dimensions": _object(
            {
                item.name: {"type": "number", "minimum": low, "maximum": high, "description": item.meaning}
                for item in rubric.dimensions
            }
        ),
    }
    return shapes[field.type]


def _entry(field: OutputField) -> dict[str, Any]:
    parts: dict[str, Any] = {part: {"type": "string", "minLength": 1} for part in ENTRY}
    if field.signal:
        parts["signal"] = {"type": "string", "enum": list(SIGNALS)}
    return _object(parts)
