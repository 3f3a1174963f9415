"""Figures of the style pages: what is drawn, and that the words say the same."""

from __future__ import annotations

from math import nan

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots.aspects import (
    describe_polarity,
    describe_prevalence,
    plot_polarity,
    prevalence_figure,
    short_aspect,
)
from peerassay.plots.criteria import criteria_figure, describe_criteria
from peerassay.plots.held_out import describe_predictions, held_out_figure
from peerassay.plots.style_noise import describe_noise_figure, noise_figure
from peerassay.style.noise_table import NoiseCase, noise_table
from peerassay.style.preferences import PairCounts


@pytest.fixture(autouse=True)
def _closed() -> object:
    yield
    plt.close("all")


def noise(*counts: tuple[int, int, int]) -> pd.DataFrame:
    return noise_table(
        NoiseCase("Gemma3", f"row {place}", (PairCounts(*one),), ((3, 1),), 0.5, 90, 5)
        for place, one in enumerate(counts)
    )


def test_noise_is_filled_beyond_its_band_and_open_within() -> None:
    table = noise((60, 10, 56), (30, 28, 68), (5, 0, 20))
    left, right = noise_figure(table).axes
    faces = [line.get_markerfacecolor() for line in left.lines if line.get_marker() == "^"]
    assert faces[0] != "none"
    assert faces[1] == "none"
    assert left.get_xscale() == "log"
    assert len([line for line in right.lines if line.get_marker() == "^"]) == 2  # an infinite shift is not drawn
    words = describe_noise_figure(table)
    assert "row 0: Gemma3 6.00 (noise " in words


def test_polarity_has_a_marker_per_aspect_and_contrast() -> None:
    table = pd.DataFrame(
        {
            "contrast": ["native_vs_nonnative", "high_vs_low_confidence"],
            "aspect": ["Theory", "Theory"],
            "shift": [0.1, -0.4],
            "low": [nan, -0.6],
            "high": [nan, -0.2],
        }
    )
    axes = plot_polarity(table)
    assert [line.get_xdata()[0] for line in axes.lines if line.get_marker() in {"o", "s"}] == [0.1, -0.4]
    assert "high / low confidence: largest for Theory, -0.40" in describe_polarity(table)


def test_prevalence_has_a_panel_per_reviewer() -> None:
    rows = [
        (name, "Theory", polarity, 10.0)
        for name in ("one", "two", "three", "four")
        for polarity in ("positive", "negative")
    ]
    table = pd.DataFrame(rows, columns=["reviewer", "aspect", "polarity", "shift_pp"])
    figure = prevalence_figure(table)
    assert [ax.get_title(loc="left") for ax in figure.axes if ax.get_visible()] == ["one", "two", "three", "four"]
    assert "two: largest for positive mentions of Theory, +10.0 points" in describe_prevalence(table)


def test_long_aspects_are_shortened() -> None:
    assert short_aspect("Data/Task") == "Data/Task"
    assert short_aspect("Intuition/Justification/Motivation/Validation") == "Intuition/Justification/…"


def test_criteria_show_values_ranges_and_mere_directions() -> None:
    columns = ["contrast", "criterion", "reviewer", "low", "high", "significant"]
    rows = [
        ("native_vs_nonnative", "overall", "Gemma3", 1.2, 1.2, "no"),
        ("native_vs_nonnative", "clarity", "Gemma3", 1.3, 2.1, "yes"),
        ("high_vs_low_confidence", "clarity", "Gemma3", nan, nan, ""),
        ("high_vs_low_confidence", "overall", "Gemma3", 4.0, 4.0, "yes"),
    ]
    table = pd.DataFrame(rows, columns=columns)
    first, second = criteria_figure(table).axes
    assert [line.get_marker() for line in second.lines if line.get_marker() not in {"None", ""}] == [">", "^"]
    assert next(line.get_markerfacecolor() for line in first.lines if line.get_marker() == "^") == "none"
    words = describe_criteria(table)
    assert "clarity: Gemma3 1.3 to 2.1 (significant)" in words
    assert "high / low confidence, clarity: Gemma3 above 1" in words


def test_held_out_numbers_outside_their_band_are_crosses() -> None:
    table = pd.DataFrame(
        {
            "label": ["in", "out"],
            "printed": [1.0, 5.0],
            "low": [0.5, -1.0],
            "median": [1.0, 0.0],
            "high": [1.5, 1.0],
            "verdict": ["predicted-agrees", "predicted-differs"],
        }
    )
    axes = held_out_figure(table, "points").axes[0]
    assert [line.get_marker() for line in axes.lines if line.get_marker() in {"o", "X"}] == ["o", "X"]
    assert axes.get_xlabel() == "points"
    assert "Outside: out 5 against -1 to 1" in describe_predictions(table)
