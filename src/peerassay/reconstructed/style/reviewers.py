"""The reviewers on a page: their spreads beside the printed ones, and verdicts for the design of the style paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from peerassay.evidence import record_restated
from peerassay.reconstructed.recording import CONSTANT
from peerassay.reconstructed.style.rewrites import record_rewrites
from peerassay.style.noise import sd_interval
from peerassay.style.spread import pooled_spread

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from peerassay.exhibits.recorder import Recorder

OF_REWRITING: Final = ("stages", "dimensions", "versions_per_dimension")
"""Constants of the design that the page on rewriting takes up."""
NOISE_HEADINGS: Final[Mapping[str, str]] = {
    "comparison": "First / second",
    "reviewer": "Reviewer",
    "untied_min": "Untied",
    "untied_noise": "by noise",
    "ratio_min": "Ratio, from",
    "ratio_max": "to",
    "noise_low": "Noise, from",
    "noise_high": "to",
    "exceeds": "Exceeds noise",
    "shift": "Implied shift",
    "shift_low": "from",
    "shift_high": "to",
    "shift_sds": "in SDs",
}
FLIP_HEADINGS: Final[Mapping[str, str]] = {
    "comparison": "First / second",
    "reviewer": "Reviewer",
    "flips_first": "Flips %, first up",
    "flips_second": "second up",
    "flips_noise_low": "by noise, from",
    "flips_noise_high": "to",
    "flips_p": "p of flips",
}
NOISE_FORMATS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("untied_min", "untied_noise"), "{:.1%}"),
    **dict.fromkeys(("ratio_min", "ratio_max", "noise_low", "noise_high"), "{:.2f}"),
    **dict.fromkeys(("shift", "shift_low", "shift_high", "shift_sds"), "{:+.2f}"),
    **dict.fromkeys(("flips_first", "flips_second", "flips_noise_low", "flips_noise_high"), "{:.1f}"),
    "flips_p": "{:.3g}",
}


def record_spreads(page: Recorder, spreads: pd.DataFrame) -> dict[str, float]:
    """Give every printed number about repeated reviews its verdict.

    Parameters
    ----------
    page
        The page of the notebook.
    spreads
        As from `peerassay.style.spread.pooled_spread`, of the committed records.

    Returns
    -------
    dict of str to float
        The printed SD of each reviewer.
    """
    claims = page.claims.where(part="style", section="variance")
    known = dict(zip(spreads["reviewer"], spreads["sd"], strict=True))
    printed = {claim.id: claim for claim in claims.values() if claim.exhibit == "Table 3"}
    done = record_rewrites(page, claims, {name: known[claim.subject] for name, claim in printed.items()}, pooled_spread)
    for claim_id, claim in claims.items():
        if claim_id in done:
            continue
        if claim.restates:
            record_restated(page, claim_id)
        else:
            page.transcribe(claim_id, CONSTANT)
    return {claim.subject: float(claim.value) for claim in printed.values()}


def record_design(page: Recorder) -> list[str]:
    """Give every printed constant of the study's design its verdict.

    Parameters
    ----------
    page
        The page of the notebook.

    Returns
    -------
    list of str
        The claims, in their order; those that concern rewriting are left out.

    Notes
    -----
    Two of them follow from others: the papers from areas and papers per area, the reviewers from both kinds of models.
    """
    design = page.claims.where(part="style", section="design")
    claims = {name: claim for name, claim in design.items() if name.removeprefix("sty.design.") not in OF_REWRITING}
    value = {claim_id.removeprefix("sty.design."): int(claim.value) for claim_id, claim in claims.items()}
    follows = {
        "papers": (
            value["areas"] * (value["accepted_per_area"] + value["rejected_per_area"]),
            "areas times papers of each area",
        ),
        "reviewers": (value["reviewers_proprietary"] + value["reviewers_open"], "proprietary plus open-weight ones"),
    }
    for claim_id in claims:
        name = claim_id.removeprefix("sty.design.")
        if name in follows:
            page.record(claim_id, follows[name][0], function=record_design, remark=follows[name][1])
        else:
            page.transcribe(claim_id, CONSTANT)
    return list(claims)


def spread_frame(page: Recorder, spreads: pd.DataFrame, confidence: float) -> pd.DataFrame:
    """Lay out the spreads with their intervals, beside the printed ones where there are some.

    Parameters
    ----------
    page
        The page of the notebook; the printed spreads have been recorded on it if the records are the committed ones.
    spreads
        As from `peerassay.style.spread.pooled_spread`.
    confidence
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `published`, `sd`, `sd_low`, `sd_high`, `papers`, `reviews`, `verdict`; without the printed columns
        on a reader's own records.
    """
    ends = [sd_interval(sd, degrees, confidence) for sd, degrees in zip(spreads["sd"], spreads["degrees"], strict=True)]
    table = spreads.assign(sd_low=[low for low, _ in ends], sd_high=[high for _, high in ends])
    columns = ["reviewer", "sd", "sd_low", "sd_high", "papers", "reviews"]
    printed = [claim for claim in page.claims.exhibit("style", "Table 3").values() if claim.id in page.rows]
    if not printed:
        return table[columns]
    verdicts = page.comparison([claim.id for claim in printed]).set_index("subject")
    shown = table.set_index("reviewer").loc[[claim.subject for claim in printed]].reset_index()
    names = shown["reviewer"]
    shown = shown.assign(
        published=[str(verdicts.loc[name, "published"]) for name in names],
        verdict=[str(verdicts.loc[name, "verdict"]) for name in names],
    )
    return shown[["reviewer", "published", *columns[1:], "verdict"]]
