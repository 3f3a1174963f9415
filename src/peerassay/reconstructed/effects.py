"""Effect sizes of a comparison, with the published ones beside them."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from peerassay.exhibits.recorder import Recorder


def effects_beside_published(page: Recorder, effects: pd.DataFrame) -> pd.DataFrame:
    """Name each effect for people, and add what is printed about it.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    effects : pandas.DataFrame
        As from `peerassay.epistemics.compare_columns`, the score under ``rqs``.

    Returns
    -------
    pandas.DataFrame
        With `label`, `printed`, `printed_low` and `printed_high`; NaN where nothing is printed or, as on a reader's own
        ratings, nothing is to be compared.
    """
    labels = [
        "Reasoning quality" if name == "rqs" else name.replace("_", " ").capitalize() for name in effects["column"]
    ]
    table = effects.assign(label=labels)
    for column, ending in (("printed", ""), ("printed_low", ".ci_low"), ("printed_high", ".ci_high")):
        table[column] = [_printed(page, str(name), ending) for name in effects["column"]]
    return table


def _printed(page: Recorder, name: str, ending: str) -> float:
    section = "agentic" if name == "rqs" else "dimensions"
    claim = None if page.changed else page.claims.get(f"epi.{section}.cohen_d.{name}{ending}")
    return float(claim.value) if claim else nan
