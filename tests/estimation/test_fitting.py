"""Choosing parameters on splits, the refit bootstrap, and the tables of risks."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.estimation import (
    Fit,
    Grid,
    Losses,
    appearances,
    brier_loss,
    choose,
    count_scores,
    difference_table,
    direct_risk,
    paper_losses,
    paper_risks,
    quick_estimate,
    random_splits,
    refit_bootstrap,
    risk_table,
    selected_parameters,
    standard_estimate,
    weighted_risks,
)
from peerassay.estimation.fitting import first_lowest

from .papers import drawn

SMALL = Grid((1.0, 4.0), (-0.4, 0.0, 0.4), (0.9, 1.0), (0.3, 0.5, 0.7))
SIZES = (1, 2, 3, 5)


def prepared(papers: int = 24, splits: int = 6) -> tuple[Losses, np.ndarray]:
    mass, scores = drawn(papers)
    return paper_losses(mass, count_scores(scores), SMALL), random_splits(papers, np.random.default_rng(5), splits)


def plain_fit(mass: np.ndarray, scores: np.ndarray, weights: np.ndarray) -> tuple[int, int]:
    """Search as the paper says: every combination, every paper, every way to split its scores."""
    rows = np.flatnonzero(weights)
    quick = [
        sum(weights[i] * brier_loss(quick_estimate(mass[i], *one), count_scores(scores[i])) for i in rows)
        for one in SMALL.candidates
    ]
    best = int(np.argmin(quick))
    losses = []
    for w in SMALL.weights:
        total = 0.0
        for i in rows:
            q = quick_estimate(mass[i], *SMALL.candidates[best])
            pairs = list(combinations(range(5), 2))
            for pair in pairs:
                targets = [scores[i, place] for place in range(5) if place not in pair]
                mixed = standard_estimate(q, count_scores(scores[i, list(pair)]), w)
                total += weights[i] * float(brier_loss(mixed, count_scores(targets))) / len(pairs)
        losses.append(total)
    return best, int(np.argmin(losses))


def test_the_choice_is_that_of_a_plain_search() -> None:
    mass, scores = drawn(10)
    losses = paper_losses(mass, count_scores(scores), SMALL)
    weights = np.array([[1] * 10, [2, 0, 1, 3, 0, 1, 0, 0, 2, 1]])
    fit = choose(losses, SMALL, weights)
    assert [plain_fit(mass, scores, row) for row in weights] == list(
        zip(fit.candidates.tolist(), fit.weights.tolist(), strict=True)
    )


def test_equally_good_parameters_give_the_first_of_them() -> None:
    assert first_lowest(np.array([[2.0, 1.0 + 1e-14, 1.0]])).tolist() == [1]
    level = Losses(np.zeros((3, len(SMALL.candidates))), np.ones(3))
    fit = choose(level, SMALL, np.ones((1, 3)))
    assert (fit.candidates.tolist(), fit.weights.tolist()) == ([0], [0])


def test_all_scores_equal_and_certain_candidates_leave_no_risk() -> None:
    mass = np.zeros((6, 10))
    mass[:, 4] = 1
    losses = paper_losses(mass, count_scores(np.full((6, 5), 5)), SMALL)
    training = random_splits(6, np.random.default_rng(1), 3)
    fit = choose(losses, SMALL, training)
    assert all(np.allclose(risk, 0) for risk in paper_risks(losses, SMALL, training, fit, SIZES).values())


def test_splits_are_halves_without_overlap() -> None:
    training = random_splits(198, np.random.default_rng(2026))
    assert training.shape == (30, 198)
    assert set(training.sum(axis=1)) == {99}
    assert (appearances(training) + training.sum(axis=0) == 30).all()
    assert set(random_splits(7, np.random.default_rng(1)).sum(axis=1)) == {3}


def test_risks_are_averaged_over_the_splits_that_test_a_paper() -> None:
    """By hand: two splits, two papers; paper 0 is tested once with combination 1, paper 1 once with combination 0."""
    losses = Losses(np.array([[0.1, 0.2], [0.3, 0.4]]), np.array([0.5, 1.0]))
    grid = Grid((1.0,), (0.0, 1.0), (1.0,), (0.5,))
    training = np.array([[True, False], [False, True]])
    risks = paper_risks(losses, grid, training, Fit(np.array([0, 1]), np.array([0, 0])), (2,))
    assert risks["quick"].tolist() == [0.2, 0.3]
    assert risks["standard"].tolist() == pytest.approx([0.25 * 0.25 + 0.25 * 0.2, 0.25 * 0.3])
    assert risks["direct_2"].tolist() == [0.25, 0]


def test_a_paper_that_no_split_tests_has_no_risk_of_its_own() -> None:
    losses, _ = prepared(3, 1)
    training = np.array([[True, True, False]])
    risks = paper_risks(losses, SMALL, training, choose(losses, SMALL, training), SIZES)
    assert np.isnan(risks["standard"]).tolist() == [True, True, False]
    again = weighted_risks(losses, SMALL, training, SIZES, np.ones((1, 3), dtype=int))
    assert again["standard"][0] == pytest.approx(risks["standard"][2])
    assert again["direct_1"][0] == pytest.approx(risks["direct_1"][2])


def test_the_unweighted_refit_equals_the_fit() -> None:
    """The paper's own check, to 1e-12 (appendix E)."""
    losses, training = prepared(60, 30)
    fit = choose(losses, SMALL, training)
    risks = paper_risks(losses, SMALL, training, fit, SIZES)
    again = weighted_risks(losses, SMALL, training, SIZES, np.ones((1, 60), dtype=int)).iloc[0]
    assert max(abs(again[name] - values.mean()) for name, values in risks.items()) <= 1e-12


