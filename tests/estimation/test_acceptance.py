"""AUC of the expected score of each estimate."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from peerassay.estimation import (
    Fit,
    Grid,
    auc_rows,
    auc_table,
    choose,
    count_scores,
    expected_scores,
    paper_losses,
    quick_estimates,
    random_splits,
)

from .papers import drawn

GRID = Grid((1.0, 4.0), (0.0,), (1.0,), (0.4, 0.6))


def test_auc_of_known_examples() -> None:
    """Scikit-learn's documentation: 0.75; all tied: 0.5."""
    both = auc_rows([[0.1, 0.4, 0.35, 0.8], [1, 1, 1, 1]], [0, 0, 1, 1])
    assert both.tolist() == [0.75, 0.5]


def test_auc_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(2)
    predictions, labels = rng.integers(1, 6, (5, 40)), rng.integers(0, 2, 40)
    assert auc_rows(predictions, labels) == pytest.approx([roc_auc_score(labels, row) for row in predictions])


def test_one_label_only_has_no_auc() -> None:
    assert np.isnan(auc_rows([[1, 2]], [1, 1])).all()


def test_expected_scores_by_hand() -> None:
    assert expected_scores([[0.5, 0.5, 0], [0, 0, 1]], 2).tolist() == [2.5, 4]


def test_the_table_averages_over_combinations_and_then_splits() -> None:
    mass, scores = drawn(20)
    labels = (scores.mean(axis=1) + np.random.default_rng(1).normal(0, 1, 20) > 5.5).astype(float)
    training = random_splits(20, np.random.default_rng(3), 4)
    estimates = quick_estimates(mass, GRID)
    fit = choose(paper_losses(mass, count_scores(scores), GRID), GRID, training)
    table = auc_table(scores, estimates, labels, {"all": np.ones(20, bool)}, training, fit, GRID, (1, 2))
    auc = table.set_index("estimator")["auc"]
    expected = []
    for split, chosen, weight in zip(training, fit.candidates, fit.weights, strict=True):
        quick = expected_scores(estimates[:, chosen])
        values = [
            roc_auc_score(
                labels[~split],
                np.round(GRID.weights[weight] * scores[:, pair].mean(axis=1) + (1 - GRID.weights[weight]) * quick, 9)[
                    ~split
                ],
            )
            for pair in map(list, combinations(range(5), 2))
        ]
        expected.append(np.mean(values))
    assert auc["standard"] == pytest.approx(np.mean(expected))
    single = [
        np.mean([roc_auc_score(labels[~split], scores[~split, place]) for place in range(5)]) for split in training
    ]
    assert auc["direct_1"] == pytest.approx(np.mean(single))


def test_unknown_labels_and_splits_with_one_class_are_left_out() -> None:
    mass, scores = drawn(6)
    labels = [1, 0, 0, 0, np.nan, 0]
    training = np.array([[True, False, False, True, True, False], [False, True, False, True, False, False]])
    fit = Fit(np.array([0, 0]), np.array([0, 0]))
    table = auc_table(scores, quick_estimates(mass, GRID), labels, {"all": np.ones(6, bool)}, training, fit, GRID, (7,))
    assert table["estimator"].tolist() == ["quick", "standard"]
    assert table["papers"].tolist() == [5, 5]
    assert table["splits"].tolist() == [1, 1]
