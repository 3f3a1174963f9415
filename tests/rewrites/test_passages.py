"""One paragraph in several versions."""

from __future__ import annotations

import pytest

from peerassay.rewrites.folder import Rewrites, load_rewrites
from peerassay.rewrites.passages import paragraphs, passage_table, passage_versions, prompt_table

TEXT = """# Title

## 1 Results

First paragraph
goes on.

**Table 1.** A caption.

| a |
|---|

![x](y.png)

Second may be [3].

## References

[1] Nothing.
"""
REWRITES = Rewrites({"a": {"original": TEXT, "low": TEXT.replace("Second may be", "It is 5,")}}, (), own=True)


def test_paragraphs_are_prose_only_and_headings_go_with_or_without_number() -> None:
    assert paragraphs(TEXT, "Results") == ["First paragraph goes on.", "Second may be [3]."]
    assert paragraphs(TEXT, "1 Results") == paragraphs(TEXT, "Results")
    with pytest.raises(ValueError, match=r"heading 'Method'; expected one of Title, 1 Results$"):
        paragraphs(TEXT, "Method")


def test_a_passage_in_every_version() -> None:
    assert passage_versions(REWRITES, "a/Results/2") == {"original": "Second may be [3].", "low": "It is 5, [3]."}


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("a/Results", "expected manuscript/heading/number"),
        ("b/Results/1", "manuscript 'b'; expected one of a"),
        ("a/Method/1", "version original: heading 'Method'"),
        ("a/Results/3", "version original: paragraph 3; expected 1 to 2"),
        ("a/Results/0", "paragraph 0; expected 1 to 2"),
    ],
)
def test_a_place_that_is_not_there_says_what_is(place: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        passage_versions(REWRITES, place)


def test_the_table_lists_marks_and_differences() -> None:
    table = passage_table(passage_versions(REWRITES, "a/Results/2")).set_index("version")
    assert table.loc["original", ["words", "hedges", "boosters", "differences"]].tolist() == [3, "may", "", ""]
    assert "number, the whole: nothing became 5" in table.loc["low", "differences"]


def test_passages_of_the_notebook_hold_no_formula_and_lose_nothing_in_confidence_rewrites() -> None:
    for place in ("m4/Introduction/1", "m5/Introduction/2", "m2/Results/2"):
        table = passage_table(passage_versions(load_rewrites(), place)).set_index("version")
        assert not table["passage"].str.contains("$", regex=False).any()
        assert table.loc[["high", "low"], "differences"].tolist() == ["", ""]
        assert table.loc["low", "hedges"]
        assert table.loc["high", "boosters"]


def test_prompts_are_sorted_by_what_they_move() -> None:
    table = prompt_table([("rewrite-low", "be careful", "1f"), ("rewrite-nonnative-high", "x", "2e")])
    assert table[["proficiency", "confidence"]].to_numpy().tolist() == [["", "low"], ["nonnative", "high"]]
    assert table["words"].tolist() == [2, 1]
