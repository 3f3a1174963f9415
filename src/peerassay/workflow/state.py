"""Which notebooks are up to date, and if not, why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from peerassay.manifest import ManifestError, Notebook, load_notebooks
from peerassay.workflow.inputs import COMPONENTS, Components, Inventory, content_key
from peerassay.workflow.places import Places, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAMED = 3
"""How many changed things a reason names."""


@dataclass(frozen=True)
class State:
    """What the kept outputs of a notebook were made from.

    Attributes
    ----------
    key, components
        The content key and what it was computed from.
    notebook_sha256
        The whole notebook file, prose included.
    outputs
        The SHA-256 of every file it gave, by path relative to ``build/``.
    """

    key: str
    components: Components
    notebook_sha256: str
    outputs: dict[str, str]


@dataclass(frozen=True)
class Reason:
    """Why a notebook must run: a component of its key, ``output``, or ``never run``; and what of it."""

    component: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        more = f" and {len(self.names) - NAMED} more" if len(self.names) > NAMED else ""
        named = ", ".join(self.names[:NAMED]) + more
        return f"{self.component}: {named}" if named else self.component


@dataclass(frozen=True)
class Status:
    """A notebook, and whether its kept outputs are those that a run would give.

    Attributes
    ----------
    notebook
        The notebook.
    components, key
        What a run would depend on; empty if there is a problem.
    state
        That of the kept outputs, if there are any.
    notebook_sha256
        The whole notebook file as it was when it was examined.
    reasons
        Why it must run; empty if it is up to date.
    prose_changed
        Only the prose differs from the kept run.
    problem
        Why it cannot run at all; empty if it can.
    """

    notebook: Notebook
    components: Components
    key: str
    state: State | None
    notebook_sha256: str = ""
    reasons: tuple[Reason, ...] = ()
    prose_changed: bool = False
    problem: str = ""

    @property
    def current(self) -> bool:
        """Whether nothing has to run."""
        return not self.reasons and not self.problem

    @property
    def why(self) -> str:
        """The reasons in one line."""
        return self.problem or "; ".join(map(str, self.reasons))


def read_state(path: Path) -> State | None:
    """Return a kept state, or None if there is none that can be understood."""
    raw: Any = read_json(path)
    fields = set(State.__dataclass_fields__)
    return State(**raw) if isinstance(raw, dict) and set(raw) == fields else None


def write_state(path: Path, state: State) -> None:
    """Keep a state."""
    write_json(path, asdict(state))


def waves(notebooks: Mapping[str, Notebook]) -> list[list[Notebook]]:
    """Return the notebooks in groups, each of which needs only what the groups before it made.

    Raises
    ------
    ManifestError
        If notebooks wait for each other.
    """
    sorter = TopologicalSorter({name: notebook.after for name, notebook in notebooks.items()})
    try:
        sorter.prepare()
    except CycleError as error:
        raise ManifestError(f"these notebooks wait for each other (after): {' -> '.join(error.args[1])}") from error
    found = []
    while sorter.is_active():
        ready = sorter.get_ready()
        found.append([notebooks[name] for name in notebooks if name in ready])
        sorter.done(*ready)
    return found


def examine(root: Path, inventory: Inventory | None = None) -> dict[str, Status]:
    """Compare every notebook with its kept outputs.

    Parameters
    ----------
    root
        The compendium's root folder.
    inventory
        Digests to use; computed if not given.

    Returns
    -------
    dict of str to Status
        By name, in the order of the book.

    Raises
    ------
    ManifestError
        If a specification is wrong.
    """
    notebooks = load_notebooks(root)
    shared = inventory or Inventory(root)
    found: dict[str, Status] = {}
    for wave in waves(notebooks):
        for notebook in wave:
            found[notebook.name] = _examine(notebook, shared, found)
    return {name: found[name] for name in notebooks}


def _examine(notebook: Notebook, inventory: Inventory, done: Mapping[str, Status]) -> Status:
    state = read_state(Places(inventory.root).state(notebook.slug))
    stuck = [name for name in notebook.after if done[name].problem]
    if stuck:
        return Status(notebook, {}, "", state, problem=f"waits for {', '.join(stuck)}, which cannot run")
    try:
        components = inventory.components(notebook, {name: done[name].key for name in notebook.after})
    except (FileNotFoundError, ValueError) as error:
        return Status(notebook, {}, "", state, problem=str(error))
    key = content_key(components)
    digest = inventory.digest(notebook.path)
    if state is None:
        return Status(notebook, components, key, None, digest, (Reason("never run"),))
    reasons = (*_changes(state.components, components), *_lost_outputs(state, inventory))
    prose = not reasons and state.notebook_sha256 != digest
    return Status(notebook, components, key, state, digest, reasons, prose_changed=prose)


def _changes(before: Components, now: Components) -> list[Reason]:
    reasons = []
    for component in COMPONENTS:
        old, new = before.get(component, {}), now[component]
        names = [name for name in {**new, **old} if old.get(name) != new.get(name)]
        reasons += [Reason(component, tuple(names))] if names else []
    return reasons


def _lost_outputs(state: State, inventory: Inventory) -> list[Reason]:
    build = Places(inventory.root).build
    missing = [name for name in state.outputs if not (build / name).is_file()]
    edited = [
        name
        for name, digest in state.outputs.items()
        if name not in missing and inventory.digest(build / name) != digest
    ]
    names = [*(f"{name} is missing" for name in missing), *(f"{name} was edited" for name in edited)]
    return [Reason("output", tuple(names))] if names else []
