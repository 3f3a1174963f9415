"""Held-out numbers of preference tables beside what reconstructions predict for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.lines import Line2D

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, figure
from peerassay.plots.validity import describe_predictions

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["describe_predictions", "held_out_figure"]


def held_out_figure(table: pd.DataFrame, label: str) -> Figure:
    """Draw what seeds predict for held-out numbers, with the published ones.

    Parameters
    ----------
    table
        One row per number: `label`, `printed`, `low`, `median`, `high`, `verdict`.
    label
        Of the axis: what the numbers are, with their unit.

    Returns
    -------
    matplotlib.figure.Figure
        Bands hold nine tenths of the seeds; a cross lies outside its band, a dot inside or near enough for rounding.
    """
    fig, ax = figure(6.6, 1.25 + 0.26 * len(table))
    for place, row in enumerate(table.to_dict("records")):
        ax.plot([row["low"], row["high"]], [place] * 2, color=NEUTRAL, linewidth=6, alpha=0.45, solid_capstyle="butt")
        ax.plot(row["median"], place, "|", color=NEUTRAL, markersize=9, markeredgewidth=1.6)
        colour, marker = (FIRST, "o") if row["verdict"] == "predicted-agrees" else (SECOND, "X")
        ax.plot(row["printed"], place, marker, color=colour, markersize=6)
    ax.set_yticks(range(len(table)), list(table["label"]))
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")
    if table["low"].min() < 0:
        ax.axvline(0, color=INK, linewidth=0.8, zorder=0)
    ax.set_xlabel(label, fontsize=8.5)
    keys = [
        Line2D([], [], color=NEUTRAL, linewidth=6, alpha=0.45, label="predicted"),
        Line2D([], [], color=FIRST, marker="o", linestyle="", label="published, inside"),
        Line2D([], [], color=SECOND, marker="X", linestyle="", label="published, outside"),
    ]
    fig.legend(handles=keys, loc="outside upper center", ncols=3, fontsize=8)
    return fig
