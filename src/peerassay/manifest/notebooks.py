"""A notebook with its specification, and the parameters that a run of it has."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from peerassay.manifest.parameters import Parameter, ParameterError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Notebook:
    """One notebook and its specification.

    Attributes
    ----------
    name
        ``<part>/NN-name``, as in the book's addresses.
    path
        The source notebook (absolute).
    title, question
        For people.
    data
        Files or globs it reads, relative to the root.
    after
        Names of notebooks that must have run before; the specification may use patterns such as ``style/*``.
    timeout
        Seconds that one cell may take.
    parameters
        By name, in the order of the specification.
    """

    name: str
    path: Path
    title: str
    question: str
    data: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    timeout: int = 300
    parameters: dict[str, Parameter] = field(default_factory=dict)

    @property
    def part(self) -> str:
        """The part of the book: repeatability, style, epistemics, audit or assay."""
        return self.name.split("/")[0]

    @property
    def slug(self) -> str:
        """The name as one file name, ``<part>--NN-name``."""
        return self.name.replace("/", "--")

    @property
    def defaults(self) -> dict[str, Any]:
        """The default of every parameter."""
        return {name: parameter.default for name, parameter in self.parameters.items()}

    def resolve(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters: the given ones, checked, and the defaults of the others.

        Raises
        ------
        ParameterError
            If a name is unknown (the nearest known one is named), `Parameter.check` refuses a value, or a lowest
            score is not below the highest.
        """
        for name in given:
            if name not in self.parameters:
                raise unknown_parameter(self, name)
        checked = {name: self.parameters[name].check(value) for name, value in given.items()}
        values = {**self.defaults, **checked}
        for low, high in {parameter.score_range for parameter in self.parameters.values() if parameter.score_range}:
            if values[low] >= values[high]:
                expected = f"expected {low} below {high}"
                raise ParameterError(f"parameters {low} and {high}: {values[low]!r} and {values[high]!r}; {expected}")
        return values


def unknown_parameter(notebook: Notebook, name: str) -> ParameterError:
    """Return the error for a parameter that a notebook does not have."""
    near = difflib.get_close_matches(name, notebook.parameters, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    known = ", ".join(notebook.parameters) or "none"
    return ParameterError(f"{notebook.name} has no parameter {name!r}{hint} (it has: {known})")
