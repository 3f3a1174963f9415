"""Pictures of how often two blocks of reviews rank pairs of papers alike: by block size, and by gap group.

The tables are those of `peerassay.repeatability.by_reviewer`. Published values come as a table of their own, one row
per printed number, as from `peerassay.reconstructed.orders.printed_orders`. Shares are fractions.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from peerassay.plots.palette import FIRST, INK, MODEL_COLOURS, NEUTRAL, SECOND, axes_or_new, figure, model_marker

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OUTCOMES = {"same": "Same order", "tie": "Tie", "reverse": "Reversed order"}
"""What can become of a pair of papers, with its heading."""
_OWN_COLOURS = (FIRST, SECOND, "#0f9068", "#a5549c", "#93762a", "#7468c4")
_OWN_STYLES = ("-", "--", ":", "-.")
_OWN_MARKERS = ("o", "s", "D", "^", "v", "P", "X")
_COLUMNS, _PUBLISHED_SIZE, _SPACING = 3, 9, 0.24
_ASIDE, _DODGE = 0.24, 0.17


def reviewer_styles(reviewers: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Give each reviewer a colour, a marker and a line style that tell it apart from the others.

    Parameters
    ----------
    reviewers : iterable of str
        Names, in the order of the legend.

    Returns
    -------
    dict of str to dict
        Keyword arguments for `matplotlib.axes.Axes.plot`. A model of the book has its own colour and marker. A single
        other reviewer is grey; several differ in colour, marker and line style.
    """
    names = list(dict.fromkeys(reviewers))
    own = [name for name in names if name not in MODEL_COLOURS]
    colours = {name: MODEL_COLOURS[name] for name in names if name in MODEL_COLOURS}
    free = [colour for colour in _OWN_COLOURS if colour not in colours.values()] if len(own) > 1 else [NEUTRAL]
    colours |= dict(zip(own, cycle(free), strict=False))
    styles: dict[str, dict[str, Any]] = {name: {"marker": model_marker(name), "linestyle": "-"} for name in colours}
    for name, marker, line in zip(own, cycle(_OWN_MARKERS), cycle(_OWN_STYLES), strict=False):
        styles[name] = {"marker": marker, "linestyle": line}
    return {name: styles[name] | {"color": colours[name], "label": name} for name in names}


