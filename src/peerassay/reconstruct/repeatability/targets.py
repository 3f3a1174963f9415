"""The whole numbers behind the imposed claims: what the reconstructed scores must add up to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, floor
from typing import TYPE_CHECKING, NamedTuple

from peerassay.budgets.pilots import MODELS, published_pilots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claim, Claims

ANY = 10**9
"""Further than any sum of this part reaches."""

YEARS = (2025, 2026)
ROUNDS, DECIMAL_ROUNDS = 10, 5
LOWEST, HIGHEST = 1, 10


class Window(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def miss(self, value: int) -> int:
        """Give the signed distance of a value from the window; 0 inside."""
        return min(0, value - self.low) + max(0, value - self.high)


@dataclass(frozen=True)
class Goal:
    """What the repeated scores of one reviewer must add up to.

    Attributes
    ----------
    identical : Window
        Papers whose scores are all equal.
    wide : Window
        Papers whose range exceeds one point.
    equal_pairs : Window
        Pairs of equal scores of the same paper, over all papers.
    squares : tuple of Window
        Sum of squared differences over the pairs of scores of the same paper, for each group of papers.
    bands : mapping of frozenset of int to Window
        For sets of scores, how many scores lie in them.
    """

    identical: Window
    wide: Window
    equal_pairs: Window
    squares: tuple[Window, ...]
    bands: Mapping[frozenset[int], Window]

    @property
    def windows(self) -> tuple[Window, ...]:
        """All windows, in the order of `repair.features`."""
        return (self.identical, self.wide, self.equal_pairs, *self.squares, *self.bands.values())


@dataclass(frozen=True)
class Targets:
    """Everything that is imposed on one reviewer's integer scores.

    Attributes
    ----------
    goal : Goal
        Sums within papers.
    same : Window
        Pairs of papers of a year times pairs of rounds that are strictly ordered alike.
    auc : Window
        Twice the number of pairs of an accepted and another paper that the mean score orders rightly, ties one half.
    spearman : Claim or None
        The printed rank correlation with the human mean.
    """

    goal: Goal
    same: Window
    auc: Window
    spearman: Claim | None


def window(claim: Claim, denominator: int) -> Window:
    """Give the whole numbers which, divided by a denominator, could have been printed as a claim.

    Parameters
    ----------
    claim : Claim
        A printed share, mean or rate.
    denominator : int
        What the counts are divided by, 1 or more.

    Returns
    -------
    Window
        Ties of rounding included on both ends.

    Raises
    ------
    ValueError
        If no whole number is printed so.
    """
    low, high = _bounds(claim)
    found = Window(ceil(low * denominator), floor(high * denominator))
    if found.low > found.high:
        raise ValueError(f"{claim.id}: no whole number over {denominator} is printed as {claim.published}")
    return found


def squared_window(claim: Claim, denominator: int) -> Window:
    """Give the whole numbers which, divided by a denominator, have a root that could have been printed as a claim.

    Parameters
    ----------
    claim : Claim
        A printed SD.
    denominator : int
        What the sum of squares is divided by, 1 or more.

    Returns
    -------
    Window
        Ties of rounding included on both ends; empty (low above high) if nothing is printed so.
    """
    low, high = _bounds(claim)
    return Window(ceil(low**2 * denominator), floor(high**2 * denominator))


def _bounds(claim: Claim) -> tuple[Fraction, Fraction]:
    scale = 100 if claim.unit == "%" else 1
    value, half = Fraction(claim.value), Fraction(1, 2 * 10**claim.decimals)
    return (value - half) / scale, (value + half) / scale


def published_targets(claims: Claims) -> dict[str, Targets]:
    """Read from the printed numbers what is imposed on each reviewer's integer scores.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to Targets
        By the last part of the claims' ids, in the paper's order.
    """
    return {key: _targets(claims, key) for key in MODELS}


def _targets(claims: Claims, key: str) -> Targets:
    per_year = [int(claims[f"rep.sampling.n_papers.{year}"].value) for year in YEARS]
    pairs = sum(comb(papers, 2) for papers in per_year) * comb(ROUNDS, 2)
    labels = claims["rep.sampling.status.accepted.all"].value * claims["rep.sampling.negatives.all"].value
    return Targets(
        goal=_goal(claims, key),
        same=window(claims[f"rep.ranking.same.k1.{key}"], pairs),
        auc=window(claims[f"rep.validity.auc.{key}"], 2 * int(labels)),
        spearman=claims.get(f"rep.validity.spearman.{key}"),
    )


def _goal(claims: Claims, key: str) -> Goal:
    pilot = published_pilots(claims)[key]
    identical = window(claims[f"rep.repeatability.identical_count.{key}"], 1)
    return Goal(
        identical=identical,
        wide=_wide(claims, key, pilot.papers),
        equal_pairs=Window(pilot.equal_pairs, pilot.equal_pairs),
        squares=_squares(claims, key, pilot.squared_sum),
        bands=_bands(claims, pilot.papers * pilot.rounds) if key == "gpt6sol" else {},
    )


def _wide(claims: Claims, key: str, papers: int) -> Window:
    """Give the papers with a range above one point; the most of them are taken to be Luna's (see the data card)."""
    most = papers - window(claims["rep.repeatability.range_le1_share.min"], papers).low
    return {"gpt56sol": Window(0, most), "gpt6luna": Window(most, most), "gpt6sol": Window(0, 0)}[key]


def _squares(claims: Claims, key: str, total: int) -> tuple[Window, ...]:
    yearly = [claims.get(f"rep.repeatability.sd.{key}.{year}") for year in YEARS]
    if None in yearly:
        return (Window(total, total),)
    pairs = comb(ROUNDS, 2)
    return tuple(squared_window(claim, 2 * pairs * (claim.n or 0)) for claim in yearly if claim is not None)


def _bands(claims: Claims, scores: int) -> dict[frozenset[int], Window]:
    prefix = "rep.repeatability.score5"
    low, high = (int(claims[f"{prefix}to7_{end}.gpt6sol"].value) for end in ("lo", "hi"))
    mode = int(claims[f"{prefix}_value.gpt6sol"].value)
    return {
        frozenset([mode]): window(claims[f"{prefix}_count.gpt6sol"], 1),
        frozenset(range(low, high + 1)): window(claims[f"{prefix}to7_share.gpt6sol"], scores),
    }
