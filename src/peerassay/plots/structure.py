"""Figures of dimensions, components, traces and bias tags, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GROUP_STYLE: Final = ((NEUTRAL, "o"), ("#93762a", "s"), ("#a5549c", "^"), ("#0f9068", "v"))
"""Colours and markers of human groups; the agentic one is blue with diamonds."""
MODEL_STYLE: Final = (FIRST, "D")
STRONG: Final = 0.1
"""Associations from this on are written in bold."""


def title(name: object) -> str:
    """Return a dimension's or tag's name as a heading."""
    return "RQS" if name == "rqs" else str(name).replace("_", " ").capitalize()


def plot_dimensions(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw mean and one SD of each dimension for human and agentic reviews.

    Parameters
    ----------
    table : pandas.DataFrame
        `column`, `mean_first`, `sd_first` (agentic), `mean_second`, `sd_second` (human), `flipped`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 4.2)
    rows = np.arange(len(table))
    for place, (which, name) in enumerate((("second", "human"), ("first", "agentic"))):
        colour, marker = MODEL_STYLE if which == "first" else GROUP_STYLE[0]
        height, means, sds = rows + (place - 0.5) * 0.32, table[f"mean_{which}"], table[f"sd_{which}"]
        ax.hlines(height, means - sds, means + sds, color=colour, linewidth=2)
        ax.plot(means, height, marker, color=colour, markersize=6, linestyle="", label=name)
    names = [title(name) + (" †" if flip else "") for name, flip in zip(table["column"], table["flipped"], strict=True)]
    ax.set_yticks(rows, names)
    ax.set(ylim=(len(table) - 0.5, -0.5), xlim=(0, 3), xlabel="score from 0 to 3, mean and one SD")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.grid(axis="x")
    return ax


def describe_dimensions(table: pd.DataFrame) -> str:
    """Say the same as `plot_dimensions` in words."""
    parts = [f"{title(row.column)} {row.mean_second:.2f} and {row.mean_first:.2f}" for row in table.itertuples()]
    return f"Means of human and of agentic reviews, by dimension: {'; '.join(parts)}."


def plot_effects(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw effect sizes with their intervals, and the published ones beside them.

    Parameters
    ----------
    table : pandas.DataFrame
        `label`, `d`, `low`, `high`, and perhaps `printed`, `printed_low`, `printed_high` (NaN where not printed).
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 0.36 * len(table) + 1.0)
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    for place, row in enumerate(table.to_dict("records")):
        ax.hlines(place - 0.12, row["low"], row["high"], color=FIRST, linewidth=2.2)
        ax.plot(row["d"], place - 0.12, "o", color=FIRST, markersize=5.5)
        if row.get("printed", np.nan) == row.get("printed", np.nan):
            ax.hlines(place + 0.16, row["printed_low"], row["printed_high"], color=SECOND, linewidth=2.2)
            ax.plot(row["printed"], place + 0.16, "X", color=SECOND, markersize=6)
    ax.set_yticks(range(len(table)), list(table["label"]))
    ax.set(ylim=(len(table) - 0.5, -0.6), xlabel="Cohen's d, agentic minus human")
    keys = [Line2D([], [], color=FIRST, marker="o", label="these ratings")]
    if "printed" in table and table["printed"].notna().any():
        keys.append(Line2D([], [], color=SECOND, marker="X", label="published"))
    ax.legend(handles=keys, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.grid(axis="x")
    return ax


def describe_effects(table: pd.DataFrame) -> str:
    """Say the same as `plot_effects` in words."""
    parts = [f"{row.label} {row.d:.2f} ({row.low:.2f} to {row.high:.2f})" for row in table.itertuples()]
    return f"Effect sizes, agentic minus human, with intervals: {'; '.join(parts)}."


def plot_tags(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the share of reviews with each tag, by group.

    Parameters
    ----------
    table : pandas.DataFrame
        `group`, `category` (the tag), `share`, `low`, `high`; the agentic group is named ``Agentic``.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    groups, tags = (list(dict.fromkeys(table[name])) for name in ("group", "category"))
    ax = axes_or_new(ax, 6.4, 0.5 * len(tags) + 1.2)
    step = 0.72 / len(groups)
    for place, group in enumerate(groups):
        colour, marker = MODEL_STYLE if group == "Agentic" else GROUP_STYLE[place % len(GROUP_STYLE)]
        rows = table[table["group"] == group]
        height = np.arange(len(rows)) + (place - (len(groups) - 1) / 2) * step
        ax.hlines(height, rows["low"], rows["high"], color=colour, linewidth=1.6)
        ax.plot(rows["share"], height, marker, color=colour, markersize=5, linestyle="", label=group)
    ax.set_yticks(range(len(tags)), [title(tag) for tag in tags])
    ax.set(ylim=(len(tags) - 0.5, -0.5), xlim=(-0.01, None), xlabel="share of the reviews")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend(loc="lower right", fontsize=8.5)
    ax.grid(axis="x")
    return ax


def describe_tags(table: pd.DataFrame) -> str:
    """Say the same as `plot_tags` in words."""
    parts = [
        f"{group}: " + ", ".join(f"{title(row.category)} {row.share:.0%}" for row in rows.itertuples())
        for group, rows in table.groupby("group", sort=False)
    ]
    return f"Shares of reviews with each tag. {'; '.join(parts)}."


def plot_phi(matrix: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the associations of the tags as a triangle, with their shares on the diagonal.

    Parameters
    ----------
    matrix : pandas.DataFrame
        As from `peerassay.epistemics.tags.phi_matrix`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    names, values = list(matrix.columns), matrix.to_numpy()
    ax = axes_or_new(ax, 6.8, 5.2)
    for row in range(len(names)):
        for column in range(row + 1):
            value = values[row, column]
            if row == column:
                text, colour, alpha = f"{value:.0%}", NEUTRAL, 0.3
            else:
                text = "–" if np.isnan(value) else f"{value:+z.2f}"
                colour, alpha = (FIRST if value > 0 else SECOND), 0.05 + 0.6 * min(1.0, abs(np.nan_to_num(value)) / 0.2)
            ax.add_patch(_square(column, row, colour, alpha))
            strong = row != column and abs(value) >= STRONG
            ax.text(
                column, row, text, ha="center", va="center", fontsize=8.5, fontweight="bold" if strong else "normal"
            )
    ax.set_xticks(range(len(names)), [title(name) for name in names], rotation=40, ha="right")
    ax.set_yticks(range(len(names)), [title(name) for name in names])
    ax.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(names) - 0.5, -0.5), aspect="equal")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    return ax


def _square(x: float, y: float, colour: str, alpha: float) -> Rectangle:
    return Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, facecolor=colour, alpha=alpha, edgecolor="none")


def describe_phi(pairs: pd.DataFrame) -> str:
    """Say which tags go together most.

    Parameters
    ----------
    pairs : pandas.DataFrame
        As from `peerassay.epistemics.tags.phi_pairs`.
    """
    parts = [f"{title(row.first)} with {title(row.second)} {row.phi:+.2f}" for row in pairs.head(3).itertuples()]
    return f"Triangle of phi coefficients of {len(pairs)} pairs of tags. Strongest: {'; '.join(parts)}."


def plot_biplot(points: pd.DataFrame, loadings: pd.DataFrame, share: tuple[float, float]) -> Figure:
    """Draw reviews on the first two components, with an arrow for each dimension, and name the arrows beside.

    Parameters
    ----------
    points : pandas.DataFrame
        `group` (``human`` or ``agentic``), `pc1`, `pc2`.
    loadings : pandas.DataFrame
        `dimension`, `flipped`, `r1`, `r2`: correlations with the components.
    share : tuple of float
        Shares of the variance of both.

    Returns
    -------
    Figure
    """
    fig, (left, right) = figure(9.6, 4.3, 1, 2, width_ratios=[1.6, 1])
    for group, (colour, marker), size in (("human", GROUP_STYLE[0], 3), ("agentic", MODEL_STYLE, 4.2)):
        rows = points[points["group"] == group]
        label = f"{group} (n = {len(rows):,})"
        left.plot(rows["pc1"], rows["pc2"], marker, color=colour, markersize=size, alpha=0.5, linestyle="", label=label)
    reach = float(np.nanmax(np.abs(points["pc1"].to_numpy()))) * 0.8
    for first, second in loadings[["r1", "r2"]].to_numpy(float):
        ends = (first * reach, second * reach)
        left.annotate("", ends, (0, 0), arrowprops={"arrowstyle": "->", "color": SECOND, "linewidth": 1.2})
    left.axhline(0, color=INK, linewidth=0.6, alpha=0.5)
    left.axvline(0, color=INK, linewidth=0.6, alpha=0.5)
    left.set(xlabel=f"first component ({share[0]:.0%} of the variance)", ylabel=f"second component ({share[1]:.0%})")
    left.legend(loc="lower left", fontsize=8.5)
    _plot_loadings(right, loadings)
    return fig


def _plot_loadings(ax: Axes, loadings: pd.DataFrame) -> None:
    """Draw the correlation of each dimension with both components."""
    rows = np.arange(len(loadings))
    ax.axvline(0, color=INK, linewidth=0.6, alpha=0.5)
    ax.plot(loadings["r1"], rows, "o", color=SECOND, linestyle="", label="first")
    ax.plot(loadings["r2"], rows, "o", color=SECOND, markerfacecolor="none", linestyle="", label="second")
    names = [
        title(name) + (" †" if flip else "")
        for name, flip in zip(loadings["dimension"], loadings["flipped"], strict=True)
    ]
    ax.set_yticks(rows, names, fontsize=8.5)
    ax.set(ylim=(len(loadings) - 0.5, -0.5), xlim=(-1, 1), xlabel="correlation with the component")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, fontsize=8.5)
    ax.grid(axis="x")


def describe_biplot(points: pd.DataFrame, share: tuple[float, float]) -> str:
    """Say where both groups lie on the components."""
    means = points.groupby("group", sort=False)[["pc1", "pc2"]].mean()
    parts = [f"{group} at {row.pc1:.2f} and {row.pc2:.2f}" for group, row in means.iterrows()]
    return (
        f"Reviews on two principal components ({share[0]:.0%} and {share[1]:.0%} of the variance), with arrows for "
        f"the dimensions, all towards the right. On average {'; '.join(parts)}."
    )


def plot_traces(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw System-2-like against System-1-like traces.

    Parameters
    ----------
    table : pandas.DataFrame
        `group` (``human`` or ``agentic``), `s1`, `s2`, `reviews` (how many have both values).
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 5.4, 4.6)
    ax.plot([1, 5], [1, 5], color=INK, linewidth=0.8, linestyle="--", alpha=0.6)
    for group, (colour, marker) in (("human", GROUP_STYLE[0]), ("agentic", (FIRST, "^"))):
        rows = table[table["group"] == group]
        sizes = 10 + 9 * rows["reviews"].to_numpy() ** 0.5
        ax.scatter(rows["s1"], rows["s2"], s=sizes, c=colour, marker=marker, alpha=0.55, linewidths=0, label=group)
    ax.set(xlim=(1, 5), ylim=(1, 5), xlabel="System-1-like traces, $s_1$", ylabel="System-2-like traces, $s_2$")
    ax.set_aspect("equal")
    ax.legend(loc="upper right")
    return ax


def describe_traces(table: pd.DataFrame) -> str:
    """Say where both groups lie in the plane of the traces."""
    parts = []
    for group, rows in table.groupby("group", sort=False):
        first, second = (np.average(rows[name], weights=rows["reviews"]) for name in ("s1", "s2"))
        parts.append(f"{group} reviews on average {first:.2f} and {second:.2f}")
    return f"System-2-like against System-1-like traces, dashed line where both are equal; {'; '.join(parts)}."
