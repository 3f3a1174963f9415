"""Figures of what chance and power say about a test that found nothing, each with a sibling in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BINS = 40


def plot_spreads(table: pd.DataFrame, bound: float, *, ax: Axes | None = None) -> Axes:
    """Draw how far tier means lie apart by chance, and a bound.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.epistemics.outcomes.random_spreads`.
    bound : float
        The printed bound, in points.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 2.8)
    edges = np.linspace(0, float(table["largest"].max()), BINS).tolist()
    for part, colour, label in (
        (table["largest"] <= bound, FIRST, "within the bound"),
        (table["largest"] > bound, SECOND, "beyond it"),
    ):
        ax.hist(table.loc[part, "largest"], edges, color=colour, label=label, hatch="" if colour == FIRST else "///")
    ax.axvline(bound, color=INK, linewidth=1.2, linestyle=":")
    ax.set(xlabel="largest difference between tier means within a venue (points)", ylabel="random assignments")
    ax.legend()
    return ax


def describe_spreads(table: pd.DataFrame, bound: float) -> str:
    """Say the same as `plot_spreads` in words."""
    largest = table["largest"]
    return (
        f"Histogram of the largest difference between tier means over {len(table):,} random assignments: median "
        f"{largest.median():.2f}, nine tenths from {largest.quantile(0.05):.2f} to {largest.quantile(0.95):.2f} "
        f"points; {(largest <= bound).mean():.0%} within {bound:g}."
    )


def plot_power(table: pd.DataFrame, level: float, *, ax: Axes | None = None) -> Axes:
    """Draw power over effect size.

    Parameters
    ----------
    table : pandas.DataFrame
        `d` and `power`.
    level : float
        The power that is aimed at.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 2.9)
    ax.plot(table["d"], table["power"], color=FIRST)
    ax.axhline(level, color=INK, linewidth=0.9, linestyle=":")
    least = reached(table, level)
    if np.isfinite(least):
        ax.plot([least, least], [0, level], color=NEUTRAL, linewidth=1.2, linestyle="--")
        ax.annotate(f"d = {least:.2f}", (least, 0.04), (6, 0), textcoords="offset points")
    ax.set(xlabel="true effect size d", ylabel="chance to find it", ylim=(0, 1.02), xlim=(0, table["d"].max()))
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.grid(visible=True)
    return ax


def reached(table: pd.DataFrame, level: float) -> float:
    """Return the effect size at which power reaches a level; NaN if it does not."""
    power = table["power"].to_numpy()
    return float(np.interp(level, power, table["d"])) if power.min() <= level <= power.max() else float("nan")


def describe_power(table: pd.DataFrame, level: float) -> str:
    """Say the same as `plot_power` in words."""
    return f"Rising curve of power over effect size; it reaches {level:.0%} at d = {reached(table, level):.2f}."
