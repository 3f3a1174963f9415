"""What is wrong with a manuscript or its package, one message per problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LISTED = 20
"""Problems that a message lists; the rest is counted."""


@dataclass(frozen=True, slots=True)
class PackageProblem:
    """One thing that is wrong.

    Attributes
    ----------
    file : str
        Name of the file in the package.
    place : str
        Where in it: a record, a position in the order, a path; empty if the file as a whole is meant.
    message : str
        What was found and what was expected.
    """

    file: str
    place: str
    message: str

    def __str__(self) -> str:
        """Say where it is and what it is."""
        return f"{self.file}{f', {self.place}' if self.place else ''}: {self.message}"


class PackageError(ValueError):
    """A manuscript cannot be used as it is.

    Attributes
    ----------
    problems : tuple of PackageProblem
        All of them. The message lists the first ones and says how many there are.
    """

    def __init__(self, name: str, problems: Iterable[PackageProblem]) -> None:
        self.problems = tuple(problems)
        total = len(self.problems)
        lines = [f"- {problem}" for problem in self.problems[:LISTED]]
        more = [f"- ... and {total - LISTED} more"] if total > LISTED else []
        count = "1 problem" if total == 1 else f"{total} problems"
        super().__init__("\n".join([f"{name}: {count} in the package", *lines, *more]))
