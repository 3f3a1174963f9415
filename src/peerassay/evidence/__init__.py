"""The printed preference tables beside the whole numbers that stand behind them.

`read_table` turns the claims of one table into rows with every integer solution, the frames make exhibits of them, and
`record_table` gives each printed number its verdict.
"""

from peerassay.evidence.frames import (
    flatten,
    narrowing_frame,
    printed_frame,
    solutions_frame,
    statistics_frame,
)
from peerassay.evidence.rows import TableRow, read_table
from peerassay.evidence.span import Span, span_of
from peerassay.evidence.summary import (
    confirmed,
    extreme_ratio,
    higher_mean,
    is_marked,
    leaning,
    mark_levels,
    pick,
    significant,
    statistic,
)
from peerassay.evidence.verdicts import conflict, record_restated, record_table, record_values
from peerassay.evidence.wording import (
    FORMATS,
    HEADINGS,
    NARROWING,
    PRINTED,
    TEXT_HEADINGS,
    WHOLE,
    figure_caption,
    short,
)

__all__ = [
    "FORMATS",
    "HEADINGS",
    "NARROWING",
    "PRINTED",
    "TEXT_HEADINGS",
    "WHOLE",
    "Span",
    "TableRow",
    "confirmed",
    "conflict",
    "extreme_ratio",
    "figure_caption",
    "flatten",
    "higher_mean",
    "is_marked",
    "leaning",
    "mark_levels",
    "narrowing_frame",
    "pick",
    "printed_frame",
    "read_table",
    "record_restated",
    "record_table",
    "record_values",
    "short",
    "significant",
    "solutions_frame",
    "span_of",
    "statistic",
    "statistics_frame",
]
