"""The rubric, the judge's answer form, and what is wrong with a rating."""

from __future__ import annotations

import copy
import importlib
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.epistemics import rubric as module
from peerassay.epistemics.rubric import RUBRIC, answer_schema, load_rubric, rating_problems

REVIEW = (
    "The idea is novel. Table 2 reports 0.91, but the text says 0.87, so one of them is wrong. "
    "If the authors show the raw counts, I would raise my score."
)


def rating(**changes: Any) -> dict[str, Any]:
    """Give a rating of `REVIEW` that has no problem, but for the changes."""
    spans = ["The idea is novel.", "Table 2 reports 0.91", "I would raise my score"]
    good: dict[str, Any] = {
        "label": "Mixed",
        "s1": 2.5,
        "s2": 3,
        "rqs": 3.1,
        "dimensions": dict.fromkeys(RUBRIC.dimension_names, 2),
        "system2_trace_level": 2,
        "primary_rationale": "One point rests on numbers.",
        "supporting_spans": [{"span": span, "signal": "System 2", "why": "because"} for span in spans],
        "counterevidence": [],
        "bias_tags": ["representativeness"],
        "nearest_alternative_label": "System 2",
        "why_not_nearest_alternative": "The praise is not argued for.",
        "composite": 0.5,
    }
    return copy.deepcopy(good) | changes


def found(**changes: Any) -> list[tuple[str, str]]:
    return [(problem.kind, problem.place) for problem in rating_problems(rating(**changes), REVIEW)]


def test_the_rubric_has_what_the_paper_counts() -> None:
    """Counts and bounds as the paper prints them (claims of the section on the rubric)."""
    claims = load_claims().where(part="epistemics", section="rubric")
    ours = {
        "count.dimensions": len(RUBRIC.dimensions),
        "count.dimensions_s1_valenced": len(RUBRIC.named("S1")),
        "count.dimensions_s2_valenced": len(RUBRIC.named("S2")),
        "count.labels": len(RUBRIC.labels),
        "count.bias_categories": len(RUBRIC.bias_tags),
        "scale.dimension.max": RUBRIC.scale[1],
    }
    assert ours == {name: int(claims[f"epi.rubric.{name}"].value) for name in ours}


def test_the_table_has_a_dagger_on_the_two_impression_scales() -> None:
    table = RUBRIC.dimension_table()
    marked = table.loc[table["dimension"].str.contains("†"), "name"].tolist()
    assert marked == ["impression_reliance", "heuristic_shortcut_usage"]


def test_every_field_says_what_it_is_and_what_it_may_hold() -> None:
    table = RUBRIC.field_table()
    assert table["meaning"].str.len().min() > 20
    assert table.loc[table["bounds"].eq(""), "asked"].eq("no").all()


def test_a_good_rating_has_no_problem() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"bias_tags": ["haste"]}, ("unknown tag", "bias_tags[1]")),
        ({"bias_tags": ["overconfidence", "overconfidence"]}, ("repeated tag", "bias_tags")),
        ({"supporting_spans": []}, ("wrong number of spans", "supporting_spans")),
        ({"rqs": 5.1}, ("out of range", "rqs")),
        ({"rqs": float("nan")}, ("out of range", "rqs")),
        ({"rqs": 10**400}, ("out of range", "rqs")),
        ({"rqs": "3"}, ("wrong type", "rqs")),
        ({"s1": True}, ("wrong type", "s1")),
        ({"system2_trace_level": 2.0}, ("wrong type", "system2_trace_level")),
        ({"nearest_alternative_label": "Mixed"}, ("alternative equals label", "nearest_alternative_label")),
        ({"label": "system 1"}, ("unknown label", "label")),
        ({"primary_rationale": " "}, ("empty text", "primary_rationale")),
        (
            {"counterevidence": [{"span": "This was never said.", "why": "invented"}]},
            ("span not in the review", "counterevidence[1].span"),
        ),
        ({"mixedness_index": 1}, ("unknown field", "mixedness_index")),
        ({"dimensions": [1] * 9}, ("wrong type", "dimensions")),
        ({"bias_tags": "overconfidence"}, ("wrong type", "bias_tags")),
    ],
)
def test_each_problem_is_named_with_its_place(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert found(**changes) == [expected]


def test_problems_inside_a_dimension_and_a_span() -> None:
    scores: dict[str, Any] = dict.fromkeys(RUBRIC.dimension_names, 2) | {"core_criticality": 3.5, "charm": 1}
    del scores["falsifiability"]
    assert found(dimensions=scores) == [
        ("missing", "dimensions.falsifiability"),
        ("out of range", "dimensions.core_criticality"),
        ("unknown field", "dimensions.charm"),
    ]
    spans = [
        {"span": "The idea is novel.", "signal": "System 3", "why": "x"},
        "Table 2",
        {"span": "", "signal": "Mixed"},
    ]
    assert found(supporting_spans=spans) == [
        ("unknown signal", "supporting_spans[1].signal"),
        ("wrong type", "supporting_spans[2]"),
        ("missing", "supporting_spans[3].why"),
        ("empty text", "supporting_spans[3].span"),
        ("unknown signal", "supporting_spans[3].signal"),
    ]


def test_a_message_says_what_where_and_what_was_expected() -> None:
    (problem,) = rating_problems(rating(rqs=7), REVIEW)
    assert str(problem) == "out of range: rqs: '7'; expected a number from 1 to 5"


def test_an_answer_that_is_no_object_is_one_problem() -> None:
    assert [problem.kind for problem in rating_problems("System 1", REVIEW)] == ["wrong type"]
    assert {problem.kind for problem in rating_problems({}, REVIEW)} == {"missing"}


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_rating_is_never_changed_and_one_removed_field_is_one_problem(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([field.name for field in RUBRIC.asked]))
    given_rating = rating()
    del given_rating[name]
    before = copy.deepcopy(given_rating)
    problems = rating_problems(given_rating, REVIEW)
    assert given_rating == before
    assert [(problem.kind, problem.place) for problem in problems] == [("missing", name)]


def test_the_answer_form_asks_for_the_same_fields_and_bounds() -> None:
    schema = answer_schema()
    assert schema["required"] == [field.name for field in RUBRIC.asked] == list(rating())
    assert schema["properties"]["rqs"]["maximum"] == 5
    assert schema["properties"]["supporting_spans"]["minItems"] == 3
    assert schema["properties"]["dimensions"]["required"] == list(RUBRIC.dimension_names)


def test_importing_needs_no_compendium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEERASSAY_ROOT", "/")
    fresh = importlib.reload(module)
    with pytest.raises(FileNotFoundError, match="no compendium"):
        fresh.RUBRIC  # noqa: B018
    with pytest.raises(AttributeError, match="NOTHING"):
        fresh.NOTHING  # type: ignore[attr-defined]  # noqa: B018


def test_a_rubric_can_be_read_from_another_file(tmp_path: Any) -> None:
    with pytest.raises(FileNotFoundError):
        load_rubric(tmp_path / "none.toml")
    assert isinstance(RUBRIC.field_table(), pd.DataFrame)
