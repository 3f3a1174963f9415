"""Target scores and candidate probabilities by paper, and the whole analysis of them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

from peerassay.estimation import (
    Grid,
    analyse,
    arrange,
    decomposition_gap,
    estimate_steps,
    quick_estimate,
    typical_paper,
)
from peerassay.records import Records
from peerassay.records.problems import UnsuitableError

from .papers import sample

CELLS = [("a", 1, 5, 0.9), ("a", 1, 6, 0.1), ("a", 3, 5, 1.0), ("b", 2, 4, 0.0), ("c", 1, 7, 0.5)]


def records(scores: dict[str, list[float]], reviewer: str = "mine") -> Records:
    rows = [(name, place, score) for name, given in scores.items() for place, score in enumerate(given, start=1)]
    reviews = pd.DataFrame(rows, columns=["paper_id", "round", "overall"]).assign(
        version="original", reviewer=reviewer, protocol="integer", prompt="default"
    )
    papers = pd.DataFrame({"paper_id": list(scores), "year": 2025, "status": None})
    return Records(papers, reviews, (), (1, 10))


def candidates(cells: list[tuple[str, int, int, float]] = CELLS, reviewer: str = "helper") -> pd.DataFrame:
    return pd.DataFrame(cells, columns=["paper_id", "call", "score", "probability"]).assign(reviewer=reviewer)


FULL: dict[str, list[float]] = {"a": [5, 5, 6, 5, 7, 8], "b": [4, 4, 4, 4], "c": [7, 7, 7, np.nan], "d": [1, 2, 3, 4]}


def test_papers_without_all_scores_or_without_valid_candidates_are_left_out_and_said() -> None:
    found = arrange(records(FULL), candidates(), rounds=4)
    assert found.papers["paper_id"].tolist() == ["a"]  # b has no mass, c lacks a score, d has no candidates
    assert found.notes == (
        "1 paper has fewer than 4 target scores and is left out",
        "2 papers have no candidate probabilities and are left out",
    )
    assert found.scores.tolist() == [[5, 5, 6, 5]]
    assert found.later[0, :2].tolist() == [7, 8]
    assert found.held.tolist() == [True]


def test_calls_are_in_order_and_the_first_valid_one_counts() -> None:
    cells = [("a", 1, 5, 0.0), ("a", 4, 6, 0.3), ("a", 9, 7, 0.2)]
    found = arrange(records({"a": [5, 5, 5, 5]}), candidates(cells), rounds=4)
    assert found.outputs.shape == (1, 3, 10)
    assert found.first[0, 5] == 0.3
    assert np.isnan(found.first[0, 6])


def test_without_candidates_all_papers_with_scores_stay() -> None:
    found = arrange(records(FULL), None, rounds=4)
    assert found.papers["paper_id"].tolist() == ["a", "b", "d"]
    assert found.auxiliary == ""
    analysis = analyse(found, Grid(), 3, np.random.default_rng(1))
    assert list(analysis.risks) == ["direct_1", "direct_2", "direct_3", "direct_5"]
    assert analysis.reason == "there are no candidate probabilities"


def test_several_reviewers_have_to_be_named() -> None:
    both = pd.concat([candidates(), candidates(reviewer="other")])
    with pytest.raises(ValueError, match="auxiliary = ''; expected one of helper, other"):
        arrange(records(FULL), both, rounds=4)
    assert arrange(records(FULL), both, auxiliary="other", rounds=4).auxiliary == "other"
    with pytest.raises(ValueError, match="target = 'nobody'; expected one of mine"):
        arrange(records(FULL), None, target="nobody", rounds=4)


def test_too_few_rounds_or_papers_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds = 3; expected at least 4"):
        arrange(records(FULL), None, rounds=3)
    with pytest.raises(ValueError, match="no more than 6"):
        arrange(records(FULL), None, rounds=7)
    with pytest.raises(ValueError, match="no paper has all target scores"):
        arrange(records(FULL), candidates([("zzz", 1, 5, 1.0)]), rounds=4)


def test_a_single_paper_cannot_be_fitted_to() -> None:
    analysis = analyse(sample(1), Grid(), 3, np.random.default_rng(1))
    assert analysis.fitted is None
    assert "single paper" in analysis.reason
    assert analysis.risks["direct_1"].shape == (1,)


def test_the_steps_end_where_the_estimates_are() -> None:
    one = sample(9)
    analysis = analyse(one, Grid(), 4, np.random.default_rng(1))
    paper = typical_paper(one, analysis.risks["quick"])
    assert one.scores[paper, 0] != one.scores[paper, 1]
    steps = estimate_steps(one, paper, (4, 0.2, 0.9, 0.5))
    sums = steps.groupby("name", sort=False)["probability"].sum()
    assert sums.index.tolist() == ["returned", "tempered", "Quick", "Standard", "target scores"]
    assert sums.tolist() == pytest.approx([1] * 5)
    quick = steps.loc[steps["name"] == "Quick", "probability"].to_numpy()
    assert quick == pytest.approx(quick_estimate(one.first[paper], 4, 0.2, 0.9))


def test_the_decomposition_leaves_no_gap() -> None:
    one = sample(9)
    assert decomposition_gap(one, quick_estimate(one.first, 4, 0.2, 0.9), 0.7) < 1e-12


def test_one_of_several_prompts_has_to_be_named() -> None:
    whole = records(FULL)
    both = pd.concat([whole.reviews, whole.reviews.assign(prompt="brief")], ignore_index=True)
    mixed = dataclasses.replace(whole, reviews=both)
    with pytest.raises(UnsuitableError, match="prompt: not given; expected one of brief"):
        arrange(mixed, candidates(), rounds=4)
    assert (
        arrange(mixed, candidates(), prompt="brief", rounds=4).scores.shape
        == arrange(whole, candidates(), rounds=4).scores.shape
    )
