"""What blinding removes, reports and misses, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STYLES = {
    "removed": ("removed", FIRST, ""),
    "reported": ("left, named in the report", NEUTRAL, "///"),
    "left": ("left unnoticed", SECOND, "xxx"),
}


def plot_fates(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw what became of each kind of thing, as shares.

    Parameters
    ----------
    table : pandas.DataFrame
        `kind`, `items`, `removed`, `reported`, `left`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; new axes if not given.

    Returns
    -------
    matplotlib.axes.Axes
        One bar per kind, from 0 to 100 %, its number of items at the end; parts differ in colour and hatching.
    """
    axes = axes_or_new(ax, 6.4, 0.9 + 0.27 * len(table))
    start = table["items"] * 0.0
    places = range(len(table))
    for name, (label, colour, hatch) in STYLES.items():
        share = 100 * table[name] / table["items"]
        axes.barh(places, share, left=start, color="none", edgecolor=colour, hatch=hatch, height=0.62, linewidth=0)
        axes.barh(
            places, share, left=start, color=colour, alpha=0.35 if hatch else 1, height=0.62, label=label, linewidth=0
        )
        start = start + share
    for place, items in enumerate(table["items"]):
        axes.text(101, place, f"{items}", va="center", fontsize=8, color=INK)
    axes.set_yticks(places, list(table["kind"]))
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.set_xlim(0, 107)
    axes.set_xticks(range(0, 101, 25))
    axes.set_xlabel("share of what was planted (%); number at the end of each bar")
    axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=3, fontsize=8)
    return axes


def describe_fates(table: pd.DataFrame) -> str:
    """Describe the figure.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_fates`.

    Returns
    -------
    str
        Alternative text.
    """
    bars = "; ".join(
        f"{row['kind']}: {row['removed']} of {row['items']} removed"
        + (f", {row['reported']} left and reported" if row["reported"] else "")
        + (f", {row['left']} left unnoticed" if row["left"] else "")
        for row in table.to_dict("records")
    )
    return f"Bars, one per kind of what identifies authors. {bars}."
