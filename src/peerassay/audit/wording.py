"""Statements in words that counting the printed numbers can test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from peerassay.audit.findings import Check

if TYPE_CHECKING:
    from peerassay.claims import Claims

NEUTRAL: Final = ("brief", "minimal", "bare")


def check_wording(claims: Claims) -> list[Check]:
    """Check statements that say how many rows there are.

    Raises
    ------
    peerassay.claims.UnknownClaimError
        If the claim that counts the neutral prompts does not exist.
    """
    return [_neutral_rows(claims, contrast) for contrast in ("native_vs_nonnative", "high_vs_low_confidence")]


def _neutral_rows(claims: Claims, contrast: str) -> Check:
    """Appendix C speaks of three neutral prompts for both contrasts; Table 8 should have a row for each."""
    stated = claims["sty.prompt.text.neutral_variants"]
    rows = claims.where(part="style", exhibit="Table 8", contrast=contrast, condition=NEUTRAL, stat="share_first")
    present = [claim.condition for claim in rows.values()]
    lacking = [name for name in NEUTRAL if name not in present]
    fits = len(present) == int(stated.value)
    return Check(
        id=f"rows-neutral-{contrast}",
        part="style",
        kind="wording",
        place="Table 8 and text (appendix C)",
        claims=(stated.id, *rows),
        statement=f"every neutral prompt has a row for {contrast.replace('_vs_', ' against ').replace('_', ' ')}",
        evidence=f"{stated.printed} neutral prompts in the text, {len(present)} rows in Table 8: {', '.join(present)}",
        outcome="as printed" if fits else "fails",
        severity="" if fits else "tension",
        repair="" if fits else f"a row for {', '.join(lacking)}, or a statement about {len(present)} prompts",
    )
