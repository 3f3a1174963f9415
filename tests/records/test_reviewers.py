"""The reviewers of a table of reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from peerassay.records import load_records, reviewer_scores

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.records import Records


def load(tmp_path: Path, text: str) -> Records:
    path = tmp_path / "reviews.csv"
    path.write_text(text, "utf-8")
    return load_records(path)


def test_each_reviewer_has_its_own_table_and_papers(tmp_path: Path) -> None:
    records = load(tmp_path, "paper_id,reviewer,round,overall,year\nb,y,1,2,2026\na,x,1,3,2025\na,x,2,4,2025\n")
    reviewers, notes = reviewer_scores(records)
    assert notes == ()
    assert [(one.name, one.scores.tolist(), one.papers["year"].tolist()) for one in reviewers] == [
        ("x", [[3, 4]], [2025]),
        ("y", [[2]], [2026]),
    ]


def test_version_and_prompt_are_named_only_where_they_differ(tmp_path: Path) -> None:
    text = "paper_id,reviewer,version,prompt,round,overall\na,x,native,p,1,3\na,x,nonnative,p,1,4\n"
    assert [one.name for one in reviewer_scores(load(tmp_path, text))[0]] == ["x (native)", "x (nonnative)"]


def test_the_asked_protocol_is_preferred_and_said(tmp_path: Path) -> None:
    text = "paper_id,reviewer,protocol,round,overall\na,x,integer,1,3\na,x,decimal,1,3.5\na,y,decimal,1,4.5\n"
    reviewers, notes = reviewer_scores(load(tmp_path, text))
    assert [(one.name, one.scores.tolist()) for one in reviewers] == [("x (integer)", [[3]]), ("y (decimal)", [[4.5]])]
    assert notes == (
        "x: its decimal scores are left aside here",
        "y: has no integer scores, so its decimal scores are taken",
    )


def test_missing_rounds_stay_missing(tmp_path: Path) -> None:
    reviewers, _ = reviewer_scores(load(tmp_path, "paper_id,round,overall\na,1,3\na,2,\nb,2,5\n"))
    np.testing.assert_array_equal(reviewers[0].scores, [[3, np.nan], [np.nan, 5]])


def test_a_table_without_scores_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a single score"):
        reviewer_scores(load(tmp_path, "paper_id,round,overall\na,1,\n"))
