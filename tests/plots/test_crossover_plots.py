"""Pictures of revised manuscripts, and what is said about them."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from peerassay.plots.crossover import (
    describe_directions,
    describe_gains,
    plot_directions,
    plot_gains,
    version_label,
)
from peerassay.plots.palette import MODEL_COLOURS

GAINS = pd.DataFrame(
    [
        ("GPT-6-Luna/Haiku", "GPT-6-Luna", 0.47, 0.38, 0.56, 0.472),
        ("GPT-6-Luna/Haiku", "Haiku", -0.3, -0.4, -0.2, np.nan),
        ("revised", "Haiku", 0.1, np.nan, np.nan, np.nan),
        ("revised", "GPT-6-Luna", np.nan, np.nan, np.nan, np.nan),
    ],
    columns=["version", "scorer", "gain", "low", "high", "printed"],
)
DIRECTIONS = pd.DataFrame(
    [("positive", 27, 5, 46), ("zero", 0, 10, 3), ("negative", 0, 1, 19)],
    columns=["direction", "positive", "zero", "negative"],
).assign(version="A/B", first="A", second="B")


def test_every_known_gain_is_a_mark_in_its_scorers_colour() -> None:
    axes = plot_gains(GAINS)
    marks = {(line.get_color(), float(line.get_xdata()[0])) for line in axes.lines if line.get_marker() in ("s", "^")}
    luna, haiku = MODEL_COLOURS["GPT-6-Luna"], MODEL_COLOURS["Haiku"]
    assert marks == {(luna, 0.47), (haiku, -0.3), (haiku, 0.1)}
    strokes = [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == "|"]
    assert strokes == [0.472]
    assert next(label.get_text() for label in axes.get_yticklabels()) == "written by GPT-6-Luna,\nselected by Haiku"
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()][-1] == "published"
    plt.close(axes.figure)


def test_without_printed_values_the_legend_does_not_speak_of_them() -> None:
    axes = plot_gains(GAINS.drop(columns="printed"))
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["scored by GPT-6-Luna", "scored by Haiku"]
    plt.close(axes.figure)


def test_gains_in_words_have_intervals_where_there_are_any() -> None:
    said = describe_gains(GAINS)
    assert "GPT-6-Luna +0.47 (+0.38 to +0.56), Haiku -0.30 (-0.40 to -0.20)" in said
    assert "revised: Haiku +0.10." in said


def test_directions_are_counts_with_areas_in_proportion() -> None:
    fig = plot_directions(DIRECTIONS)
    (ax,) = [one for one in fig.axes if one.get_visible()]
    assert [text.get_text() for text in ax.texts] == ["27", "5", "46", "0", "10", "3", "0", "1", "19"]
    sizes = [float(points.get_sizes()[0]) for points in ax.collections]
    assert sizes[0] / sizes[2] == 27 / 46
    assert ax.get_xlabel() == "gain by B"
    plt.close(fig)


def test_four_versions_take_two_rows_and_hide_what_is_left() -> None:
    many = pd.concat([DIRECTIONS.assign(version=f"A/{name}") for name in "BCDE"])
    fig = plot_directions(many)
    assert [ax.get_visible() for ax in fig.axes] == [True] * 4 + [False] * 2
    plt.close(fig)


def test_directions_in_words_leave_out_what_did_not_happen() -> None:
    said = describe_directions(DIRECTIONS)
    assert "written by A, selected by B, A and B: positive and positive 27, positive and zero 5" in said
    assert " 0" not in said


def test_labels_name_roles_only_where_the_version_does() -> None:
    assert version_label("revised") == "revised"
