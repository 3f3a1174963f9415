"""Revisions crossed over: who writes edits, who selects them, and who scores what comes of them."""

from peerassay.crossover.case_tables import case_blocks, case_table
from peerassay.crossover.cases import (
    EXTRA,
    STRATA,
    Case,
    displayed_block,
    hash_order,
    select_cases,
    select_extra,
    stratum,
)
from peerassay.crossover.conditions import ORIGINAL, Crossover, Roles, arrange_crossover, roles
from peerassay.crossover.directions import (
    Directions,
    direction_summary,
    direction_table,
    directions_by_version,
    directions_frame,
)
from peerassay.crossover.edits import Acceptance, acceptance_table, jaccard, rehashed_images, replaced_blocks
from peerassay.crossover.effects import gains_table, gaps_table, mean_gain, scorer_gap, selector_effect, selector_table
from peerassay.crossover.gains import Gains, gains_by_cell, paper_gains
from peerassay.crossover.noise import Adjusted, mean_noise, noise_adjusted, noise_table

__all__ = [
    "EXTRA",
    "ORIGINAL",
    "STRATA",
    "Acceptance",
    "Adjusted",
    "Case",
    "Crossover",
    "Directions",
    "Gains",
    "Roles",
    "acceptance_table",
    "arrange_crossover",
    "case_blocks",
    "case_table",
    "direction_summary",
    "direction_table",
    "directions_by_version",
    "directions_frame",
    "displayed_block",
    "gains_by_cell",
    "gains_table",
    "gaps_table",
    "hash_order",
    "jaccard",
    "mean_gain",
    "mean_noise",
    "noise_adjusted",
    "noise_table",
    "paper_gains",
    "rehashed_images",
    "replaced_blocks",
    "roles",
    "scorer_gap",
    "select_cases",
    "select_extra",
    "selector_effect",
    "selector_table",
    "stratum",
]
