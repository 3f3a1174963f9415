"""The files of an exhibit: CSV, SVG, PNG and the JSON sidecar, byte for byte the same on every run."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib import pyplot as plt

from peerassay.plots.palette import INK

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

PNG_DPI = 200


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as UTF-8 CSV with full precision, a header line and no index."""
    frame.to_csv(path, index=False, lineterminator="\n")


def write_sidecar(record: dict[str, Any], path: Path) -> None:
    """Write an exhibit's record as JSON with sorted keys."""
    path.write_text(json.dumps(record, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def write_figure(fig: Figure, folder: Path, exhibit_id: str) -> str:
    """Write a figure as SVG and PNG on white, close it, and return the SVG that goes into the page.

    Parameters
    ----------
    fig
        A figure in the book's style.
    folder
        Where the two files go.
    exhibit_id
        Their name, and the salt of the SVG's identifiers.

    Returns
    -------
    str
        An ``<svg>`` element without background whose ink is the page's text colour.
    """
    with mpl.rc_context({"svg.hashsalt": exhibit_id, "svg.fonttype": "none"}):
        (folder / f"{exhibit_id}.svg").write_text(_svg(fig, facecolor="white"), "utf-8")
        fig.savefig(folder / f"{exhibit_id}.png", dpi=PNG_DPI, facecolor="white", metadata={"Software": None})
        inline = _inline(_svg(fig, transparent=True), exhibit_id)
    plt.close(fig)
    return inline


def _svg(fig: Figure, **options: Any) -> str:
    buffer = io.StringIO()
    nameless = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    fig.savefig(buffer, format="svg", metadata=nameless, **options)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


def _inline(svg: str, exhibit_id: str) -> str:
    """Cut the XML preamble, make identifiers unique on the page and let ink follow the theme."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r"\s*<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{exhibit_id}-", element)
    return element.replace(INK, "currentColor").strip()
