"""Pictures of the consistency audit: which numbers of pairs fit a printed row, and rewrites beside repeat noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, model_colour, model_marker

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SIZES: Final = ((1, 14), (4, 30), (10**9, 52))
"""Largest number of solutions, and the area of the dot that stands for it."""


def plot_fit(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw a dot for every number of pairs that has whole-number solutions, one line per printed row.

    Parameters
    ----------
    table
        Columns ``row``, ``missing``, ``solutions``, as from `peerassay.audit.fit_table`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
        Rows in the order of the table, from top; a row without solution at the stated number is drawn in the second
        colour with triangles and a bold label.
    """
    rows = list(dict.fromkeys(table["row"]))
    ax = axes_or_new(ax, 7.4, 0.19 * len(rows) + 1.2)
    unfit = set(table.loc[(table["missing"] == 0) & (table["solutions"] == 0), "row"])
    height = {row: y for y, row in enumerate(rows)}
    found = table[table["solutions"] > 0]
    for fails, colour, marker in ((False, FIRST, "o"), (True, SECOND, "^")):
        part = found[found["row"].isin(unfit) == fails]
        sizes = [next(area for most, area in SIZES if count <= most) for count in part["solutions"]]
        ax.scatter(part["missing"], part["row"].map(height), s=sizes, color=colour, marker=marker, linewidths=0)
    ax.axvline(0, color=INK, linewidth=0.6, linestyle=":", zorder=0)
    for row in unfit:
        ax.axhspan(height[row] - 0.5, height[row] + 0.5, color=SECOND, alpha=0.12, linewidth=0)
    ax.set_yticks(range(len(rows)), rows, fontsize=7)
    for label in ax.get_yticklabels():
        label.set_fontweight("bold" if label.get_text() in unfit else "normal")
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_xticks(range(0, int(table["missing"].max()) + 1, max(1, int(table["missing"].max()) // 12)))
    ax.set_xlabel("pairs fewer than stated")
    return ax


def describe_fit(table: pd.DataFrame) -> str:
    """Return the alternative text of `plot_fit`, made from the same numbers.

    Parameters
    ----------
    table
        As for `plot_fit`.
    """
    rows = list(dict.fromkeys(table["row"]))
    stated = table[table["missing"] == 0].set_index("row")["solutions"]
    lines = [_fit_line(table[table["row"] == row], row) for row in rows if stated[row] == 0]
    return (
        f"A dot for every number of pairs with whole-number solutions. {sum(stated > 0)} of {len(rows)} rows fit the "
        f"stated number of pairs. Rows that do not: {'; '.join(lines) or 'none'}."
    )


def _fit_line(part: pd.DataFrame, row: str) -> str:
    fitting = part.loc[part["solutions"] > 0, "n"].sort_values()
    return f"{row}: " + (f"fits n = {', '.join(map(str, fitting))}" if len(fitting) else "fits none")


def plot_noise(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw each reviewer's share of untied pairs beside what repeated reviews of one text would give.

    Parameters
    ----------
    table
        As from `peerassay.audit.repeat_noise`: ``reviewer``, ``contrast``, ``untied``, ``untied_bound``,
        ``untied_chance``.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
        One line per reviewer: open and filled marker for the two contrasts, a tick for the expectation under repeat
        noise, a bar up to its bound.
    """
    reviewers = list(dict.fromkeys(table["reviewer"]))
    ax = axes_or_new(ax, 6.8, 0.5 * len(reviewers) + 1.4)
    noise = table.drop_duplicates("reviewer")
    places = np.arange(len(reviewers))
    ax.barh(places, noise["untied_bound"], color=NEUTRAL, alpha=0.25, height=0.55, label="bound under repeat noise")
    ax.scatter(
        noise["untied_chance"],
        places,
        marker="|",
        s=260,
        color=INK,
        linewidths=1.6,
        label="expected under repeat noise",
    )
    for i, (contrast, part) in enumerate(table.groupby("contrast", sort=False)):
        for y, row in zip(places, part.to_dict("records"), strict=True):
            colour = model_colour(row["reviewer"])
            face = "none" if i == 0 else colour
            ax.scatter(row["untied"], y, marker=model_marker(row["reviewer"]), s=52, facecolors=face, edgecolors=colour)
        ax.scatter([], [], marker="o", s=52, facecolors="none" if i == 0 else INK, edgecolors=INK, label=str(contrast))
    ax.set_yticks(places, reviewers)
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xlabel("share of pairs whose ratings differ")
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, -0.2), ncols=2, fontsize=8)
    return ax


def describe_noise(table: pd.DataFrame) -> str:
    """Return the alternative text of `plot_noise`, made from the same numbers.

    Parameters
    ----------
    table
        As for `plot_noise`.
    """
    parts = [
        f"{reviewer}: "
        + ", ".join(f"{row.contrast} {row.untied:.0%}" for row in part.itertuples())
        + f", expected under repeat noise {part['untied_chance'].iloc[0]:.0%},"
        f" bound {part['untied_bound'].iloc[0]:.0%}"
        for reviewer, part in table.groupby("reviewer", sort=False)
    ]
    return f"Share of pairs whose ratings differ, per reviewer. {'; '.join(parts)}."
