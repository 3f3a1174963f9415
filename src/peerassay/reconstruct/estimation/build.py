"""Building target scores and candidate probabilities from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.pilots import MODELS
from peerassay.claims import load_claims
from peerassay.estimation import SPLITS, Grid, count_scores, fit_others, random_splits
from peerassay.reconstruct.estimation.auxiliary import Goal, Setting, candidate_probabilities, fit_auxiliary
from peerassay.reconstruct.estimation.scores import (
    TARGET_ROUNDS,
    draw_scores,
    score_distributions,
    target_scores,
    unequal_pairs,
)
from peerassay.reconstruct.repeatability.build import reconstruct_repeatability
from peerassay.reconstruct.repeatability.targets import HIGHEST, LOWEST, YEARS
from peerassay.reconstruct.search import SearchError
from peerassay.records import score_matrix

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]

BASE = "gpt56sol"
TARGET, AUXILIARY = MODELS[BASE], f"{MODELS[BASE]} without reasoning"
SPLIT_SEED = 2026
"""The splits of records with seed s are those of this number plus s; the notebook's own seed is this number."""
LEFT_OUT = {2025: "withdrawn", 2026: "rejected"}
"""Final status of the paper of each year that has no candidate probabilities: 48 of the 198 others are withdrawn."""
NEW_ROUNDS, PER_YEAR, REPEATED_CALLS = 10, 5, 5
JITTER = 0.1
"""SD, in score points, of repeated auxiliary calls for the same paper around their centre."""
AIM_BELOW = 2e-5
"""Both years are aimed at a little below their printed risk, because the printed mean is rounded down."""
TOLERANCE = 2.5e-5
ATTEMPTS = 25
REVIEW_KEY = ["paper_id", "version", "reviewer", "protocol", "prompt", "round"]
CANDIDATE_KEY = ["paper_id", "reviewer", "call", "score"]


@dataclass(frozen=True)
class Tables:
    """Reconstructed records in the schemas `papers`, `reviews` and `candidates`.

    Attributes
    ----------
    papers : pandas.DataFrame
        One row per paper with candidate probabilities.
    reviews : pandas.DataFrame
        Target scores: five of each paper, and ten later ones of some.
    candidates : pandas.DataFrame
        Candidate scores of the auxiliary calls with their probabilities.
    """

    papers: pd.DataFrame
    reviews: pd.DataFrame
    candidates: pd.DataFrame


def splits_rng(seed: int) -> np.random.Generator:
    """Give the source of the splits that belong to the records of a seed."""
    return np.random.default_rng(SPLIT_SEED + seed)


def fitted_parameters(claims: Claims) -> tuple[float, float, float]:
    """Give the printed temperature, offset and slope of the fit to the papers without independent targets."""
    temperature, offset, slope = (
        float(claims[f"rep.independent.fit.{name}"].value) for name in ("temperature", "offset", "slope")
    )
    return temperature, offset, slope


def reconstruct_estimation(seed: int, progress: Callable[[str], None] | None = None) -> Tables:
    """Build records that satisfy the imposed numbers of the estimation of score distributions.

    Parameters
    ----------
    seed : int
        0 or more.
    progress : callable, optional
        Called with one line of text before each step.

    Returns
    -------
    Tables
        198 papers of the repeatability records of the same seed, their target scores and candidate probabilities.

    Raises
    ------
    SearchError
        If the imposed numbers could not be met from any of several starts.

    Notes
    -----
    Papers, and where each lies on the scale, are those of the repeatability records. Target scores are drawn around a
    paper's ten scores with the printed number of unequal pairs. Candidate probabilities lie around a prediction of the
    expected target score, whose error is adjusted until Standard has its printed risk in both years.
    """
    claims, say = load_claims(), progress or (lambda line: None)
    base = reconstruct_repeatability(seed, say, (BASE,))
    rng = np.random.default_rng([seed, 9])
    papers = _with_probabilities(base.papers, rng)
    scores = score_matrix(base.reviews, TARGET, papers=papers["paper_id"].tolist())[1].astype(np.int64)
    years = papers["year"].to_numpy(dtype=np.int64)
    unequal = {year: unequal_pairs(claims, year) for year in YEARS}
    say("target scores")
    distributions = score_distributions(scores, years, unequal)
    targets = target_scores(distributions, years, unequal, rng)
    chosen = np.sort(np.concatenate([rng.choice(np.flatnonzero(years == year), PER_YEAR, False) for year in YEARS]))
    new = draw_scores(distributions[chosen], NEW_ROUNDS, rng)
    say("candidate probabilities")
    setting = Setting(
        distributions @ np.arange(LOWEST, HIGHEST + 1),
        count_scores(targets, LOWEST, HIGHEST),
        years,
        random_splits(len(papers), splits_rng(seed), SPLITS),
        Grid(),
    )
    centres, width = _auxiliary(setting, targets, chosen, claims, seed)
    ids = papers["paper_id"].to_numpy()
    reviews = [_reviews(ids, targets, 1), _reviews(ids[chosen], new, TARGET_ROUNDS + 1)]
    candidates = _candidates(ids, chosen, centres, width, fitted_parameters(claims), rng)
    return Tables(papers, pd.concat(reviews).sort_values(REVIEW_KEY, ignore_index=True), candidates)


