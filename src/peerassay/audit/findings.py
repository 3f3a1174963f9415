"""What a check of printed numbers is, and what a finding is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Final

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from peerassay.claims import Claim, Claims

KINDS: Final = {
    "integer search": "whole numbers of wins, losses and ties behind a row",
    "granularity": "a share or mean of whole numbers with a known number of items",
    "sum": "parts that add up to a whole",
    "identity": "a formula that ties printed numbers together",
    "count": "a number in the text that counts cells of a table",
    "restatement": "a number that is printed again elsewhere",
    "interval": "an estimate inside its interval, a smallest value below the largest",
    "range": "a value inside the limits that its kind has",
    "wording": "a verbal statement set beside the numbers it summarises",
}
"""The kinds of checks, and what each looks at."""

OUTCOMES: Final = ("as printed", "within rounding", "fails")
"""The printed values satisfy the relation as they stand; some values that round to them do; none does."""

SEVERITIES: Final = {
    "impossible": "no data give these printed values together",
    "other n": "the printed values fit together only with another number of items than stated",
    "tension": "numbers that one expects to agree do not; both may be right if they mean different things",
}
"""How grave a finding is."""


@dataclass(frozen=True)
class Check:
    """One comparison of printed numbers with each other.

    Attributes
    ----------
    id
        Unique among checks.
    part
        The paper: ``repeatability``, ``style`` or ``epistemics``.
    kind
        One of `KINDS`.
    place
        Where the numbers stand, for people.
    claims
        Ids of the claims compared.
    statement
        The relation or requirement.
    evidence
        The numbers that were set against each other.
    outcome
        One of `OUTCOMES`.
    severity
        One of `SEVERITIES` if it fails, else empty.
    repair
        The nearest change that would make it pass; empty if it passes or none is known.

    Raises
    ------
    ValueError
        If kind, outcome or severity is not one of the listed ones, or a failure has no severity.
    """

    id: str
    part: str
    kind: str
    place: str
    claims: tuple[str, ...]
    statement: str
    evidence: str
    outcome: str
    severity: str = ""
    repair: str = ""

    def __post_init__(self) -> None:
        for name, value, known in (("kind", self.kind, KINDS), ("outcome", self.outcome, OUTCOMES)):
            _require(self.id, name, value, known)
        if self.failed:
            _require(self.id, "severity", self.severity, SEVERITIES)

    @property
    def failed(self) -> bool:
        """Whether no values inside the rounding ranges satisfy it."""
        return self.outcome == "fails"


@dataclass(frozen=True)
class Finding:
    """A fact about printed numbers that do not go together.

    Attributes
    ----------
    id, part, kind, place, claims
        As in the `Check` that failed.
    statement
        The fact, about the printed numbers.
    evidence
        The numbers that show it.
    repair
        The nearest change that would remove it, or empty.
    severity
        One of `SEVERITIES`.
    """

    id: str
    part: str
    kind: str
    place: str
    claims: tuple[str, ...]
    statement: str
    evidence: str
    repair: str
    severity: str


def findings_from(checks: Iterable[Check]) -> list[Finding]:
    """Turn failed checks into findings, gravest first; a cell of a row that fails as a whole is not listed again.

    Parameters
    ----------
    checks
        Any checks; those that pass give no finding.
    """
    failed = sorted((check for check in checks if check.failed), key=_rank)
    return [_finding(check) for check in failed if not _covered(check, failed)]


def _rank(check: Check) -> tuple[int, int]:
    return list(SEVERITIES).index(check.severity), list(KINDS).index(check.kind)


def _covered(check: Check, others: Sequence[Check]) -> bool:
    searched = [other for other in others if other.kind == "integer search"]
    return check.kind == "granularity" and any(set(check.claims) <= set(other.claims) for other in searched)


def _finding(check: Check) -> Finding:
    return Finding(**{field.name: getattr(check, field.name) for field in fields(Finding)})


def frame(items: Sequence[Check] | Sequence[Finding]) -> pd.DataFrame:
    """Return checks or findings as a table, one row each; the claims' ids are joined by spaces."""
    kind = type(items[0]) if items else Finding
    rows = [{**asdict(item), "claims": " ".join(item.claims)} for item in items]
    return pd.DataFrame(rows, columns=[field.name for field in fields(kind)])


def summary(checks: Sequence[Check], findings: Sequence[Finding]) -> pd.DataFrame:
    """Count checks and their outcomes by kind, with the findings that remain.

    Returns
    -------
    pandas.DataFrame
        One row per kind that occurs and a last row ``all``: ``kind``, ``looks_at``, ``checks``, one column per
        outcome (``as_printed``, ``within_rounding``, ``fails``) and ``findings``.
    """
    table = pd.DataFrame({"kind": [c.kind for c in checks], "outcome": [c.outcome for c in checks]}, dtype="str")
    counts = pd.crosstab(table["kind"], table["outcome"]).reindex(columns=list(OUTCOMES), fill_value=0)
    counts = counts.reindex([kind for kind in KINDS if kind in counts.index])
    counts.insert(0, "checks", counts.sum(axis=1))
    counts["findings"] = [sum(finding.kind == kind for finding in findings) for kind in counts.index]
    counts.loc["all"] = counts.sum()
    counts.insert(0, "looks_at", [KINDS.get(kind, "all checks of this page") for kind in counts.index])
    return counts.rename(columns=lambda name: name.replace(" ", "_")).rename_axis("kind").reset_index()


def place_of(claims: Claims, ids: Iterable[str]) -> str:
    """Say where claims stand: their exhibits, or the section for numbers in running text."""
    places = dict.fromkeys(_place(claims[claim_id]) for claim_id in ids)
    return ", ".join(places)


def _place(claim: Claim) -> str:
    topic = claim.section.replace("_", " ")
    return f"text ({topic})" if claim.exhibit == "text" else f"{claim.exhibit} ({topic})"


def _require(check_id: str, name: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise ValueError(f"check {check_id}: {name} {value!r}; expected one of {', '.join(known)}")
