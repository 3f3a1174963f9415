"""Pictures of samples beside the population they were drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.plots.palette import FIRST, NEUTRAL, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def bin_shares(table: pd.DataFrame, years: list[int], size: int) -> pd.DataFrame:
    """Bring the shares of population and sample into one row a year and bin.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.evidence.sampling.category_table` by bin.
    years : list of int
        Its years.
    size : int
        Which sample.

    Returns
    -------
    pandas.DataFrame
        `year`, `bin`, `population` and `sample`, shares from 0 to 1.
    """
    parts = [
        table[["bin"]].assign(
            year=year, population=table[f"population_share_{year}"], sample=table[f"share_{size}_{year}"]
        )
        for year in years
    ]
    return (
        pd.concat(parts).dropna(subset=["population"]).reset_index(drop=True)[["year", "bin", "population", "sample"]]
    )


def plot_bin_shares(shares: pd.DataFrame) -> Figure:
    """Draw the share of each bin in the population (bars) and in the sample (marks), one panel a year."""
    years = sorted(shares["year"].unique())
    fig, axes = figure(width=3.4 * len(years) + 0.6, height=3.2, columns=len(years), sharey=True)
    for ax, year in zip(np.atleast_1d(axes), years, strict=True):
        _panel(ax, shares[shares["year"] == year], int(year))
    np.atleast_1d(axes)[0].set_ylabel("share of papers (%)")
    np.atleast_1d(axes)[0].legend(frameon=False, loc="upper right")
    return fig


def _panel(ax: Axes, shares: pd.DataFrame, year: int) -> None:
    ax.bar(shares["bin"] + 0.5, 100 * shares["population"], width=0.9, color=NEUTRAL, alpha=0.55, label="population")
    ax.plot(shares["bin"] + 0.5, 100 * shares["sample"], "o", color=FIRST, label="sample")
    ax.set(title=str(year), xlabel="mean human rating", xticks=range(11), xlim=(-0.2, 10.2))


def describe_bin_shares(shares: pd.DataFrame) -> str:
    """Write the alternative text: the largest distance between sample and population, year by year."""
    parts = []
    for year, rows in shares.groupby("year"):
        off = 100 * (rows["sample"] - rows["population"]).abs()
        top = rows.sort_values("population").iloc[-1]
        parts.append(
            f"In {year} most papers ({100 * top['population']:.1f} %) have a mean from {top['bin']:.0f} to "
            f"{top['bin'] + 1:.0f}; sample and population differ by at most {off.max():.2f} percentage points"
        )
    return (
        ". ".join(["Bars of population shares by bin of the mean human rating with marks for the sample", *parts]) + "."
    )
