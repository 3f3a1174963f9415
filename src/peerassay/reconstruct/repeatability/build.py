"""Building papers and reviews from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.pilots import MODELS
from peerassay.claims import load_claims
from peerassay.reconstruct.repeatability.assignment import SHARED, Papers, place_scores
from peerassay.reconstruct.repeatability.decimals import TENTH, forced_decimals, published_decimals
from peerassay.reconstruct.repeatability.latent import draw, start_scores
from peerassay.reconstruct.repeatability.rankings import tune_same_order
from peerassay.reconstruct.repeatability.repair import repair
from peerassay.reconstruct.repeatability.targets import published_targets
from peerassay.reconstruct.repeatability.yardstick import draw_papers
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from numpy.typing import NDArray

    from peerassay.claims import Claims
    from peerassay.reconstruct.repeatability.targets import Targets

    Whole = NDArray[np.int64]

ATTEMPTS = 5
KEY = ["paper_id", "version", "reviewer", "protocol", "prompt", "round"]


@dataclass(frozen=True)
class Tables:
    """Reconstructed records in the schemas `papers` and `reviews`.

    Attributes
    ----------
    papers : pandas.DataFrame
        One row per paper, sorted by `paper_id`.
    reviews : pandas.DataFrame
        One row per review, sorted by its key; `overall` in score points.
    """

    papers: pd.DataFrame
    reviews: pd.DataFrame


def reconstruct_repeatability(
    seed: int, progress: Callable[[str], None] | None = None, reviewers: Collection[str] = tuple(MODELS)
) -> Tables:
    """Build records that satisfy the imposed numbers of the repeatability paper.

    Parameters
    ----------
    seed : int
        0 or more.
    progress : callable, optional
        Called with one line of text before each step.
    reviewers : collection of str
        Whose reviews to build, as in the ids of the claims; those of one do not depend on the others.

    Returns
    -------
    Tables
        200 papers; ten integer reviews of each by three reviewers, five decimal ones by two of them.

    Raises
    ------
    SearchError
        If the imposed numbers could not be met from any of several starts.

    Notes
    -----
    Papers get human ratings and decisions like the public ones. For each reviewer: scores from true positions, noise
    and rounding; single scores are changed until the sums behind variance, agreement and ranges hold; papers are moved
    until rounds order pairs of papers alike as often as printed; then the sets of scores are given to papers of their
    year so that AUC and rank correlation hold; last come decimal scores around the same means.
    """
    claims = load_claims()
    say = progress or (lambda line: None)
    say("human ratings and decisions")
    rng = np.random.default_rng([seed, len(MODELS)])
    papers = draw_papers(claims, rng)
    shared = rng.standard_normal(len(papers))
    reviews = []
    for place, (key, targets) in enumerate(published_targets(claims).items()):
        if key not in reviewers:
            continue
        say(f"reviews of {MODELS[key]}")
        reviews.append(_attempts(key, targets, papers, shared, claims, [seed, place]))
    return Tables(papers, pd.concat(reviews).sort_values(KEY, ignore_index=True))


def _attempts(
    key: str, targets: Targets, papers: pd.DataFrame, shared: NDArray[np.float64], claims: Claims, seeds: list[int]
) -> pd.DataFrame:
    """Build one reviewer's reviews, from another start if a search fails."""
    failures = []
    for attempt in range(ATTEMPTS):
        try:
            return _reviewer(key, targets, papers, shared, claims, np.random.default_rng([*seeds, attempt]))
        except SearchError as error:
            failures.append(str(error))
    raise SearchError(f"{MODELS[key]}, seed {seeds[0]}: {'; '.join(failures)}")


def _reviewer(
    key: str,
    targets: Targets,
    papers: pd.DataFrame,
    shared: NDArray[np.float64],
    claims: Claims,
    rng: np.random.Generator,
) -> pd.DataFrame:
    scores = integer_scores(key, targets, (papers["year"] - papers["year"].min()).tolist(), rng)
    seen = SHARED**0.5 * shared + (1 - SHARED) ** 0.5 * rng.standard_normal(len(papers))
    reference = Papers(
        papers["year"].to_numpy(),
        (papers["status"] == "accepted").to_numpy().astype(np.int64),
        papers["human_mean"].to_numpy(),
    )
    scores = scores[place_scores(scores.sum(axis=1), reference, seen, targets, rng)]
    reviews = [_reviews(papers, key, "integer", scores.astype(float))]
    goal = published_decimals(claims).get(key)
    if goal:
        reviews.append(_reviews(papers, key, "decimal", forced_decimals(scores, goal, rng) / TENTH))
    return pd.concat(reviews)


def integer_scores(key: str, targets: Targets, groups: list[int], rng: np.random.Generator) -> Whole:
    """Build sets of ten integer scores that meet every sum, not yet given to papers.

    Parameters
    ----------
    key : str
        The reviewer, as in the ids of the claims.
    targets : Targets
        What is imposed.
    groups : list of int
        The year of each set, as 0 or 1.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of int, shape (papers, 10)
        Scores from 1 to 10.
    """
    start = start_scores(draw(key, len(groups), targets, rng), groups, targets)
    return tune_same_order(repair(start, groups, targets.goal, rng), groups, targets.goal, targets.same, rng)


def _reviews(papers: pd.DataFrame, key: str, protocol: str, scores: NDArray[np.float64]) -> pd.DataFrame:
    rounds = scores.shape[1]
    return pd.DataFrame(
        {
            "paper_id": np.repeat(papers["paper_id"].to_numpy(), rounds),
            "version": "original",
            "reviewer": MODELS[key],
            "protocol": protocol,
            "prompt": "default",
            "round": np.tile(np.arange(1, rounds + 1), len(papers)),
            "overall": scores.ravel(),
        }
    )


def write(tables: Tables, folder: Path) -> None:
    """Write `papers.csv` and `reviews.csv`; the same tables give the same bytes.

    Parameters
    ----------
    tables : Tables
        Records.
    folder : pathlib.Path
        Made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    reviews = tables.reviews.assign(overall=[f"{score:.12g}" for score in tables.reviews["overall"]])
    for name, table in (("papers", tables.papers), ("reviews", reviews)):
        table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
