"""Scores as they were collected, round by round, with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from peerassay.plots.palette import INK, model_colour, model_marker
from peerassay.plots.panels import panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_SPREAD = 0.5  # width over which the rounds of a paper are spread, in papers


def plot_rounds(reviews: pd.DataFrame) -> Figure:
    """Draw every score of every paper, one panel per reviewer; a bar marks the paper's mean.

    Parameters
    ----------
    reviews : pandas.DataFrame
        Columns `paper_id`, `reviewer`, `round`, `overall`.

    Returns
    -------
    Figure
    """
    names = [str(name) for name in reviews["reviewer"].unique()]
    papers = sorted(reviews["paper_id"].unique())
    most = max(int(reviews["round"].max()), 2)
    fig, axes = panels(names, 2.6)
    for ax, name in zip(axes, names, strict=True):
        rows = reviews[reviews["reviewer"] == name]
        places = rows["paper_id"].map(papers.index)
        shifts = ((rows["round"] - 1) / (most - 1) - 0.5) * _SPREAD
        marker, colour = model_marker(name), model_colour(name)
        ax.plot(places + shifts, rows["overall"], marker, color=colour, fillstyle="none", markersize=5)
        means = rows.groupby("paper_id")["overall"].mean()
        centres = [papers.index(paper) for paper in means.index]
        ax.hlines(means, [x - 0.36 for x in centres], [x + 0.36 for x in centres], color=INK, linewidth=1)
        ax.set_xticks(range(len(papers)), papers)
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.grid(axis="y")
        ax.set_axisbelow(True)
    fig.supylabel("overall score", fontsize=9.5)
    fig.supxlabel("paper (its rounds side by side)", fontsize=9.5)
    return fig


def describe_rounds(reviews: pd.DataFrame) -> str:
    """Say for each reviewer how far the scores of one paper reach, and how far the means.

    Parameters
    ----------
    reviews : pandas.DataFrame
        As for `plot_rounds`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in reviews.groupby("reviewer", sort=False):
        groups = rows.groupby("paper_id")["overall"]
        widest = (groups.max() - groups.min()).max()
        means = groups.mean()
        parts.append(
            f"{name}: mean scores of {len(means)} papers from {means.min():.1f} to {means.max():.1f}; "
            f"the rounds of one paper span at most {widest:g} score points."
        )
    return " ".join(parts)