def _with_probabilities(papers: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    """Leave one paper of each year out."""
    out = [rng.choice(papers.index[(papers["year"] == year) & (papers["status"] == LEFT_OUT[year])]) for year in YEARS]
    return papers.drop(index=out).sort_values("paper_id", ignore_index=True)


def _auxiliary(setting: Setting, targets: Whole, chosen: Whole, claims: Claims, seed: int) -> tuple[Reals, float]:
    """Fit the auxiliary calls, from another start until the fit without the chosen papers is the printed one."""
    wanted = fitted_parameters(claims)
    risks = {year: float(claims[f"rep.fusion.risk.standard.{year}"].value) - AIM_BELOW for year in YEARS}
    held = np.isin(np.arange(len(targets)), chosen)
    failures = []
    for attempt in range(ATTEMPTS):
        rng = np.random.default_rng([seed, 10, attempt])
        try:
            centres, width = fit_auxiliary(setting, Goal(risks, TOLERANCE, wanted), rng)
        except SearchError as error:
            failures.append(str(error))
            continue
        first = candidate_probabilities(centres, width, wanted)
        found = fit_others(first, targets.astype(float), held, setting.grid, LOWEST, HIGHEST)[:3]
        if found == wanted:
            return centres, width
        failures.append(f"parameters {found}")
    raise SearchError(f"seed {seed}: {'; '.join(failures)}")


def _reviews(paper_ids: NDArray[np.object_], scores: Whole, first_round: int) -> pd.DataFrame:
    rounds = scores.shape[1]
    return pd.DataFrame(
        {
            "paper_id": np.repeat(paper_ids, rounds),
            "version": "original",
            "reviewer": TARGET,
            "protocol": "integer",
            "prompt": "default",
            "round": np.tile(np.arange(first_round, first_round + rounds), len(paper_ids)),
            "overall": scores.ravel(),
        }
    )


def _candidates(
    paper_ids: NDArray[np.object_],
    chosen: Whole,
    centres: Reals,
    width: float,
    parameters: tuple[float, float, float],
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Lay out the first call of every paper, and the repeated calls of the chosen ones."""
    again = np.repeat(chosen, REPEATED_CALLS - 1)
    moved = centres[again] + JITTER * rng.standard_normal(len(again))
    ids = np.concatenate([paper_ids, paper_ids[again]])
    calls = np.concatenate([np.ones(len(paper_ids), int), np.tile(np.arange(2, REPEATED_CALLS + 1), len(chosen))])
    shares = candidate_probabilities(np.concatenate([centres, moved]), width, parameters)
    rows, places = np.nonzero(shares)
    table = pd.DataFrame(
        {"paper_id": ids[rows], "reviewer": AUXILIARY, "call": calls[rows], "score": places + LOWEST}
        | {"probability": shares[rows, places]}
    )
    return table.sort_values(CANDIDATE_KEY, ignore_index=True)


def write(tables: Tables, folder: Path) -> None:
    """Write `papers.csv`, `reviews.csv` and `candidates.csv`; the same tables give the same bytes.

    Parameters
    ----------
    tables : Tables
        Records.
    folder : pathlib.Path
        Made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    reviews = tables.reviews.assign(overall=[f"{score:.12g}" for score in tables.reviews["overall"]])
    candidates = tables.candidates.assign(probability=[f"{share:.12g}" for share in tables.candidates["probability"]])
    for name, table in (("papers", tables.papers), ("reviews", reviews), ("candidates", candidates)):
        table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
