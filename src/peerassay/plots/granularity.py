"""Pictures of decimal against whole scores: differences with intervals, one panel per quantity.

The tables are those of `peerassay.repeatability.granularity_by_reviewer`. Published differences come as a table with
`reviewer`, `subset`, `quantity` and `published`, as from `peerassay.reconstructed.protocols.printed_differences`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D

from peerassay.plots.palette import INK, axes_or_new, figure
from peerassay.plots.ranking import reviewer_styles

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUANTITIES = {"mean": "Mean score", "sd": "SD within papers", "mae": "Distance to humans"}
"""The quantities with an interval, and their headings."""
NAMES = {
    "mean": "Mean score",
    "sd": "SD within papers",
    "mae": "Mean distance to the human mean",
    "pearson": "Pearson correlation with the human mean",
    "spearman": "Spearman correlation with the human mean",
    "auc": "AUC for acceptance",
}
"""All quantities in full."""
SUBSETS = {"all": "all papers", "excl_withdrawn": "without withdrawn"}
"""Names of subsets for people; a year is its own name."""
_SPACING = 0.2


def subset_name(subset: str) -> str:
    """Give a subset's name for people.

    Parameters
    ----------
    subset : str
        `all`, a year, `excl_withdrawn`, or a year and that.

    Returns
    -------
    str
        Such as ``2025, without withdrawn``.
    """
    year, found, rest = subset.partition("_excl_")
    return f"{year}, {SUBSETS['excl_withdrawn']}" if found and rest else SUBSETS.get(subset, subset)


def plot_differences(
    table: pd.DataFrame, quantity: str, *, published: pd.DataFrame | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the difference decimal minus integer of one quantity, by subset and reviewer, with its interval.

    Parameters
    ----------
    table : pandas.DataFrame
        `reviewer`, `subset`, `quantity`, `difference`, `low`, `high`, in score points.
    quantity : str
        One of `QUANTITIES`.
    published : pandas.DataFrame, optional
        Printed differences (vertical strokes).
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        Subsets from the top down. An undefined difference is left out.
    """
    axes = axes_or_new(ax, 3.2, 2.6)
    rows = table[table["quantity"] == quantity]
    subsets, styles = list(dict.fromkeys(rows["subset"])), reviewer_styles(rows["reviewer"])
    for row in rows.dropna(subset="difference").to_dict("records"):
        _difference(axes, _place(row, subsets, styles), {str(key): value for key, value in row.items()}, styles)
    if published is not None:
        for row in published[published["quantity"] == quantity].to_dict("records"):
            axes.plot(row["published"], _place(row, subsets, styles), "|", color=INK, markersize=13, zorder=3)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(subsets)), [subset_name(subset) for subset in subsets])
    axes.set(title=QUANTITIES[quantity], ylim=(len(subsets) - 0.5, -0.5))
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    return axes


def _place(row: dict[Any, Any], subsets: list[str], styles: dict[str, dict[str, Any]]) -> float:
    number = list(styles).index(row["reviewer"])
    return float(subsets.index(row["subset"]) + (number - (len(styles) - 1) / 2) * min(_SPACING, 0.8 / len(styles)))


def _difference(ax: Axes, y: float, row: dict[str, Any], styles: dict[str, dict[str, Any]]) -> None:
    style = styles[row["reviewer"]]
    if np.isfinite(row["low"]):
        ax.plot([row["low"], row["high"]], [y, y], color=style["color"], linewidth=1.5)
    ax.plot(row["difference"], y, style["marker"], color=style["color"], markersize=5)


def granularity_figure(
    table: pd.DataFrame, published: pd.DataFrame | None = None, quantities: Iterable[str] = tuple(QUANTITIES)
) -> Figure:
    """Draw the differences of several quantities side by side.

    Parameters
    ----------
    table, published : pandas.DataFrame
        As for `plot_differences`.
    quantities : iterable of str
        Some of `QUANTITIES`, in order.

    Returns
    -------
    Figure
    """
    shown = [name for name in QUANTITIES if name in set(quantities)]
    subsets, styles = table["subset"].nunique(), reviewer_styles(table["reviewer"])
    height = 1.4 + max(0.36, 0.16 * len(styles)) * subsets
    fig, axes = figure(6.8, height, columns=len(shown), sharey=True, squeeze=False)
    for quantity, ax in zip(shown, axes[0], strict=True):
        plot_differences(table, quantity, published=published, ax=ax)
    fig.supxlabel("decimal minus integer (score points)", fontsize=9)
    handles = [Line2D([], [], **{**style, "linestyle": "-", "markersize": 5}) for style in styles.values()]
    if published is not None and len(published):
        handles.append(Line2D([], [], color=INK, marker="|", linestyle="", markersize=11, label="published"))
    fig.legend(handles=handles, loc="outside upper center", ncols=4, fontsize=8.5)
    return fig


def describe_granularity(table: pd.DataFrame) -> str:
    """Say in words what `granularity_figure` shows.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_differences`.

    Returns
    -------
    str
    """
    parts = []
    for name, heading in QUANTITIES.items():
        rows = table[table["quantity"] == name].dropna(subset="difference")
        said = [f"{row.reviewer}, {subset_name(str(row.subset))} {_words(row)}" for row in rows.itertuples()]
        if said:
            parts.append(f"{heading}: {'; '.join(said)}")
    return f"Differences decimal minus integer, with intervals, in score points. {'. '.join(parts)}."


def _words(row: Any) -> str:
    interval = f" ({row.low:+.2f} to {row.high:+.2f})" if np.isfinite(row.low) else ""
    return f"{row.difference:+.2f}{interval}"
