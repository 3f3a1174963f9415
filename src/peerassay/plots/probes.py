"""The function probe at a glance: every pair as a dot, every share with its interval, and how well pairs match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.plots.palette import FIRST, INK, axes_or_new

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

INTERVAL_DROP = 0.3


def plot_probes(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw one row of dots per measure, filled as often as it was counted, above the share and its interval.

    Parameters
    ----------
    table
        Columns ``measure``, ``count``, ``n``, ``share``, ``low``, ``high``, as from
        `peerassay.epistemics.shares_at_a_glance`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
        The horizontal axis is the share of pairs, 0 to 1.
    """
    ax = axes_or_new(ax, 6.8, 0.85 * len(table) + 0.9)
    rows = table.to_dict("records")
    for y, row in enumerate(rows):
        places = (np.arange(row["n"]) + 0.5) / row["n"]
        filled = places < row["share"]
        ax.scatter(places[filled], np.full(filled.sum(), y), s=26, color=FIRST)
        ax.scatter(places[~filled], np.full((~filled).sum(), y), s=26, facecolors="none", edgecolors=FIRST)
        ax.hlines(y + INTERVAL_DROP, row["low"], row["high"], color=INK, linewidth=1.4)
        ax.plot(row["share"], y + INTERVAL_DROP, "D", color=INK, markersize=5)
    ax.axvline(0.5, color=INK, linewidth=0.8, linestyle=":")
    ax.set_yticks(range(len(rows)), [f"{row['measure']}\n{row['count']} of {row['n']}" for row in rows])
    ax.set_ylim(len(table) - 0.4, -0.5)
    ax.set_xlim(0, 1.01)
    ax.set_xlabel("share of pairs")
    return ax


def describe_probes(table: pd.DataFrame) -> str:
    """Return the alternative text of `plot_probes`, made from the same numbers.

    Parameters
    ----------
    table
        As for `plot_probes`.
    """
    parts = [
        f"{row['measure']}: {row['count']} of {row['n']} pairs ({row['share']:.0%}, interval {row['low']:.0%} to "
        f"{row['high']:.0%})"
        for row in table.to_dict("records")
    ]
    return f"Rows of dots, one dot per pair, filled where the statement holds. {'; '.join(parts)}."


def plot_match(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw for every marker how far the two reviews of each pair differ, in parts of what is allowed.

    Parameters
    ----------
    table
        Columns ``marker``, ``difference``, ``allowed``, as from `peerassay.epistemics.probes.marker_table`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
        Right of the middle A has more of the marker; the dotted lines are the bounds.
    """
    names = list(dict.fromkeys(table["marker"]))
    ax = axes_or_new(ax, 6.8, 0.42 * len(names) + 1.0)
    for place, name in enumerate(names):
        mine = table[table["marker"] == name]
        parts = np.round((mine["difference"] / mine["allowed"].where(mine["allowed"] > 0, 1)).to_numpy(float), 2)
        ax.scatter(parts, place + _stacked(parts), s=20, color=FIRST, alpha=0.75, linewidths=0)
        ax.plot(parts.mean(), place, "D", color=INK, markersize=5)
    for bound in (-1, 1):
        ax.axvline(bound, color=INK, linewidth=0.9, linestyle=":")
    ax.axvline(0, color=INK, linewidth=0.7)
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlabel("more in B      difference, in parts of what is allowed      more in A")
    return ax


def _stacked(values: np.ndarray) -> np.ndarray:
    """Shift dots at the same place up and down, so that all can be seen."""
    shifts = np.zeros(len(values))
    for value in np.unique(values):
        same = np.flatnonzero(values == value)
        shifts[same] = (np.arange(len(same)) - (len(same) - 1) / 2) * min(0.09, 0.7 / len(same))
    return shifts


def describe_match(table: pd.DataFrame) -> str:
    """Return the alternative text of `plot_match`, made from the same numbers.

    Parameters
    ----------
    table
        As for `plot_match`.
    """
    parts = [
        f"{name} {mine.mean():+.1f} on average, at most {int(mine.abs().max())}"
        for name, mine in table.groupby("marker", sort=False)["difference"]
    ]
    return f"Dots, one per pair, of the difference A minus B for each marker: {'; '.join(parts)}."
