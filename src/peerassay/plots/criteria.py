"""Preference ratios criterion by criterion."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D

from peerassay.plots.palette import INK, NEUTRAL, figure, model_colour, model_marker
from peerassay.style.contrasts import COMPARISONS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LIMITS = (0.22, 18)
TICKS = {0.25: "1/4", 0.5: "1/2", 1.0: "1", 2.0: "2", 4.0: "4", 8.0: "8", 16.0: "16"}
DIRECTION = 1.22
"""Where a marker stands of which only the direction is known."""


def criteria_figure(table: pd.DataFrame) -> Figure:
    """Draw the preference ratio of every criterion and reviewer, one panel per contrast.

    Parameters
    ----------
    table
        `contrast`, `criterion`, `reviewer`, `low` and `high` (ends of what is known of the ratio; equal if it is known;
        NaN if only the direction is) and `significant` (``yes``, ``no`` or empty if unknown).

    Returns
    -------
    matplotlib.figure.Figure
        Filled markers are significant; a grey bar is a range in which the ratio is known to lie; an arrow head says
        that only the direction is known.
    """
    contrasts = list(dict.fromkeys(table["contrast"]))
    criteria, reviewers = (list(dict.fromkeys(table[name])) for name in ("criterion", "reviewer"))
    places = {(c, r): i * (len(reviewers) + 1) + j for i, c in enumerate(criteria) for j, r in enumerate(reviewers)}
    fig, axes = figure(
        6.8, 1.2 + 0.17 * len(criteria) * (len(reviewers) + 1), columns=len(contrasts), sharey=True, squeeze=False
    )
    for ax, contrast in zip(axes.flat, contrasts, strict=True):
        for row in table[table["contrast"] == contrast].to_dict("records"):
            _mark(ax, places[row["criterion"], row["reviewer"]], row)
        _prepare(ax, COMPARISONS.get(contrast, contrast))
    middle = (len(reviewers) - 1) / 2
    axes.flat[0].set_yticks(
        [places[name, reviewers[0]] + middle for name in criteria], [c.capitalize() for c in criteria]
    )
    axes.flat[0].set_ylim(max(places.values()) + 1, -1)
    keys = [Line2D([], [], color=model_colour(r), marker=model_marker(r), linestyle="", label=r) for r in reviewers]
    fig.legend(handles=keys, loc="outside upper center", ncols=min(3, len(reviewers)), fontsize=8)
    return fig


def _mark(ax: Axes, y: float, row: dict[Any, Any]) -> None:
    colour, marker = model_colour(row["reviewer"]), model_marker(row["reviewer"])
    face = colour if row["significant"] == "yes" else "none"
    low, high = (min(max(row[name], LIMITS[0]), LIMITS[1]) for name in ("low", "high"))
    if not isfinite(row["low"]):
        ax.plot(DIRECTION, y, ">", color=colour, markerfacecolor=face, markersize=5)
    elif low == high:
        ax.plot(low, y, marker, color=colour, markerfacecolor=face, markersize=5.5)
    else:
        ax.plot([low, high], [y, y], color=NEUTRAL, linewidth=4, alpha=0.45, solid_capstyle="butt")
        ax.plot((low * high) ** 0.5, y, marker, color=colour, markerfacecolor=face, markersize=5)


def _prepare(ax: Axes, title: str) -> None:
    ax.set_xscale("log", base=2)
    ax.set_xlim(*LIMITS)
    ax.set_xticks(list(TICKS), list(TICKS.values()))
    ax.axvline(1, color=INK, linewidth=0.8, zorder=0)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_title(title)
    ax.set_xlabel("ratio first / second", fontsize=8)


def describe_criteria(table: pd.DataFrame) -> str:
    """Say in words what `criteria_figure` shows.

    Parameters
    ----------
    table
        As for `criteria_figure`.

    Returns
    -------
    str
    """
    parts = []
    for (contrast, criterion), rows in table.groupby(["contrast", "criterion"], sort=False):
        said = ", ".join(f"{row['reviewer']} {_words(row)}" for row in rows.to_dict("records"))
        parts.append(f"{COMPARISONS.get(str(contrast), contrast)}, {criterion}: {said}")
    return f"Preference ratios by criterion. {'; '.join(parts)}."


def _words(row: dict[Any, Any]) -> str:
    if not isfinite(row["low"]):
        return "above 1"
    span = f"{row['low']:.2g}" if row["low"] == row["high"] else f"{row['low']:.2g} to {row['high']:.2g}"
    return span + (" (significant)" if row["significant"] == "yes" else "")
