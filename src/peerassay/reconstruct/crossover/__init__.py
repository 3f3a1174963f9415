"""Reconstruction of the revision experiment's records: three scores of every manuscript, original and revised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.claims import load_claims
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
from peerassay.reconstruct.report import Report, plan_report, seed_predictions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import pandas as pd

    from peerassay.reconstruct.report import Number

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
    claims, held_out = load_claims(), load_plan(KEY).held_out

    def held_out_values(seed: int) -> dict[str, Number]:
        values = table_values(reconstruct_crossover(seed), claims)
        return {name: values[name] for name in held_out}

    return seed_predictions(held_out_values, seeds, progress)


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
    return plan_report(KEY, seed, table_values(tables, load_claims()))


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build records from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    tables = reconstruct_crossover(seed, progress)
    write(tables, folder)
    return report(tables, seed)
