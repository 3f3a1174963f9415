"""Figures of labels and reasoning quality by group, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.collections import Collection
    from matplotlib.figure import Figure

LABELS: Final[Mapping[str, tuple[str, str]]] = {
    "System 1": (SECOND, ""),
    "Mixed": (NEUTRAL, "..."),
    "System 2": (FIRST, ""),
    "Non-evaluative": ("#93762a", "///"),
}
"""Colour and hatch of each label, in the order in which they are stacked."""
MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X")
TIER_COLOURS: Final = (FIRST, SECOND, NEUTRAL, "#0f9068", "#a5549c")
WRITTEN: Final = 0.07
"""Parts of a bar from this share on have their percentage written into them."""


def plot_labels(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the labels of each group as one bar of a hundred percent.

    Parameters
    ----------
    table : pandas.DataFrame
        `group`, `category`, `share`, `n`, as from `peerassay.epistemics.summaries.share_table`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    groups = list(dict.fromkeys(table["group"]))
    ax = axes_or_new(ax, 6.4, 0.46 * len(groups) + 1.1)
    wide = table.pivot_table(index="group", columns="category", values="share", sort=False)
    left = np.zeros(len(groups))
    for label, (colour, hatch) in LABELS.items():
        if label not in wide:
            continue
        shares = wide.loc[groups, label].to_numpy()
        bars = ax.barh(range(len(groups)), shares, left=left, height=0.7, color=colour, hatch=hatch, label=label)
        for bar in bars:
            bar.set(edgecolor="white", linewidth=0.6)
        for place, (share, start) in enumerate(zip(shares, left, strict=True)):
            if share >= WRITTEN:
                ax.text(
                    start + share / 2, place, f"{share:.0%}", ha="center", va="center", color="white",
                    fontweight="bold", bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.2},
                )  # fmt: skip
        left = left + shares
    sizes = table.groupby("group", sort=False)["n"].first()
    ax.set_yticks(range(len(groups)), [f"{group}\n(n = {sizes[group]:,})" for group in groups])
    ax.set(ylim=(len(groups) - 0.5, -0.5), xlim=(0, 1), xlabel="share of the reviews")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(LABELS), fontsize=8)
    return ax


def describe_labels(table: pd.DataFrame) -> str:
    """Say the same as `plot_labels` in words."""
    parts = [
        f"{group}: " + ", ".join(f"{row.category} {row.share:.0%}" for row in rows.itertuples())
        for group, rows in table.groupby("group", sort=False)
    ]
    return f"Bars of label shares by group. {'; '.join(parts)}."


def plot_scores(
    scores: Mapping[str, Sequence[float]],
    axis: str = "reasoning quality",
    *,
    highlight: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw the distribution of a score in each group as a violin, with mean and quartiles.

    Parameters
    ----------
    scores : mapping of str to sequence of float
        By group; groups with fewer than two values are drawn as points.
    axis : str
        What the scores are.
    highlight : str
        The group that has a colour of its own.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 3.2)
    for place, (name, values) in enumerate(scores.items()):
        known = np.asarray(values, dtype=float)
        known = known[~np.isnan(known)]
        colour = FIRST if name == highlight else NEUTRAL
        if len(known) > 1 and np.ptp(known) > 0:
            drawn = ax.violinplot(known, [place], widths=0.8, showextrema=False, bw_method=0.25)
            for body in cast("list[Collection]", drawn["bodies"]):
                body.set(facecolor=colour, edgecolor=colour, alpha=0.45)
        low, high = np.quantile(known, [0.25, 0.75]) if len(known) else (np.nan, np.nan)
        ax.vlines(place, low, high, color=INK, linewidth=3.2, alpha=0.55)
        ax.hlines(known.mean() if len(known) else np.nan, place - 0.28, place + 0.28, color=INK, linewidth=1.8)
    ax.set_xticks(range(len(scores)), [f"{name}\n(n = {len(values):,})" for name, values in scores.items()])
    ax.set_ylabel(axis)
    ax.grid(axis="y")
    return ax


def describe_scores(table: pd.DataFrame) -> str:
    """Say what violins show.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.epistemics.summaries.score_table`.
    """
    parts = [f"{row.group}: mean {row.mean:.2f}, SD {row.sd:.2f}, {row.n} reviews" for row in table.itertuples()]
    return f"Violins of the score by group. {'; '.join(parts)}."


def plot_years(labels: pd.DataFrame, scores: Mapping[str, Sequence[float]]) -> Figure:
    """Draw labels and scores of each year side by side.

    Parameters
    ----------
    labels : pandas.DataFrame
        As for `plot_labels`.
    scores : mapping of str to sequence of float
        As for `plot_scores`.

    Returns
    -------
    Figure
    """
    fig, (left, right) = figure(9.2, 3.4, 1, 2, width_ratios=[1.15, 1])
    plot_labels(labels, ax=left)
    left.legend(loc="lower center", bbox_to_anchor=(0.42, 1.0), ncols=2, fontsize=8)
    plot_scores(scores, ax=right)
    return fig


def plot_groups(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw mean scores with their intervals, in rows by venue and with one marker per tier.

    Parameters
    ----------
    table : pandas.DataFrame
        `venue`, `tier`, `mean`, `low`, `high`, `n`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    venues, tiers = (list(dict.fromkeys(table[name])) for name in ("venue", "tier"))
    ax = axes_or_new(ax, 6.4, 0.24 * len(table) + 1.2)
    step = 0.7 / max(1, len(tiers))
    for place, tier in enumerate(tiers):
        rows = table[table["tier"] == tier]
        height = [venues.index(venue) + (place - (len(tiers) - 1) / 2) * step for venue in rows["venue"]]
        colour, marker = TIER_COLOURS[place % len(TIER_COLOURS)], MARKERS[place % len(MARKERS)]
        ax.hlines(height, rows["low"], rows["high"], color=colour, linewidth=1.8)
        ax.plot(rows["mean"], height, marker, color=colour, markersize=6, linestyle="", label=tier)
        for y, row in zip(height, rows.itertuples(), strict=True):
            ax.annotate(f"{row.n}", (row.high, y), (4, 0), textcoords="offset points", va="center", fontsize=7.5)
    ax.set_yticks(range(len(venues)), venues)
    ax.set(ylim=(len(venues) - 0.5, -0.5), xlabel="mean reasoning quality")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(tiers), fontsize=8.5)
    ax.grid(axis="x")
    return ax


def describe_groups(table: pd.DataFrame) -> str:
    """Say the same as `plot_groups` in words."""
    parts = [f"{row.venue} {row.tier} {row.mean:.2f} (n = {row.n})" for row in table.itertuples()]
    return f"Mean scores with intervals, by venue and tier: {', '.join(parts)}."


def plot_coefficients(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw differences with their intervals around zero, published ones beside them where there are some.

    Parameters
    ----------
    table : pandas.DataFrame
        `term`, `estimate`, `low`, `high`, and perhaps `printed`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 0.42 * len(table) + 1.0)
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    for place, row in enumerate(table.to_dict("records")):
        ax.hlines(place, row["low"], row["high"], color=FIRST, linewidth=2)
        ax.plot(row["estimate"], place, "o", color=FIRST, markersize=6)
        if row.get("printed") is not None:
            ax.plot(row["printed"], place, "x", color=SECOND, markersize=8, markeredgewidth=1.8)
    ax.set_yticks(range(len(table)), list(table["term"]))
    ax.set(ylim=(len(table) - 0.5, -0.5))
    ax.grid(axis="x")
    return ax
