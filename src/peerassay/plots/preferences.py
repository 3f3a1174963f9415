"""Pictures of preference tables: diverging bars of the shares beside the ratios on a logarithmic scale.

The tables are those of `peerassay.evidence.statistics_frame`, flattened: one row per printed row, with the span of each
statistic over the integer solutions (``ratio_min``, ``ratio_max``) and of its interval (``ratio_interval_min`` ...).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import LogLocator

from peerassay.counts import FEWER_PAIRS, PERCENTAGES
from peerassay.plots.palette import INK, axes_or_new, figure, model_colour, model_marker

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKS = {FEWER_PAIRS: " *", PERCENTAGES: " †"}
RATIO_LIMITS = (1 / 16, 32)
LINE = 0.27
BAND_ALPHA = 0.45


@dataclass(frozen=True)
class _Line:
    """One printed row: where it stands in the picture and what it says."""

    y: float
    label: str
    reviewer: str
    cells: dict[str, Any]

    def drawn(self, name: str) -> bool:
        return bool(np.isfinite(self.cells[f"{name}_min"]))

    def middle(self, name: str) -> float:
        return float((self.cells[f"{name}_min"] + self.cells[f"{name}_max"]) / 2)

    def interval(self, name: str) -> tuple[float, float]:
        return float(self.cells[f"{name}_interval_min"]), float(self.cells[f"{name}_interval_max"])


def _group(cells: dict[str, Any], label: str) -> str:
    parts = [cells["comparison"], cells.get("condition", "") if label != "condition" else ""]
    return ", ".join(filter(None, parts))


def _layout(table: pd.DataFrame, label: str) -> tuple[list[tuple[float, str]], list[_Line]]:
    """Give every heading and every row a line of its own, from the top down."""
    headings: list[tuple[float, str]] = []
    lines: list[_Line] = []
    y = 0.0
    for values in table.to_dict("records"):
        row = {str(key): value for key, value in values.items()}
        group = _group(row, label)
        if not headings or headings[-1][1] != group:
            y += 0.35 if headings else 0.0
            headings.append((y, group))
            y += 1
        lines.append(_Line(y, f"{row[label]}{MARKS.get(row['basis'], '')}", row["reviewer"], row))
        y += 1
    return headings, lines


def _prepare(ax: Axes, headings: list[tuple[float, str]], lines: list[_Line], even: float) -> None:
    ax.set_yticks([line.y for line in lines], [line.label for line in lines])
    ax.set_ylim(max((line.y for line in lines), default=0) + 0.7, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    for y, heading in headings:
        ax.text(0, y, heading, transform=ax.get_yaxis_transform(), va="center", weight="bold", fontsize=8.5)
    for line in lines:  # in pieces, so that no heading is struck through
        ax.plot([even, even], [line.y - 0.5, line.y + 0.5], color=INK, linewidth=0.8)


def plot_shares(table: pd.DataFrame, *, label: str = "reviewer", ax: Axes | None = None) -> Axes:
    """Draw how often each version scores higher: second to the left, first to the right, with intervals.

    Parameters
    ----------
    table
        One row per printed row, flattened; shares as fractions.
    label
        The column that names the rows within a group.
    ax
        Where to draw; new axes if not given.

    Returns
    -------
    matplotlib.axes.Axes
        In percent of pairs. The second version's bars are hatched, not filled.
    """
    headings, lines = _layout(table, label)
    axes = axes_or_new(ax, height=_height(headings, lines))
    for line in lines:
        if line.drawn("share_first"):
            _bar(axes, line, "share_second", -100, facecolor="none", hatch="////")
            _bar(axes, line, "share_first", 100, facecolor=model_colour(line.reviewer))
    axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}")
    axes.set_xlabel("second  ◂  scores higher in % of pairs  ▸  first", fontsize=8)
    _prepare(axes, headings, lines, even=0)
    return axes


def _bar(ax: Axes, line: _Line, name: str, scale: float, **style: Any) -> None:
    colour = model_colour(line.reviewer)
    ax.barh(line.y, scale * line.middle(name), height=0.62, edgecolor=colour, linewidth=0.6, **style)
    low, high = line.interval(name)
    ax.plot([scale * low, scale * high], [line.y, line.y], color=INK, linewidth=0.9)


def plot_ratios(table: pd.DataFrame, *, label: str = "reviewer", ax: Axes | None = None) -> Axes:
    """Draw the preference ratios with intervals on a logarithmic scale.

    Parameters
    ----------
    table
        One row per printed row, flattened.
    label
        The column that names the rows within a group.
    ax
        Where to draw; new axes if not given.

    Returns
    -------
    matplotlib.axes.Axes
        Filled markers are significant after Holm's adjustment, open ones are not. The pale band behind a marker is
        what the integer solutions leave open. An interval that leaves the scale ends in an arrow head.
    """
    headings, lines = _layout(table, label)
    axes = axes_or_new(ax, height=_height(headings, lines))
    axes.set_xscale("log", base=2)
    axes.set_xlim(*_ratio_limits(lines))
    for line in lines:
        if line.drawn("ratio"):
            _ratio(axes, line)
    axes.xaxis.set_major_locator(LogLocator(base=2, numticks=12))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}" if value >= 1 else f"1/{1 / value:g}")
    axes.grid(axis="x")
    axes.set_xlabel("ratio first / second", fontsize=8)
    _prepare(axes, headings, lines, even=1)
    return axes


def _ratio_limits(lines: list[_Line]) -> tuple[float, float]:
    ends = [end for line in lines if line.drawn("ratio") for end in line.interval("ratio") if isfinite(end) and end > 0]
    low, high = min([0.5, *ends]), max([2, *ends])
    return max(low / 1.15, RATIO_LIMITS[0]), min(high * 1.15, RATIO_LIMITS[1])


def _ratio(ax: Axes, line: _Line) -> None:
    colour, (left, right) = model_colour(line.reviewer), ax.get_xlim()
    low, high = line.interval("ratio")
    ax.plot([max(low, left), min(high, right)], [line.y] * 2, color=colour, linewidth=1.3)
    for beyond, edge, head in ((low < left, left, "<"), (high > right, right, ">")):
        if beyond:
            ax.plot(edge, line.y, marker=head, color=colour, markersize=4, clip_on=False)
    span = [line.cells["ratio_min"], line.cells["ratio_max"]]
    ax.plot(span, [line.y] * 2, color=colour, linewidth=8, alpha=BAND_ALPHA, solid_capstyle="butt")
    face = colour if line.cells["significant"] == "yes" else "none"
    ax.plot(
        line.middle("ratio"), line.y, model_marker(line.reviewer), color=colour, markerfacecolor=face, markersize=5.5
    )


def preference_figure(table: pd.DataFrame, *, label: str = "reviewer") -> Figure:
    """Draw shares and ratios side by side, one line per printed row.

    Parameters
    ----------
    table, label
        As for `plot_shares`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    headings, lines = _layout(table, label)
    fig, (left, right) = figure(6.8, _height(headings, lines), columns=2, width_ratios=(1.15, 1))
    plot_shares(table, label=label, ax=left)
    plot_ratios(table, label=label, ax=right)
    right.set_yticks([])
    for text in right.texts:
        text.set_visible(False)
    return fig


