"""Score matrices and counts of missing rounds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from peerassay.records import missing_rounds, papers_in_order, score_matrix

REVIEWS = pd.DataFrame(
    [
        ("b", 1, 3.0, "integer", "default"),
        ("b", 2, np.nan, "integer", "default"),
        ("a", 2, 6.0, "integer", "default"),
        ("a", 1, 5.0, "integer", "default"),
        ("a", 3, 7.0, "integer", "default"),
        ("a", 1, 5.5, "decimal", "default"),
        ("a", 1, 4.5, "decimal", "biased"),
    ],
    columns=["paper_id", "round", "overall", "protocol", "prompt"],
).assign(reviewer="m", version="original")


def test_rows_are_papers_and_columns_rounds_with_gaps_as_nan() -> None:
    ids, scores = score_matrix(REVIEWS, "m")
    assert ids == ["a", "b"]
    np.testing.assert_array_equal(scores, [[5, 6, 7], [3, np.nan, np.nan]])


def test_papers_can_be_given_in_an_order_and_may_lack_reviews() -> None:
    ids, scores = score_matrix(REVIEWS, "m", papers=["c", "b"])
    assert ids == ["c", "b"]
    np.testing.assert_array_equal(scores, [[np.nan] * 3, [3, np.nan, np.nan]])


def test_a_round_that_no_paper_has_a_score_for_stays_a_column() -> None:
    ids, scores = score_matrix(REVIEWS[REVIEWS.paper_id == "b"], "m")
    np.testing.assert_array_equal(scores, [[3, np.nan]])
    assert ids == ["b"]


def test_several_prompts_must_be_told_apart() -> None:
    with pytest.raises(ValueError, match="prompt: not given; expected one of biased, default"):
        score_matrix(REVIEWS, "m", protocol="decimal")
    assert score_matrix(REVIEWS, "m", protocol="decimal", prompt="biased")[1].tolist() == [[4.5]]


def test_reviews_that_are_not_there_are_refused_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="reviewer = 'x': no such review; expected one of m"):
        score_matrix(REVIEWS, "x")


def test_two_scores_for_one_round_are_refused() -> None:
    with pytest.raises(ValueError, match="paper 'a', round 2: two scores"):
        score_matrix(pd.concat([REVIEWS, REVIEWS.iloc[[2]]]), "m")


def test_missing_rounds_are_counted_by_setting() -> None:
    counted = missing_rounds(REVIEWS).set_index(["protocol", "prompt"])
    row = counted.loc[("integer", "default")]
    assert row[["papers", "rounds", "expected", "scores", "missing", "incomplete"]].tolist() == [2, 3, 6, 4, 2, 1]
    assert counted["missing"].tolist() == [0, 0, 2]


def test_papers_come_in_the_order_of_the_matrix() -> None:
    papers = pd.DataFrame({"paper_id": ["a", "b"], "year": [2025, 2026]})
    assert papers_in_order(papers, ["b", "a"])["year"].tolist() == [2026, 2025]
    with pytest.raises(ValueError, match="paper 'c': not in the table"):
        papers_in_order(papers, ["c"])
