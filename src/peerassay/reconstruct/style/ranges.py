"""What printed counts and flips alone allow: exact ranges of means and differences, without any model."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.evidence import Span
from peerassay.reconstruct.style.model import FIRST, SECOND, outcomes
from peerassay.reconstruct.style.pairs import choices
from peerassay.reconstruct.style.tables import Demand, extremes
from peerassay.reconstruct.style.targets import mean_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peerassay.claims import Claim
    from peerassay.reconstruct.style.targets import Target

    Whole = NDArray[np.int64]

GAPS: Final = np.abs(FIRST - SECOND)
RANGE_HEADINGS: Final = {
    "comparison": "First / second",
    "reviewer": "Reviewer",
    "second_free": "Second mean, free",
    "second_printed": "printed",
    "first": "First mean, second given",
    "first_printed": "printed",
    "difference": "Mean absolute difference, both given",
    "difference_printed": "printed",
    "together": "All cells together",
}


def allowed_ranges(targets: Sequence[Target], differences: dict[tuple[str, str], Claim]) -> pd.DataFrame:
    """Give the ranges of means and mean absolute differences of all whole-number tables with the printed counts.

    Parameters
    ----------
    targets
        Printed rows.
    differences
        Printed mean absolute differences, by contrast and reviewer, where there are some.

    Returns
    -------
    pandas.DataFrame
        One row per printed row. Spans: `second_free` (mean of the second version from counts and flips alone), `first`
        (mean of the first version, the printed second mean given), `difference` (mean absolute difference, both printed
        means given); the printed values beside them as text; `together` tells whether a table has every printed cell
        at once (``yes`` or ``no``).

    Raises
    ------
    peerassay.reconstruct.search.SearchError
        If the solver stops without an answer.

    Notes
    -----
    Integer programs over the 100 cells of (first, second) scores from 1 to 10; each kind of pair (win, loss, tie, split
    by flips) has its count.
    """
    return pd.DataFrame([_row(target, differences) for target in targets])


def _row(target: Target, differences: dict[tuple[str, str], Claim]) -> dict[str, object]:
    cells = target.row.claims
    printed = differences.get((target.row.contrast, target.reviewer))
    second, first = _mean(SECOND, cells["mean_second"], target.n), _mean(FIRST, cells["mean_first"], target.n)
    tried = choices(target)
    gap = _span(GAPS, tried, [second, first], target.n)
    return {
        "comparison": target.row.comparison,
        "reviewer": target.reviewer,
        "second_free": _span(SECOND, tried, [], target.n),
        "second_printed": cells["mean_second"].printed,
        "first": _span(FIRST, tried, [second], target.n),
        "first_printed": cells["mean_first"].printed,
        "difference": gap,
        "difference_printed": printed.printed if printed else "",
        "together": "yes" if gap and (printed is None or _within(gap, printed)) else "no",
    }


def _mean(scores: Whole, claim: Claim, n: int) -> Demand:
    return Demand(scores.ravel().astype(float), *mean_bounds(claim, n))


def _span(factors: Whole, options: Sequence[Whole], demands: Sequence[Demand], n: int) -> Span | None:
    """Return the range of a mean over all tables with one of several sets of counts; None if there is no table."""
    found = [extremes(factors.ravel().astype(float), [*_kinds(counts), *demands]) for counts in options]
    ends = [end / n for pair in found if pair for end in pair]
    return Span(min(ends), max(ends)) if ends else None


def _kinds(counts: Whole) -> list[Demand]:
    kinds = outcomes(len(counts) > 3)
    return [Demand(kind.ravel().astype(float), count, count) for kind, count in zip(kinds, counts, strict=True)]


def _within(span: Span, claim: Claim) -> bool:
    half = Fraction(1, 2 * 10**claim.decimals)
    value = Fraction(claim.value)
    return span.low <= float(value + half) and span.high >= float(value - half)
