"""What is wrong with a table of records, one message per problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LISTED = 20
"""Problems that a message lists; the rest is counted."""
_LONGEST = 80


def plural(number: int, noun: str) -> str:
    """Give a number with its noun, which has an s unless it is one.

    Parameters
    ----------
    number : int
        How many.
    noun : str
        What, in the singular.

    Returns
    -------
    str
        For example ``1 paper`` or ``2 papers``.
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True)
class Problem:
    """One thing that breaks the schema.

    Attributes
    ----------
    file : str
        Name of the file.
    row : int or None
        Row as a spreadsheet counts, the heading being row 1; None if the file as a whole is meant.
    column : str
        Name of the column as it stands in the file; empty if the row as a whole is meant.
    value : str
        What was found.
    expected : str
        What was expected there.
    """

    file: str
    row: int | None
    column: str
    value: str
    expected: str

    def __str__(self) -> str:
        """Say where it is, what it is, and what was expected."""
        place = [self.file, f"row {self.row}" if self.row else "", f"column {self.column}" if self.column else ""]
        value = self.value if len(self.value) <= _LONGEST else f"{self.value[:_LONGEST]}..."
        return f"{', '.join(filter(None, place))}: {value!r}; expected {self.expected}"


class RecordsError(ValueError):
    """A table of records breaks its schema.

    Attributes
    ----------
    problems : tuple of Problem
        All of them. The message lists the first ones and says how many there are.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        total = len(self.problems)
        lines = [f"- {problem}" for problem in self.problems[:LISTED]]
        more = [f"- ... and {total - LISTED} more"] if total > LISTED else []
        super().__init__("\n".join([f"{plural(total, 'problem')} in the records", *lines, *more]))


class UnsuitableError(ValueError):
    """Records that are in order, but are not what an analysis asks for, such as a reviewer that is not among them."""
