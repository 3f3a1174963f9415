"""The distribution of a score from the log-probabilities of its tokens."""

from __future__ import annotations

import math
from math import exp, log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.collect.outputs import parse_output
from peerassay.collect.problems import Problem
from peerassay.collect.task import Answer, Call, Key, TokenProbability
from peerassay.collect.tasks import TASKS
from peerassay.collect.tasks.forms import IntegerReview
from peerassay.collect.tasks.tokens import ScoreTokenError, score_distribution


def token(text: str, top: dict[str, float] | None = None) -> TokenProbability:
    """Make a token that was drawn with the probability that it has among the alternatives, or for sure."""
    alternatives = top if top is not None else {text: 1.0}
    return TokenProbability(text, log(alternatives[text]), tuple((one, log(p)) for one, p in alternatives.items()))


def answer(
    *spelled: TokenProbability, before: str = '{"score":', after: str = ',"confidence":4}'
) -> list[TokenProbability]:
    return [*(token(piece) for piece in (before[:4], before[4:])), *spelled, token(after)]


def test_single_tokens_are_read_at_the_place_of_the_score() -> None:
    found = score_distribution(answer(token("7", {"7": 0.6, "6": 0.25, "8": 0.1})))
    assert found.drawn == 7
    assert found.probabilities == pytest.approx({6: 0.25, 7: 0.6, 8: 0.1})
    assert found.missing == pytest.approx(0.05)
    assert (found.undetermined, found.other, found.tokens) == (0, 0, ("7",))


def test_scores_with_blanks_and_endings_are_added_up() -> None:
    found = score_distribution(
        answer(token(" 7", {" 7": 0.4, "7": 0.2, "\n7": 0.1, " 7,": 0.1, "7}": 0.05, " 6": 0.1}))
    )
    assert found.probabilities == pytest.approx({6: 0.1, 7: 0.85})
    assert found.tokens == ("7",)


def test_ten_as_one_token() -> None:
    found = score_distribution(answer(token("10", {"10": 0.5, "9": 0.3, "1": 0.1})))
    assert found.probabilities == pytest.approx({1: 0.1, 9: 0.3, 10: 0.5})  # where 10 is one token, 1 is the score 1
    assert found.missing == pytest.approx(0.1)


def test_ten_as_two_tokens_has_the_product_of_both() -> None:
    first = token("1", {"1": 0.5, "9": 0.4})
    second = token("0", {"0": 0.8, ",": 0.1, " ": 0.05})
    found = score_distribution(answer(first, second))
    assert found.drawn == 10
    assert found.probabilities == pytest.approx({1: 0.5 * 0.15, 9: 0.4, 10: 0.5 * 0.8})
    assert found.missing == pytest.approx(0.1 + 0.5 * 0.05)
    assert found.tokens == ("1", "0")


def test_one_is_told_from_ten_by_what_follows() -> None:
    first = token("1", {"1": 0.5, "2": 0.5})
    found = score_distribution([*answer(first)[:3], token(",", {",": 0.9, "0": 0.1}), token('"confidence":4}')])
    assert found.drawn == 1
    assert found.probabilities == pytest.approx({1: 0.45, 2: 0.5, 10: 0.05})
    assert found.tokens == ("1",)


def test_a_first_digit_of_two_scores_that_was_not_followed_up_stays_undetermined() -> None:
    found = score_distribution(answer(token("7", {"7": 0.6, "1": 0.3})))
    assert found.probabilities == pytest.approx({7: 0.6})
    assert found.undetermined == pytest.approx(0.3)


def test_blanks_are_undetermined_and_what_is_no_score_is_other() -> None:
    alternatives = {
        "7": 0.4,
        " ": 0.1,
        '"': 0.1,
        "7.": 0.05,
        "11": 0.05,
        "0": 0.05,
        "-": 0.05,
        "null": 0.05,
        "07": 0.05,
    }
    found = score_distribution(answer(token("7", alternatives)))
    assert found.probabilities == pytest.approx({7: 0.4})
    assert found.undetermined == pytest.approx(0.1)
    assert found.other == pytest.approx(0.4)
    assert found.missing == pytest.approx(0.1)


def test_a_token_that_also_ends_the_fields_name() -> None:
    pieces = [
        token('{"sco'),
        token('re":7', {'re":7': 0.5, 're":6': 0.2, "re": 0.1, "red": 0.1}),
        token(',"confidence":4}'),
    ]
    found = score_distribution(pieces)
    assert found.probabilities == pytest.approx({6: 0.2, 7: 0.5})
    assert (found.undetermined, found.other) == pytest.approx((0.1, 0.1))
    assert found.tokens == ("7",)


def test_a_whole_object_may_be_one_token() -> None:
    found = score_distribution([token('{"score": 10, "confidence": 4}')])
    assert found.probabilities == {10: 1.0}


def test_the_drawn_token_counts_even_if_it_is_not_among_the_alternatives() -> None:
    drawn = TokenProbability("3", log(0.01), (("7", log(0.9)),))
    found = score_distribution(answer(drawn))
    assert found.probabilities == pytest.approx({3: 0.01, 7: 0.9})


def test_an_alternative_that_is_listed_twice_counts_once() -> None:
    drawn = TokenProbability("7", log(0.6), (("7", log(0.6)), ("7", log(0.6)), ("6", log(0.2))))
    assert score_distribution(answer(drawn)).probabilities == pytest.approx({6: 0.2, 7: 0.6})


def test_the_score_is_found_by_its_field_and_not_by_its_digit() -> None:
    found = score_distribution([token('{"confidence":4,"summary":"\\"score\\": 9","score":'), token("7"), token("}")])
    assert found.drawn == 7


