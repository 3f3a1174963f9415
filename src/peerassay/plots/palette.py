"""One palette and one figure style for the whole book.

Every colour has a contrast of at least 3 to 1 against both the light and the dark page, and the colours that meet in
one figure stay apart for readers with a colour-vision deficiency. Text and axes are drawn in `INK`, which the book
replaces by the page's own text colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#1f2328"
NEUTRAL = "#7a7f87"
FIRST = "#0072b2"
SECOND = "#d55e00"

MODEL_COLOURS: dict[str, str] = {
    "GPT-5.6-Sol": "#0072b2",
    "GPT-6-Luna": "#d55e00",
    "GPT-6-Sol": "#0f9068",
    "Haiku": "#a5549c",
    "GPT-5.5": "#3f7fbf",
    "Claude Sonnet 4.6": "#c4613a",
    "Gemini 3.5 Flash": "#2e8b57",
    "Gemma3": "#b0508f",
    "Qwen3 VL": "#93762a",
    "GLM 4.7": "#7468c4",
    "Human": "#7a7f87",
}

MODEL_MARKERS: dict[str, str] = {
    "GPT-5.6-Sol": "o",
    "GPT-6-Luna": "s",
    "GPT-6-Sol": "D",
    "Haiku": "^",
    "GPT-5.5": "o",
    "Claude Sonnet 4.6": "s",
    "Gemini 3.5 Flash": "D",
    "Gemma3": "^",
    "Qwen3 VL": "v",
    "GLM 4.7": "P",
    "Human": "X",
}

TIER_COLOURS: dict[str, str] = {
    "derived": "#0072b2",
    "reconstructed": "#a5549c",
    "measured": "#0f9068",
    "transcribed": "#7a7f87",
}

STYLE: dict[str, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.labelsize": 9.5,
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "grid.color": INK,
    "grid.alpha": 0.15,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def model_colour(model: str) -> str:
    """Return the model's colour, the same on every page; models of a reader's own are neutral grey."""
    return MODEL_COLOURS.get(model, NEUTRAL)


def model_marker(model: str) -> str:
    """Return the model's marker, so that colour is never the only difference."""
    return MODEL_MARKERS.get(model, "o")


def figure(
    width: float = 6.4, height: float = 3.6, rows: int = 1, columns: int = 1, **kwargs: Any
) -> tuple[Figure, Any]:
    """Make a figure in the book's style.

    Parameters
    ----------
    width, height
        Inches; 6.4 is the width of the book's text.
    rows, columns
        Panels; with one panel the second value returned is an `Axes`, else an array of them.
    **kwargs
        Passed to `matplotlib.pyplot.subplots`, for example ``sharex=True``.

    Returns
    -------
    tuple
        The figure and its axes. The figure is not registered for display: `Page.figure` shows and closes it.
    """
    plt.style.use(STYLE)
    fig, axes = plt.subplots(rows, columns, figsize=(width, height), **kwargs)
    return fig, axes


def axes_or_new(ax: Axes | None, width: float = 6.4, height: float = 3.6) -> Axes:
    """Return `ax`, or the axes of a new figure in the book's style."""
    return ax if ax is not None else figure(width, height)[1]
