"""How mentions of aspects change between two wordings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.lines import Line2D

from peerassay.plots.palette import FIRST, INK, SECOND, axes_or_new, figure
from peerassay.style.contrasts import COMPARISONS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONGEST = 34
STYLES = ((FIRST, "o", -0.16), (SECOND, "s", 0.16))
POLARITY_STYLES = {"positive": (FIRST, "o", -0.16), "negative": (SECOND, "s", 0.16)}


def short_aspect(name: str) -> str:
    """Shorten the name of an aspect that lists several words to its first two."""
    return name if len(name) <= LONGEST else "/".join(name.split("/")[:2]) + "/…"


def _axis(ax: Axes, aspects: list[str]) -> None:
    ax.set_yticks(range(len(aspects)), [short_aspect(name) for name in aspects])
    ax.set_ylim(len(aspects) - 0.4, -0.6)
    ax.axvline(0, color=INK, linewidth=0.8, zorder=0)
    ax.grid(axis="x")


def plot_polarity(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the change of net polarity by aspect, one marker per contrast, with intervals.

    Parameters
    ----------
    table
        `contrast`, `aspect`, `shift`, `low`, `high` as from `peerassay.style.polarity.polarity_shifts`.
    ax
        Where to draw; new axes if not given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    aspects = list(dict.fromkeys(table["aspect"]))
    axes = axes_or_new(ax, 6.4, 1.3 + 0.28 * len(aspects))
    for (name, rows), (colour, marker, offset) in zip(table.groupby("contrast", sort=False), STYLES, strict=False):
        y = np.array([aspects.index(aspect) for aspect in rows["aspect"]]) + offset
        axes.hlines(
            y, rows["low"].fillna(rows["shift"]), rows["high"].fillna(rows["shift"]), color=colour, linewidth=1.3
        )
        axes.plot(rows["shift"], y, marker, color=colour, markersize=5, label=COMPARISONS.get(str(name), str(name)))
    _axis(axes, aspects)
    axes.set_xlabel("change of net polarity, mentions per review")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2, fontsize=8)
    return axes


def describe_polarity(table: pd.DataFrame) -> str:
    """Say in words what `plot_polarity` shows.

    Parameters
    ----------
    table
        As for `plot_polarity`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("contrast", sort=False):
        largest = max(rows.to_dict("records"), key=lambda row: abs(row["shift"]))
        parts.append(f"{COMPARISONS.get(str(name), name)}: largest for {largest['aspect']}, {largest['shift']:+.2f}")
    return f"Change of net polarity by aspect, in mentions per review. {'; '.join(parts)}."


def prevalence_figure(table: pd.DataFrame) -> Figure:
    """Draw the change of how many reviews mention each aspect, one panel per reviewer, by polarity.

    Parameters
    ----------
    table
        `reviewer`, `aspect`, `polarity`, `shift_pp` as from `peerassay.style.polarity.prevalence_shifts`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = list(dict.fromkeys(table["reviewer"]))
    aspects = list(dict.fromkeys(table["aspect"]))
    columns = min(3, len(names))
    rows = -(-len(names) // columns)
    fig, axes = figure(
        6.8, 0.9 + rows * (0.5 + 0.25 * len(aspects)), rows, columns, sharex=True, sharey=True, squeeze=False
    )
    for ax, name in zip(axes.flat, names, strict=False):
        for polarity, (colour, marker, offset) in POLARITY_STYLES.items():
            part = table[(table["reviewer"] == name) & (table["polarity"] == polarity)]
            y = np.array([aspects.index(aspect) for aspect in part["aspect"]]) + offset
            ax.hlines(y, 0, part["shift_pp"], color=colour, linewidth=1.2)
            ax.plot(part["shift_pp"], y, marker, color=colour, markersize=4.5)
        _axis(ax, aspects)
        ax.set_title(str(name))
    for ax in axes.flat[len(names) :]:
        ax.set_visible(False)
    keys = [
        Line2D([], [], color=colour, marker=marker, label=f"{polarity} mentions")
        for polarity, (colour, marker, _) in POLARITY_STYLES.items()
    ]
    fig.legend(handles=keys, loc="outside upper center", ncols=2, fontsize=8)
    fig.supxlabel("change, percentage points of the reviews", fontsize=9)
    return fig


def describe_prevalence(table: pd.DataFrame) -> str:
    """Say in words what `prevalence_figure` shows.

    Parameters
    ----------
    table
        As for `prevalence_figure`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("reviewer", sort=False):
        largest = max(rows.to_dict("records"), key=lambda row: abs(row["shift_pp"]))
        what = f"{largest['polarity']} mentions of {largest['aspect']}"
        parts.append(f"{name}: largest for {what}, {largest['shift_pp']:+.1f} points")
    return f"Change of the share of reviews that mention each aspect, in percentage points. {'; '.join(parts)}."
