"""Moving what a notebook made into the build, and taking away what nothing makes any more."""

from __future__ import annotations

import csv
import shutil
from typing import TYPE_CHECKING

from peerassay.project import digest_bytes
from peerassay.workflow.cells import carry_outputs, read_node, write_node
from peerassay.workflow.failure import write_failure_page
from peerassay.workflow.places import Places, read_json, write_json
from peerassay.workflow.state import State, read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from peerassay.manifest import Notebook
    from peerassay.workflow.execute import Job, Outcome
    from peerassay.workflow.failure import Failure
    from peerassay.workflow.state import Status


class OwnershipError(ValueError):
    """Two notebooks made the same exhibit or recorded the same claim."""


class Shelf:
    """Who made which exhibit and recorded which claim, among the notebooks that are up to date.

    Parameters
    ----------
    places
        The folders of the build.
    statuses
        All notebooks; those that are not up to date own nothing, since they may have given something away.
    """

    def __init__(self, places: Places, statuses: Iterable[Status]) -> None:
        self.places = places
        self.owners: dict[str, str] = {}
        for status in statuses:
            if status.current and status.state is not None:
                self._own(status.notebook, _exhibit_ids(status.state.outputs), places.fragment(status.notebook))

    def put(self, status: Status, job: Job) -> None:
        """Move the files of a run that succeeded into the build and keep its state.

        Parameters
        ----------
        status
            The notebook and the key under which it was run.
        job
            The run, whose output folder is emptied.

        Raises
        ------
        OwnershipError
            If another notebook made one of its exhibits or recorded one of its claims; nothing is moved then.
        """
        notebook, files = status.notebook, _staged(self.places, job)
        self._own(notebook, _exhibit_ids(files), job.output / "ledger" / f"{notebook.slug}.csv")
        self.places.state(notebook.slug).unlink(missing_ok=True)
        self._discard(status.state.outputs if status.state else {}, keep=files)
        for name, path in files.items():
            target = self.places.build / name
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
        outputs = {name: digest_bytes((self.places.build / name).read_bytes()) for name in files}
        state = State(status.key, status.components, status.notebook_sha256, outputs)
        write_state(self.places.state(notebook.slug), state)
        discard_failure(self.places, notebook)

    def _own(self, notebook: Notebook, exhibits: Iterable[str], fragment: Path) -> None:
        owned = [f"exhibit {name}" for name in exhibits] + [f"claim {name}" for name in _claim_ids(fragment)]
        for thing in owned:
            owner = self.owners.get(thing, notebook.name)
            if owner != notebook.name:
                raise OwnershipError(f"{thing} is made by two notebooks: {owner} and {notebook.name}")
        self.owners.update(dict.fromkeys(owned, notebook.name))

    def _discard(self, outputs: Iterable[str], keep: Iterable[str]) -> None:
        """Delete earlier outputs that are not made any more, unless another notebook makes them now."""
        for name in set(outputs) - set(keep):
            if f"exhibit {_exhibit_id(name)}" not in self.owners:
                (self.places.build / name).unlink(missing_ok=True)


def _staged(places: Places, job: Job) -> dict[str, Path]:
    executed = places.executed(job.notebook).relative_to(places.build).as_posix()
    exhibits = sorted((job.output / "exhibits").glob("*"))
    fragment = job.output / "ledger" / f"{job.notebook.slug}.csv"
    files = {f"exhibits/{path.name}": path for path in exhibits}
    return {executed: job.executed, f"ledger/{fragment.name}": fragment, **files}


def _exhibit_id(name: str) -> str:
    return name.split("/")[-1].split(".")[0] if name.startswith("exhibits/") else ""


def _exhibit_ids(names: Iterable[str]) -> set[str]:
    return {_exhibit_id(name) for name in names} - {""}


def _claim_ids(fragment: Path) -> list[str]:
    with fragment.open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def keep_timing(places: Places, status: Status, outcome: Outcome) -> None:
    """Keep when a notebook ran, how long it took and why it had to."""
    record = {"started": outcome.started, "seconds": outcome.seconds, "why": [str(reason) for reason in status.reasons]}
    write_json(places.timing(status.notebook.slug), record)


def last_seconds(places: Places, notebook: Notebook) -> float | None:
    """Return how long a notebook's last run took, or None if it never ran."""
    record = read_json(places.timing(notebook.slug))
    return float(record["seconds"]) if isinstance(record, dict) and "seconds" in record else None


def keep_failure(folder: Path, job: Job, failure: Failure, mark: str = "") -> Path:
    """Keep the partial notebook of a failed run beside a page that explains the failure; return the page.

    Parameters
    ----------
    folder
        Where both go.
    job, failure
        The run, and why it failed.
    mark
        What stands in their names before the ending, to keep them apart from results.
    """
    folder.mkdir(parents=True, exist_ok=True)
    partial, page = (folder / f"{job.notebook.slug}{mark}.{kind}" for kind in ("ipynb", "html"))
    shutil.copyfile(job.executed if job.executed.exists() else job.notebook.path, partial)
    write_failure_page(failure, page, partial.name)
    return page


def discard_failure(places: Places, notebook: Notebook) -> None:
    """Delete what was kept of an earlier failure."""
    for kind in ("ipynb", "html"):
        (places.failed / f"{notebook.slug}.{kind}").unlink(missing_ok=True)


def refresh_prose(places: Places, status: Status) -> None:
    """Lay the outputs of the kept run into the notebook as it is now, whose prose alone has changed.

    Raises
    ------
    ValueError
        If there is no kept run, or its code is another.
    """
    state, notebook = status.state, status.notebook
    if state is None:
        raise ValueError(f"{notebook.name} has no kept run")
    path = places.executed(notebook)
    write_node(path, carry_outputs(read_node(notebook.path), read_node(path)))
    digest = digest_bytes(path.read_bytes())
    outputs = {**state.outputs, path.relative_to(places.build).as_posix(): digest}
    write_state(places.state(notebook.slug), State(state.key, state.components, status.notebook_sha256, outputs))


def prune(places: Places, slugs: Iterable[str]) -> list[str]:
    """Delete the outputs of notebooks that are no longer in the book.

    Parameters
    ----------
    places
        The folders of the build.
    slugs
        Those of the notebooks that are.

    Returns
    -------
    list of str
        The slugs of those that were removed.
    """
    known = set(slugs)
    states = {path.stem: read_state(path) for path in sorted(places.states.glob("*.json"))}
    kept = {name for slug, state in states.items() if slug in known and state for name in state.outputs}
    gone = [slug for slug in states if slug not in known]
    for slug in gone:
        state = states[slug]
        for name in set(state.outputs if state else ()) - kept:
            (places.build / name).unlink(missing_ok=True)
        for path in (places.state(slug), places.timing(slug)):
            path.unlink(missing_ok=True)
    return gone
