"""How far the published results could be reproduced, as one bar per part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.ledger import VERDICTS
from peerassay.plots.palette import INK, axes_or_new

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

VERDICT_STYLE: dict[str, tuple[str, str]] = {
    "agrees": ("#0f9068", ""),
    "predicted-agrees": ("#0f9068", "///"),
    "imposed": ("#a5549c", ""),
    "transcribed": ("#7a7f87", ""),
    "differs": ("#d55e00", ""),
    "predicted-differs": ("#d55e00", "///"),
    "inconsistent": ("#c03a5b", "xxx"),
    "not yet addressed": ("none", ""),
}
"""Fill and hatch of each verdict: the hatch tells apart what colour alone would not."""


def plot_ledger(summary: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the counts of verdicts as one stacked bar per row.

    Parameters
    ----------
    summary
        As from `peerassay.ledger.summarise`: the first column names the rows, then a column per verdict and `total`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = axes_or_new(ax, 6.8, 0.55 * len(summary) + 1.5)
    names = summary.iloc[:, 0].tolist()
    left = [0] * len(names)
    for verdict, (colour, hatch) in VERDICT_STYLE.items():
        counts = summary[verdict].tolist()
        if any(counts):
            ax.barh(names, counts, left=left, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.5, label=verdict)
        left = [start + count for start, count in zip(left, counts, strict=True)]
    ax.invert_yaxis()
    ax.set_xlabel("printed numbers")
    ax.grid(axis="x")
    ax.set_axisbelow(True)
    ax.legend(loc="upper center", bbox_to_anchor=(0.45, -0.28), ncols=4, fontsize=8)
    return ax


def describe_ledger(summary: pd.DataFrame) -> str:
    """Return the alternative text of `plot_ledger`, made from the same counts.

    Parameters
    ----------
    summary
        As for `plot_ledger`.
    """
    sentences = []
    for row in summary.to_dict("records"):
        counts = ", ".join(f"{row[verdict]} {verdict}" for verdict in VERDICTS if row[verdict])
        sentences.append(f"{row[summary.columns[0]]}: {row['total']} printed numbers, {counts or 'none'}.")
    return "Stacked bars of verdicts. " + " ".join(sentences)
