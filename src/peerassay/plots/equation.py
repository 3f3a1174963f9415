"""Figures of Equation 1: what "explained" means by resolution and length, and which interval each would have."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS: Final = 4
UNIT_STYLES: Final = ((FIRST, "-"), (SECOND, "--"), ("#0f9068", ":"), ("#a5549c", "-."))
RATIOS: Final = (1, 2, 4, 8)
MARKERS: Final = ("o", "s", "D", "^")
SHOWN: Final = (-0.5, 1.5)
"""Coefficients that are drawn; the table has them all."""
SAME: Final = 1e-6


def plot_explained(table: pd.DataFrame, needed: pd.DataFrame, printed: float, kinds: Mapping[str, str]) -> Figure:
    """Draw the share explained over the ratio of lengths, one panel per resolution, one line per unit of length.

    Parameters
    ----------
    table : pandas.DataFrame
        `key`, `resolution`, `unit`, `ratio`, `explained`, as from `peerassay.epistemics.explained.explained_by_length`.
    needed : pandas.DataFrame
        `key`, `unit`, `ratio`: where each line reaches the printed share.
    printed : float
        The printed share, as a fraction.
    kinds : mapping of str to str
        What each resolution's coefficient is, by its key.

    Returns
    -------
    Figure
    """
    keys = list(dict.fromkeys(table["key"]))
    units = list(dict.fromkeys(table["unit"]))
    rows = ceil(len(keys) / ACROSS)
    fig, axes = figure(9.4, 2.5 * rows + 0.5, rows, min(ACROSS, len(keys)), squeeze=False, sharex=True, sharey=True)
    flat = list(axes.ravel())
    for ax in flat[len(keys) :]:
        ax.set_visible(False)
    for ax, key in zip(flat, keys, strict=False):
        part = table[table["key"] == key]
        _panel(ax, part, needed[needed["key"] == key], units, printed)
        colour = FIRST if kinds[key] == "a contrast" else SECOND
        ax.text(0.04, 0.9, kinds[key], transform=ax.transAxes, fontsize=8.5, color=colour)
    if table.groupby("key")["unit"].nunique().max() > 1:
        handles = [
            Line2D([], [], color=UNIT_STYLES[i][0], linestyle=UNIT_STYLES[i][1], label=f"length in {unit}")
            for i, unit in enumerate(units)
        ]
        fig.legend(handles=handles, loc="outside upper center", ncols=len(units), fontsize=8.5)
    fig.supxlabel("how much longer the AI's reviews are (ratio of geometric means)", fontsize=9.5)
    fig.supylabel('share of the gap "explained"', fontsize=9.5)
    return fig


def _panel(ax: Axes, part: pd.DataFrame, needed: pd.DataFrame, units: list[str], printed: float) -> None:
    ax.axhline(printed, color=INK, linewidth=0.9, linestyle=(0, (1, 2)))
    several = len(part["unit"].unique()) > 1
    for unit, rows in part.groupby("unit", sort=False):
        colour, line = UNIT_STYLES[units.index(str(unit)) % len(UNIT_STYLES)] if several else (INK, "-")
        ax.plot(rows["ratio"], rows["explained"], color=colour, linestyle=line, linewidth=2)
        there = needed.loc[needed["unit"] == unit, "ratio"]
        if len(there) and there.iloc[0] <= part["ratio"].max():
            ax.plot(there, [printed], "o", color=colour, markersize=5.5)
            if not several:
                ax.annotate(
                    f"× {there.iloc[0]:.1f}",
                    (there.iloc[0], printed),
                    (6, -13),
                    textcoords="offset points",
                    fontsize=8.5,
                )
    ax.set_xscale("log")
    ax.set_xticks(RATIOS, [f"{ratio}×" for ratio in RATIOS])
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set(ylim=(-0.6, 1.6), xlim=(part["ratio"].min(), part["ratio"].max()))
    ax.set_yticks([-0.5, 0, 0.5, 1, 1.5], ["-50 %", "0 %", "50 %", "100 %", "150 %"])
    ax.set_title(part["resolution"].iloc[0].replace(" (", "\n(").replace(", by", ",\nby"), fontsize=8.6)
    ax.grid(visible=True)


def describe_explained(needed: pd.DataFrame, printed: float) -> str:
    """Say at which ratio of lengths each resolution reaches the printed share.

    Parameters
    ----------
    needed : pandas.DataFrame
        `resolution`, `unit`, `ratio`.
    printed : float
        The printed share, as a fraction.
    """
    several = needed.groupby("resolution")["unit"].transform("nunique") > 1
    parts = [
        f"{row.resolution}{f' in {row.unit}' if many else ''} {row.ratio:.1f}"
        for row, many in zip(needed.itertuples(), several, strict=True)
    ]
    return (
        "Small multiples, one per resolution: the share explained rises with the ratio of lengths. It is "
        f"{printed:.0%} at a ratio of {'; '.join(parts)}."
    )


def plot_errors(
    table: pd.DataFrame, band: tuple[float, float], marks: dict[str, float], *, ax: Axes | None = None
) -> Axes:
    """Draw the standard error of each resolution over the spread of log-length, with the printed one as a band.

    Parameters
    ----------
    table : pandas.DataFrame
        `resolution`, `spread`, `standard_error`.
    band : tuple of float
        Standard errors that the printed interval allows.
    marks : dict of str to float
        Spreads to mark by a vertical line, by what they are.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 7.4, 4.0)
    ax.axhspan(*band, color=NEUTRAL, alpha=0.3, linewidth=0)
    ax.annotate(
        "printed interval",
        (table["spread"].max(), sum(band) / 2),
        (-4, 8),
        ha="right",
        textcoords="offset points",
        fontsize=8.5,
    )
    styles = [(colour, line) for line in ("-", "--", ":") for colour in (FIRST, SECOND, "#0f9068", "#a5549c")]
    for (name, rows), (colour, line) in zip(table.groupby("resolution", sort=False), styles, strict=False):
        ax.plot(rows["spread"], rows["standard_error"], color=colour, linestyle=line, label=name)
    for name, spread in marks.items():
        ax.axvline(spread, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        ax.annotate(name, (spread, 0.145), (4, 0), textcoords="offset points", fontsize=8.5, va="top")
    ax.set(ylim=(0, 0.15), xlabel="SD of log-length within groups", ylabel="standard error of the AI coefficient")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    ax.grid(visible=True)
    return ax


def describe_errors(needed: pd.DataFrame) -> str:
    """Say which spread each resolution needs for the printed interval.

    Parameters
    ----------
    needed : pandas.DataFrame
        `resolution`, `spread` (NaN if none does).
    """
    parts = [
        f"{name} {spread:.2f}" if np.isfinite(spread) else f"{name} none"
        for name, spread in zip(needed["resolution"], needed["spread"].to_numpy(float), strict=True)
    ]
    return (
        f"Falling curves of the standard error. The printed interval needs an SD of log-length of: {'; '.join(parts)}."
    )


def plot_resolutions(table: pd.DataFrame, naive: float, *, ax: Axes | None = None) -> Axes:
    """Draw the AI coefficient of one data set by every resolution, in several units of length.

    Parameters
    ----------
    table : pandas.DataFrame
        `resolution`, `unit`, `estimate`, `low`, `high`, as from `peerassay.epistemics.equation.fit_resolutions`.
    naive : float
        The difference of means, drawn as a line.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    names, units = (list(dict.fromkeys(table[name])) for name in ("resolution", "unit"))
    ax = axes_or_new(ax, 7.4, 0.42 * len(names) + 1.2)
    step = 0.66 / len(units)
    for place, unit in enumerate(units):
        rows = table[table["unit"] == unit]
        height = np.array([names.index(name) for name in rows["resolution"]]) + (place - (len(units) - 1) / 2) * step
        colour, marker = UNIT_STYLES[place % len(UNIT_STYLES)][0], MARKERS[place % len(MARKERS)]
        ax.hlines(height, rows["low"], rows["high"], color=colour, linewidth=1.6)
        ax.plot(rows["estimate"], height, marker, color=colour, markersize=5, linestyle="", label=f"length in {unit}")
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    ax.axvline(naive, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    ax.annotate("no controls", (naive, -0.55), (4, 0), textcoords="offset points", fontsize=8.5, va="top")
    ax.set_yticks(range(len(names)), names)
    ax.set(ylim=(len(names) - 0.5, -0.6), xlim=SHOWN, xlabel="AI coefficient (points)")
    ax.legend(loc="lower right", fontsize=8.5)
    ax.grid(axis="x")
    return ax


def describe_resolutions(table: pd.DataFrame) -> str:
    """Say the same as `plot_resolutions` in words."""
    parts = []
    for name, rows in table.groupby("resolution", sort=False):
        low, high = rows["estimate"].min(), rows["estimate"].max()
        parts.append(f"{name} {low:.2f}" + (f" to {high:.2f} by unit" if high - low > SAME else " in every unit"))
    return f"AI coefficients of the same ratings by resolution: {'; '.join(parts)}."
