"""The whole numbers behind the imposed claims: sums of gains by year, and papers by direction."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from peerassay.reconstruct.repeatability.targets import ANY, YEARS, Window, window

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claim, Claims

SCORERS = {"L": "GPT-6-Luna", "H": "Haiku"}
"""Names behind the paper's letters."""
VERSIONS = {f"{writer}{selector}": f"{SCORERS[writer]}/{SCORERS[selector]}" for writer in "LH" for selector in "LH"}
"""Names of the revised versions by the paper's two letters, Writer and Selector."""
SCORED = {"LL": "LH", "LH": "LH", "HL": "L", "HH": "LH"}
"""Who scored which version: Haiku did not score what Luna selected of its own edits."""
SHARED = ("LL", "LH", "HH")
"""Versions with two Scorers."""
SCORES = 3
"""Scores of a manuscript by a Scorer."""
CELLS = {"pos": 1, "zero": 0, "neg": -1}
EVERY = frozenset((first, second) for first in (1, 0, -1) for second in (1, 0, -1))
EQUAL = frozenset(cell for cell in EVERY if cell[0] == cell[1])
ZERO = frozenset(cell for cell in EVERY if 0 in cell)
OPPOSITE = frozenset(cell for cell in EVERY if cell[0] * cell[1] < 0)


@dataclass(frozen=True)
class Goal:
    """What the gains of one version must add up to.

    Attributes
    ----------
    sums : mapping of (str, tuple of int) to Window
        Sum of the gains, in thirds of a score point, by Scorer's letter and the years that are added up.
    cells : mapping of frozenset to Window
        Papers whose pair of directions (Luna's, Haiku's) is one of these.
    """

    sums: Mapping[tuple[str, tuple[int, ...]], Window]
    cells: Mapping[frozenset[tuple[int, int]], Window]


def papers_by_year(claims: Claims) -> dict[int, int]:
    """Give how many papers of each year were revised.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of int to int
        From the sample sizes that are printed with the mean gains by year.
    """
    return {year: claims[f"rep.crossover.gain.lll.{year}"].n or 0 for year in YEARS}


def published_goals(claims: Claims) -> dict[str, Goal]:
    """Read from the printed numbers what is imposed on each version.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to Goal
        By the two letters of the version.
    """
    return {version: Goal(_sums(claims, version), _cells(claims, version)) for version in VERSIONS}


def _sums(claims: Claims, version: str) -> dict[tuple[str, tuple[int, ...]], Window]:
    found: dict[tuple[str, tuple[int, ...]], Window] = {}
    for scorer in SCORED[version]:
        name = f"rep.crossover.gain.{version}{scorer}".lower()
        yearly = {(scorer, (year,)): claims.get(f"{name}.{year}") for year in YEARS}
        exact = {key: claim for key, claim in yearly.items() if claim is not None and claim.comparator == "="}
        if exact:
            found |= {key: window(claim, SCORES * (claim.n or 0)) for key, claim in exact.items()}
        elif version != "HL":
            found[scorer, YEARS] = _total(claims[name])
    return found


def _total(claim: Claim) -> Window:
    """Give the window of a mean over all papers; where only a sign is printed, everything above zero."""
    return Window(1, ANY) if claim.comparator == ">" else window(claim, SCORES * (claim.n or 0))


def _cells(claims: Claims, version: str) -> dict[frozenset[tuple[int, int]], Window]:
    prefix = f"rep.gain_direction.count.{version.lower()}."
    printed = {name.removeprefix(prefix): claim for name, claim in claims.items() if name.startswith(prefix)}
    if printed:
        return {frozenset([_signs(name)]): window(claim, 1) for name, claim in printed.items()}
    shares = {"agree": EQUAL, "any_zero": ZERO}
    named = {cells: claims.get(f"rep.gain_direction.{name}.{version.lower()}") for name, cells in shares.items()}
    return {cells: window(claim, claim.n or 0) for cells, claim in named.items() if claim is not None}


def _signs(name: str) -> tuple[int, int]:
    first, second = name.split("_")
    return CELLS[first], CELLS[second]


def expected(goal: Goal) -> dict[frozenset[tuple[int, int]], Fraction]:
    """Give the middle of each window of papers, for fitting.

    Parameters
    ----------
    goal : Goal
        Of one version.

    Returns
    -------
    dict of frozenset to Fraction
        Papers by set of directions.
    """
    return {cells: Fraction(sum(target), 2) for cells, target in goal.cells.items()}
