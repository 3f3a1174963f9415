"""The searches behind the records of the repeatability part."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from peerassay.claims import load_claims
from peerassay.reconstruct import SearchError
from peerassay.reconstruct.repeatability.assignment import (
    Papers,
    doubled_auc_pairs,
    doubled_ranks,
    place_scores,
    spearman_window,
)
from peerassay.reconstruct.repeatability.decimals import DecimalGoal, forced_decimals, published_decimals
from peerassay.reconstruct.repeatability.latent import draw, start_scores
from peerassay.reconstruct.repeatability.rankings import SameOrder, tune_same_order
from peerassay.reconstruct.repeatability.repair import distance, features, repair
from peerassay.reconstruct.repeatability.targets import (
    ANY,
    Goal,
    Targets,
    Window,
    published_targets,
    squared_window,
    window,
)
from peerassay.reconstruct.repeatability.yardstick import draw_papers, human_options, quotas
from peerassay.repeatability import ranking_reproducibility

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLAIMS = load_claims()
TARGETS = published_targets(CLAIMS)
SMALL = arrays(np.int64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(3, 6))

TINY = arrays(np.int64, st.tuples(st.integers(2, 6), st.integers(2, 4)), elements=st.integers(4, 6))


def sums_of(scores: NDArray[np.int64], groups: list[int], goal: Goal) -> list[int]:
    parts = [features(row.tolist(), group, goal) for row, group in zip(scores, groups, strict=True)]
    return np.sum(parts, axis=0).tolist()


def goal_of(scores: NDArray[np.int64], groups: list[int]) -> Goal:
    """The goal that a table meets."""
    free = Goal(*[Window(-ANY, ANY)] * 3, (Window(-ANY, ANY),) * 2, {frozenset([5]): Window(-ANY, ANY)})
    points = [Window(total, total) for total in sums_of(scores, groups, free)]
    return Goal(points[0], points[1], points[2], tuple(points[3:5]), {frozenset([5]): points[5]})


def years(papers: int) -> list[int]:
    return [place % 2 for place in range(papers)]


def brute_same(scores: NDArray[np.int64], groups: list[int]) -> int:
    total = 0
    for i, j in combinations(range(len(scores)), 2):
        gaps = np.sign(scores[i] - scores[j]) if groups[i] == groups[j] else np.zeros(scores.shape[1])
        total += sum(a * b > 0 for a, b in combinations(gaps.tolist(), 2))
    return total


def test_the_whole_numbers_behind_the_printed_values_are_those_of_the_reference() -> None:
    goals = [target.goal for target in TARGETS.values()]
    assert [goal.equal_pairs.low for goal in goals] == [6557, 6512, 7667]
    assert [[one.low for one in goal.squares] for goal in goals] == [[2521], [2680], [615, 718]]
    assert all(one.low == one.high for goal in goals for one in (*goal.squares, goal.equal_pairs))
    assert [(one.low, one.high) for one in goals[2].bands.values()] == [(1042, 1042), (1304, 1304)]


def test_a_window_holds_exactly_the_counts_that_are_printed_so() -> None:
    claim = CLAIMS["rep.repeatability.range_le1_share.min"]  # 91.5 %
    assert window(claim, 200) == (183, 183)
    assert window(claim, 2000) == (1829, 1831)
    with pytest.raises(ValueError, match="no whole number over 7"):
        window(claim, 7)
    assert squared_window(CLAIMS["rep.repeatability.sd.gpt6sol.2026"], 9000) == (718, 718)


def test_the_distance_from_a_window_has_a_sign_and_is_zero_inside() -> None:
    assert [Window(3, 5).miss(value) for value in (1, 3, 5, 9)] == [-2, 0, 0, 4]


def test_features_of_a_paper_by_hand() -> None:
    goal = goal_of(np.array([[5, 5], [5, 5]]), [0, 1])
    # 4 4 5 7: range 3, one equal pair, squared differences 0+1+9+1+9+4 = 24, one score of 5
    assert features([4, 4, 5, 7], 1, goal) == (0, 1, 1, 0, 24, 1)
    assert features([5, 5, 5], 0, goal) == (1, 0, 3, 0, 0, 3)


@given(TINY, st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=10)
def test_a_goal_that_some_table_meets_is_reached_from_another_table(scores: NDArray[np.int64], seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = years(len(scores))
    goal = goal_of(scores, groups)
    found = repair(scores + rng.choice([-1, 0, 0, 0, 1], scores.shape), groups, goal, rng)
    assert distance(sums_of(found, groups, goal), goal) == 0
    assert found.min() >= 1
    assert found.max() <= 10


def test_scores_that_meet_the_goal_stay_as_they_are() -> None:
    scores = np.array([[4, 4, 5], [6, 6, 6], [2, 3, 5]])
    assert np.array_equal(repair(scores, [0, 0, 1], goal_of(scores, [0, 0, 1]), np.random.default_rng(1)), scores)


def test_a_goal_that_nothing_meets_ends_with_an_error() -> None:
    scores = np.array([[4, 4, 5]])
    impossible = Goal(Window(1, 1), Window(0, 0), Window(0, 0), (Window(0, 0),), {})
    with pytest.raises(SearchError, match="pairs away after 2 attempts"):
        repair(scores, [0], impossible, np.random.default_rng(1), attempts=2)


@given(SMALL, st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=30)
def test_counting_same_orders_keeps_up_with_changes(scores: NDArray[np.int64], seed: int) -> None:
    rng, groups = np.random.default_rng(seed), years(len(scores))
    order = SameOrder(scores, groups)
    assert order.total == brute_same(scores, groups)
    paper, row = int(rng.integers(len(scores))), rng.integers(1, 9, scores.shape[1])
    order.replace(paper, row, order.gain(paper, row))
    assert order.total == brute_same(order.scores, groups)


@pytest.mark.parametrize("key", ["gpt6luna", "gpt6sol"])
def test_a_reviewer_s_scores_start_near_what_is_imposed_and_end_on_it(key: str) -> None:
    rng, groups, target = np.random.default_rng(7), [0] * 100 + [1] * 100, TARGETS[key]
    start = start_scores(draw(key, 200, target, rng), groups, target)
    assert abs(target.same.miss(SameOrder(start, groups).total)) < 20_000
    found = tune_same_order(repair(start, groups, target.goal, rng), groups, target.goal, target.same, rng)
    same = ranking_reproducibility(found, groups, [1])["same"].iloc[0]
    assert target.same.low <= same <= target.same.high
    assert distance(sums_of(found, groups, target.goal), target.goal) == 0
    assert (start != found).mean() < 0.5


def test_ranking_ends_with_an_error_if_the_window_is_out_of_reach() -> None:
    scores = np.array([[4, 4], [4, 4]])
    goal = goal_of(scores, [0, 0])
    with pytest.raises(SearchError, match="comparisons away"):
        tune_same_order(scores, [0, 0], goal, Window(5, 5), np.random.default_rng(0), steps=50)


@given(st.lists(st.tuples(st.integers(10, 30), st.integers(0, 1)), min_size=4, max_size=30))
@settings(deadline=None, max_examples=40)
def test_whole_number_auc_equals_that_of_scikit_learn(rows: list[tuple[int, int]]) -> None:
    sums, accepted = np.array([[10, 1], [11, 0], *rows]).T
    pairs = int(accepted.sum()) * int((1 - accepted).sum())
    assert doubled_auc_pairs(doubled_ranks(sums), accepted) / (2 * pairs) == pytest.approx(
        roc_auc_score(accepted, sums)
    )


def placed(spearman: Any) -> tuple[NDArray[np.int64], Papers, Targets]:
    papers = draw_papers(CLAIMS, np.random.default_rng(3))
    accepted = (papers["status"] == "accepted").to_numpy().astype(np.int64)
    reference = Papers(papers["year"].to_numpy(), accepted, papers["human_mean"].to_numpy())
    rng = np.random.default_rng(4)
    target = TARGETS["gpt6sol"]
    sums = rng.integers(30, 70, 200)
    wanted = Targets(target.goal, target.same, target.auc, spearman)
    return sums[place_scores(sums, reference, rng.standard_normal(200), wanted, rng)], reference, wanted


def test_placing_scores_reaches_the_auc_and_the_rank_correlation_within_years() -> None:
    claim = CLAIMS["rep.validity.spearman.gpt6sol"]
    sums, papers, wanted = placed(claim)
    assert wanted.auc.miss(doubled_auc_pairs(doubled_ranks(sums), papers.accepted)) == 0
    assert spearmanr(sums, papers.human).statistic == pytest.approx(0.409, abs=0.0005)


def test_without_a_printed_correlation_any_is_accepted() -> None:
    sums, papers, wanted = placed(None)
    assert wanted.auc.miss(doubled_auc_pairs(doubled_ranks(sums), papers.accepted)) == 0
    assert spearman_window(doubled_ranks(sums), doubled_ranks(papers.human), None) == (-ANY, ANY)


def test_forced_decimals_meet_shift_and_spread_and_are_never_whole() -> None:
    rng = np.random.default_rng(5)
    scores = rng.integers(2, 5, (200, 1)) + rng.integers(0, 2, (200, 10))
    goal = published_decimals(CLAIMS)["gpt6luna"]
    found = forced_decimals(scores, goal, rng)
    assert goal.rise.miss(int(found.sum()) - 10 * int(scores[:, :5].sum())) == 0
    assert np.sqrt(np.var(found / 10, axis=1, ddof=1).mean()) == pytest.approx(0.329, abs=0.0005)
    assert (found % 10 != 0).all()
    assert ((found > 10) & (found < 100)).all()


def test_decimals_that_cannot_be_reached_end_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peerassay.reconstruct.repeatability.decimals.STEPS", 20)
    with pytest.raises(SearchError, match="tenths away"):
        forced_decimals(np.full((3, 10), 5), DecimalGoal(Window(900, 900), Window(0, 0)), np.random.default_rng(0))


@given(st.lists(st.integers(0, 500), min_size=1, max_size=10).filter(any))
@settings(deadline=None, max_examples=50)
def test_quotas_cover_every_nonempty_bin_and_add_up(counts: list[int]) -> None:
    shares = np.array(counts) / sum(counts)
    chosen = quotas(shares, 100)
    assert chosen.sum() == 100
    assert ((chosen > 0) == (shares > 0)).all()


def test_quotas_of_a_sample_smaller_than_the_bins_are_refused() -> None:
    with pytest.raises(ValueError, match="3 nonempty bins"):
        quotas(np.array([0.5, 0.25, 0.25]), 2)


def test_papers_have_the_printed_decisions_and_possible_human_means() -> None:
    papers = draw_papers(CLAIMS, np.random.default_rng(11))
    counts = papers.groupby(["year", "status"])["paper_id"].count().to_dict()
    assert (counts[2025, "accepted"], counts[2025, "rejected"], counts[2025, "withdrawn"]) == (36, 41, 23)
    assert counts[2026, "desk_rejected"] == 4
    totals = papers["human_mean"] * papers["n_human"]
    assert np.allclose(totals, totals.round(), atol=1e-4)
    assert sorted(papers["n_human"].unique()) == [3, 4, 5]
    assert (papers["human_mean"] >= 9).sum() == 1  # the paper's example of a rare category
    assert human_options(CLAIMS, 2025) == [1, 3, 5, 6, 8, 10]


def test_papers_are_the_same_for_the_same_seed() -> None:
    first, again, other = (draw_papers(CLAIMS, np.random.default_rng(seed)) for seed in (2, 2, 3))
    assert first.equals(again)
    assert not first.equals(other)
