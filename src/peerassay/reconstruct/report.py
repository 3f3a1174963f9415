"""What a reconstruction reports: how exactly imposed numbers are met, and what it predicts for those held out."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.claims import agrees, load_claims
from peerassay.ledger import judge_prediction
from peerassay.project import project_root
from peerassay.reconstruct.plan import load_plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from peerassay.claims import Claim, Claims

    Number = float | Fraction

CENTRAL = (0.05, 0.95)
"""The quantiles over seeds between which a printed number counts as predicted."""
DIGITS = 10
"""Decimals kept of a predicted value, so that files do not depend on the last bits of a float."""
PREDICTION_COLUMNS = ("claim_id", "seed", "value")


@dataclass(frozen=True)
class Report:
    """The outcome of one reconstruction.

    Attributes
    ----------
    part : str
        The part of the compendium.
    seed : int
        Of these records.
    imposed : pandas.DataFrame
        As from `imposed_table`.
    predicted : pandas.DataFrame
        As from `predicted_table`.
    """

    part: str
    seed: int
    imposed: pd.DataFrame
    predicted: pd.DataFrame

    @property
    def met(self) -> bool:
        """Whether every imposed number is met at its printed precision."""
        return bool((self.imposed["residual"] == 0).all())


def residual(claim: Claim, value: Number) -> int:
    """Give how far a value is from a printed one, in units of its last printed decimal.

    Parameters
    ----------
    claim : Claim
        Printed with ``=``.
    value : float or Fraction
        In the claim's unit.

    Returns
    -------
    int
        0 if and only if the value could have been printed so.
    """
    if agrees(claim, value):
        return 0
    scaled = Decimal(repr(float(value))) * 10**claim.decimals
    off = int(scaled.to_integral_value(ROUND_HALF_EVEN)) - int(claim.value * 10**claim.decimals)
    return off or (1 if Fraction(value) > Fraction(claim.value) else -1)


def imposed_table(claims: Claims, values: Mapping[str, Number]) -> pd.DataFrame:
    """Put what was reached beside what was imposed.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    values : mapping of str to float or Fraction
        Reached value of each imposed claim, in the claim's unit.

    Returns
    -------
    pandas.DataFrame
        `claim_id`, `subject`, `printed`, `achieved`, `unit`, `residual` (units of the last printed decimal).
    """
    rows = [
        {
            "claim_id": claim_id,
            "subject": claims[claim_id].subject,
            "printed": claims[claim_id].printed,
            "achieved": float(value),
            "unit": claims[claim_id].unit,
            "residual": residual(claims[claim_id], value),
        }
        for claim_id, value in values.items()
    ]
    return pd.DataFrame(rows)


def prediction_rows(values: Mapping[str, Number], seed: int) -> pd.DataFrame:
    """Turn the predictions of one seed into rows of `PREDICTION_COLUMNS`."""
    rows = [(claim_id, seed, round(float(value), DIGITS)) for claim_id, value in values.items()]
    return pd.DataFrame(rows, columns=list(PREDICTION_COLUMNS))


def seed_predictions(
    values_of: Callable[[int], Mapping[str, Number]],
    seeds: Iterable[int],
    progress: Callable[[str], None] | None = None,
) -> pd.DataFrame:
    """Reconstruct with many seeds and collect what each predicts.

    Parameters
    ----------
    values_of : callable
        Takes a seed, 0 or more, and gives the predicted values by claim id, in the claim's unit.
    seeds : iterable of int
        Seeds.
    progress : callable, optional
        Called with one line of text before each seed.

    Returns
    -------
    pandas.DataFrame
        `PREDICTION_COLUMNS`, sorted by claim and seed.
    """
    frames = []
    for seed in seeds:
        if progress:
            progress(f"seed {seed}")
        frames.append(prediction_rows(values_of(seed), seed))
    return pd.concat(frames).sort_values(["claim_id", "seed"], ignore_index=True)


def published_predictions(key: str) -> pd.DataFrame:
    """Read the committed predictions of a reconstruction, ``data/reconstructed/<key>/predictions.csv``."""
    return pd.read_csv(project_root() / "data" / "reconstructed" / key / "predictions.csv")


def plan_report(
    key: str, seed: int, values: Mapping[str, Number], predicted: Mapping[str, Number] | None = None
) -> Report:
    """Report on records by the plan of their reconstruction; the spread is that of the committed predictions.

    Parameters
    ----------
    key : str
        Name of the reconstruction.
    seed : int
        Of the records.
    values : mapping of str to float or Fraction
        What the records have, by claim id, in the claim's unit: every imposed number, and every one held out if
        `predicted` is not given.
    predicted : mapping of str to float or Fraction, optional
        What they predict for the numbers held out.

    Returns
    -------
    Report
        Both tables.
    """
    claims, plan = load_claims(), load_plan(key)
    told = values if predicted is None else predicted
    return Report(
        part=key,
        seed=seed,
        imposed=imposed_table(claims, {name: values[name] for name in plan.imposed}),
        predicted=predicted_table(claims, {name: told[name] for name in plan.held_out}, published_predictions(key)),
    )


def predicted_table(claims: Claims, values: Mapping[str, Number], predictions: pd.DataFrame) -> pd.DataFrame:
    """Put what the records predict beside what was held out.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    values : mapping of str to float or Fraction
        What the records at hand predict, in the claim's unit.
    predictions : pandas.DataFrame
        `claim_id`, `seed` and `value` over many seeds.

    Returns
    -------
    pandas.DataFrame
        `claim_id`, `subject`, `printed` (with its comparator), `unit`, `predicted` (these records); over seeds
        `minimum`, `low`, `median`, `high`, `maximum` (low and high enclose the central nine tenths), `seeds` and `hits`
        (seeds whose prediction could have been printed exactly so); `difference` (median minus printed; NaN where only
        a bound or a sign is printed), `verdict`.

    Notes
    -----
    The verdict is ``predicted-agrees`` if the printed number lies in the central nine tenths of the predictions, its
    rounding allowed for, and ``predicted-differs`` if not (see `peerassay.ledger.judge_prediction`).
    """
    by_claim = {str(claim_id): group["value"] for claim_id, group in predictions.groupby("claim_id")}
    return pd.DataFrame([_predicted(claims[name], value, by_claim[name]) for name, value in values.items()])


def _predicted(claim: Claim, value: Number, spread: pd.Series) -> dict[str, object]:
    low, median, high = (float(spread.quantile(share)) for share in (CENTRAL[0], 0.5, CENTRAL[1]))
    return {
        "claim_id": claim.id,
        "subject": claim.subject,
        "printed": claim.published.removesuffix("%").strip(),
        "unit": claim.unit,
        "predicted": float(value),
        "minimum": float(spread.min()),
        "low": low,
        "median": median,
        "high": high,
        "maximum": float(spread.max()),
        "seeds": len(spread),
        "hits": sum(bool(agrees(claim, prediction)) for prediction in spread),
        "difference": median - float(claim.value) if claim.comparator == "=" else float("nan"),
        "verdict": judge_prediction(claim, low, high),
    }
