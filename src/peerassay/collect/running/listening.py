"""Who wants to know how a run gets on: nobody by default, a progress bar on the command line."""

from __future__ import annotations


class Listener:
    """Hears what happens; every method does nothing unless a subclass overrides it."""

    wants_totals = False  # whether the calls of every entry are counted before it starts, for the time left

    def entry(self, label: str, total: int | None) -> None:
        """Hear that an entry starts, and how many calls it has."""

    def call(self, *, answered: bool, skipped: bool) -> None:
        """Hear that a call is done with."""

    def spent(self, money: float, cap: float | None) -> None:
        """Hear what all runs have used, and the cap."""

    def say(self, text: str) -> None:
        """Hear a sentence for people."""
