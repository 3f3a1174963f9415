"""Loading a table of edits: one message per problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.records import RecordsError, load_edits

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "paper_id,edit_id,writer,selector,accepted\n"


def load(tmp_path: Path, rows: str, **options: set[str]) -> list[list[object]]:
    (tmp_path / "edits.csv").write_text(HEAD + rows, "utf-8")
    return load_edits(tmp_path, options.get("papers")).to_numpy().tolist()


def problems(tmp_path: Path, rows: str, **options: set[str]) -> list[str]:
    with pytest.raises(RecordsError) as caught:
        load(tmp_path, rows, **options)
    return [str(problem) for problem in caught.value.problems]


def test_rows_are_typed_and_sorted(tmp_path: Path) -> None:
    assert load(tmp_path, "b,1,A,A,0\na,1,A,A,1\n", papers={"a", "b"}) == [
        ["a", "1", "A", "A", 1],
        ["b", "1", "A", "A", 0],
    ]


def test_every_problem_is_named_with_its_place(tmp_path: Path) -> None:
    found = problems(tmp_path, "a,1,A,A,yes\na,1,A,A,2\n,2,A,A,1\n")
    assert found == [
        "edits.csv, row 2, column accepted: 'yes'; expected a whole number from 0 to 1",
        "edits.csv, row 3, column accepted: '2'; expected a whole number from 0 to 1",
        "edits.csv, row 3, column paper_id, edit_id, writer, selector: 'a / 1 / A / A'; expected every combination "
        "once, but row 2 has it already",
        "edits.csv, row 4, column paper_id: ''; expected text",
    ]


def test_an_edit_that_a_selector_left_open_is_a_problem(tmp_path: Path) -> None:
    found = problems(tmp_path, "a,1,A,A,1\na,1,A,B,1\na,2,A,A,1\nb,1,C,A,1\n")
    assert found == [
        "edits.csv, row 4, column edit_id: 'a / 2'; expected a decision by B as well, as on this Writer's other edits"
    ]


def test_an_edit_of_a_paper_without_reviews_is_a_problem(tmp_path: Path) -> None:
    found = problems(tmp_path, "a,1,A,A,1\nz,1,A,A,1\nz,2,A,A,1\n", papers={"a"})
    assert found == ["edits.csv, row 3, column paper_id: 'z'; expected a paper with a review"]


def test_unknown_and_missing_columns_are_named(tmp_path: Path) -> None:
    (tmp_path / "edits.csv").write_text("paper_id,edit_id,writer,taken\na,1,A,1\n", "utf-8")
    with pytest.raises(RecordsError, match=r"column selector: 'no such column'(.|\n)*column taken"):
        load_edits(tmp_path / "edits.csv")
    with pytest.raises(FileNotFoundError, match="expected a table of edits"):
        load_edits(tmp_path / "nothing.csv")
