"""The picture of mean ratings by final status and its words."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from peerassay.plots.fetched import describe_means, plot_means

TABLE = pd.DataFrame(
    {"status": ["rejected", "rejected", "accepted_oral", "(none)"], "human_mean": [2.0, 4.0, 8.0, 5.0]}
)


def test_rows_follow_the_order_of_the_states_and_marks_are_the_papers() -> None:
    fig = plot_means(TABLE)
    ax = fig.axes[0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["accepted oral", "rejected", "(none)"]
    drawn = [float(value) for line in ax.lines for value in np.asarray(line.get_xdata(), dtype=float)]
    assert sorted(drawn) == [2, 4, 5, 8]
    plt.close(fig)


def test_the_words_give_number_median_and_reach_of_each_state() -> None:
    words = describe_means(TABLE)
    assert "rejected: 2 papers, median 3.0, from 2.0 to 4.0." in words
    assert words.index("accepted oral") < words.index("rejected")
