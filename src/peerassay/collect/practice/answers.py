"""Made-up answers that fit a JSON Schema: numbers around a made-up standing, texts that say what they are."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peerassay.collect.practice.chance import generator, level, uniform

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

MADE_UP = "Made up by the practice endpoint"
_SUBJECTS = (
    "The method",
    "The comparison",
    "The evaluation",
    "The argument",
    "The data set",
    "The proof",
    "The writing",
)
_POINTS = (
    "is described well enough to be repeated",
    "rests on one setting only",
    "lacks a baseline that a reader would expect",
    "is supported by the ablation",
    "leaves the choice of the threshold open",
    "is clear and easy to follow",
    "needs an interval beside every mean",
    "goes beyond what was known",
)
_QUOTED = {"span", "phrase", "quote"}
_FRAME = re.compile(
    r"^BEGIN (?P<kind>[A-Z]+) (?P<mark>\w+)\n(?P<text>.*)\nEND (?P=kind) (?P=mark)$", re.DOTALL | re.MULTILINE
)
_NOISE = 0.55  # standard deviation of a score around the standing, on the scale from 1 to 10


@dataclass(frozen=True)
class Material:
    """What a request is about.

    Attributes
    ----------
    text : str
        The framed material of the user's messages, or all of them.
    standing : float
        Made-up quality between 2 and 9.
    """

    text: str
    standing: float

    @classmethod
    def of(cls, text: str, model: str) -> Material:
        """Take the material out of the user's messages; every model sees it a little differently.

        Parameters
        ----------
        text : str
            The user's messages.
        model : str
            Name of the model.
        """
        found = [match["text"] for match in _FRAME.finditer(text)]
        inner = "\n\n".join(found) if found else text
        taste = 1.2 * (uniform(f"{model} {inner}") - 0.5) + 1.5 * (uniform(model) - 0.5)
        return cls(inner, level(inner[:400]) + taste)


def made_up(schema: Mapping[str, Any], material: Material, mark: str) -> Any:
    """Make up a value that fits a schema.

    Parameters
    ----------
    schema : mapping
        JSON Schema as the tasks send it.
    material : Material
        What is judged.
    mark : str
        Name of the request; the same name gives the same value.

    Returns
    -------
    object
        What JSON can hold.
    """
    return _Maker(schema.get("$defs", {}), material, generator(mark)).value(schema, "")


class _Maker:
    def __init__(self, defs: Mapping[str, Any], material: Material, chance: random.Random) -> None:
        self.defs, self.material, self.chance = defs, material, chance

    def value(self, schema: Mapping[str, Any], name: str) -> Any:
        if "$ref" in schema:
            return self.value(self.defs[schema["$ref"].rpartition("/")[2]], name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._choice(schema["enum"], name)
        if "anyOf" in schema:
            return self.value(schema["anyOf"][0], name)
        makers = {
            "object": self._object,
            "array": self._array,
            "integer": self._integer,
            "number": self._number,
            "boolean": lambda *_: self.chance.random() < 0.7,
            "string": self._text,
        }
        return makers[schema.get("type", "string")](schema, name)

    def _choice(self, options: list[Any], name: str) -> Any:
        """Choose; a label is never the last option and its alternative always, so that the two differ."""
        if "alternative" in name:
            return options[-1]
        return self.chance.choice(options[:-1] if name == "label" and options[1:] else options)

    def _object(self, schema: Mapping[str, Any], _: str) -> dict[str, Any]:
        return {name: self.value(inner, name) for name, inner in schema.get("properties", {}).items()}

    def _array(self, schema: Mapping[str, Any], name: str) -> list[Any]:
        if (listed := self._listed(schema, name)) is not None:
            return listed
        low = int(schema.get("minItems", 0))
        high = min(int(schema.get("maxItems", 3)), max(low, 3))
        items = [
            self.value(schema.get("items", {}), name) for _ in range(self.chance.randint(max(low, min(1, high)), high))
        ]
        unique = {json.dumps(item, sort_keys=True): item for item in items}
        return list(unique.values()) if len(unique) >= low else items

    def _listed(self, schema: Mapping[str, Any], name: str) -> list[Any] | None:
        """Answer for things that the material lists by id: one decision each, or new texts for a few."""
        if name == "decisions":
            return [
                self.value(schema["items"], "") | {"edit": one["edit"], "reason": "made up"}
                for one in self._lines("edit")
            ]
        if name == "replacements":
            chosen = [one for one in self._lines("type") if one["type"] == "paragraph" and self.chance.random() < 0.4]
            return [{"id": one["id"], "text": f"{one['text']} This follows from the results."} for one in chosen]
        return None

    def _lines(self, field: str) -> list[dict[str, Any]]:
        """Return the lines of JSON in the material that have a field."""
        lines = [line for line in self.material.text.splitlines() if line.startswith("{") and f'"{field}"' in line]
        return [json.loads(line) for line in lines]

    def _integer(self, schema: Mapping[str, Any], name: str) -> int:
        low, high = _bounds(schema)
        if name == "pages":
            return self.chance.randint(1, 8)
        return min(math.floor(high), max(math.ceil(low), round(self._scaled(low, high))))

    def _number(self, schema: Mapping[str, Any], _: str) -> float:
        low, high = _bounds(schema)
        value = round(min(high - 0.1, max(low + 0.1, self._scaled(low, high))), 1)
        return value + (0.1 if value == int(value) and value < high - 0.2 else -0.1 if value == int(value) else 0.0)

    def _scaled(self, low: float, high: float) -> float:
        drawn = self.material.standing + self.chance.gauss(0, _NOISE)
        return low + (drawn - 1) / 9 * (high - low)

    def _text(self, schema: Mapping[str, Any], name: str) -> str:
        if name in _QUOTED:
            return self._quotation()
        point = f"{self.chance.choice(_SUBJECTS)} {self.chance.choice(_POINTS)}."
        return f"{MADE_UP}: {point[0].lower()}{point[1:]}"

    def _quotation(self) -> str:
        """Quote some words of the material, within a line."""
        lines = [line for line in self.material.text.splitlines() if len(line.split()) >= 4] or [self.material.text]
        words = self.chance.choice(lines).split(" ")
        start = self.chance.randrange(max(1, len(words) - 7))
        return " ".join(words[start : start + 7]).strip()


def _bounds(schema: Mapping[str, Any]) -> tuple[float, float]:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 1))
    return float(low), float(schema.get("maximum", schema.get("exclusiveMaximum", float(low) + 9)))


def free_text(material: Material) -> str:
    """Answer a request without a schema: the material itself, hardly changed.

    Parameters
    ----------
    material : Material
        What is to be worked on.
    """
    return material.text.replace(" show ", " demonstrate ").replace(" use ", " employ ") or MADE_UP


def logprobs(text: str, material: Material, top: int, mark: str) -> list[dict[str, Any]]:
    """Make up log-probabilities for every token of a text; numbers have their neighbours as alternatives.

    Parameters
    ----------
    text : str
        The answer.
    material : Material
        Numbers are spread around its standing.
    top : int
        Alternatives per token.
    mark : str
        Name of the request.

    Returns
    -------
    list of dict
        As chat completions and the Responses API show them.
    """
    pieces = re.findall(r"\d+|[A-Za-z]+|\s+|.", text, re.DOTALL)
    return [_token(piece, material, top, f"{mark} {place}") for place, piece in enumerate(pieces)]


def _token(piece: str, material: Material, top: int, mark: str) -> dict[str, Any]:
    if piece.isdigit() and 1 <= int(piece) <= 10:
        weights = {str(score): math.exp(-((score - material.standing) ** 2) / 0.9) for score in range(1, 11)}
        total = sum(weights.values()) * 1.002
        shown = {name: weight / total for name, weight in weights.items() if weight / total > 1e-6 or name == piece}
    else:
        certain = 1 - 0.01 * uniform(mark)
        shown = {piece: certain, f" {piece}": (1 - certain) * 0.9}
    ranked = sorted(shown.items(), key=lambda item: (-item[1], item[0]))
    alternatives = [_shown(token, math.log(max(share, 1e-12))) for token, share in ranked[:top]]
    return {**_shown(piece, math.log(max(shown[piece], 1e-12))), "top_logprobs": alternatives}


def _shown(token: str, logprob: float) -> dict[str, Any]:
    return {"token": token, "logprob": round(logprob, 6), "bytes": list(token.encode())}
