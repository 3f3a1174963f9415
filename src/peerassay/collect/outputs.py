"""Structured answers: the schema as it is sent, and the strict reading of what comes back."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from peerassay.collect.problems import Problem, problem

if TYPE_CHECKING:
    from peerassay.collect.task import Answer

Output = TypeVar("Output", bound=BaseModel)

UNSENT = {"title", "default", "examples", "minLength", "maxLength"}  # what strict endpoints refuse; checked here anyway
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)
_SHOWN = 3


def parse_output(answer: Answer, model: type[Output]) -> Output | Problem:
    """Read an answer as one JSON object that fits a model, strictly.

    A Markdown code fence around the whole object is taken off, since endpoints without structured output often get one;
    any other text beside the object makes it malformed.

    Parameters
    ----------
    answer : Answer
        A complete answer.
    model : type of pydantic.BaseModel
        The schema; validated in strict mode, so that "7" is not 7.

    Returns
    -------
    pydantic.BaseModel or Problem
        An instance of the model, or ``malformed-json`` or ``invalid-output`` with the place.
    """
    text = answer.text
    if (fenced := _FENCE.fullmatch(text)) is not None:
        text = fenced[1]
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return problem("malformed-json", f"The answer is not one JSON object: {error}")
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        return problem("invalid-output", f"The answer does not fit the schema: {validation_words(error)}")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def validation_words(error: ValidationError) -> str:
    """Say in one line where a validation failed and what was expected, without repeating the values.

    Parameters
    ----------
    error : pydantic.ValidationError
        The failure.

    Returns
    -------
    str
        Up to three places, ``strengths.0: Input should be a valid string``, and how many more there are.
    """
    found = error.errors(include_url=False, include_context=False, include_input=False)
    places = [f"{'.'.join(map(str, item['loc'])) or 'the object'}: {item['msg']}" for item in found[:_SHOWN]]
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return "; ".join(places) + more


@lru_cache(maxsize=64)
def _sent_schema(model: type[BaseModel]) -> str:
    return json.dumps(_stripped(model.model_json_schema()), ensure_ascii=False)


def sent_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of a model in the form that strict endpoints take.

    Parameters
    ----------
    model : type of pydantic.BaseModel
        Extra fields forbidden, every field required.

    Returns
    -------
    dict
        Without titles, defaults and lengths of strings; objects are closed and require all their fields.
    """
    schema: dict[str, Any] = json.loads(_sent_schema(model))
    return schema


def _stripped(node: Any, *, names: bool = False) -> Any:
    """Drop what is not sent; `names` says that the keys of this object are names of fields, not words of the schema."""
    if isinstance(node, list):
        return [_stripped(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: _stripped(value, names=key in {"properties", "$defs"} and not names)
        for key, value in node.items()
        if names or key not in UNSENT
    }
    if not names and kept.get("type") == "object" and "properties" in kept:
        kept |= {"additionalProperties": False, "required": list(kept["properties"])}
    return kept


def schema_instruction(model: type[BaseModel]) -> str:
    """Return the sentence that tells a model its schema, for endpoints that take no schema.

    Parameters
    ----------
    model : type of pydantic.BaseModel
        The schema.
    """
    return (
        "Answer with one JSON object and nothing else, no code fence and no comment. It has to fit this JSON Schema:\n"
        + json.dumps(sent_schema(model), ensure_ascii=False)
    )
