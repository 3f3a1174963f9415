"""The manuscripts of the compendium keep their content in all five versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerassay.language.integrity import THE_WHOLE, compare

CORPUS = Path(__file__).parents[2] / "data" / "manuscripts"
VERSIONS = ("native", "nonnative", "high", "low")
PAPERS = sorted(path.name for path in CORPUS.iterdir() if path.is_dir())


def test_there_are_six_manuscripts() -> None:
    assert [f"m{number}" for number in range(1, 7)] == PAPERS


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_numbers_citations_equations_tables_headings_and_figures_are_those_of_the_original(
    paper: str, version: str
) -> None:
    original, rewrite = ((CORPUS / paper / f"{name}.md").read_text("utf-8") for name in ("original", version))
    found = [one for one in compare(original, rewrite) if one.kind != "length" or one.where == THE_WHOLE]
    assert [str(one) for one in found] == []
