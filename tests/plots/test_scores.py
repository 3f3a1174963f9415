"""Figures of repeated scores and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots import scores as plots
from peerassay.plots.palette import model_colour
from peerassay.repeatability import distributions, drift_overview

if TYPE_CHECKING:
    from collections.abc import Iterator

DRIFT = pd.DataFrame(
    {
        "reviewer": ["GPT-6-Sol", "GPT-6-Sol", "x"],
        "subset": ["all", "2025", "all"],
        "difference": [0.1, -1e-18, np.nan],
        "low": [0.0, -0.2, np.nan],
        "high": [0.2, 0.2, np.nan],
    }
)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def test_each_reviewer_has_a_panel_and_its_colour() -> None:
    matrices = {name: np.array([[1, 2], [2, 2]]) for name in ("GPT-6-Sol", "a", "b", "c")}
    fig = plots.plot_distributions(distributions(matrices, range(1, 4)))
    visible = [ax for ax in fig.axes if ax.get_visible()]
    assert [ax.get_title("left") or ax.get_title() for ax in visible] == list(matrices)
    assert [bar.get_height() for bar in visible[0].patches] == [0.25, 0.75, 0]
    assert plt.matplotlib.colors.to_hex(visible[0].patches[0].get_facecolor()) == model_colour("GPT-6-Sol")


def test_a_single_score_level_is_drawn() -> None:
    fig = plots.plot_distributions(distributions({"x": [[5, 5]]}))
    assert len(fig.axes[0].patches) == 1


def test_distributions_in_words() -> None:
    said = plots.describe_distributions(distributions({"x": [[1, 2], [2, 2]]}, range(1, 6)))
    assert said.endswith("x most often 2 (75.0%), from 1 to 2.")


def test_drift_draws_what_is_defined_and_says_zero_without_a_sign() -> None:
    ax = plots.plot_drift(DRIFT)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["GPT-6-Sol, all", "GPT-6-Sol, 2025"]
    assert plots.describe_drift(DRIFT).endswith("All papers: GPT-6-Sol +0.100 (0.000 to +0.200).")
    assert [plots.signed(value, 2) for value in (0.004, -0.004, 0.006, -0.006)] == ["0.00", "0.00", "+0.01", "-0.01"]


def test_drift_of_real_scores_can_be_drawn() -> None:
    table = drift_overview({"x": [[1, 2], [3, 3]]}, {"x": [1, 2]}, np.random.default_rng(1), resamples=10)
    assert len(plots.plot_drift(table).get_yticks()) == 3


def test_yardstick_has_two_panels_with_the_same_reviewers() -> None:
    table = pd.DataFrame({"reviewer": ["x", "Human"], "relative_sd": [0.05, 0.2], "agreement": [0.8, 0.3]})
    fig = plots.plot_yardstick(table)
    assert [label.get_text() for label in fig.axes[0].get_yticklabels()] == ["x", "Human"]
    assert plots.describe_yardstick(table).endswith("x 5.0% and 80.0%; Human 20.0% and 30.0%.")
