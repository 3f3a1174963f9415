"""Figures of the review budgets, each with a sibling that says the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D
from matplotlib.ticker import EngFormatter, MaxNLocator, PercentFormatter

from peerassay.plots.palette import FIRST, INK, NEUTRAL, SECOND, axes_or_new, model_colour, model_marker

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LABELS = {
    "planning": "planning (observed variance)",
    "KL": "KL bound",
    "product": "product bound",
    "mixture": "mixture bound",
}
STYLES: dict[str, Any] = {"planning": "--", "KL": "-", "product": "-.", "mixture": ":"}
MARKERS = {"planning": "o", "KL": "s", "product": "D", "mixture": "^"}
SHORT = {"planning": "observed"}
OFFSETS = {"product": -0.13, "mixture": 0.13}
COLOURS = {"planning": NEUTRAL, "KL": FIRST, "product": SECOND, "mixture": "#0f9068"}


def plot_success(curves: pd.DataFrame, target: float, *, ax: Axes | None = None) -> Axes:
    """Draw the lower bound of the success rate against the number of reviews.

    Parameters
    ----------
    curves : pandas.DataFrame
        As from `peerassay.budgets.success_curves`: dashed for the observed variance, solid for its upper bound.
    target : float
        The success rate that is asked for; each curve gets a marker where it reaches it.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 3.8)
    for (model, method), curve in curves.groupby(["model", "method"], sort=False):
        colour = model_colour(str(model))
        ax.plot(curve["reviews"], curve["success"], color=colour, linestyle=STYLES[str(method)])
        reached = curve[curve["success"] >= target - 1e-12].head(1)
        fill = colour if method == "KL" else "none"
        ax.plot(reached["reviews"], reached["success"], model_marker(str(model)), color=colour, markerfacecolor=fill)
    ax.axhline(target, color=INK, linewidth=0.8, alpha=0.6)
    ax.annotate(f"target {target:.4g}", (1, target), (-2, -3), xycoords=("axes fraction", "data"),
                textcoords="offset points", fontsize=8, ha="right", va="top")  # fmt: skip
    lowest = max(0.0, 1 - 10 * (1 - target))
    ax.set(xlabel="new reviews per paper", ylabel="success rate, at least", ylim=(lowest, 1 + 0.01 * (1 - lowest)))
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.legend(handles=_success_keys(list(curves["model"].unique())), loc="lower right")
    ax.grid(axis="y")
    return ax


def _success_keys(models: list[str]) -> list[Line2D]:
    keys = [Line2D([], [], color=model_colour(m), marker=model_marker(m), label=m) for m in models]
    lines = {"planning": "observed variance (planning)", "KL": "its upper bound (certified)"}
    return keys + [Line2D([], [], color=INK, linestyle=STYLES[method], label=text) for method, text in lines.items()]


def describe_success(curves: pd.DataFrame, target: float) -> str:
    """Say where each curve of `plot_success` reaches the target.

    Parameters
    ----------
    curves : pandas.DataFrame
        As for `plot_success`.
    target : float
        The success rate that is asked for.

    Returns
    -------
    str
    """
    parts = []
    for model, of_model in curves.groupby("model", sort=False):
        first = [_first(of_model[of_model["method"] == method], target) for method in ("planning", "KL")]
        parts.append(f"{model} {first[0]} and {first[1]}")
    return (
        "Rising curves of the guaranteed success rate against the number of new reviews, two for each model. "
        f"Reviews until the rate is {target:.4g}, with the observed variance and with its bound: {'; '.join(parts)}."
    )


def _first(curve: pd.DataFrame, target: float) -> str:
    reached = curve.loc[curve["success"] >= target - 1e-12, "reviews"]
    return f"{reached.iloc[0]:,}" if len(reached) else f"more than {curve['reviews'].max():,}"


