"""Pictures of revised manuscripts: mean gains by two Scorers, and papers by the directions of both gains.

The tables are those of `peerassay.crossover`; printed values come as columns of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, figure
from peerassay.plots.ranking import reviewer_styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DODGE, _LARGEST = 0.16, 1300.0
ORDER = ("positive", "zero", "negative")
"""Directions, from the left and from the top."""
KINDS: dict[str, dict[str, Any]] = {
    "agreement": {"color": FIRST, "label": "same direction"},
    "reversal": {"color": SECOND, "label": "strictly opposite"},
    "zero": {"color": NEUTRAL, "label": "zero from one of the two"},
}
"""What a pair of directions means, and how it is drawn."""


def version_label(version: str) -> str:
    """Name a version for people: who wrote its edits and who selected them, on two lines.

    Parameters
    ----------
    version : str
        Such as ``GPT-6-Luna/Haiku``.

    Returns
    -------
    str
    """
    writer, found, selector = version.partition("/")
    return f"written by {writer},\nselected by {selector}" if found else version


def plot_gains(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the mean gain of every version by every Scorer of it, with its interval.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per version and Scorer: `version`, `scorer`, `gain`, `low`, `high` (score points), and `printed`
        (NaN where nothing is; the column may be missing).
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        Versions from the top down. A gain without an interval is drawn without one, an undefined one not at all.
    """
    versions, styles = list(dict.fromkeys(table["version"])), reviewer_styles(table["scorer"])
    axes = axes_or_new(ax, 6.4, 1.3 + 0.62 * len(versions))
    for row in table.dropna(subset="gain").to_dict("records"):
        number = list(styles).index(row["scorer"]) - (len(styles) - 1) / 2
        _gain(axes, versions.index(row["version"]) + 2 * _DODGE * number, row, styles[row["scorer"]])
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(versions)), [version_label(version) for version in versions])
    axes.set(xlabel="mean gain, revised minus original (score points)", ylim=(len(versions) - 0.5, -0.5))
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.legend(handles=_keys(table, styles), loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=4, fontsize=8.5)
    return axes


def _gain(ax: Axes, y: float, row: dict[Any, Any], style: dict[str, Any]) -> None:
    if np.isfinite(row["low"]):
        ax.plot([row["low"], row["high"]], [y, y], color=style["color"], linewidth=1.6)
    ax.plot(row["gain"], y, style["marker"], color=style["color"], markersize=6)
    if np.isfinite(row.get("printed", np.nan)):
        ax.plot(row["printed"], y, "|", color=INK, markersize=15, zorder=3)


def _keys(table: pd.DataFrame, styles: dict[str, dict[str, Any]]) -> list[Line2D]:
    keys = [
        Line2D([], [], **{**style, "linestyle": "-", "label": f"scored by {name}"}) for name, style in styles.items()
    ]
    if "printed" in table and table["printed"].notna().any():
        keys.append(Line2D([], [], color=INK, marker="|", linestyle="", markersize=11, label="published"))
    return keys


def describe_gains(table: pd.DataFrame) -> str:
    """Say in words what `plot_gains` shows.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_gains`.

    Returns
    -------
    str
    """
    parts = []
    for version, rows in table.dropna(subset="gain").groupby("version", sort=False):
        said = ", ".join(f"{row.scorer} {row.gain:+.2f}{_interval(row)}" for row in rows.itertuples())
        parts.append(f"{version_label(str(version))}: {said}".replace("\n", " "))
    return f"Mean gain of revised over original manuscripts in score points, by version and Scorer. {'; '.join(parts)}."


def _interval(row: Any) -> str:
    return f" ({row.low:+.2f} to {row.high:+.2f})" if np.isfinite(row.low) else ""


def plot_directions(table: pd.DataFrame) -> Figure:
    """Draw how many papers have which pair of directions: one panel per version, areas in proportion to papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.crossover.directions_frame`: one row per direction of the first Scorer.

    Returns
    -------
    Figure
    """
    groups = list(table.groupby(["version", "first", "second"], sort=False))
    columns = min(3, len(groups))
    rows = -(-len(groups) // columns)
    fig, axes = figure(1.1 + 2.15 * columns, 0.7 + 2.5 * rows, rows, columns, squeeze=False)
    most = float(table[list(ORDER)].to_numpy().max())
    for ax in axes.ravel()[len(groups) :]:
        ax.set_visible(False)
    for ax, ((version, first, second), cells) in zip(axes.ravel(), groups, strict=False):
        _panel(ax, cells.set_index("direction"), most)
        ax.set_title(version_label(str(version)), fontsize=8.5)
        ax.set(xlabel=f"gain by {second}", ylabel=f"gain by {first}")
    keys = [Line2D([], [], marker="o", linestyle="", markersize=8, alpha=0.75, **style) for style in KINDS.values()]
    fig.legend(handles=keys, loc="outside lower center", ncols=3, fontsize=8.5)
    return fig


def _panel(ax: Axes, cells: pd.DataFrame, most: float) -> None:
    counts = cells.loc[list(ORDER), list(ORDER)].to_numpy(dtype=int)
    for y, first in enumerate(ORDER):
        for x, second in enumerate(ORDER):
            count = int(counts[y, x])
            style = KINDS[_kind(first, second)]
            ax.scatter(x, y, s=_LARGEST * count / max(most, 1), color=style["color"], alpha=0.45, linewidths=0)
            ax.text(x, y, str(count), ha="center", va="center", fontsize=9)
    ax.set_xticks(range(3), ORDER)
    ax.set_yticks(range(3), ORDER, rotation=90, va="center")
    ax.set(xlim=(-0.6, 2.6), ylim=(2.6, -0.6), aspect="equal")
    ax.tick_params(length=0)


def _kind(first: str, second: str) -> str:
    if first == second:
        return "agreement"
    return "zero" if "zero" in (first, second) else "reversal"


def describe_directions(table: pd.DataFrame) -> str:
    """Say in words what `plot_directions` shows.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_directions`.

    Returns
    -------
    str
    """
    parts = []
    for (version, first, second), cells in table.groupby(["version", "first", "second"], sort=False):
        counts = cells.set_index("direction")
        pairs = [(one, other, int(counts[other].loc[one])) for one in ORDER for other in ORDER]
        said = ", ".join(f"{one} and {other} {count}" for one, other, count in pairs if count)
        parts.append(f"{version_label(str(version))}, {first} and {second}: {said}".replace("\n", " "))
    return f"Papers by the direction of the gain that two Scorers give to the same manuscript. {'; '.join(parts)}."