def _height(headings: list[tuple[float, str]], lines: list[_Line]) -> float:
    return 0.9 + LINE * (1.35 * len(headings) + len(lines))


def _sentences(table: pd.DataFrame, label: str) -> Iterator[tuple[str, list[_Line]]]:
    headings, lines = _layout(table, label)
    for heading in dict.fromkeys(name for _, name in headings):
        yield heading, [line for line in lines if _group(line.cells, label) == heading and line.drawn("share_first")]


def describe_shares(table: pd.DataFrame, *, label: str = "reviewer") -> str:
    """Say in words what `plot_shares` shows."""
    parts = [
        f"{heading}: "
        + ", ".join(f"{line.cells[label]} {_share(line, 'first')} to {_share(line, 'second')}" for line in found)
        for heading, found in _sentences(table, label)
    ]
    return f"Percent of pairs in which the first and the second version score higher. {'; '.join(parts)}."


def _share(line: _Line, version: str) -> str:
    return f"{100 * line.middle(f'share_{version}'):.0f}"


def describe_ratios(table: pd.DataFrame, *, label: str = "reviewer") -> str:
    """Say in words what `plot_ratios` shows."""
    parts = [
        f"{heading}: " + ", ".join(_ratio_words(line, label) for line in found if line.drawn("ratio"))
        for heading, found in _sentences(table, label)
    ]
    return f"Preference ratio, first over second version, with its interval. {'; '.join(parts)}."


def _ratio_words(line: _Line, label: str) -> str:
    low, high = line.interval("ratio")
    clear = ", significant" if line.cells["significant"] == "yes" else ""
    return f"{line.cells[label]} {line.middle('ratio'):.3g} ({low:.3g} to {high:.3g}{clear})"


def describe_preferences(table: pd.DataFrame, *, label: str = "reviewer") -> str:
    """Say in words what `preference_figure` shows."""
    return f"Left: {describe_shares(table, label=label)} Right: {describe_ratios(table, label=label)}"
