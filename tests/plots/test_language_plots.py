"""The drawing of the framework and the panels of the language measures."""

from __future__ import annotations

import pandas as pd
from matplotlib import pyplot as plt

from peerassay.plots.language import describe_framework, describe_versions, plot_framework, version_figure
from peerassay.rewrites.framework import framework_steps


def test_the_framework_has_a_box_per_step_and_an_arrow_per_link() -> None:
    steps = framework_steps()
    axes = plot_framework(steps)
    assert len(axes.patches) == len(steps)
    links = sum(len(str(after).split()) for after in steps["after"])
    arrows = [text for text in axes.texts if getattr(text, "arrow_patch", None)]
    assert len(arrows) == links
    assert "Native (proficiency)" in describe_framework(steps)
    assert "paper: Paper (as submitted, blinded); rewriting:" in describe_framework(steps)
    plt.close("all")


def test_a_panel_per_measure_with_the_published_means_and_undefined_values() -> None:
    table = pd.DataFrame(
        [
            ("a", "original", "mtld", 60.0),
            ("b", "original", "mtld", 70.0),
            ("a", "low", "mtld", float("nan")),
            ("b", "low", "mtld", float("nan")),
            ("a", "original", "hedges", 1.0),
            ("b", "low", "hedges", 3.0),
        ],
        columns=["manuscript", "version", "measure", "value"],
    )
    published = pd.DataFrame([("mtld", "original", 60.8)], columns=["measure", "version", "printed"])
    fig = version_figure(table, published)
    assert [ax.get_title(loc="left") for ax in fig.axes if ax.axison] == ["MTLD", "Hedges"]
    text = describe_versions(table, published)
    assert "MTLD: Original 65.0 (60.8), Low-confidence undefined" in text
    assert "Hedges: Original 1.0, Low-confidence 3.0" in text
    plt.close("all")
