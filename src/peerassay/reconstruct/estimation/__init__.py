"""Reconstruction of target scores and candidate probabilities of the repeatability paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.reconstruct.estimation.build import Tables, reconstruct_estimation, write
from peerassay.reconstruct.estimation.measures import PAIRS, acceptance, imposed_values, predicted_values
from peerassay.reconstruct.estimation.printed import derived_values, implied_quick_risks, single_risk
from peerassay.reconstruct.report import Report, plan_report, seed_predictions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import pandas as pd

__all__ = [
    "KEY",
    "PAIRS",
    "SEEDS",
    "Tables",
    "acceptance",
    "derived_values",
    "implied_quick_risks",
    "imposed_values",
    "predicted_values",
    "predictions",
    "reconstruct_estimation",
    "reconstruct_into",
    "report",
    "single_risk",
    "write",
]

KEY = "repeatability/estimation"
"""Name of this reconstruction: its folder and its plan below ``data/reconstructed``."""
SEEDS = range(40)
"""The seeds of the committed predictions; the first is that of the committed records."""


def predictions(seeds: Iterable[int] = SEEDS, progress: Callable[[str], None] | None = None) -> pd.DataFrame:
    """Reconstruct with many seeds and collect what each predicts (see `predicted_values`).

    Parameters
    ----------
    seeds : iterable of int
        Seeds, 0 or more.
    progress : callable, optional
        Called with one line of text before each seed.

    Returns
    -------
    pandas.DataFrame
        Columns `claim_id`, `seed`, `value` (in the claim's unit), sorted by claim and seed.
    """
    return seed_predictions(lambda seed: predicted_values(reconstruct_estimation(seed), seed), seeds, progress)


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
    return plan_report(KEY, seed, imposed_values(tables, seed), predicted_values(tables, seed))


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build records from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    tables = reconstruct_estimation(seed, progress)
    write(tables, folder)
    return report(tables, seed)
