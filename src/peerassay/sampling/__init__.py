"""How papers and reviews are chosen: nested quotas, systematic draws, and the designs of the three papers."""

from peerassay.sampling.designs import (
    Sample,
    balanced_by_area,
    balanced_subset,
    by_tier,
    random_per_year,
)
from peerassay.sampling.nested import nested_by_area_and_bin
from peerassay.sampling.quotas import QuotaError, largest_remainder, nested_quotas, quota_table
from peerassay.sampling.systematic import draw_cells, draw_nested, status_draws, systematic_sample

__all__ = [
    "QuotaError",
    "Sample",
    "balanced_by_area",
    "balanced_subset",
    "by_tier",
    "draw_cells",
    "draw_nested",
    "largest_remainder",
    "nested_by_area_and_bin",
    "nested_quotas",
    "quota_table",
    "random_per_year",
    "status_draws",
    "systematic_sample",
]
