"""The shift on the first component, with what reconstructions with many seeds give for it in each scaling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.reconstruct.report import CENTRAL
from peerassay.reconstructed.rules import reconstructed_folder

if TYPE_CHECKING:
    from peerassay.claims import Claim


def with_seeds(shift: pd.DataFrame, claim: Claim) -> pd.DataFrame:
    """Put the spread over seeds beside a table of shifts.

    Parameters
    ----------
    shift : pandas.DataFrame
        As from `peerassay.epistemics.structure.shift_table`.
    claim : Claim
        The printed shift.

    Returns
    -------
    pandas.DataFrame
        With `seed_low`, `seed_median`, `seed_high` (5 % quantile, median, 95 % quantile) and `published`.
    """
    table = pd.read_csv(reconstructed_folder("epistemics") / "shifts.csv")
    spread = table.groupby("scaling")["value"]
    columns = {"seed_low": spread.quantile(CENTRAL[0]), "seed_median": spread.median()}
    columns |= {"seed_high": spread.quantile(CENTRAL[1])}
    beside = pd.DataFrame(columns).reset_index()
    return shift.merge(beside, how="left", on="scaling").assign(published=claim.published)
