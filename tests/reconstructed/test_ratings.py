"""Ratings arranged for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.reconstructed.ratings import open_ratings

if TYPE_CHECKING:
    from pathlib import Path

TABLE = """review_id,judge,run,label,rqs,bias_tags,text
a,first,2,Mixed,3.5,none,x
a,first,1,System 1,2.5,overconfidence,x
b,first,2,Mixed,3,none,x
b,second,1,System 2,4,none,x
"""


class Said:
    """A page that only keeps what was said."""

    def __init__(self) -> None:
        self.text = ""

    def say(self, text: str) -> None:
        self.text += text


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "mine.csv"
    file.write_text(TABLE, "utf-8")
    return str(file)


def test_one_rating_of_each_review_is_the_lowest_run_of_the_judge_with_most(path: str) -> None:
    study = open_ratings(records=path)
    first = study.first()
    assert study.main_judge == "first"
    assert first[["review_id", "run", "rqs"]].to_numpy().tolist() == [["a", 1, 2.5], ["b", 2, 3.0]]
    assert first["tag_overconfidence"].tolist() == [1, 0]
    assert study.first("second")["review_id"].tolist() == ["b"]
    assert study.conditions == [("first", 1), ("first", 2), ("second", 1)]
    with pytest.raises(ValueError, match="expected one of first, second"):
        study.first("third")


def test_what_is_missing_is_named(path: str) -> None:
    study = open_ratings(records=path)
    assert study.lacks("rqs", "label") == ""
    assert study.lacks("venue") == "the ratings have no venues (column `venue`)"
    reason = study.lacks("n_chars", "dimensions")
    assert reason.startswith("the ratings have no lengths, scores for impression reliance")
    assert reason.endswith("`reasoning_density`, `core_criticality`)")


def test_own_ratings_are_measured_and_shown_with_their_notes(path: str) -> None:
    study, said = open_ratings(records=path), Said()
    study.show(said)  # type: ignore[arg-type]
    assert study.tier == "measured"
    assert "**Your own ratings** of 2 reviews." in said.text
    assert "- first, run 2: 2 reviews" in said.text
