"""The figure of collected scores shows every score, and its words say how far they reach."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd

from peerassay.plots.collected import describe_rounds, plot_rounds

REVIEWS = pd.DataFrame(
    {
        "paper_id": ["a", "a", "b", "b", "a"],
        "reviewer": ["M", "M", "M", "M", "N"],
        "round": [1, 2, 1, 2, 1],
        "overall": [5.0, 7.0, 4.0, 4.0, 6.0],
    }
)


def test_every_score_is_drawn() -> None:
    fig = plot_rounds(REVIEWS)
    drawn = [len(line.get_xdata()) for ax in fig.axes for line in ax.lines]  # type: ignore[arg-type]
    assert drawn == [4, 1]
    assert fig.axes[0].lines[0].get_ydata().tolist() == [5, 7, 4, 4]  # type: ignore[union-attr]
    plt.close(fig)


def test_the_words_have_the_reach_of_means_and_rounds() -> None:
    words = describe_rounds(REVIEWS)
    assert "M: mean scores of 2 papers from 4.0 to 6.0; the rounds of one paper span at most 2 score points." in words
    assert "N: mean scores of 1 papers from 6.0 to 6.0" in words
