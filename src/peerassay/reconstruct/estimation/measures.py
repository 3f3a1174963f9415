"""The imposed and the held-out numbers of the estimation of score distributions, computed from records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.estimation import (
    DIRECT_SIZES,
    SPLITS,
    Fitted,
    Grid,
    Sample,
    analyse,
    appearances,
    arrange,
    auc_table,
    difference_table,
    fit_others,
    independent_table,
    quick_estimates,
    refit_bootstrap,
)
from peerassay.reconstruct.estimation.build import AUXILIARY, TARGET, splits_rng
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST, YEARS
from peerassay.records import Records
from peerassay.repeatability import acceptance_labels, label_subsets

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from peerassay.reconstruct.estimation.build import Tables

    Reals = NDArray[np.float64]
    Values = dict[str, float]
    Parameters = tuple[float, float, float, float]

PAIRS = (
    ("standard", "direct_2"),
    ("standard", "direct_3"),
    ("quick", "direct_1"),
)
"""Which estimators the paper compares: the first minus the second."""
NAMES = {"direct_1": "r1", "direct_2": "r2", "direct_3": "r3", "direct_5": "r5"}
"""Direct sampling as in the ids of the claims."""
COMPARED = {"standard": "standard", "direct_3": "r3"}
"""Estimators whose losses against independent targets are printed, as in the ids of the claims."""
BOOTSTRAP_SEED = 20260
BARE_RESAMPLES = 5000
ENDS = {"ci_low": "low", "ci_high": "high"}


@dataclass(frozen=True)
class Found:
    """Records, arranged and analysed.

    Attributes
    ----------
    sample : Sample
        Papers, scores and probabilities.
    fitted : Fitted
        The choices on all splits.
    risks : mapping of str to ndarray of float, shape (papers,)
        By estimator.
    """

    sample: Sample
    fitted: Fitted
    risks: Mapping[str, Reals]


def found_in(tables: Tables, seed: int) -> Found:
    """Fit and test on all splits that belong to a seed.

    Parameters
    ----------
    tables : Tables
        Records, built or loaded.
    seed : int
        Of the records.

    Returns
    -------
    Found

    Raises
    ------
    ValueError
        If the records have no candidate probabilities.
    """
    records = Records(tables.papers, tables.reviews, (), (LOWEST, HIGHEST))
    sample = arrange(records, tables.candidates, target=TARGET, auxiliary=AUXILIARY)
    analysis = analyse(sample, Grid(), SPLITS, splits_rng(seed))
    if analysis.fitted is None:
        raise ValueError(analysis.reason)
    return Found(sample, analysis.fitted, analysis.risks)


def fitted_to_others(sample: Sample, grid: Grid) -> Parameters:
    """Fit to the papers without independent targets."""
    return fit_others(sample.first, sample.scores, sample.held, grid, sample.low, sample.high)


def imposed_values(tables: Tables, seed: int) -> Values:
    """Compute every imposed number.

    Parameters
    ----------
    tables : Tables
        Records.
    seed : int
        Of the records.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit.
    """
    found = found_in(tables, seed)
    return risk_values(found) | parameter_values(
        fitted_to_others(found.sample, found.fitted.grid), ("temperature", "offset", "slope")
    )


def risk_values(found: Found) -> Values:
    """Give the risks of Standard and of two direct samples by year."""
    years = found.sample.papers["year"].to_numpy(dtype=np.int64)
    return {
        f"rep.fusion.risk.{name}.{year}": float(np.nanmean(found.risks[estimator][years == year]))
        for name, estimator in (("standard", "standard"), ("r2", "direct_2"))
        for year in YEARS
    }


def parameter_values(parameters: Parameters, names: tuple[str, ...]) -> Values:
    """Give the parameters that were fitted to the papers without independent targets."""
    known = dict(zip(("temperature", "offset", "slope", "weight"), parameters, strict=True))
    return {f"rep.independent.fit.{name}": known[name] for name in names}


def predicted_values(tables: Tables, seed: int) -> Values:
    """Compute what the records say about every held-out number.

    Parameters
    ----------
    tables : Tables
        Records.
    seed : int
        Of the records; the bootstrap draws from it as well.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit.
    """
    found = found_in(tables, seed)
    sample, fitted = found.sample, found.fitted
    rng = np.random.default_rng([BOOTSTRAP_SEED, seed])
    refits = refit_bootstrap(fitted.losses, fitted.grid, fitted.training, DIRECT_SIZES, rng)
    table = difference_table(found.risks, PAIRS, rng, refits, resamples=BARE_RESAMPLES)
    parameters = fitted_to_others(sample, fitted.grid)
    held = sample.held
    losses = independent_table(sample.outputs[held], sample.scores[held], sample.later[held], parameters, DIRECT_SIZES)
    return (
        appearance_values(fitted.training)
        | interval_values(table)
        | auc_values(acceptance(sample, fitted))
        | parameter_values(parameters, ("weight",))
        | loss_values(losses)
    )


def acceptance(sample: Sample, fitted: Fitted) -> pd.DataFrame:
    """Give the AUC of every estimator, with and without withdrawn papers.

    Parameters
    ----------
    sample : Sample
        Papers, scores and probabilities.
    fitted : Fitted
        The choices on all splits.

    Returns
    -------
    pandas.DataFrame
        As from `auc_table`.
    """
    status = sample.papers["status"]
    return auc_table(
        sample.scores,
        quick_estimates(sample.first, fitted.grid, sample.low, sample.high),
        acceptance_labels(status),
        label_subsets(len(status), None, status),
        fitted.training,
        fitted.fit,
        fitted.grid,
        DIRECT_SIZES,
        sample.low,
    )


def appearance_values(training: NDArray[np.bool_]) -> Values:
    """Give the fewest and the most splits that test a paper."""
    times = appearances(training)
    return {f"rep.fusion.test_appearances.{end}": int(getattr(times, end)()) for end in ("min", "max")}


def interval_values(table: pd.DataFrame) -> Values:
    """Give the printed intervals of differences of risks, and the difference that is printed in words only.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `difference_table`.
    """
    values: Values = {}
    for row in table.to_dict("records"):
        if row["first"] == "quick":
            values["rep.fusion.risk_diff.quick_minus_r1"] = row["difference"]
        else:
            pair = f"standard_minus_{NAMES[row['second']]}"
            values |= {f"rep.fusion.risk_diff.{pair}.{end}": row[column] for end, column in ENDS.items()}
            values |= {
                f"rep.fusion.risk_diff_refit.{pair}.{end}": row[f"refit_{column}"] for end, column in ENDS.items()
            }
    return values


def auc_values(table: pd.DataFrame) -> Values:
    """Give the printed differences of AUC.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `auc_table`.
    """
    auc = table.set_index(["subset", "estimator"])["auc"]
    return {
        f"rep.fusion.auc_diff.{first}_minus_{NAMES[second]}{ending}": float(auc[subset, first] - auc[subset, second])
        for subset, ending in (("all", ""), ("excl_withdrawn", ".excl_withdrawn"))
        for first, second in (("quick", "direct_1"), ("standard", "direct_2"))
    }


def loss_values(table: pd.DataFrame) -> Values:
    """Give the printed losses against independent targets.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `independent_table`.
    """
    values: Values = {}
    for row in table[table["estimator"].isin(list(COMPARED))].to_dict("records"):
        name = COMPARED[row["estimator"]]
        values[f"rep.independent.brier.{name}"] = row["brier"]
        values[f"rep.independent.w1.{name}"] = row["w1"]
        values[f"rep.independent.modal_accuracy.{name}"] = 100 * row["modal_accuracy"]
    return values
