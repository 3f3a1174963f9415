"""The two cases, and what the check of a rating finds when they are spoiled."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from peerassay.claims import load_claims
from peerassay.epistemics.examples import load_cases
from peerassay.epistemics.rubric import check_answer, problem_table, spoiled

if TYPE_CHECKING:
    from pathlib import Path

CASES = load_cases()


@pytest.mark.parametrize("number", [0, 1])
def test_the_cases_have_the_printed_scores_and_tags_and_no_problem(number: int) -> None:
    case, claims = CASES[number], load_claims()
    assert problem_table(case.rating, case.review).empty
    assert case.rating["rqs"] == float(claims[f"epi.cases.rqs.case{number + 1}"].value)
    assert len(case.rating["bias_tags"]) == int(claims[f"epi.cases.count.bias_tags.case{number + 1}"].value)
    assert case.rating["label"] == ("System 1", "System 2")[number]


def test_passages_are_marked_where_they_stand_and_nothing_is_lost() -> None:
    for case in CASES:
        html = case.highlighted
        assert html.count("<mark>") == html.count("</mark>") == 3
        plain = html.replace("<mark>", "").replace("</mark>", "")
        for sign in ("①", "②"):
            plain = plain.replace(f"<sup>{sign}</sup>", "")
        assert plain == case.review
        assert case.spans["start"].ge(0).all()


def test_a_spoiled_rating_has_one_problem_of_each_kind_and_the_rating_stays_as_it_is() -> None:
    case = CASES[0]
    table = problem_table(spoiled(case.rating), case.review)
    assert set(table["kind"]) == {
        "out of range",
        "missing",
        "wrong number of spans",
        "span not in the review",
        "unknown tag",
        "alternative equals label",
    }
    assert len(table) == 6
    assert problem_table(case.rating, case.review).empty


def test_an_answer_in_a_file_is_checked(tmp_path: Path) -> None:
    case = CASES[1]
    answer, review = tmp_path / "answer.json", tmp_path / "review.txt"
    answer.write_text(json.dumps(case.rating), "utf-8")
    review.write_text(case.review, "utf-8")
    assert check_answer(str(answer), str(review)).empty
    answer.write_text('{"label": ', "utf-8")
    with pytest.raises(ValueError, match=r"answer\.json, line 1, column 11: .*; expected JSON"):
        check_answer(str(answer), str(review))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"rqs": 2, "rqs": 4.9}', "answer.json: the field 'rqs' occurs more than once in one object"),
        (b'{"spans": [{"why": "a", "why": "b"}]}', "answer.json: the field 'why' occurs more than once"),
        (b'{"label": "\xff"}', "answer.json, byte 12: not in UTF-8"),
        (b"[" * 200_000, "answer.json: nested too deeply"),
    ],
)
def test_an_answer_of_which_something_would_be_lost_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    answer, review = tmp_path / "answer.json", tmp_path / "review.txt"
    answer.write_bytes(content)
    review.write_text("A review.", "utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        check_answer(str(answer), str(review))


def test_a_byte_order_mark_is_no_part_of_an_answer(tmp_path: Path) -> None:
    case = CASES[1]
    answer, review = tmp_path / "answer.json", tmp_path / "review.txt"
    answer.write_text(json.dumps(case.rating), "utf-8-sig")
    review.write_text(case.review, "utf-8-sig")
    assert check_answer(str(answer), str(review)).empty
