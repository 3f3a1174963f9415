"""Pictures of how alike opinion lists are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.plots.palette import FIRST, SECOND, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LOOKS = {"strength": (FIRST, "o", 0.12), "concern": (SECOND, "s", -0.12)}


def _label(row: pd.Series) -> str:
    return str(row["first"]) if row["kind"] == "within" else f"{row['first']} and {row['second']}"


def plot_similarity(table: pd.DataFrame) -> Figure:
    """Draw the similarity of each condition with its interval, strengths and concerns apart.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.opinions.similarity_table`.
    """
    labels = list(dict.fromkeys(table.apply(_label, axis=1)))
    fig, ax = figure(width=6.4, height=1.3 + 0.5 * len(labels))
    for polarity, (colour, marker, shift) in LOOKS.items():
        rows = table[table["polarity"] == polarity]
        places = [len(labels) - labels.index(label) + shift for label in rows.apply(_label, axis=1)]
        low, high = rows["similarity"] - rows["low"], rows["high"] - rows["similarity"]
        ax.errorbar(
            rows["similarity"],
            places,
            xerr=[low.fillna(0), high.fillna(0)],
            fmt=marker,
            color=colour,
            label=f"{polarity}s",
        )
    ax.set_yticks(range(len(labels), 0, -1), labels)
    ax.set_xlabel("mean similarity of opinion lists")
    ax.set_xlim(left=min(0.0, ax.get_xlim()[0]))
    ax.legend(loc="lower right")
    return fig


def describe_similarity(table: pd.DataFrame) -> str:
    """Write the alternative text: every condition with its two similarities."""
    parts = [
        f"{_label(row)} ({row['kind']}), {row['polarity']}s: {row['similarity']:.2f}" for _, row in table.iterrows()
    ]
    return "Mean similarity of opinion lists with intervals. " + "; ".join(parts) + "."
