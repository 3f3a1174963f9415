"""Rows of a preference table beside the reviewers' printed spreads."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from peerassay.style.contrasts import COMPARISONS
from peerassay.style.noise_table import NoiseCase
from peerassay.style.preferences import PairCounts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from peerassay.counts import Solution
    from peerassay.evidence.rows import TableRow

PRINTED_DEGREES: Final = 90
"""Ten papers, ten reviews each (Style over Substance, section 2.4)."""


def published_cases(rows: Sequence[TableRow], spreads: Mapping[str, float]) -> list[NoiseCase]:
    """Put printed rows beside their reviewers' spreads.

    Parameters
    ----------
    rows
        Rows of Table 4; those without a solution are left out.
    spreads
        Printed SD by reviewer, in score points.

    Returns
    -------
    list of NoiseCase
        In the order of the rows.
    """
    return [_case(row, spreads[row.reviewer]) for row in rows if row.solutions]


def _case(row: TableRow, sd: float) -> NoiseCase:
    counts = tuple(PairCounts(one.wins, one.losses, one.ties) for one in row.solutions)
    flips = tuple(pair for one in row.solutions for pair in _flips(one)) if "flips_first" in row.claims else ()
    level = float(row.claims["mean_first"].value + row.claims["mean_second"].value) / 2
    return NoiseCase(row.reviewer, row.comparison, counts, flips, sd, PRINTED_DEGREES, level)


def _flips(solution: Solution) -> list[tuple[int, int]]:
    return list(product(solution.flips_first, solution.flips_second))


def own_cases(table: pd.DataFrame, spreads: pd.DataFrame) -> list[NoiseCase]:
    """Put rows that were computed from reviews beside spreads that were computed from repeated reviews.

    Parameters
    ----------
    table
        As from `peerassay.style.pairs.preference_table`.
    spreads
        As from `peerassay.style.spread.pooled_spread`; rows of other reviewers, and of those that never vary, are left
        out.

    Returns
    -------
    list of NoiseCase
        In the order of the rows.
    """
    known = {row["reviewer"]: row for row in spreads.to_dict("records") if row["sd"] > 0}
    return [
        NoiseCase(
            row["reviewer"],
            COMPARISONS[row["contrast"]] + (f", prompt {row['prompt']}" if row["prompt"] != "default" else ""),
            (PairCounts(row["wins"], row["losses"], row["ties"]),),
            ((row["flips_first"], row["flips_second"]),),
            known[row["reviewer"]]["sd"],
            known[row["reviewer"]]["degrees"],
            (row["mean_first"] + row["mean_second"]) / 2,
        )
        for row in table.to_dict("records")
        if row["reviewer"] in known
    ]
