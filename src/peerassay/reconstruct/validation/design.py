"""What is printed about the validation subset: who is compared on how many reviews, and how well they agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.audit.intervals import rounding_interval
from peerassay.counts import share_counts

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims

PREFIX: Final = "epi.validation"
FIRST: Final = ("claude-3-7-sonnet-20250219", 1)
CONDITIONS: Final = {
    "first": FIRST,
    "test_retest": ("claude-3-7-sonnet-20250219", 2),
    "cross_judge": ("gpt-4o", 1),
    "cross_version": ("claude-sonnet-4-6", 1),
}
"""The condition that each comparison sets beside the first run of Sonnet 3.7; which run is meant is not printed."""
NAMES: Final = ("test_retest", "cross_judge", "cross_version")


@dataclass(frozen=True)
class Comparison:
    """One row of Table 2.

    Attributes
    ----------
    subset, n, equal : int
        Reviews of the subset, reviews with both ratings, and those with equal labels (the only count that rounds to the
        printed share).
    kappa, alpha : Claim
        The printed agreement of labels and of scores.
    """

    subset: int
    n: int
    equal: int
    kappa: Claim
    alpha: Claim


def comparisons(claims: Claims) -> dict[str, Comparison]:
    """Read the rows of Table 2.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    dict of str to Comparison
        By the names of `NAMES`.

    Raises
    ------
    ValueError
        If a printed share belongs to more than one count.
    """
    return {name: _comparison(name, claims) for name in NAMES}


def _comparison(name: str, claims: Claims) -> Comparison:
    n = int(claims[f"{PREFIX}.count.{name}"].value)
    share = claims[f"{PREFIX}.agreement.{name}"]
    counts = share_counts(share.printed, share.decimals, n)
    if len(counts) != 1:
        raise ValueError(f"{share.id}: counts {counts} of {n} round to it; expected exactly one")
    subset = int(claims[f"{PREFIX}.count.subset"].value)
    return Comparison(subset, n, counts[0], claims[f"{PREFIX}.kappa.{name}"], claims[f"{PREFIX}.alpha_ordinal.{name}"])


TITLES: Final = {
    "test_retest": "Sonnet 3.7 against itself (test-retest)",
    "cross_judge": "Sonnet 3.7 against GPT-4o (cross-judge)",
    "cross_version": "Sonnet 3.7 against Sonnet 4.6 (cross-version)",
}
"""The rows of Table 2, for people."""


def chance_rows(claims: Claims) -> pd.DataFrame:
    """Lay out what Table 2 prints about labels, for `peerassay.epistemics.validation.chance_table`.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    pandas.DataFrame
        ``comparison`` (for people), ``equal``, ``n``, ``kappa_low`` and ``kappa_high`` (between which it was rounded).
    """
    rows = []
    for name, one in comparisons(claims).items():
        limits = rounding_interval(one.kappa)
        rows.append((TITLES[name], one.equal, one.n, float(limits.low), float(limits.high)))
    return pd.DataFrame(rows, columns=["comparison", "equal", "n", "kappa_low", "kappa_high"])
