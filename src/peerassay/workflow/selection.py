"""Which notebooks a user means."""

from __future__ import annotations

import difflib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peerassay.workflow.state import Status


class SelectionError(ValueError):
    """A pattern that no notebook matches, or a notebook that cannot run."""


def find_notebook(notebooks: Iterable[str], given: str) -> str:
    """Return the name of the notebook that a user means by its name or path.

    Raises
    ------
    SelectionError
        If there is none; the nearest is named.
    """
    known = list(notebooks)
    name = given.removesuffix(".ipynb").split("notebooks/")[-1]
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, 1, 0.5) or [other for other in known if name in other][:1]
    hint = f"; did you mean {near[0]}?" if near else ""
    raise SelectionError(f"no notebook {given!r}{hint} (peerassay list shows them all)")


def select(statuses: dict[str, Status], patterns: Sequence[str]) -> list[Status]:
    """Return the notebooks that match any pattern and those that they need, in the order of the book.

    Parameters
    ----------
    statuses
        All notebooks.
    patterns
        Names, parts, or shell patterns such as ``style/*``; none selects everything.

    Raises
    ------
    SelectionError
        If a pattern matches nothing, or a selected notebook cannot run.
    """
    chosen = set(statuses) if not patterns else set()
    for pattern in patterns:
        hits = [name for name in statuses if fnmatchcase(name, pattern) or name.startswith(f"{pattern}/")]
        chosen.update(hits or [find_notebook(statuses, pattern)])
    pending = list(chosen)
    while pending:
        needed = set(statuses[pending.pop()].notebook.after) - chosen
        chosen |= needed
        pending += needed
    selected = [status for name, status in statuses.items() if name in chosen]
    problems = [f"{status.notebook.name}: {status.problem}" for status in selected if status.problem]
    if problems:
        raise SelectionError("\n".join(problems))
    return selected
