"""The consistency of the published numbers with each other.

`all_checks` compares printed numbers with each other in every way that their ranges of rounding allow, `audit_all`
lists the facts that remain. Nothing here needs data: only the claims.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.audit.declared import check_identities, check_identity
from peerassay.audit.findings import (
    KINDS,
    OUTCOMES,
    SEVERITIES,
    Check,
    Finding,
    findings_from,
    frame,
    summary,
)
from peerassay.audit.granularity import check_granularity
from peerassay.audit.grim import grim, grim_percent, grimmer, sd_limits
from peerassay.audit.noise import repeat_noise
from peerassay.audit.preferences import check_preferences, fit_table
from peerassay.audit.rows import preference_rows
from peerassay.audit.shapes import check_shapes
from peerassay.audit.wording import check_wording

if TYPE_CHECKING:
    from peerassay.claims import Claims

__all__ = [
    "KINDS",
    "OUTCOMES",
    "SEVERITIES",
    "Check",
    "Finding",
    "all_checks",
    "audit_all",
    "check_granularity",
    "check_identities",
    "check_identity",
    "check_preferences",
    "check_shapes",
    "check_wording",
    "findings_from",
    "fit_table",
    "frame",
    "grim",
    "grim_percent",
    "grimmer",
    "preference_rows",
    "repeat_noise",
    "sd_limits",
    "summary",
]


def all_checks(claims: Claims, max_missing: int = 12) -> list[Check]:
    """Make every check.

    Parameters
    ----------
    claims
        All claims of the three papers.
    max_missing
        How many pairs fewer than stated may stand behind a row of a preference table.

    Returns
    -------
    list of Check
        Integer search first, then in the order of `KINDS` as far as a kind is made in one place.

    Raises
    ------
    KeyError
        If a declared relation names a claim that does not exist.
    ValueError
        If a row of a preference table is incomplete.
    """
    return [
        *check_preferences(claims, max_missing),
        *check_granularity(claims),
        *check_identities(claims),
        *check_shapes(claims),
        *check_wording(claims),
    ]


def audit_all(claims: Claims, max_missing: int = 12) -> list[Finding]:
    """List what does not go together in the printed numbers, gravest first.

    Parameters
    ----------
    claims, max_missing
        As in `all_checks`.

    Raises
    ------
    KeyError, ValueError
        As `all_checks`.
    """
    return findings_from(all_checks(claims, max_missing))
