"""Reconstruction of the revision experiment's records: three scores of every manuscript, original and revised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.claims import load_claims
from peerassay.project import project_root
from peerassay.reconstruct.crossover.build import Tables, reconstruct_crossover, write
from peerassay.reconstruct.crossover.measures import (
    Results,
    derived_values,
    printed_acceptance,
    record_values,
    results,
    table_values,
)
from peerassay.reconstruct.crossover.targets import SCORERS, SHARED, VERSIONS
from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.report import Report, imposed_table, predicted_table, prediction_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = [
    "KEY",
    "SCORERS",
    "SEEDS",
    "SHARED",
    "VERSIONS",
    "Results",
    "Tables",
    "derived_values",
    "predictions",
    "printed_acceptance",
    "published_predictions",
    "reconstruct_crossover",
    "reconstruct_into",
    "record_values",
    "report",
    "results",
    "table_values",
    "write",
]

KEY = "repeatability/crossover"
SEEDS = range(40)
"""The seeds of the committed predictions; the first is that of the committed records."""


def predictions(seeds: Iterable[int] = SEEDS, progress: Callable[[str], None] | None = None) -> pd.DataFrame:
    """Reconstruct with many seeds and collect what each predicts for the numbers that were held out.

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
    claims, plan, frames = load_claims(), load_plan(KEY), []
    for seed in seeds:
        if progress:
            progress(f"seed {seed}")
        values = table_values(reconstruct_crossover(seed), claims)
        frames.append(prediction_rows({name: values[name] for name in plan.held_out}, seed))
    return pd.concat(frames).sort_values(["claim_id", "seed"], ignore_index=True)


def published_predictions() -> pd.DataFrame:
    """Read the committed predictions, ``data/reconstructed/repeatability/crossover/predictions.csv``."""
    return pd.read_csv(project_root() / "data" / "reconstructed" / KEY / "predictions.csv")


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
    claims, plan = load_claims(), load_plan(KEY)
    values = table_values(tables, claims)
    return Report(
        part=KEY,
        seed=seed,
        imposed=imposed_table(claims, {name: values[name] for name in plan.imposed}),
        predicted=predicted_table(claims, {name: values[name] for name in plan.held_out}, published_predictions()),
    )


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build records from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    tables = reconstruct_crossover(seed, progress)
    write(tables, folder)
    return report(tables, seed)
