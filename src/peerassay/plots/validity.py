"""Figures of what scores are worth, and of predictions beside published values, each with a sibling in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new
from peerassay.plots.panels import panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OUTCOMES: dict[str, dict[str, Any]] = {
    "accepted": {"color": FIRST, "marker": "o"},
    "not accepted": {"color": SECOND, "marker": "x"},
    "unknown": {"color": NEUTRAL, "marker": "+"},
}
"""How papers with each outcome are drawn."""


def plot_validity(table: pd.DataFrame) -> Figure:
    """Draw mean scores against human mean scores, one panel per reviewer, with the line of equal scores.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per reviewer and paper: `reviewer`, `human_mean`, `mean`, `outcome` (accepted, not accepted, unknown).

    Returns
    -------
    Figure
    """
    names = [str(name) for name in table["reviewer"].unique()]
    fig, axes = panels(names, 2.3)
    ends = table[["human_mean", "mean"]].to_numpy()
    lowest, highest = np.nanmin(ends), np.nanmax(ends)
    for ax, name in zip(axes, names, strict=True):
        ax.plot([lowest, highest], [lowest, highest], color=INK, linewidth=0.8, linestyle="--", alpha=0.6)
        for outcome, style in OUTCOMES.items():
            rows = table[(table["reviewer"] == name) & (table["outcome"] == outcome)]
            ax.plot(rows["human_mean"], rows["mean"], linestyle="", markersize=3.6, alpha=0.75, **style)
    there = [outcome for outcome in OUTCOMES if (table["outcome"] == outcome).any()]
    if there != ["unknown"]:
        keys = [Line2D([], [], linestyle="", markersize=5, label=outcome, **OUTCOMES[outcome]) for outcome in there]
        fig.legend(handles=keys, loc="outside upper right", ncols=len(keys))
    fig.supxlabel("mean of the human scores", fontsize=9.5)
    fig.supylabel("mean of the reviewer's scores", fontsize=9.5)
    return fig


def describe_validity(table: pd.DataFrame) -> str:
    """Say where the papers lie on average, by reviewer.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_validity`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.dropna(subset=["human_mean", "mean"]).groupby("reviewer", sort=False):
        ours, human = rows["mean"].mean(), rows["human_mean"].mean()
        parts.append(f"{name} {len(rows)} papers, on average {ours:.2f} where humans give {human:.2f}")
    return f"Scatter of mean score against human mean score, one panel per reviewer: {'; '.join(parts)}."


def plot_predictions(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw what seeds predict for held-out numbers beside the published ones.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per number: `label`, `printed`, `low`, `median`, `high`, `verdict`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 1.1 + 0.27 * len(table))
    for place, row in enumerate(table.to_dict("records")):
        ax.hlines(place, row["low"], row["high"], color=NEUTRAL, linewidth=5, alpha=0.5)
        ax.plot(row["median"], place, "|", color=NEUTRAL, markersize=9, markeredgewidth=1.6)
        colour, marker = (FIRST, "o") if row["verdict"] == "predicted-agrees" else (SECOND, "X")
        ax.plot(row["printed"], place, marker, color=colour, markersize=6)
    ax.set_yticks(range(len(table)), list(table["label"]))
    ax.set(ylim=(len(table) - 0.5, -0.6))
    keys = [
        Line2D([], [], color=NEUTRAL, linewidth=5, alpha=0.5, label="predicted, nine tenths of the seeds"),
        Line2D([], [], color=FIRST, marker="o", linestyle="", label="published, inside"),
        Line2D([], [], color=SECOND, marker="X", linestyle="", label="published, outside"),
    ]
    ax.legend(handles=keys, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=3, fontsize=8)
    ax.grid(axis="x")
    return ax


def describe_predictions(table: pd.DataFrame) -> str:
    """Say which published numbers lie outside what was predicted.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_predictions`.

    Returns
    -------
    str
    """
    outside = table[table["verdict"] != "predicted-agrees"]
    parts = [f"{row.label} {row.printed:g} against {row.low:.3g} to {row.high:.3g}" for row in outside.itertuples()]
    said = f"Outside: {'; '.join(parts)}" if parts else "None lies outside"
    return f"Bands of predictions for {len(table)} held-out numbers, with the published ones. {said}."
