"""Reconstruction of target scores and candidate probabilities of the repeatability paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.claims import load_claims
from peerassay.project import project_root
from peerassay.reconstruct.estimation.build import Tables, reconstruct_estimation, write
from peerassay.reconstruct.estimation.measures import PAIRS, acceptance, imposed_values, predicted_values
from peerassay.reconstruct.estimation.printed import derived_values, implied_quick_risks, single_risk
from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.report import Report, imposed_table, predicted_table, prediction_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

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
    "published_predictions",
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
    frames = []
    for seed in seeds:
        if progress:
            progress(f"seed {seed}")
        frames.append(prediction_rows(predicted_values(reconstruct_estimation(seed), seed), seed))
    return pd.concat(frames).sort_values(["claim_id", "seed"], ignore_index=True)


def published_predictions() -> pd.DataFrame:
    """Read the committed predictions."""
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
    imposed, predicted = imposed_values(tables, seed), predicted_values(tables, seed)
    return Report(
        part=KEY,
        seed=seed,
        imposed=imposed_table(claims, {claim_id: imposed[claim_id] for claim_id in plan.imposed}),
        predicted=predicted_table(
            claims, {claim_id: predicted[claim_id] for claim_id in plan.held_out}, published_predictions()
        ),
    )


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build records from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    tables = reconstruct_estimation(seed, progress)
    write(tables, folder)
    return report(tables, seed)
