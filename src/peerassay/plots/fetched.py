"""Human mean ratings of fetched papers by final status, with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ORDER = (
    *("accepted_oral", "accepted_spotlight", "accepted_poster", "accepted"),
    *("rejected", "withdrawn", "desk_rejected", "(none)"),
)
_SPREAD = 0.32


def _present(table: pd.DataFrame) -> list[str]:
    there = set(table["status"])
    return [status for status in ORDER if status in there]


def plot_means(table: pd.DataFrame) -> Figure:
    """Draw the mean human rating of every paper, one row a final status; a bar marks the row's median.

    Parameters
    ----------
    table : pandas.DataFrame
        `status` and `human_mean`, one row a paper with a mean.

    Returns
    -------
    Figure
    """
    rows = _present(table)
    fig, ax = figure(height=0.9 + 0.42 * len(rows))
    for place, status in enumerate(rows):
        means = np.sort(table.loc[table["status"] == status, "human_mean"].to_numpy(float))
        accepted = status.startswith("accepted")
        colour = FIRST if accepted else SECOND if status == "rejected" else NEUTRAL
        shifts = (np.arange(len(means)) * 0.618034 % 1 - 0.5) * 2 * _SPREAD
        ax.plot(means, place + shifts, "o" if accepted else "s", color=colour, markersize=4, alpha=0.7)
        ax.vlines(np.median(means), place - 0.42, place + 0.42, color=INK, linewidth=1.4)
    ax.set(yticks=range(len(rows)), ylim=(len(rows) - 0.5, -0.5), xlabel="mean human rating (score points)")
    ax.set_yticklabels([status.replace("_", " ") for status in rows])
    ax.grid(axis="x")
    ax.set_axisbelow(True)
    return fig


def describe_means(table: pd.DataFrame) -> str:
    """Say for each final status how many papers there are, their median, and how far they reach.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_means`.

    Returns
    -------
    str
    """
    parts = []
    for status in _present(table):
        means = table.loc[table["status"] == status, "human_mean"]
        reach = f"{means.min():.1f} to {means.max():.1f}"
        parts.append(f"{status.replace('_', ' ')}: {len(means)} papers, median {means.median():.1f}, from {reach}.")
    return " ".join(["Mean human rating by final status.", *parts])
