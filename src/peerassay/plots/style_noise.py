"""Preference ratios beside what a reviewer's own noise gives, and the shifts that they imply."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D

from peerassay.plots.palette import INK, NEUTRAL, figure, model_colour, model_marker

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = 0.29
RATIO_LIMITS = (0.45, 12)
SHIFT_LIMIT = 2.5


def noise_figure(table: pd.DataFrame) -> Figure:
    """Draw each ratio over the range that noise alone gives, and the true shift that it implies.

    Parameters
    ----------
    table
        As from `peerassay.style.noise_table.noise_table`.

    Returns
    -------
    matplotlib.figure.Figure
        Left: grey bands are noise; a filled marker lies outside its band. Right: implied shifts with intervals.
    """
    lines, headings = _layout(table)
    height = 1.2 + LINE * (len(lines) + 1.3 * len(headings))
    fig, (left, right) = figure(6.8, height, columns=2, sharey=True, width_ratios=(1.15, 1))
    for y, row in lines:
        _ratio(left, y, row)
        _shift(right, y, row)
    left.set_xscale("log", base=2)
    left.set_xlim(*RATIO_LIMITS)
    left.set_xticks([0.5, 1, 2, 4, 8], ["1/2", "1", "2", "4", "8"])
    left.set_xlabel("ratio first / second", fontsize=8)
    right.set_xlabel("implied true shift, score points", fontsize=8)
    _prepare(left, right, lines, headings)
    keys = [
        Line2D([], [], color=NEUTRAL, linewidth=6, alpha=0.45, label="noise alone"),
        Line2D([], [], color=INK, marker="o", linestyle="", label="ratio, beyond noise"),
        Line2D([], [], color=INK, marker="o", markerfacecolor="none", linestyle="", label="ratio, not beyond"),
    ]
    fig.legend(handles=keys, loc="outside upper center", ncols=3, fontsize=8)
    return fig


def _layout(table: pd.DataFrame) -> tuple[list[tuple[float, dict[str, Any]]], list[tuple[float, str]]]:
    lines, headings, y = [], [], 0.0
    for name, rows in table.groupby("comparison", sort=False):
        headings.append((y, str(name)))
        for row in rows.to_dict("records"):
            y += 1
            lines.append((y, {str(key): value for key, value in row.items()}))
        y += 1.3
    return lines, headings


def _ratio(ax: Axes, y: float, row: dict[str, Any]) -> None:
    colour = model_colour(row["reviewer"])
    low, high = (min(max(row[name], RATIO_LIMITS[0]), RATIO_LIMITS[1]) for name in ("noise_low", "noise_high"))
    ax.plot([low, high], [y, y], color=NEUTRAL, linewidth=6, alpha=0.45, solid_capstyle="butt")
    middle = min((row["ratio_min"] + row["ratio_max"]) / 2, RATIO_LIMITS[1])
    face = colour if row["exceeds"] == "yes" else "none"
    ax.plot(middle, y, model_marker(row["reviewer"]), color=colour, markerfacecolor=face, markersize=6)


def _shift(ax: Axes, y: float, row: dict[str, Any]) -> None:
    if isfinite(row["shift"]):
        colour = model_colour(row["reviewer"])
        ends = [min(max(row[name], -SHIFT_LIMIT), SHIFT_LIMIT) for name in ("shift_low", "shift_high")]
        ax.plot(ends, [y, y], color=colour, linewidth=1.3)
        ax.plot(row["shift"], y, model_marker(row["reviewer"]), color=colour, markersize=5.5)


def _prepare(
    left: Axes, right: Axes, lines: list[tuple[float, dict[str, Any]]], headings: list[tuple[float, str]]
) -> None:
    left.set_yticks([y for y, _ in lines], [str(row["reviewer"]) for _, row in lines])
    left.set_ylim(max((y for y, _ in lines), default=0) + 0.8, -0.7)
    for ax, even in ((left, 1.0), (right, 0.0)):
        for y, _ in lines:  # in pieces, so that no heading is struck through
            ax.plot([even, even], [y - 0.5, y + 0.5], color=INK, linewidth=0.8, zorder=0)
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.grid(axis="x")
    for y, heading in headings:
        left.text(0, y, heading, transform=left.get_yaxis_transform(), va="center", weight="bold", fontsize=8.5)


def describe_noise_figure(table: pd.DataFrame) -> str:
    """Say in words what `noise_figure` shows.

    Parameters
    ----------
    table
        As for `noise_figure`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("comparison", sort=False):
        said = ", ".join(
            f"{row['reviewer']} {(row['ratio_min'] + row['ratio_max']) / 2:.2f} "
            f"(noise {row['noise_low']:.2f} to {row['noise_high']:.2f}; shift {row['shift']:+.2f})"
            for row in rows.to_dict("records")
        )
        parts.append(f"{name}: {said}")
    return f"Preference ratios beside the range that noise alone gives, and implied shifts. {'; '.join(parts)}."
