"""What the names in double braces stand for: shared parts, the rubric, the aspects."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.epistemics.rubric import Rubric

FOLDER = Path(__file__).parent
_SLOT = re.compile(r"\{\{([a-z0-9:-]+)\}\}")
_PLACE = re.compile(r" \((?:Table|Section|Appendix)[^)]*\)")


def fill(text: str, place: str) -> str:
    """Put shared parts, the rubric and the aspects into a prompt.

    Parameters
    ----------
    text : str
        A prompt with names in double braces.
    place : str
        What to call it if one of the names is unknown.

    Returns
    -------
    str
        The text without any such name.

    Raises
    ------
    ValueError
        If a name stands for nothing.
    """
    return _SLOT.sub(lambda match: _value(match[1], place), text)


def _value(name: str, place: str) -> str:
    if name == "aspects":
        from peerassay.style.aspects import ASPECTS

        return "\n".join(f"- {aspect}: {meaning}" for aspect, meaning in ASPECTS.items())
    if name in _RUBRIC:
        from peerassay.epistemics.rubric import load_rubric

        return _RUBRIC[name](load_rubric())
    path = FOLDER / "parts" / f"{name}.md"
    if not path.is_file():
        raise ValueError(f"{place}: {{{{{name}}}}} stands for nothing; expected {', '.join(_names())}")
    return fill(_part(path), path.name)


@lru_cache(maxsize=64)
def _part(path: Path) -> str:
    return path.read_text("utf-8").rstrip("\n")


def _names() -> list[str]:
    return ["aspects", *_RUBRIC, *sorted(path.stem for path in (FOLDER / "parts").glob("*.md"))]


def _for_the_judge(meaning: str) -> str:
    """Leave out places in the paper: they are for readers of the rubric."""
    return _PLACE.sub("", meaning)


def _dimensions(rubric: Rubric) -> str:
    lines = [(item.name, _for_the_judge(item.meaning), item.cue) for item in rubric.dimensions]
    return "\n".join(f"- `{name}`: {meaning} Look for: {cue}." for name, meaning, cue in lines)


def _labels(rubric: Rubric) -> str:
    return "\n".join(f"- {item.name}: {item.meaning}" for item in rubric.labels)


def _tags(rubric: Rubric) -> str:
    return "\n".join(f"- `{item.name}`: {item.meaning}" for item in rubric.bias_tags)


def _fields(rubric: Rubric) -> str:
    """List what is asked for; only the first sentence of a meaning is for the judge, the rest is about the paper."""
    lines = []
    for item in rubric.asked:
        bounds = rubric.bounds(item)
        meaning = _for_the_judge(item.meaning.split(". ")[0]).rstrip(".")
        lines.append(f"- `{item.name}`{f' ({bounds})' if bounds else ''}: {meaning}.")
    return "\n".join(lines)


def _signals(_: Rubric) -> str:
    from peerassay.epistemics.rubric import SIGNALS

    return " or ".join(f"`{signal}`" for signal in SIGNALS)


_RUBRIC: dict[str, Callable[[Rubric], str]] = {
    "rubric:dimensions": _dimensions,
    "rubric:labels": _labels,
    "rubric:tags": _tags,
    "rubric:fields": _fields,
    "rubric:low": lambda rubric: f"{rubric.scale[0]:g}",
    "rubric:high": lambda rubric: f"{rubric.scale[1]:g}",
    "rubric:signals": _signals,
}
