"""One panel per reviewer, on common scales."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from peerassay.plots.palette import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3
"""Panels beside each other."""


def panels(names: list[str], height: float) -> tuple[Figure, list[Axes]]:
    """Make one panel for each name, titled with it; what is left of the last row stays empty.

    Parameters
    ----------
    names : list of str
        At least one.
    height : float
        Of a row of panels, in inches.

    Returns
    -------
    figure : Figure
    axes : list of Axes
        One per name, all with the same scales.
    """
    columns = min(ACROSS, len(names))
    rows = ceil(len(names) / columns)
    fig, axes = figure(6.4, height * rows + 0.4, rows, columns, squeeze=False, sharex=True, sharey=True)
    flat = list(axes.ravel())
    for ax in flat[len(names) :]:
        ax.set_visible(False)
    for ax, name in zip(flat, names, strict=False):
        ax.set_title(name, fontsize=9)
    return fig, flat[: len(names)]
