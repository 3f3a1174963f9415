"""What was imposed on reconstructed records, and what many seeds predict for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.exhibits.recorder import Spread
from peerassay.project import project_root
from peerassay.reconstruct.plan import Plan, load_plan
from peerassay.reconstruct.report import CENTRAL, PREDICTION_COLUMNS

if TYPE_CHECKING:
    from pathlib import Path


def reconstructed_folder(part: str) -> Path:
    """Return the folder of a part's committed records, ``data/reconstructed/<part>``."""
    return project_root() / "data" / "reconstructed" / part


def load_rules(part: str) -> Plan:
    """Read which printed numbers of a part were imposed, held out, or follow from others.

    Parameters
    ----------
    part : str
        ``repeatability``, ``style`` or ``epistemics``.

    Returns
    -------
    Plan
        Ids of claims with a reason each, in the groups ``imposed``, ``held_out``, ``derived`` and ``worded``.

    Raises
    ------
    peerassay.reconstruct.PlanError
        If ``data/reconstructed/<part>.toml`` is not in order.
    """
    return load_plan(part)


def load_predictions(part: str, path: Path | None = None) -> dict[str, Spread]:
    """Read what reconstructions with many seeds predict.

    Parameters
    ----------
    part : str
        As in `load_rules`.
    path : pathlib.Path, optional
        The table; ``data/reconstructed/<part>/predictions.csv`` if not given.

    Returns
    -------
    dict of str to Spread
        5 % quantile, median and 95 % quantile by claim id, in the claim's unit.

    Raises
    ------
    ValueError
        If a column is missing or a claim has two predictions for one seed.
    """
    file = path or reconstructed_folder(part) / "predictions.csv"
    table = pd.read_csv(file)
    missing = [name for name in PREDICTION_COLUMNS if name not in table]
    if missing:
        raise ValueError(f"{file.name}: no column {', '.join(missing)}; expected {', '.join(PREDICTION_COLUMNS)}")
    twice = table.duplicated(["claim_id", "seed"])
    if twice.any():
        row = table[twice].iloc[0]
        raise ValueError(f"{file.name}: {row.claim_id}, seed {row.seed} twice; expected one prediction a seed")
    return {str(claim_id): _spread(group["value"]) for claim_id, group in table.groupby("claim_id", sort=False)}


def _spread(values: pd.Series) -> Spread:
    low, high = (float(values.quantile(share)) for share in CENTRAL)
    return Spread(low, float(values.median()), high, len(values))