@given(st.integers(0, 10_000))
@settings(deadline=None, max_examples=15)
def test_a_refit_is_the_fit_to_repeated_papers_tested_on_the_original_splits(seed: int) -> None:
    losses, training = prepared()
    weights = np.random.default_rng(seed).multinomial(24, np.full(24, 1 / 24), size=1)
    if not ((weights @ training.T) > 0).all():
        return
    fit = choose(losses, SMALL, weights * training)
    risks = paper_risks(losses, SMALL, training, fit, SIZES)
    found = weighted_risks(losses, SMALL, training, SIZES, weights).iloc[0]
    for name, values in risks.items():
        assert found[name] == pytest.approx(float((weights[0] * values).sum() / 24), abs=1e-12)


def test_the_bootstrap_is_the_same_whatever_it_works_on_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    losses, training = prepared()
    whole = refit_bootstrap(losses, SMALL, training, SIZES, np.random.default_rng(1), 40).risks
    monkeypatch.setattr("peerassay.estimation.resampling._ROWS", 13)
    parts = refit_bootstrap(losses, SMALL, training, SIZES, np.random.default_rng(1), 40).risks
    assert np.allclose(whole, parts, atol=1e-13)
    assert len(whole) == 40


def test_resamples_that_cannot_be_fitted_are_counted() -> None:
    mass, scores = drawn(2)
    losses = paper_losses(mass, count_scores(scores), SMALL)
    refits = refit_bootstrap(losses, SMALL, np.array([[True, False]]), SIZES, np.random.default_rng(1), 50)
    assert refits.invalid > 0
    assert len(refits.risks) + refits.invalid == 50


def test_differences_have_both_intervals_and_risks_their_calls() -> None:
    losses, training = prepared()
    risks = paper_risks(losses, SMALL, training, choose(losses, SMALL, training), SIZES)
    rng = np.random.default_rng(4)
    refits = refit_bootstrap(losses, SMALL, training, SIZES, rng, 60)
    row = difference_table(risks, [("standard", "direct_2")], rng, refits, resamples=200).iloc[0]
    assert row["low"] < row["difference"] < row["high"]
    assert row["refit_low"] < row["refit_high"]
    assert row["difference"] == pytest.approx((risks["standard"] - risks["direct_2"]).mean())
    table = risk_table(risks, {"all": np.ones(24, dtype=bool)}, rng, resamples=50).set_index("estimator")
    assert table.loc["standard", ["auxiliary", "reasoning"]].tolist() == [1, 2]
    assert table.loc["direct_3", ["auxiliary", "reasoning"]].tolist() == [0, 3]
    assert table.loc["direct_2", "risk"] == pytest.approx(float(direct_risk(losses.collisions, 2).mean()))


def test_selected_parameters_are_counted_most_frequent_first() -> None:
    rows = selected_parameters(Fit(np.array([3, 0, 3, 3]), np.array([1, 0, 1, 2])), SMALL)
    assert rows["splits"].tolist() == [2, 1, 1]
    assert rows.iloc[0].to_dict() == {
        "temperature": 1.0, "offset": 0.0, "slope": 1.0, "weight": 0.5, "splits": 2, "share": 0.5,
    }  # fmt: skip


def test_papers_that_cannot_be_used_are_refused() -> None:
    mass, scores = drawn(3)
    with pytest.raises(ValueError, match="expected 4 or more"):
        paper_losses(mass, count_scores(scores[:, :3]), SMALL)
    with pytest.raises(ValueError, match="no candidate with any mass"):
        paper_losses(np.zeros((3, 10)), count_scores(scores), SMALL)
    with pytest.raises(ValueError, match="1 sets without a paper"):
        choose(paper_losses(mass, count_scores(scores), SMALL), SMALL, [[0, 0, 0]])
    with pytest.raises(ValueError, match="at least 2 papers"):
        random_splits(1, np.random.default_rng(1))
    with pytest.raises(ValueError, match="at least 1"):
        refit_bootstrap(
            Losses(np.zeros((1, 1)), np.zeros(1)), SMALL, np.ones((1, 1), bool), SIZES, np.random.default_rng(1), 0
        )
