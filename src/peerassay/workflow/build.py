"""Building the book: run what is not up to date, merge the ledger, render."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from peerassay.workflow.book import refresh_book
from peerassay.workflow.execute import require_kernel
from peerassay.workflow.inputs import Inventory
from peerassay.workflow.ledger import refresh_ledger
from peerassay.workflow.places import Places
from peerassay.workflow.pool import Pool, usable_cores
from peerassay.workflow.publish import prune, refresh_prose
from peerassay.workflow.renderer import Renderer
from peerassay.workflow.report import Report
from peerassay.workflow.selection import select
from peerassay.workflow.state import Status, examine

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass
class Built:
    """What a build did, or would do.

    Attributes
    ----------
    executed, refreshed, removed
        Notebooks that ran, whose prose alone changed, whose outputs were taken away.
    ledger, rendered
        Whether these were made anew.
    waiting
        Notebooks outside the selection that are not up to date, for which rendering waits.
    """

    executed: list[Status] = field(default_factory=list)
    refreshed: list[Status] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    ledger: bool = False
    rendered: bool = False
    waiting: list[Status] = field(default_factory=list)

    @property
    def nothing(self) -> bool:
        """Whether everything was up to date."""
        return not (self.executed or self.refreshed or self.removed or self.ledger or self.rendered or self.waiting)


def build(
    root: Path,
    only: Sequence[str] = (),
    *,
    jobs: int | None = None,
    dry_run: bool = False,
    render: bool = True,
    report: Report | None = None,
) -> Built:
    """Bring notebooks, ledger and book up to date.

    Parameters
    ----------
    root
        The compendium's root folder.
    only
        Patterns of the notebooks to consider; all if empty.
    jobs
        How many notebooks run at a time; as many as there are cores if not given.
    dry_run
        Only say what would be done.
    render
        Whether to render the book.
    report
        Is told what happens.

    Returns
    -------
    Built

    Raises
    ------
    SelectionError, ManifestError, KernelMissingError
        Before anything runs.
    NotebookFailedError
        If a notebook fails; those that ran beside it are finished and kept.
    peerassay.ledger.LedgerError, peerassay.workflow.book.RenderError
        If the ledger or the book cannot be made.
    """
    report, inventory, places = report or Report(), Inventory(root), Places(root)
    statuses = examine(root, inventory)
    built = _plan(statuses, only)
    if dry_run:
        return built
    if built.executed:
        require_kernel()
    built.removed = prune(places, [status.notebook.slug for status in statuses.values()])
    for status in built.refreshed:
        refresh_prose(places, status)
    with Renderer(root) as renderer:
        rendering = render and not built.waiting
        if built.executed:
            width = min(jobs or usable_cores(), len(built.executed))
            report.executing(built.executed, width)
            Pool(places, statuses, width, report).run(built.executed, renderer.start if rendering else lambda: None)
        built.ledger = refresh_ledger(root, inventory, whole=not built.waiting)
        built.rendered = rendering and refresh_book(root, renderer, report)
    return built


def _plan(statuses: dict[str, Status], only: Sequence[str]) -> Built:
    selected = select(statuses, only)
    return Built(
        executed=[status for status in selected if not status.current],
        refreshed=[status for status in selected if status.prose_changed],
        waiting=[status for status in statuses.values() if status not in selected and not status.current],
    )
