"""The records behind a notebook: the reconstruction or a reader's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.reconstructed import open_study
from peerassay.records import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.exhibits import Page


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_without_records_the_committed_reconstruction_is_taken(small: Path) -> None:
    study = open_study("repeatability")
    assert (study.own, study.tier, study.score_range) == (False, "reconstructed", (1, 10))
    assert study.matrices["one"].tolist() == [[5, 6], [3, 3]]


def test_own_records_are_measured_and_keep_their_range_and_notes(small: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "own.csv", "paper,model,r1,r2,r3\na,m,0,1,\nb,m,1,1,1\n")
    study = open_study("repeatability", path, 0, 4)
    assert (study.own, study.tier, study.score_range) == (True, "measured", (0, 4))
    assert any("1 of 6 scores are missing" in note for note in study.notes)
    assert list(study.matrices) == ["m"]


def test_what_the_papers_lack_is_said_with_the_column(small: Path, tmp_path: Path) -> None:
    study = open_study("repeatability", write(tmp_path / "own.csv", "paper_id,overall,year\na,5,2025\na,6,2025\n"))
    assert study.lacks("year") == ""
    assert study.lacks("human_mean") == "the records have no human mean scores (column `human_mean` of the papers)"
    assert "final decisions" in study.lacks("status")
    with pytest.raises(KeyError):
        study.lacks("venue")


def test_the_notes_are_shown_with_what_the_records_hold(
    open_it: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    page = open_it()
    monkeypatch.setattr(page, "say", said.append)
    open_study("repeatability").show(page)
    assert "synthetic" in said[0]
    assert "- one: 2 papers, 2 scores each" in said[0]
    path = write(tmp_path / "own.csv", "paper_id,overall\na,5\na,6\nb,7\n")
    open_study("repeatability", path).show(page)
    assert said[1].startswith("**Your own records**, scores from 1 to 10.")
    assert "1 to 2 scores each" in said[1]
    assert "no column 'round'" in said[1]


def test_records_out_of_range_or_repeated_are_refused_with_every_problem(small: Path, tmp_path: Path) -> None:
    text = "paper_id,round,overall\na,1,5\na,2,11\nb,1,4\nb,1,4\n"
    with pytest.raises(RecordsError) as caught:
        open_study("repeatability", write(tmp_path / "own.csv", text))
    assert len(caught.value.problems) == 2


def test_records_without_a_score_are_refused(small: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a single score"):
        open_study("repeatability", write(tmp_path / "own.csv", "paper_id,round,overall\na,1,\n"))
