"""One loader for any schema: typed rows, or every problem with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.records import RecordsError
from peerassay.records.tables import load_table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table


def written(folder: Path, text: str) -> Path:
    path = folder / "papers.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_are_typed_sorted_by_the_key_and_found_in_a_folder(tmp_path: Path) -> None:
    written(tmp_path, "paper_id,year,human_mean\nb,2025,4.5\na,2026,\n")
    frame, notes = load_table(tmp_path, "papers", ["paper_id"])
    assert frame["paper_id"].tolist() == ["a", "b"]
    assert frame["human_mean"].tolist()[1] == 4.5
    assert frame["human_mean"].isna().tolist() == [True, False]
    assert notes == ()


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, "paper_id,yeer,status\na,2025,admitted\n")
    with pytest.raises(RecordsError) as caught:
        load_table(path, "papers", ["paper_id", "human_mean"])
    columns = [problem.column for problem in caught.value.problems]
    assert {"yeer", "human_mean", "status"} <= set(columns)


def test_a_further_check_sees_typed_rows_and_adds_problems(tmp_path: Path) -> None:
    path = written(tmp_path, "paper_id,human_mean\na,11\n")

    def at_most_ten(table: Table, frame: pd.DataFrame) -> list[Problem]:
        return [table.problem(int(frame.index[0]), "human_mean", "11", "10 or less")]

    with pytest.raises(RecordsError, match="10 or less"):
        load_table(path, "papers", ["paper_id"], check=at_most_ten)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"papers\.csv"):
        load_table(tmp_path, "papers", ["paper_id"])


def test_columns_can_be_set_aside(tmp_path: Path) -> None:
    path = written(tmp_path, "paper_id,mine\na,1\n")
    frame, notes = load_table(path, "papers", ["paper_id"], ignore=["mine"])
    assert list(frame) == ["paper_id"]
    assert "mine" in notes[0]
