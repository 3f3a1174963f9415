"""In which direction two Scorers see the same manuscripts move: three by three counts of papers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.crossover.gains import gains_by_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.crossover.conditions import Crossover
    from peerassay.crossover.gains import Gains

SIGNS = {1: "positive", 0: "zero", -1: "negative"}
"""The directions, in the order of rows and columns."""


@dataclass(frozen=True)
class Directions:
    """Papers by the direction of the gain that each of two Scorers gives to the same manuscript.

    Attributes
    ----------
    counts : ndarray of int64, shape (3, 3)
        Rows: positive, zero, negative by the first Scorer; columns: by the second.
    excluded : int
        Papers without a gain by both.
    """

    counts: NDArray[np.int64]
    excluded: int = 0

    @property
    def papers(self) -> int:
        """Papers with a gain by both."""
        return int(self.counts.sum())

    @property
    def agreements(self) -> int:
        """Papers with the same direction by both, zero with zero included."""
        return int(np.trace(self.counts))

    @property
    def reversals(self) -> int:
        """Papers with strictly opposite directions."""
        return int(self.counts[0, 2] + self.counts[2, 0])

    @property
    def any_zero(self) -> int:
        """Papers with zero gain by at least one."""
        return int(self.counts[1].sum() + self.counts[:, 1].sum() - self.counts[1, 1])

    def count(self, first: int, second: int) -> int:
        """Give one cell by the two signs (1, 0 or -1)."""
        return int(self.counts[1 - first, 1 - second])

    def share(self, count: int) -> Fraction | None:
        """Give a count as an exact share of the papers; None without papers."""
        return Fraction(count, self.papers) if self.papers else None


def direction_table(first: Gains, second: Gains) -> Directions:
    """Count papers by the directions of two Scorers' gains.

    Parameters
    ----------
    first, second : Gains
        Of the same papers in the same order.

    Returns
    -------
    Directions
        Papers that lack one of the gains are excluded and counted.

    Raises
    ------
    ValueError
        If the numbers of papers differ.

    Notes
    -----
    Repeatability paper, appendix F: positive, zero and negative are decided on sums of whole scores.
    """
    if len(first.known) != len(second.known):
        raise ValueError(f"{len(first.known)} and {len(second.known)} papers; expected the same")
    known = first.known & second.known
    counts = np.zeros((3, 3), dtype=np.int64)
    np.add.at(counts, (1 - first.directions[known], 1 - second.directions[known]), 1)
    return Directions(counts, int((~known).sum()))


def directions_by_version(crossover: Crossover) -> dict[tuple[str, str, str], Directions]:
    """Count directions for every version and pair of Scorers of it.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.

    Returns
    -------
    dict of (str, str, str) to Directions
        By version, first and second Scorer.
    """
    gains = gains_by_cell(crossover)
    return {
        (version, first, second): direction_table(gains[version, first], gains[version, second])
        for version, first, second in crossover.shared
    }


def directions_frame(tables: dict[tuple[str, str, str], Directions]) -> pd.DataFrame:
    """Lay out direction tables, one row per direction of the first Scorer.

    Parameters
    ----------
    tables : dict of (str, str, str) to Directions
        As from `directions_by_version`.

    Returns
    -------
    pandas.DataFrame
        `version`, `first`, `second` (Scorers), `direction` (of the first), `positive`, `zero`, `negative` (papers by
        the direction of the second), `papers`.
    """
    rows = [
        {"version": key[0], "first": key[1], "second": key[2], "direction": word}
        | dict(zip(SIGNS.values(), table.counts[place].tolist(), strict=True))
        | {"papers": int(table.counts[place].sum())}
        for key, table in tables.items()
        for place, word in enumerate(SIGNS.values())
    ]
    columns = ["version", "first", "second", "direction", *SIGNS.values(), "papers"]
    return pd.DataFrame(rows, columns=columns)


def direction_summary(tables: dict[tuple[str, str, str], Directions]) -> pd.DataFrame:
    """Summarise direction tables: agreement, strict reversals, and papers with a zero.

    Parameters
    ----------
    tables : dict of (str, str, str) to Directions
        As from `directions_by_version`.

    Returns
    -------
    pandas.DataFrame
        `version`, `first`, `second`, `papers`, `excluded`, then counts and shares of `agreements`, `reversals` and
        `any_zero` (``..._share``, fractions; NaN without papers).
    """
    rows = []
    for (version, first, second), table in tables.items():
        row: dict[str, object] = {"version": version, "first": first, "second": second}
        row |= {"papers": table.papers, "excluded": table.excluded}
        for name in ("agreements", "reversals", "any_zero"):
            share = table.share(getattr(table, name))
            row |= {name: getattr(table, name), f"{name}_share": np.nan if share is None else float(share)}
        rows.append(row)
    columns = ["version", "first", "second", "papers", "excluded", "agreements", "agreements_share"]
    return pd.DataFrame(rows, columns=[*columns, "reversals", "reversals_share", "any_zero", "any_zero_share"])
