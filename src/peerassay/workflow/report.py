"""What a build tells whoever watches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.workflow.execute import Outcome
    from peerassay.workflow.state import Status


class Report:
    """Says nothing; the command line has one that speaks."""

    def executing(self, statuses: Sequence[Status], jobs: int) -> None:
        """Hear which notebooks will run, and how many at a time."""

    def executed(self, outcome: Outcome) -> None:
        """Hear that one of them has run."""

    def step(self, text: str) -> None:
        """Hear that something else was done or is about to be."""
