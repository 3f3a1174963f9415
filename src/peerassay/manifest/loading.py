"""Reading the specifications of all notebooks, and saying where one is wrong."""

from __future__ import annotations

import fnmatch
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from peerassay.manifest.notebooks import Notebook
from peerassay.manifest.parameters import HOLDINGS, TYPES, Parameter, ParameterError
from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PARTS = ("repeatability", "style", "epistemics", "audit", "assay")
NOTEBOOK_KEYS = {"title", "question", "data", "after", "timeout", "parameters"}
PARAMETER_KEYS = {"type", "default", "help", "unit", "minimum", "maximum", "choices", "holds", "score_range"}


class ManifestError(ValueError):
    """A notebook's specification that is incomplete or contradicts itself."""


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
        If a specification has no notebook or is wrong, or `after` names no notebook.

    Notes
    -----
    A notebook without a specification is no part of the book and is left out; `stray_notebooks` finds it.
    """
    folder = (root or project_root()) / "notebooks"
    notebooks = [_load(path.with_suffix(""), folder) for path in _files(folder, ".toml")]
    notebooks.sort(key=lambda notebook: (PARTS.index(notebook.part), notebook.name))
    names = [notebook.name for notebook in notebooks]
    return {notebook.name: replace(notebook, after=_matching(notebook, names)) for notebook in notebooks}


def stray_notebooks(root: Path | None = None) -> list[str]:
    """Find the notebooks that are left out of the book because no specification lies beside them.

    Parameters
    ----------
    root
        The compendium's root; found by `project_root` if not given.

    Returns
    -------
    list of str
        Their paths below `notebooks/`.
    """
    folder = (root or project_root()) / "notebooks"
    strays = [path for path in _files(folder, ".ipynb") if not path.with_suffix(".toml").is_file()]
    return [path.relative_to(folder).as_posix() for path in strays]


def _files(folder: Path, suffix: str) -> list[Path]:
    """Return the files of a kind in the folders of the parts, those of hidden folders and hidden files left out."""
    found = sorted(folder.glob(f"*/*{suffix}"))
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


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
    if not stem.with_suffix(".ipynb").is_file():
        raise ManifestError(f"{name}: {stem.name}.ipynb is missing; the notebook of {stem.name}.toml lies beside it")
    if name.split("/")[0] not in PARTS:
        raise ManifestError(f"{name}: the folder must be one of {', '.join(PARTS)}")
    try:
        raw = tomllib.loads(stem.with_suffix(".toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{name}.toml: {error}") from error
    _check_keys(f"{name}.toml", raw, NOTEBOOK_KEYS, required={"title", "question"})
    parameters = {key: _parameter(f"{name}.toml", key, spec) for key, spec in raw.get("parameters", {}).items()}
    for parameter in parameters.values():
        _check_holding(f"{name}.toml parameter {parameter.name}", parameter, parameters)
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
    tuples = {key: tuple(spec.get(key, ())) for key in ("choices", "score_range")}
    parameter = Parameter(name=name, **{**spec, **tuples})
    try:
        parameter.check(parameter.default)
    except ParameterError as error:
        raise ManifestError(f"{place}: the default does not fit: {error}") from error
    return parameter


def _check_holding(place: str, parameter: Parameter, others: Mapping[str, Parameter]) -> None:
    if parameter.holds and (parameter.holds not in HOLDINGS or parameter.type != "path"):
        raise ManifestError(f"{place}: holds {parameter.holds!r}; expected one of {', '.join(HOLDINGS)}, of a path")
    if not parameter.score_range:
        return
    numbers = [name for name in parameter.score_range if name in others and others[name].type in {"int", "float"}]
    if not parameter.holds or len(parameter.score_range) != 2 or len(numbers) != 2:
        expected = "the two parameters that are the lowest and the highest score of the records it holds"
        raise ManifestError(f"{place}: score_range {list(parameter.score_range)!r}; expected {expected}")


def _check_keys(place: str, table: Mapping[str, Any], known: set[str], required: set[str]) -> None:
    for key in sorted(required - set(table)):
        raise ManifestError(f"{place}: {key} is missing")
    for key in sorted(set(table) - known):
        raise ManifestError(f"{place}: unknown key {key!r}; known are {', '.join(sorted(known))}")
