"""Which paper gets which set of scores: brought to the printed AUC and rank correlation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm, rankdata

from peerassay.reconstruct.repeatability.targets import ANY, Window
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claim
    from peerassay.reconstruct.repeatability.targets import Targets

    Whole = NDArray[np.int64]

SHARED = 0.75
"""Share of what reviewers see beyond the human mean that all of them see alike."""
STEPS, HALVINGS = 200_000, 12
DETOUR = 12
"""An exchange may take the AUC this many half pairs away, now and then: single exchanges cannot always reach it."""


@dataclass(frozen=True)
class Papers:
    """What scores are compared with.

    Attributes
    ----------
    years : ndarray of int, shape (papers,)
        Scores change places within a year only.
    accepted : ndarray of int, shape (papers,)
        1 for accepted, 0 for the others.
    human : ndarray of float, shape (papers,)
        Mean human rating.
    """

    years: Whole
    accepted: Whole
    human: NDArray[np.float64]


def doubled_ranks(values: Whole | NDArray[np.float64]) -> Whole:
    """Give twice the average ranks, which are whole numbers."""
    return np.asarray(np.rint(2 * rankdata(values)), dtype=np.int64)


def doubled_auc_pairs(ranks: Whole, accepted: Whole) -> int:
    """Give twice the number of pairs of an accepted and another paper in the right order, ties one half.

    Parameters
    ----------
    ranks : ndarray of int, shape (papers,)
        Twice the average ranks of the scores.
    accepted : ndarray of int, shape (papers,)
        1 or 0.
    """
    positives = int(accepted.sum())
    return int(ranks @ accepted) - positives * (positives + 1)


def spearman_window(scores: Whole, human: Whole, claim: Claim | None) -> Window:
    """Give the sums of products of doubled, centred ranks whose Spearman correlation is printed as claimed.

    Parameters
    ----------
    scores, human : ndarray of int, shape (papers,)
        Doubled average ranks.
    claim : Claim or None
        The printed correlation; None leaves the sum free.

    Returns
    -------
    Window
        A little inside the interval of rounding.
    """
    if claim is None:
        return Window(-ANY, ANY)
    middle = len(scores) + 1
    scale = float(np.sqrt(float(((scores - middle) ** 2).sum()) * float(((human - middle) ** 2).sum())))
    half = 0.499 * 10.0**-claim.decimals
    return Window(int(np.ceil((float(claim.value) - half) * scale)), int((float(claim.value) + half) * scale))


def place_scores(
    sums: Whole, papers: Papers, seen: NDArray[np.float64], targets: Targets, rng: np.random.Generator
) -> Whole:
    """Give each paper one of the sets of scores of its year, so that AUC and rank correlation are as printed.

    Parameters
    ----------
    sums : ndarray of int, shape (papers,)
        Sum of each set of scores; position p belongs to the year of paper p.
    papers : Papers
        Years, decisions and human means.
    seen : ndarray of float, shape (papers,)
        What the reviewer sees in each paper beyond its human mean, standardised.
    targets : Targets
        What is imposed.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers,)
        For each paper the position of its set of scores.

    Raises
    ------
    SearchError
        If the printed values are not reached.

    Notes
    -----
    Sets of scores and papers are first matched by rank, papers ranked by a mixture of human mean and `seen` whose
    weight gives about the printed AUC. Then sets of two papers of the same year change places, if that comes closer.
    """
    closeness = _human_places(papers, rng)
    order = _by_rank(sums, papers.years, rng)
    low, high = -0.2, 0.99
    for _ in range(HALVINGS):
        weight = (low + high) / 2
        placed = _matched(order, papers.years, weight * closeness + np.sqrt(1 - weight**2) * seen)
        more = doubled_auc_pairs(doubled_ranks(sums[placed]), papers.accepted) > targets.auc.low
        low, high = (low, weight) if more else (weight, high)
    return _exchange(placed, sums, papers, targets, rng)


def _human_places(papers: Papers, rng: np.random.Generator) -> NDArray[np.float64]:
    """Give normal scores of the human means within each year, ties in random order."""
    places = np.empty(len(papers.human))
    for year in np.unique(papers.years):
        rows = np.flatnonzero(papers.years == year)
        ranks = np.argsort(np.lexsort((rng.random(len(rows)), papers.human[rows])))
        places[rows] = norm.ppf((ranks + 0.5) / len(rows))
    return places


def _by_rank(sums: Whole, years: Whole, rng: np.random.Generator) -> dict[int, Whole]:
    """Give the positions of each year's sets of scores, ascending by sum, ties in random order."""
    shuffled = np.lexsort((rng.random(len(sums)), sums))
    return {int(year): shuffled[years[shuffled] == year] for year in np.unique(years)}


def _matched(order: dict[int, Whole], years: Whole, wish: NDArray[np.float64]) -> Whole:
    placed = np.empty(len(years), dtype=np.int64)
    for year, positions in order.items():
        rows = np.flatnonzero(years == year)
        placed[rows[np.argsort(wish[rows], kind="stable")]] = positions
    return placed


def _exchange(placed: Whole, sums: Whole, papers: Papers, targets: Targets, rng: np.random.Generator) -> Whole:
    """Exchange the sets of two papers until both windows are reached."""
    placed = placed.copy()
    ranks, human = doubled_ranks(sums), doubled_ranks(papers.human)
    middle = len(sums) + 1
    products = spearman_window(ranks, human, targets.spearman)
    auc = doubled_auc_pairs(ranks[placed], papers.accepted)
    total = int((ranks[placed] - middle) @ (human - middle))
    pairs = rng.integers(len(sums), size=(STEPS, 2)).tolist()
    for (one, other), chance in zip(pairs, rng.random(STEPS).tolist(), strict=True):
        away = _away(auc, total, targets.auc, products)
        if not away:
            return placed
        if papers.years[one] != papers.years[other]:
            continue
        change = int(ranks[placed[other]] - ranks[placed[one]])
        new_auc = auc + change * int(papers.accepted[one] - papers.accepted[other])
        new_total = total + change * int(human[one] - human[other])
        nearer = _away(new_auc, new_total, targets.auc, products) - away
        if nearer < 0 or (auc != new_auc and nearer < DETOUR and chance < 0.02):
            placed[[one, other]] = placed[[other, one]]
            auc, total = new_auc, new_total
    raise SearchError(f"AUC and rank correlation still {_away(auc, total, targets.auc, products):.3f} away")


def _away(auc: int, total: int, auc_window: Window, products: Window) -> float:
    return abs(auc_window.miss(auc)) + abs(products.miss(total)) / 200
