"""The page on revised manuscripts: a verdict for every printed number, and names for those held out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.crossover import direction_table, gains_table, gaps_table, noise_table, rehashed_images, selector_table
from peerassay.reconstruct.crossover import (
    KEY,
    derived_values,
    printed_acceptance,
    record_values,
)
from peerassay.reconstructed.recording import record_sections
from peerassay.reconstructed.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from peerassay.claims import Claim, Claims
    from peerassay.exhibits.recorder import Recorder
    from peerassay.reconstruct.crossover import Results

SECTIONS = ("crossover", "gain_direction", "noise_adjustment", "audit", "cases")
PRIVATE = "a raw count of edits that are not public"
RAW = {
    "rep.crossover.edits.luna_writer.candidates": PRIVATE,
    "rep.crossover.edits.luna_writer.accepted_both": PRIVATE,
    "rep.crossover.edits.haiku_writer.candidates": PRIVATE,
    "rep.crossover.edits.haiku_writer.accepted_both": PRIVATE,
    "rep.crossover.edits.haiku_writer.accepted_by_luna": PRIVATE,
    "rep.crossover.edits.haiku_writer.accepted_by_haiku": PRIVATE,
    "rep.crossover.papers.luna_writer.identical_decisions": "a raw count of papers whose edits are not public",
    "rep.audit.text_blocks.ll": PRIVATE,
    "rep.audit.text_blocks.lh": PRIVATE,
    "rep.audit.text_blocks.hl": "repeats rep.crossover.edits.haiku_writer.accepted_by_luna: an edit is one block",
    "rep.audit.text_blocks.hh": "repeats rep.crossover.edits.haiku_writer.accepted_by_haiku: an edit is one block",
    "rep.audit.n_conditions": "the packages are not public, so that nothing here can pass or fail",
    "rep.noise_adjustment.reviews": "repeats rep.crossover.scores.original, a constant of the design",
}
"""What nothing here can compute, with the reason."""
JACCARD = {"rep.crossover.jaccard.luna_writer": "L", "rep.crossover.jaccard.haiku_writer": "H"}
POOLED = (
    "not determined by the totals: the printed value averages over papers, ours puts all edits of all papers together, "
    "which gives papers with many edits more weight"
)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "rep.crossover.gain.": gains_table,
    "rep.crossover.gain.lll.": gains_table,
    "rep.crossover.gain.llh.": gains_table,
    "rep.crossover.gap.ll.": gaps_table,
    "rep.crossover.gap_change.": selector_table,
    "rep.gain_direction.": direction_table,
    "rep.gain_direction.original_pearson": noise_table,
    "rep.gain_direction.gain_pearson.": noise_table,
    "rep.noise_adjustment.": noise_table,
    "rep.audit.image_files": rehashed_images,
}
"""What computes the numbers, by the beginning of their ids."""


def record_revisions(page: Recorder, found: Results) -> list[str]:
    """Give every printed number of the revision experiment its verdict.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    found : Results
        Computed on the committed records.

    Returns
    -------
    list of str
        The claims, in their order; empty on a reader's own records.

    Raises
    ------
    PageError
        If what was imposed does not hold.
    """
    if "records" in page.changed:
        return []
    for claim_id, reason in RAW.items():
        page.transcribe(claim_id, reason)
    acceptance = printed_acceptance(page.claims)
    for claim_id, writer in JACCARD.items():
        page.beside(claim_id, float(acceptance[writer].pooled), function=printed_acceptance, remark=POOLED)
    derived = derived_values(page.claims)
    values = {name: _or_why(value) for name, value in (record_values(found, page.claims) | derived).items()}
    functions = dict.fromkeys(derived, derived_values) | FUNCTIONS
    record_sections(page, KEY, SECTIONS, values, functions, [*RAW, *JACCARD])
    return [name for name in page.claims if name in page.rows]


def _or_why(value: float | Fraction) -> float | Fraction | str:
    """Give a number, or words for an adjusted correlation that these records leave undefined."""
    return value if value == value else "undefined here: as much noise as spread"


def held_out_labels(claims: Claims, signs: bool = False) -> dict[str, str]:
    """Name the numbers that were held out of the reconstruction, as a reader would.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    signs : bool
        Whether those of which only a sign is printed, instead of all others.

    Returns
    -------
    dict of str to str
        By claim id, in the order of the plan.
    """
    chosen = [claims[name] for name in load_rules(KEY).held_out]
    return {claim.id: _label(claim) for claim in chosen if (claim.comparator != "=") == signs}


def _label(claim: Claim) -> str:
    kinds = {
        "gap": "Gap of the Scorers",
        "gap_change": "Change by the Selector",
        "gain_pearson": "Correlation of gains",
        "reversals": "Strict reversals",
        "original": "Noise-adjusted, originals",
        "gain": "Noise-adjusted, gains" if claim.section == "noise_adjustment" else "Mean gain",
    }
    ends = {"ci_low": ", lower end", "ci_high": ", upper end"}
    name = claim.id.split(".")
    where = name[3].upper() if len(name) > 3 and not name[3].startswith("ci_") else ""
    year = f", {claim.subset}" if claim.subset.isdigit() else ""
    return f"{kinds[name[2]]}{f' {where}' if where else ''}{year}{ends.get(claim.stat, '')}"
