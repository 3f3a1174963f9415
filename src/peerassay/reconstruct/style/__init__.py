"""Reconstruction of the style paper's records: reviews of rewrites whose tables print as published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.report import Report, plan_report, seed_predictions
from peerassay.reconstruct.style.build import Tables, reconstruct_style, write
from peerassay.reconstruct.style.measures import all_values, size_values, table_values
from peerassay.reconstruct.style.ranges import RANGE_HEADINGS, allowed_ranges
from peerassay.reconstruct.style.tables import extremes
from peerassay.reconstruct.style.targets import published_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import pandas as pd

    from peerassay.reconstruct.report import Number

__all__ = [
    "RANGE_HEADINGS",
    "Tables",
    "all_values",
    "allowed_ranges",
    "extremes",
    "predictions",
    "published_targets",
    "reconstruct_into",
    "reconstruct_style",
    "report",
    "size_values",
    "table_values",
    "write",
]

KEY = "style"
SEEDS = range(40)
"""The seeds of the committed predictions; the first is that of the committed records."""
SHOWN = ("sty.combined.aligned.", "sty.combined.crossed.")
"""Beginnings of claims that follow from held-out ones and are predicted as well, to be shown."""


def predictions(seeds: Iterable[int] = SEEDS, progress: Callable[[str], None] | None = None) -> pd.DataFrame:
    """Reconstruct with many seeds and collect what each predicts.

    Parameters
    ----------
    seeds : iterable of int
        Seeds, 0 or more.
    progress : callable, optional
        Called with one line of text before each seed.

    Returns
    -------
    pandas.DataFrame
        Columns `claim_id`, `seed`, `value` (in the claim's unit), sorted by claim and seed: every held-out number, and
        all cells of the last two blocks of Table 5.
    """
    held_out = load_plan(KEY).held_out

    def kept_values(seed: int) -> dict[str, Number]:
        values = all_values(reconstruct_style(seed))
        return {name: value for name, value in values.items() if name in held_out or name.startswith(SHOWN)}

    return seed_predictions(kept_values, seeds, progress)


def report(tables: Tables, seed: int) -> Report:
    """Report how exactly records meet what was imposed, and what they predict.

    Parameters
    ----------
    tables : Tables
        Records, built or loaded.
    seed : int
        Their seed.

    Returns
    -------
    Report
        Both tables; the spread is that of the committed predictions.
    """
    return plan_report(KEY, seed, all_values(tables))


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build records from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    tables = reconstruct_style(seed, progress)
    write(tables, folder)
    return report(tables, seed)
