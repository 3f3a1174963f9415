"""Which printed numbers are put into a reconstruction, which are held out, and which follow from others."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerassay.claims import load_claims
from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from peerassay.claims import Claims

GROUPS = ("imposed", "held_out", "derived", "worded")


class PlanError(ValueError):
    """A plan that names unknown claims, or one claim twice."""


@dataclass(frozen=True)
class Plan:
    """The claims of one part, by what the reconstruction does with them; each id with one line why.

    Attributes
    ----------
    imposed : mapping of str to str
        The records were built to satisfy them.
    held_out : mapping of str to str
        The records were built without them; what they predict is compared with them.
    derived : mapping of str to str
        They follow by arithmetic from other printed numbers, so they are neither.
    worded : mapping of str to str
        Printed as approximate or in words only: nothing can agree with them.
    """

    imposed: Mapping[str, str]
    held_out: Mapping[str, str]
    derived: Mapping[str, str]
    worded: Mapping[str, str]

    @property
    def all(self) -> dict[str, str]:
        """Every id that is listed, with the group it is in."""
        return {claim_id: group for group in GROUPS for claim_id in getattr(self, group)}


def load_plan(part: str, folder: Path | None = None, claims: Claims | None = None) -> Plan:
    """Read the plan of a part.

    Parameters
    ----------
    part : str
        ``repeatability``, ``style`` or ``epistemics``.
    folder : pathlib.Path, optional
        Where ``<part>.toml`` is; ``data/reconstructed`` of the project if not given.
    claims : Claims, optional
        The printed numbers; those of the project if not given.

    Returns
    -------
    Plan
        Its four groups, each in the order of the file.

    Raises
    ------
    PlanError
        If a group is missing or unknown, a claim is unknown or listed twice, or a reason is empty.
    """
    path = (folder or project_root() / "data" / "reconstructed") / f"{part}.toml"
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    known = load_claims() if claims is None else claims
    if set(content) != set(GROUPS):
        raise PlanError(f"{path.name}: groups {', '.join(content)}; expected {', '.join(GROUPS)}")
    seen: dict[str, str] = {}
    for group, reasons in content.items():
        for claim_id, reason in reasons.items():
            _check(path.name, group, claim_id, reason, seen, known)
            seen[claim_id] = group
    return Plan(**content)


def _check(file: str, group: str, claim_id: str, reason: str, seen: Mapping[str, str], known: Claims) -> None:
    if claim_id not in known:
        raise PlanError(f"{file}, {group}: {claim_id!r} is no claim")
    if claim_id in seen:
        raise PlanError(f"{file}, {group}: {claim_id} is listed under {seen[claim_id]} as well")
    if not reason.strip():
        raise PlanError(f"{file}, {group}: {claim_id} has no reason")
