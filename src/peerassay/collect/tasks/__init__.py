"""The tasks: what the systems of the three papers ask models for, each as calls, forms and checks of the answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from peerassay.collect.task import Task

_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "review": ("review", "Review"),
    "score-probabilities": ("probabilities", "ScoreProbabilities"),
    "rewrite": ("rewrite", "Rewrite"),
    "write": ("write", "Write"),
    "select": ("select", "Select"),
    "rate": ("rate", "Rate"),
    "annotate": ("annotate", "Annotate"),
    "probe": ("probe", "Probe"),
}


class _Tasks(Mapping[str, Task]):
    """All tasks by name; a module is loaded when its task is first asked for, since some bring statistics along."""

    def __init__(self) -> None:
        self._made: dict[str, Task] = {}

    def __getitem__(self, name: str) -> Task:
        if name not in self._made:
            module, kind = _PLACES[name]
            self._made[name] = getattr(import_module(f"{__name__}.{module}"), kind)()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


TASKS: Final[Mapping[str, Task]] = _Tasks()
"""All tasks by name."""

__all__ = ["TASKS"]
