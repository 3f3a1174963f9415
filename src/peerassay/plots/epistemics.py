"""Figures of length and reasoning quality, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MARKERS: Final = ("o", "s", "D", "^", "v", "P")
COLOURS: Final = (FIRST, SECOND, "#0f9068", "#a5549c", "#93762a", NEUTRAL)


def plot_length(ratings: pd.DataFrame, curves: pd.DataFrame, cut: float, *, ax: Axes | None = None) -> Axes:
    """Draw scores against length, the line and the spline that fit them, and where the shortest reviews end.

    Parameters
    ----------
    ratings : pandas.DataFrame
        `n_chars`, `rqs`.
    curves : pandas.DataFrame
        `n_chars`, `line`, `spline`, as from `peerassay.epistemics.length.length_curves`.
    cut : float
        Length of the longest review that counts as ultra-short.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.6, 3.8)
    ax.axvspan(float(ratings["n_chars"].min()) * 0.9, cut, color=NEUTRAL, alpha=0.18, linewidth=0)
    ax.scatter(ratings["n_chars"], ratings["rqs"], s=7, color=NEUTRAL, alpha=0.45, linewidths=0, rasterized=True)
    ax.plot(curves["n_chars"], curves["line"], color=FIRST, linestyle="--", label="line in log-length")
    ax.plot(curves["n_chars"], curves["spline"], color=SECOND, label="spline in log-length")
    ax.set_xscale("log")
    ticks = [tick for tick in (100, 200, 500, 1000, 2000, 5000, 10000, 20000) if _inside(tick, ratings["n_chars"])]
    ax.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    ax.minorticks_off()
    ax.set_xlabel("length of the review in characters (logarithmic)")
    ax.set_ylabel("reasoning quality")
    ax.legend(loc="lower right")
    ax.annotate(
        "ultra-short", (cut, float(ratings["rqs"].max())), xytext=(-4, 0), textcoords="offset points", ha="right"
    )
    return ax


def _inside(tick: float, values: pd.Series) -> bool:
    return bool(values.min() * 0.9 <= tick <= values.max() * 1.1)


def describe_length(ratings: pd.DataFrame, curves: pd.DataFrame, cut: float) -> str:
    """Return the alternative text of `plot_length`, made from the same numbers.

    Parameters
    ----------
    ratings, curves : pandas.DataFrame
        As for `plot_length`.
    cut : float
        As for `plot_length`.

    Returns
    -------
    str
    """
    first, last = curves.iloc[0], curves.iloc[-1]
    shortest, longest = ratings["n_chars"].min(), ratings["n_chars"].max()
    return (
        f"Scatter of {len(ratings):,} reviews, {shortest:,.0f} to {longest:,.0f} characters long; the shortest, up to "
        f"{cut:,.0f} characters, are shaded. The line goes from {first['line']:.2f} to {last['line']:.2f}, the spline "
        f"from {first['spline']:.2f} to {last['spline']:.2f}."
    )


def plot_label_by_length(table: pd.DataFrame, label: str, *, ax: Axes | None = None) -> Axes:
    """Draw the share of a label by class of length, one series per judge.

    Parameters
    ----------
    table : pandas.DataFrame
        `judge`, `length`, `shortest`, `share`, `low`, `high`, as from `peerassay.epistemics.length.label_by_length`.
    label : str
        Which label it is, for the axis.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.6, 3.2)
    classes = table.drop_duplicates("length").sort_values("shortest")["length"].tolist()
    judges = list(dict.fromkeys(table["judge"]))
    for number, judge in enumerate(judges):
        mine = table[table["judge"] == judge]
        places = np.array([classes.index(name) for name in mine["length"]]) + (number - (len(judges) - 1) / 2) * 0.12
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        ax.vlines(places, mine["low"], mine["high"], color=colour, linewidth=1.6)
        ax.plot(places, mine["share"], marker, color=colour, markersize=6, label=judge)
    ax.set_xticks(range(len(classes)), [name.replace(" to ", " to\n", 1) for name in classes])
    ax.set_ylim(0, None)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_ylabel(f"labelled {label}")
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.legend(loc="upper right")
    return ax


def describe_label_by_length(table: pd.DataFrame, label: str) -> str:
    """Return the alternative text of `plot_label_by_length`, made from the same numbers.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_label_by_length`.
    label : str
        As for `plot_label_by_length`.

    Returns
    -------
    str
    """
    parts = []
    for judge, mine in table.groupby("judge"):
        shares = [f"{share:.0%} at {length}" for length, share in mine.set_index("length")["share"].items()]
        parts.append(f"{judge}: {', '.join(shares)}")
    return f"Share of reviews labelled {label} by length, with intervals. {'; '.join(parts)}."
