"""Reconstruction of the epistemics paper's ratings: venues, years, agentic reviews, commented reviewers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.claims import load_claims
from peerassay.epistemics.rubric import RUBRIC
from peerassay.epistemics.selections import agentic, cross_section
from peerassay.epistemics.structure import shift_table
from peerassay.reconstruct.epistemics.build import reconstruct_epistemics, write
from peerassay.reconstruct.epistemics.measures import one_rating_each, section_values
from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.report import PREDICTION_COLUMNS, Report, plan_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

__all__ = [
    "KEY",
    "predictions",
    "reconstruct_epistemics",
    "reconstruct_into",
    "report",
    "shifts",
    "values_of",
    "write",
]

KEY: Final = "epistemics"
SEEDS: Final = range(40)
"""The seeds of the committed predictions; the first is that of the committed ratings."""
SIGNIFICANT: Final = 6
"""Digits kept of a predicted value, so that files do not depend on the last bits of a float."""


def values_of(ratings: pd.DataFrame) -> dict[str, float]:
    """Return what ratings that were just built have for every printed number that the reconstruction takes up."""
    sections = section_values(one_rating_each(ratings), load_claims())
    return {claim_id: value for values in sections.values() for claim_id, value in values.items()}


def predictions(
    seeds: Iterable[int] = SEEDS, progress: Callable[[str], None] | None = None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Reconstruct with many seeds and collect what each predicts.

    Parameters
    ----------
    seeds : iterable of int
        Seeds, 0 or more.
    progress : callable, optional
        Called with one line of text before each seed.

    Returns
    -------
    predicted : pandas.DataFrame
        `claim_id`, `seed`, `value` (in the claim's unit) of every held-out claim, sorted by claim and seed.
    shifts : pandas.DataFrame
        As from `shifts`, of all seeds.
    """
    held_out, frames, moved = load_plan(KEY).held_out, [], []
    for seed in seeds:
        if progress:
            progress(f"seed {seed}")
        ratings = reconstruct_epistemics(seed)
        values = values_of(ratings)
        frames.append(_rows({claim_id: values[claim_id] for claim_id in held_out}, seed))
        moved.append(shifts(ratings, seed))
    return (
        pd.concat(frames).sort_values(["claim_id", "seed"], ignore_index=True),
        pd.concat(moved).sort_values(["scaling", "seed"], ignore_index=True),
    )


def _rows(values: Mapping[str, float], seed: int) -> pd.DataFrame:
    """Keep significant digits in place of decimals, since some printed bounds on p are as small as 1e-11."""
    rows = [(claim_id, seed, float(f"{value:.{SIGNIFICANT}g}")) for claim_id, value in values.items()]
    return pd.DataFrame(rows, columns=list(PREDICTION_COLUMNS))


def shifts(ratings: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Say how far the agentic reviews lie from the human ones on the first component, in three scalings.

    Parameters
    ----------
    ratings : pandas.DataFrame
        As from `reconstruct_epistemics`.
    seed : int
        Of these ratings.

    Returns
    -------
    pandas.DataFrame
        `scaling`, `seed`, `value`.
    """
    names, rated = list(RUBRIC.dimension_names), one_rating_each(ratings)
    table = shift_table(cross_section(rated)[names], agentic(rated)[names], RUBRIC.named("S1"))
    values = [float(f"{value:.{SIGNIFICANT}g}") for value in table["shift"]]
    return pd.DataFrame({"scaling": table["scaling"], "seed": seed, "value": values})


def report(ratings: pd.DataFrame, seed: int) -> Report:
    """Report how exactly ratings meet what was imposed, and what they predict.

    Parameters
    ----------
    ratings : pandas.DataFrame
        As from `reconstruct_epistemics`.
    seed : int
        Their seed.

    Returns
    -------
    Report
        Both tables; the spread is that of the committed predictions.
    """
    return plan_report(KEY, seed, values_of(ratings))


def reconstruct_into(seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build ratings from a seed, write them to a folder, and report (see `peerassay.reconstruct.reconstruct`)."""
    ratings = reconstruct_epistemics(seed, progress)
    write(ratings, folder)
    return report(ratings, seed)
