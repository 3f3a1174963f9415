"""One printed number of a paper, with the place where it stands and how it was printed."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

PARTS: Final = {"repeatability": "rep.", "style": "sty.", "epistemics": "epi."}
"""The parts of the compendium, one per paper, and how the ids of their claims begin."""

COMPARATORS: Final = {"=": "", "<": "< ", "<=": "≤ ", ">": "> ", ">=": "≥ ", "~": "~ "}
"""What may stand before a printed number in the files, and how people see it."""

CLASSES: Final = ("result", "setting", "restatement")
"""A finding; a constant or size fixed by the design; a number printed again elsewhere."""

NARROW_SPACE: Final = "\N{NARROW NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed number.

    Attributes
    ----------
    id
        Unique name, dotted, beginning with the prefix of its part.
    part
        The paper: ``repeatability``, ``style`` or ``epistemics``.
    section, exhibit
        Where it stands: topic, and table, figure or ``text``.
    quantity
        What is counted or measured, in words.
    subject, subset, contrast, condition
        Reviewer or group; selection of papers; pair of versions compared; condition. Empty where it does not apply.
    stat
        The kind of statistic: ``mean``, ``share``, ``p`` ...
    printed
        The number as printed, trailing zeros kept.
    decimals
        Number of decimals printed.
    unit
        Unit of the number; ``%`` means percent.
    n
        Number of items behind it, if stated.
    comparator
        One of ``=``, ``<``, ``<=``, ``>``, ``>=``; ``~`` if it is approximate or only worded.
    relates_to
        Id of the estimate that this is an interval end (or the like) of; empty otherwise.
    derivable
        Whether it follows from other printed numbers.
    class_
        ``result``, ``setting`` or ``restatement``.
    restates
        For a restatement, the id of the first printing; empty otherwise.
    note
        A remark on how it was read.
    """

    id: str
    part: str
    section: str
    exhibit: str
    quantity: str
    subject: str
    subset: str
    contrast: str
    condition: str
    stat: str
    printed: str
    decimals: int
    unit: str
    n: int | None
    comparator: str
    relates_to: str
    derivable: bool
    class_: str
    restates: str
    note: str

    @property
    def value(self) -> Decimal:
        """The printed number, exactly."""
        return Decimal(self.printed)

    @property
    def published(self) -> str:
        """The printed number as people read it: ``12``, ``< 0.001``, ``~ 3``, ``52.1 %``."""
        sign = f"{NARROW_SPACE}%" if self.unit == "%" else ""
        return f"{COMPARATORS[self.comparator]}{self.printed}{sign}"
