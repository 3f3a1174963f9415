"""Figures of score distributions that are estimated from few calls, each with a sibling in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STEPS = {
    "returned": "1. As returned",
    "tempered": "2. Tempered",
    "Quick": "3. Moved: Quick",
    "Standard": "4. Mixed: Standard",
}
"""Titles of the steps, in their order."""
TARGETS = "target scores"
POINTS: dict[str, dict[str, Any]] = {
    "quick": {"color": SECOND, "marker": "s", "label": "Quick"},
    "standard": {"color": FIRST, "marker": "D", "label": "Standard"},
}
"""How the estimators with an auxiliary call are drawn."""
SUBSETS = {"all": "All papers"}


def plot_steps(table: pd.DataFrame) -> Figure:
    """Draw the steps from candidate probabilities to an estimate, each over the target scores.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.estimation.estimate_steps`.

    Returns
    -------
    Figure
    """
    fig, axes = figure(6.4, 2.2, 1, len(STEPS), sharex=True, sharey=True)
    target = table[(table["name"] == TARGETS) & (table["probability"] > 0)]
    shown = _shown(table)
    for ax, (name, title) in zip(axes, STEPS.items(), strict=True):
        rows = table[table["name"] == name]
        colour = POINTS["standard" if name == "Standard" else "quick"]["color"]
        ax.bar(rows["score"], rows["probability"], width=0.7, color=colour, alpha=0.75)
        ax.plot(target["score"], target["probability"], "_", color=INK, markersize=13, markeredgewidth=2, label=TARGETS)
        ax.set_title(title, fontsize=8.5)
        ax.set(xlim=shown, ylim=(-0.02, 1.05))
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("probability")
    fig.supxlabel("score", fontsize=9.5)
    handles, labels = axes[-1].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside upper right", fontsize=8)
    return fig


def _shown(table: pd.DataFrame) -> tuple[float, float]:
    """Give the range of scores that has any mass, with one score more on both sides."""
    there = table.loc[table["probability"] > 0.001, "score"]
    return float(there.min()) - 1.6, float(there.max()) + 1.6


def describe_steps(table: pd.DataFrame) -> str:
    """Say where the mass lies after each step.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_steps`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("name", sort=False):
        masses = [
            f"{score}: {share:.2f}"
            for score, share in zip(rows["score"], rows["probability"], strict=True)
            if share >= 0.005
        ]
        parts.append(f"{name} {', '.join(masses)}")
    return f"Probability by score for one paper after each step. {'; '.join(parts)}."


def plot_risks(table: pd.DataFrame) -> Figure:
    """Draw risks against the number of reasoning calls, one panel per set of papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.estimation.risk_table`.

    Returns
    -------
    Figure

    Notes
    -----
    The curve through the direct samples is their sampling law, the risk of one sample divided by their number.
    """
    subsets = list(dict.fromkeys(table["subset"]))
    fig, axes = figure(6.4, 3.1, 1, len(subsets), squeeze=False, sharex=True, sharey=True)
    for ax, subset in zip(axes[0], subsets, strict=True):
        _panel(ax, table[table["subset"] == subset])
        ax.set_title(SUBSETS.get(subset, subset), fontsize=9)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.grid(axis="y")
    axes[0, 0].set_ylim(bottom=min(0.0, float(table[["risk", "low"]].min().min())))
    axes[0, 0].set_ylabel("risk (squared distance)")
    fig.supxlabel("reasoning calls per estimate", fontsize=9.5)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside upper right", ncols=3, fontsize=8)
    return fig


def _panel(ax: Axes, rows: pd.DataFrame) -> None:
    direct = rows[rows["estimator"].str.startswith("direct_")]
    sizes = direct["reasoning"].to_numpy(dtype=float)
    if len(direct):
        single = float((direct["risk"] * sizes).mean())
        fine = np.linspace(1, sizes.max(), 100)
        ax.plot(fine, single / fine, color=NEUTRAL, linewidth=1, linestyle="--")
        _marks(ax, direct, color=NEUTRAL, marker="o", label="direct samples")
    for name, style in POINTS.items():
        _marks(ax, rows[rows["estimator"] == name], **style)


