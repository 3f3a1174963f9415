"""Reconstruction of the validation subset of the epistemics paper: three judges, one of them twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.epistemics.validation import agreement_by_pair
from peerassay.project import project_root
from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.report import Report, plan_report, prediction_rows
from peerassay.reconstruct.validation.build import reconstruct_validation, write
from peerassay.reconstruct.validation.design import CONDITIONS, FIRST, NAMES, PREFIX, TITLES, chance_rows, comparisons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = [
    "CONDITIONS",
    "FIRST",
    "KEY",
    "NAMES",
    "TITLES",
    "chance_rows",
    "comparison_rows",
    "comparisons",
    "interval_ranges",
    "intervals",
    "own_rows",
    "predictions",
    "published_intervals",
    "reconstruct_into",
    "reconstruct_validation",
    "report",
    "table_2",
    "values_of",
    "write",
]

KEY: Final = "epistemics/validation"
SEEDS: Final = range(40)
"""The seeds of the committed predictions; the first is that of the committed ratings."""
ENDS: Final = ("kappa_low", "kappa_high", "alpha_low", "alpha_high")
DIGITS: Final = 6


def comparison_rows(
    ratings: pd.DataFrame, rng: np.random.Generator | None = None, *, resamples: int = 2000, confidence: float = 0.95
) -> pd.DataFrame:
    """Compute the rows of Table 2 from ratings.

    Parameters
    ----------
    ratings
        As from `reconstruct_validation`.
    rng
        Source of the draws for the interval of alpha.
    resamples, confidence
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        The three rows of `peerassay.epistemics.validation.agreement_by_pair` that Table 2 has, in its order, with the
        ``comparison`` in front.
    """
    rows = []
    for name in NAMES:
        chosen = [FIRST, CONDITIONS[name]]
        mine = ratings[[pair in chosen for pair in zip(ratings["judge"], ratings["run"], strict=True)]]
        table = agreement_by_pair(mine, rng, resamples=resamples, confidence=confidence)
        table.insert(0, "comparison", name)
        rows.append(table)
    return pd.concat(rows, ignore_index=True)


def own_rows(
    ratings: pd.DataFrame, rng: np.random.Generator, *, resamples: int = 2000, confidence: float = 0.95
) -> pd.DataFrame:
    """Compute the rows of a table like Table 2 from any ratings: one for each pair of judges and runs.

    Parameters
    ----------
    ratings
        ``review_id``, ``judge``, ``run`` and ``label`` or ``rqs``.
    rng
        Source of the draws for the interval of alpha.
    resamples, confidence
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        As from `comparison_rows`; ``comparison`` names both conditions.
    """
    table = agreement_by_pair(ratings, rng, resamples=resamples, confidence=confidence)
    table.insert(0, "comparison", table["first"] + " against " + table["second"])
    return table


def table_2(
    ratings: pd.DataFrame, rng: np.random.Generator, *, resamples: int = 2000, confidence: float = 0.95
) -> pd.DataFrame:
    """Compute Table 2 from the reconstruction, with its rows named for people.

    Parameters
    ----------
    ratings, rng, resamples, confidence
        As in `comparison_rows`.

    Returns
    -------
    pandas.DataFrame
        As from `comparison_rows`.
    """
    rows = comparison_rows(ratings, rng, resamples=resamples, confidence=confidence)
    return rows.assign(comparison=[TITLES[name] for name in rows["comparison"]])


def interval_ranges() -> pd.DataFrame:
    """Say how far the intervals that Table 2 does not print depend on the ratings that were built.

    Returns
    -------
    pandas.DataFrame
        ``comparison`` (for people), ``measure``, and the lowest and highest value over the seeds of both ends:
        ``low_min``, ``low_max``, ``high_min``, ``high_max``.
    """
    table, rows = published_intervals(), []
    for name, title in TITLES.items():
        mine = table[table["comparison"] == name]
        for measure in ("kappa", "alpha"):
            low, high = mine[f"{measure}_low"], mine[f"{measure}_high"]
            rows.append((title, measure, low.min(), low.max(), high.min(), high.max()))
    return pd.DataFrame(rows, columns=["comparison", "measure", "low_min", "low_max", "high_min", "high_max"])


def values_of(ratings: pd.DataFrame) -> dict[str, float]:
    """Return what ratings have for every printed measure of agreement, in the claim's unit.

    Parameters
    ----------
    ratings
        As from `reconstruct_validation`.

    Returns
    -------
    dict of str to float
        By claim id: shares in percent, kappas and alphas.
    """
    values = {}
    for row in comparison_rows(ratings).to_dict("records"):
        name = row["comparison"]
        values[f"{PREFIX}.agreement.{name}"] = 100 * float(row["agreement"])
        values[f"{PREFIX}.kappa.{name}"] = float(row["kappa"])
        values[f"{PREFIX}.alpha_ordinal.{name}"] = float(row["alpha"])
    return values


def intervals(ratings: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Give the intervals that Table 2 does not print.

    Parameters
    ----------
    ratings
        As from `reconstruct_validation`.
    seed
        Of these ratings; the draws of the bootstrap depend on it.

    Returns
    -------
    pandas.DataFrame
        ``comparison``, ``seed`` and the ends of the 95 % intervals of kappa and alpha.
    """
    rows = comparison_rows(ratings, np.random.default_rng(seed))
    ends = rows[list(ENDS)].round(DIGITS)
    return pd.concat([rows[["comparison"]].assign(seed=seed), ends], axis=1)


def predictions(
    seeds: Iterable[int] = SEEDS, progress: Callable[[str], None] | None = None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Reconstruct with many seeds and collect what each predicts.

    Parameters
    ----------
    seeds
        Seeds, 0 or more.
    progress
        Called with one line of text before each seed.

    Returns
    -------
    predicted : pandas.DataFrame
        `claim_id`, `seed`, `value` of every held-out claim, sorted by claim and seed.
    ends : pandas.DataFrame
        As from `intervals`, of all seeds.
    """
    held_out, frames, ends = load_plan(KEY).held_out, [], []
    for seed in seeds:
        if progress:
            progress(f"seed {seed}")
        ratings = reconstruct_validation(seed)
        values = values_of(ratings)
        frames.append(prediction_rows({claim_id: values[claim_id] for claim_id in held_out}, seed))
        ends.append(intervals(ratings, seed))
    return (
        pd.concat(frames).sort_values(["claim_id", "seed"], ignore_index=True),
        pd.concat(ends).sort_values(["comparison", "seed"], ignore_index=True),
    )


def published_intervals() -> pd.DataFrame:
    """Read the committed intervals, ``data/reconstructed/epistemics/validation/intervals.csv``."""
    return pd.read_csv(project_root() / "data" / "reconstructed" / KEY / "intervals.csv")


def report(ratings: pd.DataFrame, seed: int) -> Report:
    """Report how exactly ratings meet what was imposed, and what they predict.

    Parameters
    ----------
    ratings
        As from `reconstruct_validation`.
    seed
        Their seed.

    Returns
    -------
    Report
        Both tables; the spread is that of the committed predictions.
    """
    return plan_report(KEY, seed, values_of(ratings))


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build ratings from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    if progress:
        progress("labels and scores")
    ratings = reconstruct_validation(seed)
    write(ratings, folder)
    return report(ratings, seed)
