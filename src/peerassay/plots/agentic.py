"""Figure 5: scores of every group, and dimensions of human and agentic reviews, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.plots.palette import figure
from peerassay.plots.structure import plot_dimensions
from peerassay.plots.venues import plot_scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from matplotlib.figure import Figure


def plot_figure_5(scores: Mapping[str, Sequence[float]], dimensions: pd.DataFrame, highlight: str) -> Figure:
    """Draw violins of the score beside means and SDs of the dimensions.

    Parameters
    ----------
    scores : mapping of str to sequence of float
        As for `peerassay.plots.venues.plot_scores`.
    dimensions : pandas.DataFrame
        As for `peerassay.plots.structure.plot_dimensions`.
    highlight : str
        The agentic group.

    Returns
    -------
    Figure
    """
    fig, (left, right) = figure(9.6, 4.1, 1, 2, width_ratios=[1, 1.15])
    plot_scores(scores, highlight=highlight, ax=left)
    plot_dimensions(dimensions, ax=right)
    left.set_title("(a) reasoning quality", fontsize=9)
    right.set_xlabel("(b) score from 0 to 3, mean and one SD")
    return fig
