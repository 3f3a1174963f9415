"""The notebooks of the compendium: what each asks, reads and accepts as parameters.

Every notebook `notebooks/<part>/NN-name.ipynb` has a specification `NN-name.toml` beside it. It is the one source for
the command line's help, the check of parameters before anything runs, and the parameter page of the book.
"""

from __future__ import annotations

import difflib
import fnmatch
import math
import tomllib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SCALARS: dict[str, type] = {"int": int, "float": float, "bool": bool, "str": str, "path": str}
TYPES = (*SCALARS, "list[int]", "list[float]", "list[str]")
PARTS = ("repeatability", "style", "epistemics", "audit", "assay")
NOTEBOOK_KEYS = {"title", "question", "data", "after", "timeout", "parameters"}
PARAMETER_KEYS = {"type", "default", "help", "unit", "minimum", "maximum", "choices"}


class ParameterError(ValueError):
    """A parameter whose name, type or value a notebook does not accept."""


class ManifestError(ValueError):
    """A notebook's specification that is incomplete or contradicts itself."""


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
    """

    name: str
    type: str
    default: Any
    help: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()

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
            If a name is unknown (the nearest known one is named) or `Parameter.check` refuses a value.
        """
        for name in given:
            if name not in self.parameters:
                raise unknown_parameter(self, name)
        checked = {name: self.parameters[name].check(value) for name, value in given.items()}
        return {**self.defaults, **checked}


def unknown_parameter(notebook: Notebook, name: str) -> ParameterError:
    """Return the error for a parameter that a notebook does not have."""
    near = difflib.get_close_matches(name, notebook.parameters, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    known = ", ".join(notebook.parameters) or "none"
    return ParameterError(f"{notebook.name} has no parameter {name!r}{hint} (it has: {known})")


def load_notebooks(root: Path | None = None) -> dict[str, Notebook]:
    """Read all specifications below `notebooks/`.

    Parameters
    ----------
    root
        The compendium's root; found by `project_root` if not given.

    Returns
    -------
    dict of str to Notebook
        By name, in the order of the parts and of the numbers within them.

    Raises
    ------
    ManifestError
        If a notebook has no specification or the reverse, a specification is wrong, or `after` names no notebook.
    """
    folder = (root or project_root()) / "notebooks"
    stems = sorted({path.with_suffix("") for path in folder.glob("*/*") if path.suffix in {".ipynb", ".toml"}})
    notebooks = [_load(stem, folder) for stem in stems]
    notebooks.sort(key=lambda notebook: (PARTS.index(notebook.part), notebook.name))
    names = [notebook.name for notebook in notebooks]
    return {notebook.name: replace(notebook, after=_matching(notebook, names)) for notebook in notebooks}


def _matching(notebook: Notebook, names: list[str]) -> tuple[str, ...]:
    """Return the names of the notebooks that the patterns in `after` stand for, the notebook itself left out."""
    found: list[str] = []
    for pattern in notebook.after:
        matches = [name for name in fnmatch.filter(names, pattern) if name != notebook.name]
        if not matches:
            raise ManifestError(f"{notebook.name}: after names {pattern!r}, which is no other notebook")
        found += [name for name in matches if name not in found]
    return tuple(found)


def _load(stem: Path, folder: Path) -> Notebook:
    name = stem.relative_to(folder).as_posix()
    for path in (stem.with_suffix(".ipynb"), stem.with_suffix(".toml")):
        if not path.is_file():
            raise ManifestError(f"{name}: {path.name} is missing; every notebook has an .ipynb and a .toml")
    if name.split("/")[0] not in PARTS:
        raise ManifestError(f"{name}: the folder must be one of {', '.join(PARTS)}")
    try:
        raw = tomllib.loads(stem.with_suffix(".toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{name}.toml: {error}") from error
    _check_keys(f"{name}.toml", raw, NOTEBOOK_KEYS, required={"title", "question"})
    parameters = {key: _parameter(f"{name}.toml", key, spec) for key, spec in raw.get("parameters", {}).items()}
    return Notebook(
        name=name,
        path=stem.with_suffix(".ipynb"),
        title=raw["title"],
        question=raw["question"],
        data=tuple(raw.get("data", ())),
        after=tuple(raw.get("after", ())),
        timeout=int(raw.get("timeout", 300)),
        parameters=parameters,
    )


def _parameter(place: str, name: str, spec: dict[str, Any]) -> Parameter:
    _check_keys(f"{place} parameter {name}", spec, PARAMETER_KEYS, required={"type", "default", "help"})
    if spec["type"] not in TYPES:
        raise ManifestError(f"{place} parameter {name}: type {spec['type']!r} is not one of {', '.join(TYPES)}")
    parameter = Parameter(name=name, **{**spec, "choices": tuple(spec.get("choices", ()))})
    try:
        parameter.check(parameter.default)
    except ParameterError as error:
        raise ManifestError(f"{place}: the default does not fit: {error}") from error
    return parameter


def _check_keys(place: str, table: Mapping[str, Any], known: set[str], required: set[str]) -> None:
    for key in sorted(required - set(table)):
        raise ManifestError(f"{place}: {key} is missing")
    for key in sorted(set(table) - known):
        raise ManifestError(f"{place}: unknown key {key!r}; known are {', '.join(sorted(known))}")
