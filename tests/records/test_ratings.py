"""Ratings of reviews: schema, loading, tags, and one message per problem."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from peerassay.epistemics.rubric import RUBRIC
from peerassay.records import RecordsError, load_ratings, load_schema

if TYPE_CHECKING:
    from pathlib import Path

TAGS = RUBRIC.tag_names


def write(folder: Path, text: str) -> Path:
    path = folder / "ratings.csv"
    path.write_text(text, "utf-8")
    return path


def messages(folder: Path, text: str) -> list[str]:
    with pytest.raises(RecordsError) as caught:
        load_ratings(write(folder, text), TAGS)
    return [str(problem) for problem in caught.value.problems]


def test_the_schema_has_the_rubric_s_names_and_bounds(root: Path) -> None:
    schema = load_schema("ratings")
    for name in RUBRIC.dimension_names:
        field = schema.field(name)
        assert (field.minimum, field.maximum) == RUBRIC.scale
    for field in RUBRIC.asked:
        if field.name in {"s1", "s2", "rqs"}:
            column = schema.field(field.name)
            assert (column.minimum, column.maximum) == (field.minimum, field.maximum)
    assert schema.field("label").choices == RUBRIC.label_names
    content = json.loads((root / "data/schemas/ratings.json").read_text("utf-8"))
    (pattern,) = (one["constraints"]["pattern"] for one in content["fields"] if one["name"] == "bias_tags")
    assert pattern == f"none|({'|'.join(TAGS)})(;({'|'.join(TAGS)}))*"


def test_tags_become_columns_and_an_empty_cell_is_not_no_tag(tmp_path: Path) -> None:
    loaded = load_ratings(
        write(tmp_path, "review_id,bias_tags\na,none\nb,checklist_inflation;overconfidence\nc,\n"), TAGS
    )
    tags = loaded.tags
    assert tags.loc[0].sum() == 0
    assert tags.loc[1, ["checklist_inflation", "overconfidence", "representativeness"]].tolist() == [1, 1, 0]
    assert tags.loc[2].isna().all()


def test_one_judge_and_one_run_are_assumed_and_said(tmp_path: Path) -> None:
    loaded = load_ratings(write(tmp_path, "review_id,rqs,label\na,3.5,Mixed\nb,,\n"), TAGS)
    assert loaded.frame["judge"].tolist() == ["judge", "judge"]
    assert any("one judge is assumed" in note for note in loaded.notes)
    assert "1 rating of 2 with no label" in loaded.notes
    assert loaded.tags.isna().all().all()


def test_every_problem_has_its_row_column_and_expectation(tmp_path: Path) -> None:
    found = messages(
        tmp_path,
        "review_id,judge,run,label,rqs,bias_tags,core_criticality\n"
        "a,j,1,System1,3,none,1\n"
        "b,j,1,Mixed,5.5,haste,1\n"
        "b,j,1,Mixed,2,overconfidence;overconfidence,4\n",
    )
    assert found == [
        "ratings.csv, row 2, column label: 'System1'; expected one of System 1, System 2, Mixed, Non-evaluative",
        "ratings.csv, row 3, column rqs: '5.5'; expected a number from 1 to 5",
        f"ratings.csv, row 3, column bias_tags: 'haste'; expected 'haste' to be one of {', '.join(TAGS)}, with "
        "semicolons between tags, or none alone",
        "ratings.csv, row 4, column core_criticality: '4'; expected a number from 0 to 3",
        "ratings.csv, row 4, column review_id, judge, run: 'b / j / 1'; expected every combination once, but row 3 has "
        "it already",
        "ratings.csv, row 4, column bias_tags: 'overconfidence;overconfidence'; expected overconfidence only once",
    ]


def test_an_unknown_column_and_a_missing_key_are_said(tmp_path: Path) -> None:
    found = messages(tmp_path, "review,quality\na,2\n")
    assert any("column review: 'review'; expected review_id?" in message for message in found)
    assert any("no such column" in message and "review_id" in message for message in found)
    with pytest.raises(FileNotFoundError, match=r"without ratings\.csv"):
        load_ratings(tmp_path / "none", TAGS)


def test_headings_are_read_in_other_spellings(tmp_path: Path) -> None:
    loaded = load_ratings(write(tmp_path, "Review ID,Judge,Run,RQS\na,j,2,4\n"), TAGS)
    assert loaded.frame[["review_id", "run", "rqs"]].to_numpy().tolist() == [["a", 2, 4.0]]
