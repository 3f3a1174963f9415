"""Whole numbers behind rounded percentages: which counts could have been printed as a row of a preference table.

A row such as `17 / 14 (69), 1.3x, p = 0.15` of 504 pairs says little by itself, because every printed number is
rounded. Only whole numbers of wins, losses and ties can stand behind it, and usually very few of them do. This module
finds them all, says how far each printed cell narrows them down, and, if none is left, what would have to be read
differently.
"""

from peerassay.counts.evidence import (
    EVERY_CELL,
    FEWER_PAIRS,
    NOTHING,
    PERCENTAGES,
    Narrowing,
    Repair,
    narrowing,
    ratio_bounds,
    repairs,
)
from peerassay.counts.printed import Printed, share_counts
from peerassay.counts.row import CELLS, SHARES, PreferenceRow
from peerassay.counts.search import Solution, preference_solutions, solutions_over_n

__all__ = [
    "CELLS",
    "EVERY_CELL",
    "FEWER_PAIRS",
    "NOTHING",
    "PERCENTAGES",
    "SHARES",
    "Narrowing",
    "PreferenceRow",
    "Printed",
    "Repair",
    "Solution",
    "narrowing",
    "preference_solutions",
    "ratio_bounds",
    "repairs",
    "share_counts",
    "solutions_over_n",
]
