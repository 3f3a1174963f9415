"""Papers with a final status and official human ratings like the public ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.project import project_root
from peerassay.reconstruct.repeatability.targets import YEARS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from peerassay.claims import Claims

STATUSES = ("accepted", "rejected", "withdrawn", "desk_rejected")
RATERS = (3, 4, 5)
RARE = 0.01
"""Weight of a set of ratings that the public counts do not have."""
BINS = 10
MEAN_DECIMALS = 6


def human_options(claims: Claims, year: int) -> list[int]:
    """Give the ratings that a human reviewer could choose in a year, ascending."""
    return [int(claims[f"rep.sampling.human_option.{year}.o{place}"].value) for place in range(1, 7)]


def status_counts(claims: Claims, year: int) -> dict[str, int]:
    """Give the printed number of papers of each final status in a year."""
    ids = {status: f"rep.sampling.status.{status}.{year}" for status in STATUSES}
    return {status: int(claims[claim_id].value) if claim_id in claims else 0 for status, claim_id in ids.items()}


def quotas(shares: NDArray[np.float64], total: int) -> NDArray[np.int64]:
    """Allot a sample to bins by floor or ceiling of its share, every nonempty bin getting at least one.

    Parameters
    ----------
    shares : ndarray of float, shape (bins,)
        Population shares; they add up to 1.
    total : int
        Size of the sample.

    Returns
    -------
    ndarray of int, shape (bins,)
        Largest remainders are rounded up until the sample is complete.

    Raises
    ------
    ValueError
        If the sample is too small to cover the bins.
    """
    exact = shares * total
    chosen = np.where(shares > 0, np.maximum(np.floor(exact), 1), 0).astype(np.int64)
    short = total - int(chosen.sum())
    if short < 0:
        raise ValueError(f"total = {total}; expected enough for the {int((shares > 0).sum())} nonempty bins")
    chosen[np.argsort(chosen - exact, kind="stable")[:short]] += 1
    return chosen


def rating_patterns() -> list[tuple[tuple[int, ...], float]]:
    """Give every set of three to five ratings, as places 0 to 5 among the options, with its public frequency.

    Returns
    -------
    list of (places, weight)
        Weights are numbers of ICLR 2026 submissions with these ratings; `RARE` if there is none.
    """
    public = pd.read_csv(project_root() / "data/human-ratings/iclr2026_patterns.csv")
    patterns = [tuple(int(text) // 2 for text in pattern.split()) for pattern in public["pattern"]]
    counts = dict(zip(patterns, public["papers"].astype(float), strict=True))
    every = [places for size in RATERS for places in combinations_with_replacement(range(6), size)]
    return [(places, counts.get(places, RARE)) for places in every]


def draw_papers(claims: Claims, rng: np.random.Generator) -> pd.DataFrame:
    """Draw the papers of both years with human mean and status.

    Parameters
    ----------
    claims : Claims
        The printed numbers: papers and status counts of each year.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    pandas.DataFrame
        One row per paper: `paper_id`, `venue`, `year`, `status`, `human_mean` (rounded to six decimals), `n_human`.

    Notes
    -----
    The papers per bin of the human mean follow the public counts of submissions; within a bin the sets of ratings do.
    Accepted papers are drawn with the odds of acceptance in their bin (2025), in 2026 with those of the 2025 paper of
    the same rank, because the public counts of 2026 are from before the decisions. Withdrawn papers likewise.
    """
    patterns = rating_patterns()
    odds: list[NDArray[np.float64]] = []
    frames = []
    for year in YEARS:
        counts = _population(year)
        ratings = _ratings(counts, int(claims[f"rep.sampling.n_papers.{year}"].value), year, patterns, claims, rng)
        bins = np.array([_bin(mean) for mean, _ in ratings])
        if not odds:
            odds.append(_log_odds(counts, "accepted", bins))
        negative = "rejected" if "rejected" in counts else "active"
        leaving = _log_odds(counts.drop(columns="accepted", errors="ignore"), "withdrawn", bins, negative)
        frames.append(_frame(year, ratings, _statuses(status_counts(claims, year), odds[0], leaving, rng), rng))
    return pd.concat(frames, ignore_index=True)


def _population(year: int) -> pd.DataFrame:
    """Count submissions by bin (rows 0 to 9) and status, the kinds of acceptance together."""
    table = pd.read_csv(project_root() / f"data/population/iclr{year}.csv")
    status = table["status"].replace(["oral", "spotlight", "poster"], "accepted")
    counts = pd.crosstab(table["bin"], status, table["papers"], aggfunc="sum").fillna(0)
    return counts.reindex(range(BINS), fill_value=0).astype(float)


def _bin(mean: Fraction) -> int:
    return min(BINS - 1, int(mean))


def _ratings(
    counts: pd.DataFrame,
    papers: int,
    year: int,
    patterns: Sequence[tuple[tuple[int, ...], float]],
    claims: Claims,
    rng: np.random.Generator,
) -> list[tuple[Fraction, int]]:
    """Draw mean and number of the ratings of each paper, ascending by mean."""
    options = human_options(claims, year)
    by_bin: dict[int, list[tuple[tuple[Fraction, int], float]]] = {}
    for places, weight in patterns:
        mean = Fraction(sum(options[place] for place in places), len(places))
        by_bin.setdefault(_bin(mean), []).append(((mean, len(places)), weight))
    totals = counts.sum(axis=1).to_numpy(dtype=float)
    drawn: list[tuple[Fraction, int]] = []
    for place, number in enumerate(quotas(totals / totals.sum(), papers).tolist()):
        drawn += _choose(by_bin[place], number, rng) if number else []
    return sorted(drawn)


def _choose(
    weighted: Sequence[tuple[tuple[Fraction, int], float]], number: int, rng: np.random.Generator
) -> list[tuple[Fraction, int]]:
    weights = np.array([weight for _, weight in weighted])
    return [weighted[place][0] for place in rng.choice(len(weighted), size=number, p=weights / weights.sum())]


def _log_odds(
    counts: pd.DataFrame, status: str, bins: NDArray[np.int64], against: str | None = None
) -> NDArray[np.float64]:
    """Give each paper's log odds of a status, against another one or all others, from the counts of its bin."""
    positive = counts[status]
    negative = counts[against] if against else counts.sum(axis=1) - positive
    by_bin = np.log((positive.to_numpy() + 0.5) / (negative.to_numpy() + 0.5))
    return np.asarray(by_bin[bins], dtype=float)


