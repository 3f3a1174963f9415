"""Every difference in what a rewrite must keep is listed, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.language.integrity import KINDS, Difference, compare, numbers
from peerassay.language.markdown import cited, dissect, prose

PAPER = """# Sorting by Looking

## Abstract

We sort 1,000 lists with three seeds and gain 4.5% over earlier work [3, 5-7]. The bound $O(n \\log n)$ holds.

## 1 Introduction

Smith et al. (2024) sort slowly (see Lee and Park, 2023; Wu, 2021a). A price of $5 and of $6 is no equation.

| method | error |
|:-------|------:|
| ours   | 0.12  |
| naïve  | 0.30  |

Table 1 shows the errors.

![Errors by size](figures/errors.png)

$$
\\int_0^1 f(x)\\,dx = \\alpha  x
$$

## References

[3] Smith. Sorting 12 lists. 2024.
"""


def changed(old: str, new: str) -> list[tuple[str, str, str]]:
    assert old in PAPER
    return [(item.kind, item.original, item.rewrite) for item in compare(PAPER, PAPER.replace(old, new))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("4.5%", "4.6%", [("number", "4.5%", ""), ("number", "", "4.6%")]),
        ("4.5%", "4.5 percent", []),
        ("1,000", "1000", []),
        ("three seeds", "3 seeds", []),
        ("three seeds", "four seeds", [("number", "3", ""), ("number", "", "4")]),
        ("[3, 5-7]", "[3, 5, 6, 7]", []),
        ("[3, 5-7]", "[3, 5, 7]", [("citation", "[6]", "")]),
        ("Smith et al. (2024) sort", "Sorting by Smith et al. (2024) is", []),
        ("(see Lee and Park, 2023; Wu, 2021a)", "(see Lee and Park, 2023)", [("citation", "Wu 2021a", "")]),
        ("$O(n \\log n)$", "$O(n\\log n)$", []),
        ("$O(n \\log n)$", "$O(n^2)$", [("equation", "O(n\\log n)", ""), ("equation", "", "O(n^2)")]),
        ("\\alpha  x", "\\alpha x", []),
        ("0.30  |", "0.31  |", [("table", "0.30", "0.31")]),
        ("| ours   | 0.12  |\n", "", [("table", "ours", "naïve"), ("table", "0.12", "0.30")]),
        ("## 1 Introduction", "## 1 Motivation", [("heading", "## 1 Introduction", "## 1 Motivation")]),
        ("## 1 Introduction", "# 1 Introduction", [("heading", "## 1 Introduction", "# 1 Introduction")]),
        ("figures/errors.png", "figures/other.png", [("figure", "figures/errors.png", "")]),
        ("[3] Smith. Sorting 12 lists. 2024.", "", []),
        ("We sort", "We carefully sort", []),
    ],
)
def test_a_change_is_listed_for_what_it_is(old: str, new: str, expected: list[tuple[str, str, str]]) -> None:
    found = changed(old, new)
    assert found[: len(expected)] == expected
    assert bool(found) == bool(expected)


def test_a_removed_table_row_lists_its_missing_cells_with_their_place() -> None:
    items = compare(PAPER, PAPER.replace("| naïve  | 0.30  |\n", ""))
    assert [item.where for item in items] == ["table 1, row 3, column 1", "table 1, row 3, column 2"]
    assert str(items[1]) == "table, table 1, row 3, column 2: 0.30 became nothing"


def test_how_often_something_stands_counts() -> None:
    (item,) = compare("It is 5, and 5.", "It is 5.", length_tolerance=1)
    assert item == Difference("number", "the whole", "5 (2 times)", "5 (once)")


def test_a_number_that_moves_to_another_section_is_missed_in_one_and_too_many_in_the_other() -> None:
    moved = PAPER.replace(" and gain 4.5%", " and gain").replace(
        "Smith et al. (2024) sort", "Smith et al. (2024) sort 4.5%"
    )
    found = [item for item in compare(PAPER, moved) if item.kind == "number"]
    assert found == [
        Difference("number", "Abstract", "4.5%", ""),
        Difference("number", "1 Introduction", "", "4.5%"),
    ]


def test_with_another_number_of_sections_the_whole_is_compared() -> None:
    merged = PAPER.replace("## 1 Introduction\n", "")
    assert [(item.kind, item.where) for item in compare(PAPER, merged)] == [("heading", "heading 3")]


def test_length_is_compared_for_the_whole_and_by_section() -> None:
    longer = PAPER.replace("We sort", "We, who have long looked at lists of every length and kind and origin, sort")
    found = compare(PAPER, longer, length_tolerance=0.3)
    assert [(item.kind, item.where) for item in found] == [("length", "the whole"), ("length", "Abstract")]
    assert compare(PAPER, longer, length_tolerance=2) == []
    with pytest.raises(ValueError, match="length_tolerance: expected 0 or more, got -1"):
        compare(PAPER, PAPER, length_tolerance=-1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from −0.3 to 0.50, i.e. 3-5 of 12", ["-0.3", "0.50", "3", "5", "12"]),
        ("1e-3 and 2E5", ["1e-3", "2e5"]),
        ("21 per cent, 21 percent and 21%", ["21%", "21%", "21%"]),
        ("twenty-one of Forty; one may differ; tenfold", ["21", "40"]),
        ("version v1.2 and 1.2.3", ["1.2"]),
        ("", []),
    ],
)
def test_numbers_by_hand(text: str, expected: list[str]) -> None:
    assert numbers(text)[: len(expected)] == expected
    assert bool(numbers(text)) == bool(expected)


def test_citations_in_every_form_in_the_order_of_the_text() -> None:
    text = (
        r"As [2] and \citep[p. 3]{doe,roe} say, [@poe; -@moe] and O’Neill, Ray and Lau (2020, 2021a) agree [link](x)."
    )
    assert cited(text) == ["[2]", "@doe", "@roe", "@poe", "@moe", "O’Neill 2020", "O’Neill 2021a"]
    assert cited("In October 2024 (ICLR 2024 cycle) nothing is cited (n = 2024).") == []


def test_prose_has_no_tables_equations_headings_citations_or_references() -> None:
    left = prose(PAPER)
    assert "We sort 1,000 lists" in left
    assert "A price of $5 and of $6 is no equation." in left
    for gone in ("|", "\\log", "#", "[3", "2023", "Sorting 12", "errors.png"):
        assert gone not in left, gone
    assert "**" not in prose("A **bold** and _thin_ word with snake_case")
    assert "snake_case" in prose("A **bold** and _thin_ word with snake_case")


def test_parts_of_a_manuscript() -> None:
    parts = dissect(PAPER)
    assert [str(heading) for heading in parts.headings][:2] == ["# Sorting by Looking", "## Abstract"]
    assert parts.sections[2].citations == ("[3]", "[5]", "[6]", "[7]")
    assert parts.tables == ((("method", "error"), ("ours", "0.12"), ("naïve", "0.30")),)
    assert len(parts.equations) == 2
    assert parts.figures == ("figures/errors.png",)


@pytest.mark.parametrize("text", ["", "word", "только текст", "| a |", "$", "# ", "```\n1\n```"])
def test_nothing_differs_from_itself(text: str) -> None:
    assert compare(text, text, length_tolerance=0) == []


@settings(deadline=None, max_examples=60)
@given(st.text("ab 1.,%$|#[]()\n-3", max_size=50), st.text("ab 1.,%$|#[]()\n-3", max_size=50))
def test_comparison_is_symmetric_but_for_its_direction(first: str, second: str) -> None:
    there, back = compare(first, second, length_tolerance=0), compare(second, first, length_tolerance=0)
    kinds = [kind for kind in KINDS if kind != "heading"]
    for kind in kinds:
        swapped = {(item.where, item.rewrite, item.original) for item in back if item.kind == kind}
        assert {(item.where, item.original, item.rewrite) for item in there if item.kind == kind} == swapped or (
            kind == "length"
        )
