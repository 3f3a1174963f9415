"""Figures of agreement between judges and runs, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.plots.palette import FIRST, INK, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MEASURES: Final = {"agreement": "share of equal labels", "kappa": "kappa of labels", "alpha": "ordinal alpha of scores"}


def plot_agreement(table: pd.DataFrame) -> Figure:
    """Draw one panel per measure, with one dot and its interval per comparison.

    Parameters
    ----------
    table : pandas.DataFrame
        `comparison` and, for each measure of `MEASURES`, its value and `<measure>_low`, `<measure>_high`.

    Returns
    -------
    Figure
    """
    fig, axes = figure(7.4, 0.5 * len(table) + 1.2, 1, len(MEASURES), sharey=True)
    places = np.arange(len(table))
    for ax, (name, words) in zip(np.atleast_1d(axes), MEASURES.items(), strict=True):
        ax.hlines(places, table[f"{name}_low"], table[f"{name}_high"], color=FIRST, linewidth=2)
        ax.plot(table[name], places, "o", color=FIRST, markersize=6)
        ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
        ax.set_xlim(min(-0.08, float(np.nanmin([table[f"{name}_low"].min(), 0])) - 0.04), 1.02)
        ax.set_xlabel(words)
        ax.grid(axis="x")
    np.atleast_1d(axes)[0].set_yticks(places, [_wrapped(name) for name in table["comparison"]])
    np.atleast_1d(axes)[0].set_ylim(len(table) - 0.5, -0.5)
    return fig


def _wrapped(name: str) -> str:
    return name.replace(" against ", "\nagainst ")


def describe_agreement(table: pd.DataFrame) -> str:
    """Return the alternative text of `plot_agreement`, made from the same numbers.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_agreement`.

    Returns
    -------
    str
    """
    parts = []
    for row in table.to_dict("records"):
        values = ", ".join(
            f"{words} {row[name]:.2f} ({row[f'{name}_low']:.2f} to {row[f'{name}_high']:.2f})"
            if row[f"{name}_low"] == row[f"{name}_low"]
            else f"{words} {row[name]:.2f}"
            for name, words in MEASURES.items()
            if row[name] == row[name]
        )
        parts.append(f"{row['comparison']}: {values or 'nothing that is defined'}")
    return f"Dots with intervals. {'; '.join(parts)}."