def _marks(ax: Axes, rows: pd.DataFrame, **style: Any) -> None:
    if len(rows):
        below, above = rows["risk"] - rows["low"], rows["high"] - rows["risk"]
        ends = np.nan_to_num(np.array([below, above], dtype=float).clip(min=0))
        ax.errorbar(rows["reasoning"], rows["risk"], yerr=ends, linestyle="", markersize=5, elinewidth=1.2, **style)


def describe_risks(table: pd.DataFrame) -> str:
    """Say the risks, by set of papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_risks`.

    Returns
    -------
    str
    """
    parts = []
    for subset, rows in table.groupby("subset", sort=False):
        risks = [
            f"{name.replace('_', ' ')} {risk:.3f}" for name, risk in zip(rows["estimator"], rows["risk"], strict=True)
        ]
        parts.append(f"{SUBSETS.get(str(subset), str(subset))}: {', '.join(risks)}")
    return f"Risk of each estimator against the number of reasoning calls. {'. '.join(parts)}."


def plot_held_out(table: pd.DataFrame) -> Figure:
    """Draw published intervals and differences over what seeds predict for them.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per held-out number: `panel` (title), `group` (an interval has two rows of the same group), `printed`,
        `low`, `median`, `high` (quantiles over seeds), `verdict`.

    Returns
    -------
    Figure
    """
    panels = list(dict.fromkeys(table["panel"]))
    sizes = [table.loc[table["panel"] == panel, "group"].nunique() for panel in panels]
    fig, axes = figure(6.4, 1.1 + 0.36 * sum(sizes), len(panels), 1, squeeze=False, height_ratios=sizes)
    for ax, panel in zip(axes[:, 0], panels, strict=True):
        _held_out_panel(ax, table[table["panel"] == panel])
        ax.set_title(panel, fontsize=9)
    keys = [
        Line2D([], [], color=NEUTRAL, linewidth=7, alpha=0.5, label="predicted, nine tenths of the seeds"),
        Line2D([], [], color=FIRST, marker="o", markersize=5, linewidth=1.2, label="published, inside"),
        Line2D([], [], color=SECOND, marker="X", markersize=6, linestyle="", label="published, outside"),
    ]
    fig.legend(handles=keys, loc="outside upper right", ncols=3, fontsize=8)
    return fig


def _held_out_panel(ax: Axes, rows: pd.DataFrame) -> None:
    groups = list(dict.fromkeys(rows["group"]))
    for place, group in enumerate(groups):
        inside = rows[rows["group"] == group]
        ax.plot(inside["printed"], [place] * len(inside), color=FIRST, linewidth=1.2)
        for row in inside.to_dict("records"):
            ax.hlines(place, row["low"], row["high"], color=NEUTRAL, linewidth=9, alpha=0.5)
            colour, marker = (FIRST, "o") if row["verdict"] == "predicted-agrees" else (SECOND, "X")
            ax.plot(row["printed"], place, marker, color=colour, markersize=4.5)
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    ax.set_yticks(range(len(groups)), groups)
    ax.set_ylim(len(groups) - 0.5, -0.5)
    ax.grid(axis="x")


def describe_held_out(table: pd.DataFrame) -> str:
    """Say each published number and the band that was predicted for it.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_held_out`.

    Returns
    -------
    str
    """
    parts = []
    for panel, rows in table.groupby("panel", sort=False):
        said = [
            f"{row['group']} {row['printed']:+.4f} (predicted {row['low']:+.4f} to {row['high']:+.4f})"
            for row in rows.to_dict("records")
        ]
        parts.append(f"{panel}: {', '.join(said)}")
    return f"Published numbers over bands of predictions. {'. '.join(parts)}."