def plot_budgets(budgets: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how many reviews each method asks for, one line of markers per model.

    Parameters
    ----------
    budgets : pandas.DataFrame
        As from `peerassay.budgets.budgets_table`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 2.6)
    models = list(budgets["model"].unique())
    for number, model in enumerate(models):
        counts = budgets.loc[budgets["model"] == model, "reviews"]
        ax.hlines(number, counts.min(), counts.max(), color=NEUTRAL, linewidth=1, alpha=0.5)
    for method, rows in budgets.groupby("method", sort=False):
        name = str(method)
        places = [models.index(model) + OFFSETS.get(name, 0) for model in rows["model"]]
        ax.plot(rows["reviews"], places, MARKERS[name], color=COLOURS[name], label=LABELS[name], clip_on=False)
    ax.set_yticks(range(len(models)), models)
    ax.set(xlabel="new reviews per paper", ylim=(len(models) - 0.5, -0.5), xlim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    ax.grid(axis="x")
    return ax


def describe_budgets(budgets: pd.DataFrame) -> str:
    """Say how many reviews each method asks for.

    Parameters
    ----------
    budgets : pandas.DataFrame
        As for `plot_budgets`.

    Returns
    -------
    str
    """
    parts = []
    for model, rows in budgets.groupby("model", sort=False):
        counts = ", ".join(f"{method} {count:,}" for method, count in zip(rows["method"], rows["reviews"], strict=True))
        parts.append(f"{model}: {counts}")
    return f"Markers for the number of new reviews per paper by method. {'; '.join(parts)}."


def plot_rare_jumps(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the bounds of pilots that are constant except for a few jumps across the whole scale.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.budgets.rare_jump_table`.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 3.2)
    for method in LABELS:
        ax.plot(table["jumps"], table[method], color=COLOURS[method], linestyle=STYLES[method], marker=MARKERS[method],
                markersize=4, label=LABELS[method])  # fmt: skip
    ax.set(xlabel="papers with one jump across the scale", ylabel="mean variance (points squared)", ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="upper left")
    ax.grid(axis="y")
    return ax


def describe_rare_jumps(table: pd.DataFrame) -> str:
    """Say what the bounds are at both ends of `plot_rare_jumps`.

    Parameters
    ----------
    table : pandas.DataFrame
        As for `plot_rare_jumps`.

    Returns
    -------
    str
    """
    ends = [
        f"with {row['jumps']:.0f} such papers "
        + ", ".join(f"{SHORT.get(method, method)} {row[method]:.3f}" for method in LABELS)
        for _, row in table.iloc[[0, -1]].iterrows()
    ]
    return f"Four rising lines of the mean variance against the papers with a jump: {'; '.join(ends)}."


def plot_coverage(study: pd.DataFrame, alpha: float, *, ax: Axes | None = None) -> Axes:
    """Draw how often each bound failed in each case, with 95 % intervals, beside the level it promises.

    Parameters
    ----------
    study : pandas.DataFrame
        As from `peerassay.budgets.coverage_study`.
    alpha : float
        The promised error level.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax, 6.4, 4.0)
    cases = list(study["case"].unique())
    for number, (method, rows) in enumerate(study.groupby("method", sort=False)):
        name = str(method)
        places = [cases.index(case) + (number - 1) * 0.22 for case in rows["case"]]
        spread = [rows["rate"] - rows["low"], rows["high"] - rows["rate"]]
        ax.errorbar(rows["rate"], places, xerr=spread, fmt=MARKERS[name], markersize=4.5, color=COLOURS[name],
                    linewidth=1.2, label=LABELS[name])  # fmt: skip
    ax.axvline(alpha, color=INK, linewidth=0.8, linestyle="--")
    ax.annotate(f"promised: {alpha:.4g}", (alpha, 1), (3, -2), xycoords=("data", "axes fraction"),
                textcoords="offset points", fontsize=8, va="top")  # fmt: skip
    ax.set_yticks(range(len(cases)), [_folded(case) for case in cases])
    ax.set(xlabel="share of pilots whose bound lies below the true variance", ylim=(len(cases) - 0.4, -0.7))
    ax.set_xlim(-0.02 * alpha, 1.3 * max(alpha, study["high"].max()))
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncols=3)
    ax.grid(axis="x")
    return ax


def _folded(text: str) -> str:
    return text.replace(", ", ",\n", 1)


def describe_coverage(study: pd.DataFrame, alpha: float) -> str:
    """Say how often each bound failed at most.

    Parameters
    ----------
    study : pandas.DataFrame
        As for `plot_coverage`.
    alpha : float
        The promised error level.

    Returns
    -------
    str
    """
    worst = study.loc[study.groupby("method", sort=False)["rate"].idxmax()]
    parts = [f"{row.method} {row.rate:.2%} ({row.case})" for row in worst.itertuples()]
    opening = f"Simulated error rates of three bounds in {study['case'].nunique()} cases"
    return f"{opening}, beside the promised {alpha:.4g}. Highest: {', '.join(parts)}."
