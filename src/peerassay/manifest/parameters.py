"""One parameter of a notebook: its type, its bounds, what it holds, and the check of a value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

SCALARS: dict[str, type] = {"int": int, "float": float, "bool": bool, "str": str, "path": str}
TYPES = (*SCALARS, "list[int]", "list[float]", "list[str]")
HOLDINGS = ("records", "ratings")
"""What the path of a parameter may be declared to hold."""


class ParameterError(ValueError):
    """A parameter whose name, type or value a notebook does not accept."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a notebook.

    Attributes
    ----------
    name, type, default, help, unit
        As in the specification; `type` is one of ``TYPES``, `unit` may be empty.
    minimum, maximum
        Inclusive bounds of a number (of every element of a list), or None.
    choices
        The accepted values; empty means any.
    holds
        For a path, what must be there: ``records`` (tables of reviews) or ``ratings`` (a table of ratings), as
        `peerassay.records` accepts them; empty for anything.
    score_range
        For records, the names of the two parameters that are their lowest and highest possible score.
    """

    name: str
    type: str
    default: Any
    help: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()
    holds: str = ""
    score_range: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """What a value must be, in words for an error message or a help text."""
        bounds = [f"at least {self.minimum:g}"] if self.minimum is not None else []
        bounds += [f"at most {self.maximum:g}"] if self.maximum is not None else []
        words = f"one of {', '.join(map(repr, self.choices))}" if self.choices else " and ".join(bounds)
        return f"{self.type} {words}".strip()

    def check(self, value: Any) -> Any:
        """Return `value` as this parameter's type, or say what was expected.

        Parameters
        ----------
        value
            A Python value, for example from a notebook or a TOML file.

        Returns
        -------
        object
            The value; a whole number given for a float becomes a float.

        Raises
        ------
        ParameterError
            If the type is another one, a bound is passed, or the value is not among the choices.
        """
        items = value if self.type.startswith("list[") else [value]
        if not isinstance(items, list):
            raise self._refused(value)
        checked = [self._check_scalar(item, value) for item in items]
        return checked if self.type.startswith("list[") else checked[0]

    def parse(self, text: str) -> Any:
        """Return the value that a command line's `text` stands for; lists are written with commas.

        Raises
        ------
        ParameterError
            If the text is no value of this parameter's type, or one that `check` refuses.
        """
        kind = self.type.removeprefix("list[").removesuffix("]")
        parts = [part.strip() for part in text.split(",")] if self.type.startswith("list[") else [text]
        try:
            values = [_parse_scalar(part, kind) for part in parts]
        except ValueError:
            raise self._refused(text) from None
        return self.check(values if self.type.startswith("list[") else values[0])

    def _check_scalar(self, item: Any, whole: Any) -> Any:
        kind = SCALARS[self.type.removeprefix("list[").removesuffix("]")]
        if kind is float and isinstance(item, int) and not isinstance(item, bool):
            item = float(item)
        fits = isinstance(item, kind) and (kind is bool or not isinstance(item, bool))
        if not fits or (kind is float and not math.isfinite(item)):
            raise self._refused(whole)
        low = self.minimum is not None and item < self.minimum
        high = self.maximum is not None and item > self.maximum
        if low or high or (self.choices and item not in self.choices):
            raise self._refused(whole)
        return item

    def _refused(self, value: Any) -> ParameterError:
        return ParameterError(f"parameter {self.name}: {value!r}; expected {self.expected} ({self.help})")


def _parse_scalar(text: str, kind: str) -> Any:
    if kind == "bool":
        truth = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() not in truth:
            raise ValueError(text)
        return truth[text.lower()]
    return SCALARS[kind](text)
