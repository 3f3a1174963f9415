"""Figures of repeated scores, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from peerassay.plots.palette import INK, axes_or_new, figure, model_colour, model_marker
from peerassay.plots.panels import panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot_distributions(table: pd.DataFrame) -> Figure:
    """Draw how often each reviewer gives each score, one panel per reviewer.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.distributions`.

    Returns
    -------
    Figure
    """
    names = [str(name) for name in table["reviewer"].unique()]
    levels = np.unique(table["score"])
    width = 0.85 * float(np.diff(levels).min()) if len(levels) > 1 else 0.85
    fig, axes = panels(names, 1.9)
    for ax, name in zip(axes, names, strict=True):
        rows = table[table["reviewer"] == name]
        ax.bar(rows["score"], rows["share"], width=width, color=model_colour(name))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_axisbelow(True)
        ax.grid(axis="y")
    fig.supxlabel("score", fontsize=9.5)
    fig.supylabel("share of the reviewer's scores", fontsize=9.5)
    return fig


def describe_distributions(table: pd.DataFrame) -> str:
    """Say each reviewer's most frequent score and the range of its scores.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_distributions`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("reviewer", sort=False):
        given = rows[rows["count"] > 0]
        mode = int(given["count"].argmax())
        score, share = given["score"].iloc[mode], given["share"].iloc[mode]
        span = f"{given['score'].min():g} to {given['score'].max():g}"
        parts.append(f"{name} most often {score:g} ({share:.1%}), from {span}")
    return f"Bars of the share of each score, one panel per reviewer: {'; '.join(parts)}."


def plot_drift(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the change from the first to the last half of the rounds, with intervals, by reviewer and set of papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.drift_overview`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    drawn = table.dropna(subset="difference")
    ax = axes_or_new(ax, 6.4, 0.9 + 0.28 * len(drawn))
    for place, row in enumerate(drawn.to_dict("records")):
        name = str(row["reviewer"])
        filled = model_colour(name) if row["subset"] == "all" else "none"
        ax.hlines(place, row["low"], row["high"], color=model_colour(name))
        ax.plot(row["difference"], place, model_marker(name), color=model_colour(name), markerfacecolor=filled)
    ax.axvline(0, color=INK, linewidth=0.8, linestyle="--")
    labels = [f"{name}, {subset}" for name, subset in zip(drawn["reviewer"], drawn["subset"], strict=True)]
    ax.set_yticks(range(len(labels)), labels)
    ax.set(xlabel="last half minus first half of the rounds (score points)", ylim=(len(labels) - 0.4, -0.6))
    ax.grid(axis="x")
    return ax


def describe_drift(table: pd.DataFrame) -> str:
    """Say each reviewer's change over all papers, with its interval.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_drift`.

    Returns
    -------
    str
    """
    overall = table[table["subset"] == "all"].dropna(subset="difference")
    parts = [
        f"{row['reviewer']} {signed(row['difference'])} ({signed(row['low'])} to {signed(row['high'])})"
        for row in overall.to_dict("records")
    ]
    return f"Points with intervals for the change between halves of the rounds. All papers: {'; '.join(parts)}."


def signed(value: float, digits: int = 3) -> str:
    """Write a difference with its sign, and zero without one.

    Parameters
    ----------
    value : float
        The difference.
    digits : int
        Decimals.

    Returns
    -------
    str
    """
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


def plot_yardstick(table: pd.DataFrame) -> Figure:
    """Draw spread and agreement of model reviewers beside those of human reviewers.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per reviewer: `reviewer`, `relative_sd` (within-paper SD as a fraction of the score range), `agreement`.

    Returns
    -------
    Figure
    """
    names = [str(name) for name in table["reviewer"]]
    fig, axes = figure(6.4, 0.9 + 0.3 * len(names), 1, 2, sharey=True)
    titles = {"relative_sd": "within-paper SD, share of the scale", "agreement": "two scores of a paper are equal"}
    for ax, (column, label) in zip(axes, titles.items(), strict=True):
        for place, (name, value) in enumerate(zip(names, table[column], strict=True)):
            ax.hlines(place, 0, value, color=model_colour(name), linewidth=1.4)
            ax.plot(value, place, model_marker(name), color=model_colour(name))
        ax.set(xlabel=label, xlim=(0, None), ylim=(len(names) - 0.5, -0.5))
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.grid(axis="x")
    axes[0].set_yticks(range(len(names)), names)
    return fig


def describe_yardstick(table: pd.DataFrame) -> str:
    """Say spread and agreement of each reviewer.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_yardstick`.

    Returns
    -------
    str
    """
    parts = [f"{row.reviewer} {row.relative_sd:.1%} and {row.agreement:.1%}" for row in table.itertuples()]
    opening = (
        "Two panels, one line per reviewer. Within-paper SD as a share of the score range, and share of equal pairs"
    )
    return f"{opening}: {'; '.join(parts)}."
