"""Which verdicts are expected: ``data/claims/expected.toml``.

It lists, under ``[expected]``, the claims whose verdict is known to be one that deserves attention, as
``id = "verdict"``; and, as ``complete``, the parts of the book that have a verdict for every claim.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

FILE = "data/claims/expected.toml"
NOTEWORTHY = ("differs", "predicted-differs", "inconsistent")


class ExpectationError(ValueError):
    """The file of expected verdicts cannot be understood."""


@dataclass(frozen=True)
class Expectations:
    """Verdicts that are expected, by claim, and the parts that are complete."""

    expected: dict[str, str] = field(default_factory=dict)
    complete: tuple[str, ...] = ()


def read_expectations(root: Path) -> Expectations:
    """Read the file of expected verdicts; without it, none deserving attention is expected.

    Raises
    ------
    ExpectationError
        If the file is not as described above.
    """
    path = root / FILE
    if not path.is_file():
        return Expectations()
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ExpectationError(f"{FILE}: {error}") from error
    unknown = set(raw) - {"expected", "complete"}
    if unknown:
        raise ExpectationError(f"{FILE}: unknown {', '.join(sorted(unknown))}; known are expected and complete")
    for claim, verdict in raw.get("expected", {}).items():
        if verdict not in NOTEWORTHY:
            raise ExpectationError(f"{FILE}: {claim}: {verdict!r} is not one of {', '.join(NOTEWORTHY)}")
    return Expectations(raw.get("expected", {}), tuple(raw.get("complete", ())))


def surprises(ledger: pd.DataFrame, expectations: Expectations) -> list[str]:
    """Return a line for every verdict that is not as expected.

    Parameters
    ----------
    ledger
        As from `peerassay.ledger.merge_ledger`.
    expectations
        What is expected.
    """
    found = []
    verdicts = dict(zip(ledger["id"], ledger["verdict"], strict=True))
    for row in ledger.to_dict("records"):
        wanted = expectations.expected.get(row["id"])
        if row["verdict"] in NOTEWORTHY and row["verdict"] != wanted:
            found.append(f"{row['id']} {row['verdict']}: published {row['published']}, ours {row['ours'] or 'none'}")
    for claim, wanted in expectations.expected.items():
        if verdicts.get(claim) not in NOTEWORTHY:
            found.append(f"{claim}: expected {wanted}, but it is {verdicts.get(claim, 'no claim')}")
    return found + missing_verdicts(ledger, expectations)


def missing_verdicts(ledger: pd.DataFrame, expectations: Expectations) -> list[str]:
    """Return a line for every part that is declared complete and has claims without a verdict."""
    from peerassay.ledger import UNADDRESSED

    found = []
    for part in expectations.complete:
        open_ = ledger.loc[(ledger["part"] == part) & (ledger["verdict"] == UNADDRESSED), "id"].tolist()
        if open_:
            more = f" and {len(open_) - 5} more" if len(open_) > 5 else ""
            found.append(f"{part} is declared complete, but nothing addresses {', '.join(open_[:5])}{more}")
    return found
