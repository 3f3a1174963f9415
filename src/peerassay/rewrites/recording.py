"""Verdicts for the printed numbers on rewriting and on its validation."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from peerassay.evidence import record_restated
from peerassay.language import MEASURES, tfidf_cosine
from peerassay.project import project_root
from peerassay.rewrites.published import PREFIX, printed_cells, printed_directions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.claims import Claim
    from peerassay.exhibits.recorder import Recorder

REWRITING = "sty.rewriting"
DESIGN = {
    "stages": "a description of the framework; drawn as Figure 1",
    "dimensions": "a choice of the study's design",
    "versions_per_dimension": "a choice of the study's design",
}
"""Printed numbers of the design that concern rewriting, with the reason why they are taken as they are."""
_PRIVATE = "a mean over papers and rewrites that are not public; no other printed number determines it"
_SETTINGS = {
    "properties": "a list of two requirements in the text",
    "ngram_min": "a choice of the study's design; our TF-IDF has the same",
    "ngram_max": "a choice of the study's design; our TF-IDF has the same",
    "rate_base": "a convention of the study; our rates have the same",
}


def rewriting_claims(page: Recorder) -> list[str]:
    """Return the printed numbers that the page on rewriting takes up."""
    section = page.claims.where(part="style", section="rewriting")
    return [*(f"sty.design.{name}" for name in DESIGN), *section]


def record_rewriting(page: Recorder, single: Sequence[str], combined: Sequence[str]) -> None:
    """Give the printed numbers on rewriting their verdicts.

    Parameters
    ----------
    page
        The page of the notebook.
    single, combined
        Names of the prompts that rewrite along one dimension, and along both.
    """
    for name, reason in DESIGN.items():
        page.transcribe(f"sty.design.{name}", reason)
    directions = rewrites_per_paper(page)
    page.record(f"{REWRITING}.single_rewrites", directions, function=rewrites_per_paper, remark="2 dimensions x 2")
    page.record(
        f"{REWRITING}.prompt_figures",
        prompt_count(single, combined),
        function=prompt_count,
        remark=f"one figure per prompt: {len(single)} single and {len(combined)} combined, of which we have as many",
    )
    page.transcribe(f"{REWRITING}.context_sections", "a choice of the study's design: each section is rewritten alone")
    examples = further_examples()
    page.record(
        f"{REWRITING}.further_examples", len(examples), function=further_examples, remark=" and ".join(examples)
    )
    for claim_id in page.claims.where(part="style", section="rewriting", class_="restatement"):
        record_restated(page, claim_id, "a number inside an example passage, which every rewrite has kept")


def rewrites_per_paper(page: Recorder) -> int:
    """Multiply the dimensions by the versions of each."""
    dimensions, versions = (page.claims[f"sty.design.{name}"] for name in ("dimensions", "versions_per_dimension"))
    return int(dimensions.value * versions.value)


def prompt_count(single: Sequence[str], combined: Sequence[str]) -> int:
    """Count the rewriting prompts: each direction alone, and each pair of directions."""
    return len(single) + len(combined)


def further_examples() -> list[str]:
    """Return the paper's tables in its Appendix B, from the list of exhibits."""
    with (project_root() / "data" / "exhibits.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["part"], row["place"]) == ("style", "Appendix B")]
    return [row["label"] for row in rows]


def record_validation(page: Recorder) -> None:
    """Give the printed numbers on the validation of rewrites their verdicts.

    Parameters
    ----------
    page
        The page of the notebook.
    """
    cells = printed_cells(page.claims)
    for claim in cells.values():
        page.transcribe(claim.id, _PRIVATE)
    for name, reason in _SETTINGS.items():
        page.transcribe(f"{PREFIX}.text.{name}", reason)
    for dimension in ("integrity", "proficiency", "confidence"):
        measures = measures_of(dimension, list(cells.values()))
        page.record(
            f"{PREFIX}.text.{dimension}_measures", len(measures), function=measures_of, remark=", ".join(measures)
        )
    page.record(
        f"{PREFIX}.text.integrity_max",
        tfidf_cosine("the same words", "the same words").value,
        function=tfidf_cosine,
        remark=f"what a text has with itself; the printed scores are {_range(cells, 'semsim', 'tfidf')}",
    )
    rising = rising_measures(page)
    page.record(
        f"{PREFIX}.text.proficiency_measures_up",
        len(rising),
        function=rising_measures,
        remark=f"of the printed means, rounding allowed for: {', '.join(rising)}",
    )


def measures_of(dimension: str, cells: Sequence[Claim]) -> list[str]:
    """Return the measures of a dimension that Table 2 has a column for.

    Parameters
    ----------
    dimension
        ``proficiency``, ``confidence`` or ``integrity``.
    cells
        The printed numbers of the table.
    """
    printed = {claim.id.rsplit(".", 1)[1] for claim in cells}
    return [kind.label for name, kind in MEASURES.items() if name in printed and kind.dimension == dimension]


def rising_measures(page: Recorder) -> list[str]:
    """Return the proficiency measures whose printed mean is certainly higher for native than for non-native."""
    table = printed_directions(page.claims)
    held = table[table["holds"] & (table["first"] == "native")]
    return [MEASURES[name].label for name in held["measure"]]


def _range(cells: dict[tuple[str, str], Claim], *measures: str) -> str:
    values = sorted(claim.value for (measure, _), claim in cells.items() if measure in measures)
    return f"{values[0]} to {values[-1]}"
