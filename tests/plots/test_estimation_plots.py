"""Figures of estimated score distributions, and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots import estimation as plots

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = pd.DataFrame(
    [
        {"name": name, "score": score, "probability": share}
        for name in (*plots.STEPS, plots.TARGETS)
        for score, share in ((4, 0.0), (5, 0.25), (6, 0.75))
    ]
)
RISKS = pd.DataFrame(
    {
        "subset": ["all"] * 4 + ["2025"] * 4,
        "estimator": ["quick", "standard", "direct_1", "direct_2"] * 2,
        "reasoning": [0, 2, 1, 2] * 2,
        "risk": [0.25, 0.08, 0.24, 0.12] * 2,
        "low": [0.2, 0.07, 0.2, np.nan] * 2,
        "high": [0.3, 0.09, 0.28, np.nan] * 2,
    }
)
HELD = pd.DataFrame(
    {
        "panel": ["Risk", "Risk", "AUC"],
        "group": ["a", "a", "b"],
        "printed": [-0.05, -0.02, 0.01],
        "low": [-0.06, -0.03, 0.02],
        "median": [-0.05, -0.02, 0.03],
        "high": [-0.04, -0.01, 0.04],
        "verdict": ["predicted-agrees", "predicted-agrees", "predicted-differs"],
    }
)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def test_every_step_has_a_panel_over_the_same_target_scores() -> None:
    fig = plots.plot_steps(STEPS)
    assert [ax.get_title(loc="left") for ax in fig.axes] == list(plots.STEPS.values())
    for ax in fig.axes:
        assert ax.lines[0].get_xdata().tolist() == [5, 6]  # type: ignore[union-attr]
    assert plots.describe_steps(STEPS).count("5: 0.25, 6: 0.75") == 5


def test_the_sampling_law_goes_through_the_direct_samples() -> None:
    fig = plots.plot_risks(RISKS)
    assert len(fig.axes) == 2
    curve = fig.axes[0].lines[0]
    x, y = np.asarray(curve.get_xdata()), np.asarray(curve.get_ydata())
    assert y[0] == pytest.approx(0.24)
    assert (x * y).tolist() == pytest.approx([0.24] * len(x))
    assert fig.axes[0].get_ylim()[0] == 0
    assert plots.describe_risks(RISKS).endswith("2025: quick 0.250, standard 0.080, direct 1 0.240, direct 2 0.120.")


def test_risks_of_direct_samples_alone_can_be_drawn() -> None:
    fig = plots.plot_risks(RISKS[RISKS["estimator"].str.startswith("direct")])
    assert len(fig.axes) == 2


def test_published_numbers_outside_their_band_have_another_marker() -> None:
    fig = plots.plot_held_out(HELD)
    markers = [[line.get_marker() for line in ax.lines] for ax in fig.axes]
    assert markers[0].count("o") == 2
    assert markers[1].count("X") == 1
    assert "b +0.0100 (predicted +0.0200 to +0.0400)" in plots.describe_held_out(HELD)
