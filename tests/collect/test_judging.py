"""The tasks on reviews: what a judge and an annotator get, and what is taken of their answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from collect.manuscripts import answered, context, done, shown, small_manuscript
from peerassay.collect.problems import Problem
from peerassay.collect.tasks import TASKS
from peerassay.collect.tasks.framing import REVIEW, unframed
from peerassay.collect.tasks.texts import review_markdown
from peerassay.epistemics.probes import load_probes
from peerassay.epistemics.rubric import load_rubric
from peerassay.records import RecordsError

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.collect.task import Call

TEXT = "The novelty is limited. Table 2 shows a gain of 1.4 points, so the claim of 4.1 fails: “gain” is unclear."


def rating(**changes: Any) -> dict[str, Any]:
    """Give a rating by hand that fits the rubric and the text."""
    spans = [
        {"span": "The novelty is limited.", "signal": "System 1", "why": "A label without support."},
        {"span": "Table 2 shows a gain of 1.4 points", "signal": "System 2", "why": "A number with its place."},
        {"span": '"gain" is unclear', "signal": "System 2", "why": "Quoted with other quotation marks."},
    ]
    values: dict[str, Any] = {
        "label": "Mixed", "s1": 2, "s2": 3.5, "rqs": 3.2,
        "dimensions": dict.fromkeys(load_rubric().dimension_names, 1.5),
        "system2_trace_level": 2, "primary_rationale": "Both.", "supporting_spans": spans,
        "counterevidence": [{"span": "so the claim of 4.1 fails", "why": "A conclusion."}],
        "bias_tags": ["overconfidence"], "nearest_alternative_label": "System 2",
        "why_not_nearest_alternative": "It begins with a label.", "composite": 0.5,
    }  # fmt: skip
    return values | changes


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.csv"
    path.write_text(f'paper_id,text,overall,confidence,venue\np,"{TEXT}",4,3,ICLR\nq,Fine.,8,,\n', "utf-8")
    return path


def rate_calls(table: Path, **given: Any) -> list[Call]:
    return list(TASKS["rate"].calls(context(TASKS["rate"], reviews=str(table), venue="ICML", **given)))


def test_a_judge_gets_text_venue_and_ratings_and_nothing_else(table: Path) -> None:
    one, two = rate_calls(table)
    begin = shown(one).index("Venue:")
    head = "Venue: ICLR\nRatings given by the review's author: overall: 4; confidence: 3\n\n"
    assert shown(one)[begin:].startswith(head + "BEGIN REVIEW")
    assert unframed(one, REVIEW) == TEXT
    assert "Venue: ICML\nRatings given by the review's author: overall: 8\n" in shown(two)
    assert one.messages[0] == two.messages[0]


def test_repeats_and_reviews_have_keys_of_their_own(table: Path) -> None:
    calls = rate_calls(table, rounds=3)
    assert len({call.key for call in calls}) == 6
    assert {call.key.protocol for call in calls} == {"rate"}
    assert calls[0].notes["review_id"] == "p | original | reviewer | default | round 1"
    assert calls[0].notes["n_chars"] == len(TEXT)


def test_a_rating_that_fits_is_kept_as_it_was_given(table: Path) -> None:
    call = rate_calls(table)[0]
    assert answered("rate", call, rating(), reviews=str(table)) == rating() | {"not_found": []}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"nearest_alternative_label": "Mixed"}, "alternative equals label"),
        ({"label": "System 3"}, "label"),
        ({"s1": 6}, "s1"),
        ({"composite": 1.5}, "composite"),
        ({"system2_trace_level": 1.5}, "system2_trace_level"),
        ({"bias_tags": ["overconfidence", "overconfidence"]}, "repeated tag"),
        ({"bias_tags": ["anchoring"]}, "bias_tags.0"),
        ({"supporting_spans": []}, "supporting_spans"),
        ({"counterevidence": [{"span": "Novelty is limited", "why": "x"}]}, "span not in the review"),
        ({"dimensions": {}}, "dimensions"),
    ],
)
def test_a_rating_that_does_not_fit_is_a_named_problem(change: dict[str, Any], words: str, table: Path) -> None:
    found = answered("rate", rate_calls(table)[0], rating(**change), reviews=str(table))
    assert isinstance(found, Problem)
    assert (found.kind, words in found.message) == ("invalid-output", True)


def test_passages_that_are_not_there_can_be_tolerated_and_are_named(table: Path) -> None:
    wrong = rating(counterevidence=[{"span": "Something else", "why": "x"}])
    found = answered("rate", rate_calls(table)[0], wrong, reviews=str(table), tolerate_spans=True)
    assert found["not_found"] == ["counterevidence[1].span"]
    still = answered("rate", rate_calls(table)[0], wrong | {"nearest_alternative_label": "Mixed"}, reviews=str(table),
                     tolerate_spans=True)  # fmt: skip
    assert still.kind == "invalid-output"


def test_reviews_of_an_earlier_entry_are_rated_with_their_scores(tmp_path: Path) -> None:
    (call,) = TASKS["review"].calls(context(TASKS["review"], [small_manuscript(tmp_path)]))
    review = {"score": 6, "confidence": 4, "summary": "S.", "strengths": [], "concerns": [], "rationale": "R."}
    results = {"review": [done(call, review, "review", "R")]}
    (rate,) = TASKS["rate"].calls(context(TASKS["rate"], results=results, reviews_from="review"))
    assert unframed(rate, REVIEW) == review_markdown(review)
    assert "Venue: not known\nRatings given by the review's author: score: 6; confidence: 4" in shown(rate)
    assert "networks" not in shown(rate)  # the manuscript
    (annotate,) = TASKS["annotate"].calls(context(TASKS["annotate"], results=results, reviews_from="review"))
    assert "Ratings" not in shown(annotate)


def test_both_reviews_of_a_probe_are_rated_apart_and_under_no_name(root: Path) -> None:
    probes = load_probes()
    calls = list(TASKS["rate"].calls(context(TASKS["rate"], probes=str(root / "data/probes"))))
    assert len(calls) == 2 * len(probes) == len({call.key for call in calls})
    assert unframed(calls[1], REVIEW) == probes[0].review_b
    assert probes[0].abstract not in shown(calls[0])
    assert probes[0].id not in shown(calls[0])
    assert [call.notes["part"] for call in calls[:2]] == ["A", "B"]


def test_exactly_one_source_of_reviews_has_to_be_given(table: Path) -> None:
    for given in ({}, {"reviews": str(table), "reviews_from": "review"}, {"probes": "x", "reviews": "y"}):
        with pytest.raises(ValidationError, match="give one of reviews_from"):
            TASKS["rate"].options.model_validate(given)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("paper_id,text\np,\n", "row 2, column text"),
        ("paper_id\np\n", "a column text"),
        ("text\nFine.\n", "a column paper_id"),
        ("paper_id,text,colour\np,Fine.,red\n", "column colour"),
        ("paper_id,text,overall\np,Fine.,good\n", "row 2, column overall: 'good'"),
    ],
)
def test_a_file_of_reviews_that_cannot_be_read_says_where(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text(content, "utf-8")
    with pytest.raises(RecordsError, match=message):
        rate_calls(tmp_path / "own.csv")


MENTIONS = [
    {"aspect": "Novelty", "polarity": "negative", "phrase": "The novelty is limited"},
    {"aspect": "Result", "polarity": "positive", "phrase": "a large gain"},
    {"aspect": "Presentation", "polarity": "negative", "phrase": "\"gain\" is unclear"},
]  # fmt: skip


def test_mentions_are_placed_and_what_is_not_there_is_counted(table: Path) -> None:
    call = next(iter(TASKS["annotate"].calls(context(TASKS["annotate"], reviews=str(table)))))
    found = answered("annotate", call, {"mentions": MENTIONS}, reviews=str(table))
    assert [mention["aspect"] for mention in found["mentions"]] == ["Novelty", "Presentation"]
    last = found["mentions"][1]
    assert TEXT[last["start"] : last["end"]] == "“gain” is unclear"
    assert (found["total"], len(found["rejected"])) == (3, 1)
    assert answered("annotate", call, {"mentions": []}, reviews=str(table))["total"] == 0


def test_unknown_aspects_and_bare_lists_do_not_fit(table: Path) -> None:
    call = next(iter(TASKS["annotate"].calls(context(TASKS["annotate"], reviews=str(table)))))
    wrong = [MENTIONS[0] | {"aspect": "Beauty"}]
    assert "mentions.0.aspect" in answered("annotate", call, {"mentions": wrong}, reviews=str(table)).message
    assert answered("annotate", call, json.dumps(MENTIONS), reviews=str(table)).kind == "invalid-output"


def test_the_two_reviews_of_a_new_probe_have_to_match_in_length(tmp_path: Path) -> None:
    (call,) = TASKS["probe"].calls(context(TASKS["probe"], [small_manuscript(tmp_path)]))
    pair = {"concern": "c", "refuted_by": "r", "review_a": "word " * 100, "review_b": "word " * 90}
    assert answered("probe", call, pair)["words_b"] == 90
    short = answered("probe", call, pair | {"review_b": "word " * 70})
    assert short.message == "The two reviews are not matched: 100 and 70 words, a gap of 30%; at most 20%"
    results = {"probe": [done(call, answered("probe", call, pair), "probe")]}
    rated = list(TASKS["rate"].calls(context(TASKS["rate"], results=results, reviews_from="probe")))
    assert [len(unframed(one, REVIEW).split()) for one in rated] == [100, 90]
