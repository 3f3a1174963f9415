"""The function probe at a glance: every pair as a dot, every share with its interval."""

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
