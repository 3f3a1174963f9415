"""What all tasks share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peerassay.collect.task import Done, Manuscript

WORD = "lorem "
"""Six characters, about as many as a word of English has with the blank after it; for made-up answers."""


class Options(BaseModel):
    """Options of an entry: unknown ones are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoOptions(Options):
    """A task that needs no options."""


class BaseTask:
    """A task of one fixed form that makes no manuscripts and needs no earlier answers."""

    needs: tuple[str, ...] = ()
    output: type[BaseModel] | None = None

    def output_for(self, options: BaseModel) -> type[BaseModel] | None:
        """Return the schema of the answers under these options."""
        return self.output

    def made(self, results: Iterator[Done]) -> Iterator[Manuscript]:
        """Give the manuscripts that results amount to: none."""
        return iter(())


def filler(words: int) -> str:
    """Give text of a length, for an estimate.

    Parameters
    ----------
    words : int
        How many words.

    Returns
    -------
    str
        Meaningless.
    """
    return (WORD * words).strip()