def plot_outcome(
    table: pd.DataFrame, outcome: str, *, published: pd.DataFrame | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often one outcome happens against the number of reviews in a block.

    Parameters
    ----------
    table : pandas.DataFrame
        `reviewer`, `reviews_per_block` and the share of the outcome (``same_share`` ...).
    outcome : str
        One of `OUTCOMES`.
    published : pandas.DataFrame, optional
        Printed values (horizontal strokes, to the right of their block size) and the span of predictions (vertical
        bars), of reviewers in the table.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        In percent. The vertical scale fits the outcome.
    """
    axes = axes_or_new(ax, 3.2, 3.2)
    styles = reviewer_styles(table["reviewer"])
    for name, rows in table.groupby("reviewer", sort=False):
        axes.plot(rows["reviews_per_block"], rows[f"{outcome}_share"], markersize=5, **styles[str(name)])
    if published is not None:
        chosen = published[published["outcome"].eq(outcome) & published["reviewer"].isin(list(styles))]
        for row in chosen.to_dict("records"):
            x = row["reviews_per_block"] + _ASIDE + _DODGE * list(styles).index(row["reviewer"])
            _printed(axes, x, {str(key): value for key, value in row.items()}, styles)
    axes.set(title=OUTCOMES[outcome], xlabel="reviews per block")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    _percent(axes)
    return axes


def _printed(ax: Axes, x: float, row: dict[str, Any], styles: dict[str, dict[str, Any]]) -> None:
    """Mark a printed value, and the span of what was predicted for it."""
    colour = styles.get(row["reviewer"], {"color": INK})["color"]
    ax.plot(x, row["published"], "_", color=INK, markersize=_PUBLISHED_SIZE, markeredgewidth=1.3, zorder=3)
    if np.isfinite(row["lowest"]):
        ax.plot([x, x], [row["lowest"], row["highest"]], color=colour, linewidth=5, alpha=0.4, solid_capstyle="butt")


def _percent(ax: Axes) -> None:
    low, high = ax.get_ylim()
    ax.set_ylim(max(low, 0), high)
    ax.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.3g} %"))
    ax.grid(axis="y")


def ranking_figure(table: pd.DataFrame, published: pd.DataFrame | None = None) -> Figure:
    """Draw the three outcomes side by side against the number of reviews in a block.

    Parameters
    ----------
    table, published : pandas.DataFrame
        As for `plot_outcome`.

    Returns
    -------
    Figure
    """
    fig, axes = figure(6.8, 3.3, columns=len(OUTCOMES), sharex=True)
    for outcome, ax in zip(OUTCOMES, axes, strict=True):
        plot_outcome(table, outcome, published=published, ax=ax)
    _legend(fig, table["reviewer"], published)
    return fig


def _legend(
    fig: Figure, reviewers: Iterable[str], published: pd.DataFrame | None, blocks: Iterable[Line2D] = ()
) -> None:
    handles = [Line2D([], [], markersize=5, **style) for style in reviewer_styles(reviewers).values()]
    handles += blocks
    if published is not None and len(published):
        stroke: dict[str, Any] = {"linestyle": "", "markersize": _PUBLISHED_SIZE, "markeredgewidth": 1.3}
        handles.append(Line2D([], [], color=INK, marker="_", label="published", **stroke))
        if published["lowest"].notna().any():
            handles.append(Line2D([], [], color=INK, linewidth=5, alpha=0.4, label="predicted (9 of 10 seeds)"))
    fig.legend(handles=handles, loc="outside upper center", ncols=_COLUMNS, fontsize=8.5)


def describe_ranking(table: pd.DataFrame) -> str:
    """Say in words what `ranking_figure` shows: each outcome at the smallest and the largest block.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_outcome`.

    Returns
    -------
    str
    """
    defined = table.dropna(subset="same_share")
    parts = []
    for outcome, heading in OUTCOMES.items():
        ends = [
            f"{name} {' to '.join(f'{share:.1%}' for share in _ends(rows[f'{outcome}_share']))}"
            for name, rows in defined.groupby("reviewer", sort=False)
        ]
        parts.append(f"{heading}: {', '.join(ends)}")
    sizes = " to ".join(map(str, _ends(defined["reviews_per_block"].sort_values())))
    return f"Three panels of shares of paper pairs by reviews per block ({sizes or 'none'}). {'. '.join(parts)}."


def _ends(values: pd.Series) -> list[Any]:
    """Give the first and the last value, or the only one."""
    return list(values.iloc[[0, -1]]) if len(values) > 1 else list(values)


def plot_gap_outcome(
    table: pd.DataFrame, outcome: str, *, published: pd.DataFrame | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often one outcome happens against the gap group, a line per reviewer and block size.

    Parameters
    ----------
    table : pandas.DataFrame
        `reviewer`, `gap`, `reviews_per_block` and the share of the outcome.
    outcome : str
        One of `OUTCOMES`.
    published : pandas.DataFrame, optional
        Printed values and the span of predictions.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        In percent. Markers are filled for the largest block size and open for the others.
    """
    axes = axes_or_new(ax, 3.2, 3.2)
    styles, gaps, sizes = reviewer_styles(table["reviewer"]), _gaps(table), _sizes(table)
    for keys, rows in table.groupby(["reviewer", "reviews_per_block"], sort=False):
        name, size = str(keys[0]), int(str(keys[1]))
        places = [gaps.index(str(gap)) + _offset(sizes.index(size), sizes) for gap in rows["gap"]]
        axes.plot(places, rows[f"{outcome}_share"], markersize=5, **styles[name] | _filling(size, sizes, styles[name]))
    if published is not None:
        for row in published[published["outcome"] == outcome].to_dict("records"):
            x = gaps.index(row["gap"]) + _offset(sizes.index(row["reviews_per_block"]), sizes)
            _printed(axes, x, {str(key): value for key, value in row.items()}, styles)
    axes.set_xticks(range(len(gaps)), gaps, rotation=40, ha="right", rotation_mode="anchor")
    axes.set(title=OUTCOMES[outcome])
    _percent(axes)
    return axes


def _gaps(table: pd.DataFrame) -> list[str]:
    return list(dict.fromkeys(table["gap"]))


def _sizes(table: pd.DataFrame) -> list[int]:
    return sorted(set(table["reviews_per_block"]))


def _offset(number: int, sizes: list[int]) -> float:
    return (number - (len(sizes) - 1) / 2) * _SPACING


def _filling(size: int, sizes: list[int], style: dict[str, Any]) -> dict[str, Any]:
    largest = size == sizes[-1]
    return {"markerfacecolor": style["color"] if largest else "none", "linewidth": 1.5 if largest else 0.8}


def close_pairs_figure(table: pd.DataFrame, published: pd.DataFrame | None = None) -> Figure:
    """Draw the three outcomes side by side against the gap group.

    Parameters
    ----------
    table, published : pandas.DataFrame
        As for `plot_gap_outcome`.

    Returns
    -------
    Figure
    """
    fig, axes = figure(6.8, 3.8, columns=len(OUTCOMES), sharex=True)
    for outcome, ax in zip(OUTCOMES, axes, strict=True):
        plot_gap_outcome(table, outcome, published=published, ax=ax)
    fig.supxlabel("gap between the papers in the other rounds (score points)", fontsize=9)
    sizes = _sizes(table)
    blocks = [
        Line2D([], [], marker="o", markersize=5, label=f"blocks of {size}", **_filling(size, sizes, {"color": INK}))
        for size in sizes
    ]
    for handle in blocks:
        handle.set_color(INK)
    _legend(fig, table["reviewer"], published, blocks)
    return fig


def describe_close_pairs(table: pd.DataFrame) -> str:
    """Say in words what `close_pairs_figure` shows: the span over reviewers of each outcome, by gap group and block.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_gap_outcome`.

    Returns
    -------
    str
    """
    parts = []
    for keys, rows in table.dropna(subset="same_share").groupby(["reviews_per_block", "gap"], sort=False):
        spans = [f"{name} {_span(rows[f'{name}_share'])}" for name in OUTCOMES]
        parts.append(f"blocks of {keys[0]}, gap {keys[1]}: {', '.join(spans)}")
    return f"Three panels of shares of paper pairs by gap group, span over the reviewers. {'; '.join(parts)}."


def _span(shares: pd.Series) -> str:
    low, high = f"{shares.min():.1%}", f"{shares.max():.1%}"
    return low if low == high else f"{low} to {high}"
