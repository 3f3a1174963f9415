"""Candidate probabilities and token counts beside the reviews: one message per problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.records import RecordsError
from peerassay.records.candidates import load_candidates, load_usage

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """paper_id,reviewer,call,score,probability
b,quick,1,5,0.7
a,quick,2,6,1
a,quick,1,6,0.25
a,quick,1,5,0.75
"""
USAGE = "paper_id,reviewer,call,input_tokens,cached_tokens,cache_write_tokens,output_tokens\n"


def problems(folder: Path, text: str) -> list[tuple[int | None, str, str]]:
    (folder / "candidates.csv").write_text(text, "utf-8")
    with pytest.raises(RecordsError) as caught:
        load_candidates(folder)
    return [(problem.row, problem.column, problem.value) for problem in caught.value.problems]


def test_candidates_are_sorted_by_their_key(tmp_path: Path) -> None:
    (tmp_path / "candidates.csv").write_text(GOOD, "utf-8")
    loaded = load_candidates(tmp_path)
    assert loaded is not None
    assert loaded.notes == ()
    assert loaded.table["score"].tolist() == [5, 6, 6, 5]
    assert loaded.table["paper_id"].tolist() == ["a", "a", "a", "b"]


def test_without_the_file_there_are_none(tmp_path: Path) -> None:
    assert load_candidates(tmp_path) is None
    assert load_usage(tmp_path) is None
    assert load_candidates(tmp_path / "reviews.csv") is None


def test_reviewer_and_call_may_be_left_out_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "candidates.csv").write_text("paper_id,score,probability\na,5,0.5\n", "utf-8")
    loaded = load_candidates(tmp_path)
    assert loaded is not None
    assert loaded.notes == (
        "candidates.csv: no column 'reviewer': 'auxiliary' is assumed for all rows",
        "candidates.csv: no column 'call': '1' is assumed for all rows",
    )


def test_every_broken_cell_has_its_own_message(tmp_path: Path) -> None:
    text = GOOD + "c,quick,0,5,0.5\nd,quick,1,11,0.5\ne,quick,1,5,1.5\nf,quick,1,4.5,\na,quick,1,5,0.1\n"
    assert problems(tmp_path, text) == [
        (6, "call", "0"),
        (7, "score", "11"),
        (8, "probability", "1.5"),
        (9, "score", "4.5"),
        (9, "probability", ""),
        (10, "paper_id, reviewer, call, score", "a / quick / 1 / 5"),
        (10, "probability", "0.1"),
    ]


def test_probabilities_of_a_call_add_up_to_at_most_one(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.replace("0.25", "0.3")) == [(5, "probability", "0.75")]


def test_missing_and_unknown_columns_are_named(tmp_path: Path) -> None:
    found = problems(tmp_path, "paper_id,score,prob\na,5,0.5\n")
    assert found == [(1, "probability", "no such column"), (1, "prob", "prob")]


def test_token_counts_are_whole_and_the_cached_ones_are_part_of_the_input(tmp_path: Path) -> None:
    path = tmp_path / "usage.csv"
    path.write_text(f"{USAGE}a,quick,1,100,0,100,5\n", "utf-8")
    loaded = load_usage(tmp_path)
    assert loaded is not None
    assert loaded.table.loc[0, "input_tokens"] == 100
    path.write_text(f"{USAGE}a,quick,1,100,120,0,5\na,quick,2,-1,0,0,x\n", "utf-8")
    with pytest.raises(RecordsError) as caught:
        load_usage(tmp_path)
    assert [(problem.row, problem.column) for problem in caught.value.problems] == [
        (2, "cached_tokens"),
        (3, "input_tokens"),
        (3, "output_tokens"),
    ]