def _statuses(
    numbers: Mapping[str, int], accepting: NDArray[np.float64], leaving: NDArray[np.float64], rng: np.random.Generator
) -> list[str]:
    """Draw a status for each paper: accepted ones first, then desk-rejected ones, then withdrawn ones."""
    status = np.full(len(accepting), "rejected", dtype=object)
    for name, weights in (
        ("accepted", accepting),
        ("desk_rejected", np.zeros(len(accepting))),
        ("withdrawn", leaving),
    ):
        free = np.flatnonzero(status == "rejected")
        keys = weights[free] + rng.gumbel(size=len(free))
        status[free[np.argsort(-keys, kind="stable")[: numbers[name]]]] = name
    if Counter(status.tolist()) != Counter({name: number for name, number in numbers.items() if number}):
        raise ValueError(f"statuses {dict(numbers)} do not add up to the {len(accepting)} papers of the year")
    return [str(name) for name in status]


def _frame(
    year: int, ratings: Sequence[tuple[Fraction, int]], statuses: Sequence[str], rng: np.random.Generator
) -> pd.DataFrame:
    """Make a table of the papers of a year in random order."""
    order = rng.permutation(len(ratings)).tolist()
    return pd.DataFrame(
        {
            "paper_id": [f"{year}-synthetic-{number:03d}" for number in range(1, len(order) + 1)],
            "venue": "ICLR",
            "year": year,
            "status": [statuses[place] for place in order],
            "human_mean": [round(float(ratings[place][0]), MEAN_DECIMALS) for place in order],
            "n_human": [ratings[place][1] for place in order],
        }
    )
