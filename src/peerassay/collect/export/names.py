"""What a model is called in the tables, so that two configurations never share the key of a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.collect.task import Configuration

_DIGITS = 8
_SOURCES = ("reviews_from", "reviews", "probes", "edits_from")
"""Options that say what is worked on: rows about other things have other keys, so that names need not differ."""


def reviewer_names(configurations: Iterable[Configuration]) -> dict[str, str]:
    """Name the reviewer of every configuration.

    Parameters
    ----------
    configurations : iterable of Configuration
        All of a store, in the order in which they were first used.

    Returns
    -------
    dict of str to str
        By digest: the name in the plan. A second configuration of the same task, prompts, source and name (with another
        effort, say) has the label of its entry after it, or, if that is taken, the beginning of its digest.
    """
    names: dict[str, str] = {}
    taken: set[tuple[str, ...]] = set()
    for one in configurations:
        head = (one.task, *one.prompts, *(str(one.options.get(name, "")) for name in _SOURCES))
        tries = (one.reviewer, f"{one.reviewer} [{one.label}]", f"{one.reviewer} [{one.digest[:_DIGITS]}]")
        name = next((name for name in tries if (*head, name) not in taken), tries[-1])
        taken.add((*head, name))
        names[one.digest] = name
    return names
