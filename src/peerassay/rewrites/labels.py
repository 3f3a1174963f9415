"""Headings and formats of the tables on rewriting and its validation."""

from __future__ import annotations

from peerassay.language.labels import measure_label, version_label


def short(value: float) -> str:
    """Write a value with three significant digits, one below 1 with three decimals."""
    size = abs(value)
    if size == 0:
        return "0"
    return f"{value:.{0 if size >= HUNDRED else 1 if size >= TEN else 2 if size >= 1 else 3}f}"


def passage_label(measure: str) -> str:
    """Return the name of a row of the passages' table."""
    return "Differences listed" if measure == "differences" else measure_label(measure, unit=True)


def probability(value: float) -> str:
    """Write a p value."""
    return "< 0.001" if value < SMALLEST else f"{value:.3f}"


def pair_label(first: str, second: str) -> str:
    """Say which version is to be above which."""
    names = (version_label(version).removesuffix("-confidence") for version in (first, second))
    return " above ".join(names)


SMALLEST, TEN, HUNDRED = 0.001, 10, 100
_CHANGE = "{:+.2f}"
PASSAGE_HEADINGS = {
    "version": "Version",
    "passage": "Passage",
    "marks": "Hedges and boosters in it",
}
PROMPT_HEADINGS = {
    "prompt": "Prompt",
    "proficiency": "Proficiency",
    "confidence": "Confidence",
    "words": "Words",
    "digest": "SHA-256 of what is sent",
}
VALIDATION_HEADINGS = {
    "measure": "Measure",
    "version": "Version",
    "published": "Published",
    "ours": "Our mean",
    "lowest": "Lowest",
    "highest": "Highest",
    "n": "Manuscripts",
    "undefined": "Undefined for",
}
VALIDATION_FORMATS = {
    "measure": lambda name: measure_label(name, unit=True),
    "version": version_label,
} | dict.fromkeys(["ours", "lowest", "highest"], short)
DIRECTION_HEADINGS = {
    "measure": "Measure",
    "pair": "Aimed at",
    "printed_gap": "Published difference",
    "holds": "Sure in print",
    "difference": "Our mean difference",
    "outcome": "So, equal, reversed",
    "p": "p",
}
DIRECTION_FORMATS = {
    "measure": measure_label,
    "printed_gap": "{:+.1f}",
    "difference": _CHANGE,
    "p": probability,
}
CHOICE_HEADINGS = {
    "measure": "Measure",
    "choice": "Rule or list",
    "native": "Native",
    "nonnative": "Non-native",
    "difference": "Difference",
    "above": "Native above",
    "n": "Manuscripts",
}
CHOICE_FORMATS = {"measure": measure_label, "native": "{:.2f}", "nonnative": "{:.2f}", "difference": _CHANGE}
INTEGRITY_HEADINGS = {
    "version": "Version",
    "number": "Numbers",
    "citation": "Citations",
    "equation": "Formulas",
    "table": "Cells",
    "heading": "Headings",
    "figure": "Figures",
    "length": "Lengths",
    "rewrites": "Rewrites",
    "unchanged": "Unchanged",
}
LISTING_HEADINGS = {
    "manuscript": "Manuscript",
    "version": "Version",
    "kind": "Kind",
    "where": "Where",
    "original": "Original",
    "rewrite": "Rewrite",
}
COMPARED_HEADINGS = {
    "quantity": "Quantity",
    "published": "Published",
    "ours": "Ours",
    "verdict": "Verdict",
    "remark": "Remark",
}