def test_what_follows_the_score_may_be_cut_off_or_garbled() -> None:
    found = score_distribution([token('{"score":'), token("7"), token(',"summary":"caf\\xc3')])
    assert found.drawn == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no object", "no JSON object"),
        ('{"confidence":4}', "no field 'score'"),
        ('{"inner":{"score":7}}', "no field 'score'"),
        ('{"score":7,"score":8}', "spell the field 'score' 2 times"),
        ('{"score":"7"}', 'score is "7"; expected a whole number'),
        ('{"score":7.5}', "score is 7.5"),
        ('{"score":7e0}', "score is 7e0"),
        ('{"score":1E1}', "score is 1E1"),
        ('{"score":-1}', "score is -1"),
        ('{"score":11}', "score is 11"),
        ('{"score":0}', "score is 0"),
        ('{"score":null}', "score is null"),
        ("", "no JSON object"),
    ],
)
def test_scores_that_are_no_whole_number_of_the_scale_are_named(text: str, message: str) -> None:
    with pytest.raises(ScoreTokenError, match=message):
        score_distribution([token(text)] if text else [])


def test_impossible_probabilities_are_named() -> None:
    with pytest.raises(ScoreTokenError, match=r"sum to 1\.2"):
        score_distribution(answer(token("7", {"7": 0.6, "6": 0.6})))
    with pytest.raises(ScoreTokenError, match=r"log-probability of '7' is 0\.5"):
        score_distribution(answer(TokenProbability("7", 0.5)))
    with pytest.raises(ScoreTokenError, match="nan"):
        score_distribution(answer(TokenProbability("7", math.nan)))
    with pytest.raises(ScoreTokenError, match="end before it is clear"):
        score_distribution([token('{"score":'), token("1")])


def test_tiny_probabilities_and_rounding_are_harmless() -> None:
    drawn = TokenProbability("7", -1e-9, (("7", 4e-8), ("6", -9999.0), ("5", -math.inf)))
    found = score_distribution(answer(drawn))
    assert found.probabilities == pytest.approx({5: 0.0, 6: 0.0, 7: 1.0})
    assert found.missing == 0


@given(
    st.dictionaries(
        st.sampled_from(["1", "10", " 3", "7", "7,", "11", '"', "\n", "x", ": 2", ""]),
        st.floats(-20, 0),
        min_size=1,
        max_size=8,
    ),
    st.dictionaries(st.sampled_from(["0", ",", "}", " ", "5", "."]), st.floats(-20, 0), min_size=1, max_size=5),
    st.sampled_from(["7", "10", "1"]),
)
@settings(max_examples=150, deadline=None)
def test_all_mass_is_accounted_for(first: dict[str, float], second: dict[str, float], drawn: str) -> None:
    def scaled(logs: dict[str, float], chosen: str) -> dict[str, float]:
        weights = {text: exp(value) for text, value in logs.items()} | {chosen: exp(-1.0)}
        return {text: 0.99 * weight / sum(weights.values()) for text, weight in weights.items()}

    pieces = [token('{"score":'), token(drawn, scaled(first, drawn))]
    pieces += [token(",", scaled(second, ",")), token('"a":1}')]
    found = score_distribution(pieces)
    assert found.visible + found.undetermined + found.other + found.missing == pytest.approx(1)
    assert found.drawn == int(drawn)
    assert found.drawn in found.probabilities
    assert set(found.probabilities) <= set(range(1, 11))


def test_published_form_of_an_endpoints_answer() -> None:
    """The log-probabilities of the example in OpenAI's API reference of chat completions."""
    top = (("Hello", -0.31725305), ("Hi", -1.3190403))
    example = TokenProbability("Hello", -0.31725305, top)
    assert sum(exp(value) for _, value in example.top) == pytest.approx(0.7281 + 0.2674, abs=1e-4)
    drawn = TokenProbability("7", -0.31725305, (("7", -0.31725305), ("6", -1.3190403)))
    found = score_distribution(answer(drawn))
    assert found.probabilities == pytest.approx({7: 0.7281, 6: 0.2674}, abs=1e-4)


def parsed(tokens: list[TokenProbability], text: str) -> Any:
    task = TASKS["score-probabilities"]
    call = Call(Key("p", "d", "original", "integer", 1), (), ())
    return task.parse(call, Answer(text, tuple(tokens)), task.options())


def test_the_task_reports_what_is_visible_and_what_is_not() -> None:
    form = '{"score":7,"confidence":4,"summary":"s","strengths":[],"concerns":[],"rationale":"r"}'
    pieces = [token('{"score":'), token("7", {"7": 0.5, "8": 0.25, "1": 0.05, '"': 0.1}), token(form[10:])]
    result = parsed(pieces, form)
    assert result["probabilities"] == pytest.approx({"7": 0.5, "8": 0.25})
    masses = [result[name] for name in ("visible", "undetermined", "other", "missing")]
    assert masses == pytest.approx([0.75, 0.05, 0.1, 0.1])
    assert isinstance(parsed([], form), Problem)
    assert parsed([], form).kind == "logprobs-unsupported"
    wrong = parsed([token('{"score":8,"x":1}')], form)
    assert (wrong.kind, wrong.message) == ("invalid-output", "The tokens spell the score 8, the answer says 7")


def test_a_quoted_score_is_refused_by_the_form_already() -> None:
    form = '{"score":"7","confidence":4,"summary":"s","strengths":[],"concerns":[],"rationale":"r"}'
    assert isinstance(parse_output(Answer(form), IntegerReview), Problem)
    assert "score" in parsed([token(form)], form).message
