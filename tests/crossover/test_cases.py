"""Cases by a fixed rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.crossover import (
    STRATA,
    case_blocks,
    case_table,
    displayed_block,
    hash_order,
    paper_gains,
    select_cases,
    select_extra,
    stratum,
)

from .records import TWO_SELECTORS, crossover

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.crossover import Gains

LONG, SHORT = "a word or two, and then some more of them, until the passage is long enough " * 2, "short"


def gains(values: list[float]) -> Gains:
    return paper_gains(np.zeros((len(values), 1)), np.reshape(values, (-1, 1)))


def test_the_order_is_that_of_sha_256() -> None:
    """FIPS 180: SHA-256 of abc begins with ba7816bf, of the empty message with e3b0c442."""
    assert hash_order(["", "abc"]) == ["abc", ""]
    assert hash_order(["", "bc"], "a") == ["bc", ""]  # of "abc" and "a", which begins with ca978112
    assert hash_order([]) == []


def test_one_case_per_stratum_and_none_where_it_is_empty() -> None:
    ids = ["p1", "p2", "p3", "p4", "p5"]
    found = select_cases(ids, gains([1, 1, -1, 0, 0]), gains([-1, -1, -1, 1, 0]))
    by_name = {case.stratum: case for case in found}
    assert list(by_name) == list(STRATA)
    assert [case.papers for case in found] == [2, 0, 1, 0, 2]
    assert by_name["pos_neg"].paper_id == hash_order(["p1", "p2"])[0]
    assert by_name["neg_neg"].paper_id == "p3"
    assert by_name["neg_pos"].paper_id == ""
    assert stratum(0, 0) == "any_zero"


def test_the_extra_case_needs_a_gain_and_a_zero() -> None:
    assert select_extra(["p1", "p2"], gains([1, 0]), gains([0, 1])).paper_id == "p1"
    assert select_extra(["p1"], gains([0]), gains([0])) == ("pos_zero", 0, "")


def test_papers_must_be_the_same() -> None:
    with pytest.raises(ValueError, match="2 papers, 1 and 1 gains"):
        select_cases(["p1", "p2"], gains([1]), gains([1]))


signs = st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=10)


@settings(deadline=None, max_examples=30)
@given(signs, st.randoms())
def test_strata_hold_every_paper_once_and_the_order_of_the_table_does_not_matter(
    pairs: list[tuple[int, int]], random: object
) -> None:
    ids = [f"p{number}" for number in range(len(pairs))]
    found = select_cases(ids, *(gains([float(pair[side]) for pair in pairs]) for side in (0, 1)))
    assert sum(case.papers for case in found) == len(pairs)
    order = list(range(len(pairs)))
    random.shuffle(order)  # type: ignore[attr-defined]
    mixed = [pairs[place] for place in order]
    again = select_cases([ids[place] for place in order], *(gains([float(p[s]) for p in mixed]) for s in (0, 1)))
    assert again == found


def edits(*rows: tuple[object, str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["page", "edit_id", "original_text", "revised_text"])


def test_the_first_block_of_suitable_length_by_page_and_name_is_shown() -> None:
    assert displayed_block(edits((2, "a", LONG, LONG), (1, "b", LONG, SHORT), (1, "c", LONG, LONG))) == 2
    assert displayed_block(edits((2, "b", LONG, LONG), (2, "a", LONG, LONG), (None, "0", LONG, LONG))) == 1


def test_length_is_that_after_white_space_is_normalised() -> None:
    assert displayed_block(edits((1, "a", "x" + " " * 90, LONG), (2, "b", LONG, LONG))) == 1
    exactly = "x" * 70, "x" * 750, "x" * 69, "x" * 751
    assert displayed_block(edits((1, "a", exactly[2], LONG), (2, "b", LONG, exactly[3]), (3, "c", *exactly[:2]))) == 2


def test_without_a_suitable_one_the_very_first_is_shown_and_without_any_nothing() -> None:
    assert displayed_block(edits((2, "a", SHORT, SHORT), (1, "b", SHORT, SHORT))) == 1
    assert displayed_block(edits()) is None


def test_tables_of_cases_and_their_edits(tmp_path: Path) -> None:
    data = crossover(tmp_path, TWO_SELECTORS)
    cases = case_table(data)
    assert cases["version"].tolist() == ["A/A"] * 5 + ["B/B"]
    assert cases["papers"].tolist() == [1, 1, 0, 0, 2, 1]
    first = cases.iloc[0]
    assert (first["paper_id"], first["first_gain"]) == ("p1", pytest.approx(2 / 3))
    made = pd.DataFrame(
        {"paper_id": "p1", "edit_id": ["e1", "e2"], "writer": "A", "selector": "A", "accepted": [0, 1]}
        | {"original_text": LONG, "revised_text": LONG}
    )
    shown = case_blocks(cases, made)
    assert shown[["paper_id", "edit_id", "accepted"]].to_numpy().tolist() == [["p1", "e2", 1]]
    with pytest.raises(ValueError, match="no column revised_text"):
        case_blocks(cases, made.drop(columns="revised_text"))


def test_without_two_scorers_there_is_no_case(tmp_path: Path) -> None:
    assert case_table(crossover(tmp_path, {("original", "A"): [[1]], ("new", "A"): [[2]]})).empty
