"""One relation between claims, and a short way to write several with a common beginning of their ids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORT_ID = re.compile(r"(?<![\w.])\.(?=[A-Za-z_])")


@dataclass(frozen=True)
class Identity:
    """A relation between printed numbers.

    Attributes
    ----------
    key
        Unique name.
    kind
        One of `peerassay.audit.findings.KINDS`.
    relation
        As `peerassay.audit.relations` reads it; percentages enter as fractions of 1.
    why
        Why the relation should hold: the formula, or the sentence that says so.
    necessary
        False if numbers may break it without a contradiction, as when two counts may mean different things.
    breach
        What to say if it fails, where that is more than a formula that does not hold.
    repair
        What would mend it, where a change of the left side is not the best suggestion.
    """

    key: str
    kind: str
    relation: str
    why: str
    necessary: bool = True
    breach: str = ""
    repair: str = ""


Row = tuple[str, str, str]


def block(
    prefix: str, kind: str, *rows: Row, necessary: bool = True, breach: str = "", repair: str = ""
) -> tuple[Identity, ...]:
    """Write relations whose ids begin alike.

    Parameters
    ----------
    prefix
        Put before every id that is written with a leading dot.
    kind
        The kind of all of them.
    *rows
        Key, relation, reason.
    necessary, breach, repair
        As in `Identity`, for all of them.
    """
    return tuple(
        Identity(key, kind, _SHORT_ID.sub(f"{prefix}.", relation), why, necessary, breach, repair)
        for key, relation, why in rows
    )


def each(subjects: Iterable[str], *rows: Row) -> tuple[Row, ...]:
    """Repeat rows for several subjects, each put in the place of ``@``."""
    return tuple((key.replace("@", s), relation.replace("@", s), why) for s in subjects for key, relation, why in rows)
