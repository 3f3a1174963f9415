"""Figures of validity and of predictions, and their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots import validity as plots

if TYPE_CHECKING:
    from collections.abc import Iterator

POINTS = pd.DataFrame(
    {"reviewer": ["x", "x", "y"], "human_mean": [1.0, 3.0, 2.0], "mean": [2.0, 4.0, 2.0], "outcome": "unknown"}
)
PREDICTED = pd.DataFrame(
    {
        "label": ["a", "b"],
        "printed": [1.0, 5.0],
        "low": [0.0, 0.0],
        "median": [1.0, 1.0],
        "high": [2.0, 2.0],
        "verdict": ["predicted-agrees", "predicted-differs"],
    }
)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def test_validity_has_a_legend_only_with_decisions() -> None:
    assert not plots.plot_validity(POINTS).legends
    fig = plots.plot_validity(POINTS.assign(outcome=["accepted", "not accepted", "accepted"]))
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["accepted", "not accepted"]


def test_validity_in_words() -> None:
    assert plots.describe_validity(POINTS).endswith(
        "x 2 papers, on average 3.00 where humans give 2.00; y 1 papers, on average 2.00 where humans give 2.00."
    )


def test_predictions_mark_what_lies_outside_by_colour_and_marker() -> None:
    ax = plots.plot_predictions(PREDICTED)
    markers = [line.get_marker() for line in ax.lines]
    assert markers == ["|", "o", "|", "X"]
    assert plots.describe_predictions(PREDICTED).endswith("Outside: b 5 against 0 to 2.")
    assert plots.describe_predictions(PREDICTED[:1]).endswith("None lies outside.")
