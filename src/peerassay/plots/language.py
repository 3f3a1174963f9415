"""The stress test as a drawing, and what the wording of the versions is like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import FancyBboxPatch

from peerassay.language import MEASURES
from peerassay.language.labels import decimal, measure_label, version_label
from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDE, _HIGH = 0.84, 0.62
_DIMENSIONS = {"proficiency": (FIRST, "-"), "confidence": (SECOND, "--")}
ACROSS, FOLDED = 4, 22


def plot_framework(steps: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the steps of the stress test as boxes from left to right.

    Parameters
    ----------
    steps : pandas.DataFrame
        As from `peerassay.rewrites.framework.framework_steps`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
        One column per stage. Boxes of the two dimensions differ in colour and in the style of their line.
    """
    axes = axes_or_new(ax, 7.2, 3.1)
    stages = list(dict.fromkeys(steps["stage"]))
    places = {row.step: _place(steps, stages, str(row.step), str(row.stage)) for row in steps.itertuples()}
    for row in steps.itertuples():
        _box(axes, places[row.step], str(row.name), str(row.about))
        for before in str(row.after).split():
            _arrow(axes, places[before], places[row.step])
    for column, stage in enumerate(stages):
        axes.text(column, 4.35, stage, ha="center", va="center", fontsize=8.5, weight="bold")
    axes.set_xlim(-0.52, len(stages) - 0.48)
    axes.set_ylim(0.4, 4.7)
    axes.axis("off")
    return axes


def _place(steps: pd.DataFrame, stages: list[str], step: str, stage: str) -> tuple[float, float]:
    own = list(steps[steps["stage"] == stage]["step"])
    return float(stages.index(stage)), 2.35 + (len(own) - 1) / 2 - own.index(step)


def _box(ax: Axes, place: tuple[float, float], name: str, about: str) -> None:
    colour, style = _DIMENSIONS.get(about, (NEUTRAL, "-"))
    corner = (place[0] - _WIDE / 2, place[1] - _HIGH / 2)
    shape = FancyBboxPatch(
        corner, _WIDE, _HIGH, boxstyle="round,pad=0,rounding_size=0.06", fill=False, edgecolor=colour, linestyle=style
    )
    shape.set_linewidth(1.5)
    ax.add_patch(shape)
    ax.text(place[0], place[1] + 0.11, name, ha="center", va="center", fontsize=7.6)
    ax.text(place[0], place[1] - 0.15, _folded(about), ha="center", va="center", fontsize=5.9)


def _folded(about: str) -> str:
    return about if len(about) < FOLDED else about.replace(", ", ",\n").replace("? ", "?\n")


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    tail, head = (start[0] + _WIDE / 2, start[1]), (end[0] - _WIDE / 2, end[1])
    ax.annotate("", head, tail, arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 0.7, "shrinkA": 0})


def describe_framework(steps: pd.DataFrame) -> str:
    """Return the alternative text of `plot_framework`, made from the same table.

    Parameters
    ----------
    steps : pandas.DataFrame
        As for `plot_framework`.
    """
    stages = [
        f"{stage}: {', '.join(f'{row.name} ({row.about})' for row in rows.itertuples(index=False))}"
        for stage, rows in steps.groupby("stage", sort=False)
    ]
    return f"Boxes with arrows from left to right. {'; '.join(stages)}."


def version_figure(table: pd.DataFrame, published: pd.DataFrame) -> Figure:
    """Draw each measure in a panel of its own: every manuscript, their mean, and the printed mean.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per manuscript, version and measure: `manuscript`, `version`, `measure`, `value`.
    published : pandas.DataFrame
        `measure`, `version`, `printed` (a number, or NaN where nothing is printed).

    Returns
    -------
    matplotlib.figure.Figure
        Panels in the order of `MEASURES`; scales differ. Thin lines join the versions of one manuscript, filled circles
        are means over manuscripts, open diamonds the printed means.
    """
    names = [name for name in MEASURES if name in set(table["measure"])]
    versions = list(dict.fromkeys(table["version"]))
    rows = -(-len(names) // ACROSS)
    fig, axes = figure(7.4, 2.1 * rows + 0.4, rows, ACROSS, squeeze=False, sharex=True)
    flat = list(axes.ravel())
    for ax in flat[len(names) :]:
        ax.axis("off")
    for ax, name in zip(flat, names, strict=False):
        _panel(ax, table[table["measure"] == name], published[published["measure"] == name], versions)
        ax.set_title(measure_label(name), fontsize=8.5)
        ax.set_ylabel(MEASURES[name].unit, fontsize=7)
    for ax in flat[max(0, len(names) - ACROSS) : len(names)]:  # also where nothing stands below
        ax.tick_params(axis="x", labelbottom=True)
    handles, labels = flat[0].get_legend_handles_labels()
    if len(flat) > len(names):
        flat[-1].legend(handles, labels, loc="center", fontsize=7.5)
    else:
        fig.legend(handles, labels, loc="outside lower center", ncols=3, fontsize=8)
    return fig


def _panel(ax: Axes, table: pd.DataFrame, published: pd.DataFrame, versions: list[str]) -> None:
    wide = table.pivot_table(index="manuscript", columns="version", values="value", dropna=False).reindex(
        columns=versions
    )
    x = np.arange(len(versions))
    for place, (_, row) in enumerate(wide.iterrows()):
        ax.plot(x, row, color=NEUTRAL, linewidth=0.8, alpha=0.7, label="" if place else "each manuscript")
    ax.plot(x, wide.mean(), "o", color=FIRST, markersize=5, label="mean of the manuscripts")
    printed = published.set_index("version")["printed"].reindex(versions)
    ax.plot(x, printed, "D", color=SECOND, markersize=5, markerfacecolor="none", label="published mean")
    labels = [version_label(version).replace("-confidence", "") for version in versions]
    ax.set_xticks(x, labels, rotation=50, ha="right", fontsize=7)
    ax.tick_params(axis="y", labelsize=7)
    ax.margins(x=0.12, y=0.12)
    ax.grid(axis="y")


def describe_versions(table: pd.DataFrame, published: pd.DataFrame) -> str:
    """Return the alternative text of `version_figure`, made from the same numbers.

    Parameters
    ----------
    table, published : pandas.DataFrame
        As for `version_figure`.
    """
    parts = []
    for name in (name for name in MEASURES if name in set(table["measure"])):
        own = table[table["measure"] == name].groupby("version", sort=False)["value"].mean()
        printed = published[published["measure"] == name].set_index("version")["printed"]
        cells = [
            f"{version_label(str(version))} {_both(name, value, printed.get(version))}"
            for version, value in own.items()
        ]
        parts.append(f"{measure_label(name)}: {', '.join(cells)}")
    return f"One panel per measure, means over manuscripts with the published mean in brackets. {'; '.join(parts)}."


def _both(measure: str, value: float, printed: float | None) -> str:
    beside = "" if printed is None or np.isnan(printed) else f" ({decimal(measure, printed)})"
    return f"{'undefined' if np.isnan(value) else decimal(measure, value)}{beside}"
