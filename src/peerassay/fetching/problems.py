"""What can go wrong with a fetch: errors that stop it, and remarks on answers that fit no declared form."""

from __future__ import annotations

from dataclasses import dataclass


class FetchError(ValueError):
    """A fetch that cannot be done as asked; the message says what to do."""


class EmptyAnswerError(FetchError):
    """The server has nothing where there must be something."""


class UnreachableError(FetchError):
    """The server did not answer, or asks for a longer pause than is allowed. What was fetched is kept."""


@dataclass(frozen=True)
class Unknown:
    """One answer that fits no declared form; it is left empty in the tables.

    Attributes
    ----------
    paper_id, note_id : str
        Where it stands: the paper, and the note of the paper or of its review.
    field : str
        The field of the form.
    printed : str
        What stands there. It may hold words of a reviewer, so it stays in the user's folder.
    expected : str
        What was declared.
    """

    paper_id: str
    note_id: str
    field: str
    printed: str
    expected: str
