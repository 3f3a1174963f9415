"""What the records of the style paper are built to print like: rows of its preference tables, and its spreads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from peerassay.counts import preference_solutions
from peerassay.evidence import read_table
from peerassay.style.contrasts import COMBINED, SINGLE, Contrast

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims
    from peerassay.counts import Solution
    from peerassay.evidence import TableRow

PAPERS: Final = 504
BATCH: Final = 126
DEFAULT: Final = "default"
TABLES: Final = {"Table 4": PAPERS, "Table 8": BATCH, "Table 9": BATCH}
HELD_OUT_CONTRASTS: Final = ("native_high_vs_nonnative_low", "native_low_vs_nonnative_high")


@dataclass(frozen=True)
class Target:
    """One printed row that pairs of scores are built to print like.

    Attributes
    ----------
    row : TableRow
        The printed row.
    prompt : str
        The reviewer's prompt.
    contrast : Contrast
        The two versions.
    n : int
        Pairs.
    solutions : tuple of Solution
        Every triple of counts that the row allows, its inconsistent cells left out.
    flips : bool
        Whether the row's flip rates are printed and consistent, and so imposed.
    """

    row: TableRow
    prompt: str
    contrast: Contrast
    n: int
    solutions: tuple[Solution, ...]
    flips: bool

    @property
    def reviewer(self) -> str:
        """Whose row it is."""
        return self.row.reviewer

    @property
    def key(self) -> tuple[str, str, Contrast]:
        """Reviewer, prompt and contrast."""
        return self.reviewer, self.prompt, self.contrast

    @property
    def sum_second(self) -> tuple[int, int]:
        """Lowest and highest sum of the second version's scores whose mean prints as published."""
        return mean_bounds(self.row.claims["mean_second"], self.n)


def mean_bounds(claim: Claim, n: int) -> tuple[int, int]:
    """Return the lowest and highest sum of `n` whole scores whose mean could have been printed as a claim."""
    half = Fraction(1, 2 * 10**claim.decimals)
    value = Fraction(claim.value)
    return ceil((value - half) * n), floor((value + half) * n)


def published_targets(claims: Claims) -> list[Target]:
    """Read the rows of Tables 4, 8 and 9 that give scores of two versions.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    list of Target
        In the order of the tables. Rows that only repeat another table are left out.
    """
    return [
        target
        for exhibit, n in TABLES.items()
        for row in read_table(claims.exhibit("style", exhibit), n)
        if not row.claims["share_first"].restates
        for target in [_target(row, n)]
    ]


def _target(row: TableRow, n: int) -> Target:
    contrast = next(known for known in SINGLE if known.name == row.contrast)
    return Target(row, row.condition or DEFAULT, contrast, n, _solutions(row), not row.conflicting & {"flips_first"})


def _solutions(row: TableRow) -> tuple[Solution, ...]:
    return tuple(preference_solutions(row.printed.without(tuple(row.conflicting))))


def combined_targets(claims: Claims) -> dict[str, list[Target]]:
    """Read the four blocks of Table 5 that hold one kind of wording fixed, by reviewer; the last two are held out.

    Parameters
    ----------
    claims
        The printed numbers.

    Returns
    -------
    dict
        Reviewer -> its four targets, in the order of `peerassay.style.contrasts.COMBINED`.
    """
    contrasts = {(known.name, known.condition): known for known in COMBINED}
    targets: dict[str, list[Target]] = {}
    for row in read_table(claims.exhibit("style", "Table 5"), BATCH):
        if row.contrast not in HELD_OUT_CONTRASTS:
            contrast = contrasts[row.contrast, row.condition]
            targets.setdefault(row.reviewer, []).append(Target(row, DEFAULT, contrast, BATCH, _solutions(row), False))
    return targets


def published_spreads(claims: Claims) -> dict[str, Claim]:
    """Return each reviewer's printed SD over repeated reviews (Table 3), by the reviewer's name."""
    table = claims.exhibit("style", "Table 3")
    return {claim.subject: claim for claim in table.values() if claim.class_ == "result"}
