"""Building papers and reviews of original and revised manuscripts from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.budgets.pilots import published_pilots
from peerassay.claims import load_claims
from peerassay.crossover import ORIGINAL
from peerassay.reconstruct.crossover.fit import fit_link, fit_size, fit_spread, populate
from peerassay.reconstruct.crossover.latent import Prior, Scorer, draw_prior, draw_scorers, shapes, true_gains
from peerassay.reconstruct.crossover.search import conditioned, place_for_correlation
from peerassay.reconstruct.crossover.targets import (
    SCORED,
    SCORERS,
    SCORES,
    VERSIONS,
    Goal,
    papers_by_year,
    published_goals,
)
from peerassay.reconstruct.repeatability.build import KEY, Tables, write
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims
    from peerassay.reconstruct.crossover.latent import Spread

    Reals = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Means = dict[str, Reals]

__all__ = ["Tables", "reconstruct_crossover", "write"]

ATTEMPTS = 6
CORRELATION = "rep.gain_direction.original_pearson"


@dataclass(frozen=True)
class Originals:
    """Papers before revision.

    Attributes
    ----------
    years : ndarray of int, shape (papers,)
        Year of each paper.
    scorers : mapping of str to Scorer
        How each Scorer sees them, by letter.
    scores : mapping of str to ndarray of int64, shape (papers, scores)
        By letter.
    """

    years: Whole
    scorers: Mapping[str, Scorer]
    scores: Mapping[str, Whole]


def reconstruct_crossover(seed: int, progress: Callable[[str], None] | None = None) -> Tables:
    """Build records that satisfy the imposed numbers of the revision experiment.

    Parameters
    ----------
    seed : int
        0 or more.
    progress : callable, optional
        Called with one line of text before each step.

    Returns
    -------
    Tables
        199 papers; three scores of the original by either Scorer, and three of each revised version by its Scorers.

    Raises
    ------
    SearchError
        If the imposed numbers could not be met from any of several starts.

    Notes
    -----
    What nobody printed is drawn first (`draw_prior`). The correlation of true positions and the spread of true gains
    are fitted in a simulated population; then scores of the papers are drawn and conditioned on what is imposed.
    """
    say, failures = progress or (lambda line: None), []
    for attempt in range(ATTEMPTS):
        try:
            return _attempt(load_claims(), [seed, attempt], say)
        except SearchError as error:
            failures.append(str(error))
    raise SearchError(f"seed {seed}: {'; '.join(failures)}")


def _attempt(claims: Claims, seeds: list[int], say: Callable[[str], None]) -> Tables:
    rng, sizes, goals = np.random.default_rng(seeds), papers_by_year(claims), published_goals(claims)
    prior = draw_prior(_variances(claims), rng)
    years = np.repeat(list(sizes), list(sizes.values()))
    say("fitting to a simulated population")
    link = fit_link(prior, len(years), float(claims[CORRELATION].value), [*seeds, 1])
    means = _means(claims, years, prior)
    population = populate(prior, len(years), link, rng)
    luna = fit_spread(population, [means["LL"], means["LH"]], [goals["LL"], goals["LH"]])
    haiku = fit_size(population, means["HH"], goals["HH"], luna)
    say("original manuscripts")
    papers = _originals(claims, prior, years, link, rng)
    revised: dict[str, dict[str, Whole]] = {}
    for first, second, spread in (("LL", "LH", luna), ("HH", "HL", haiku)):
        say(f"versions {first} and {second}")
        revised |= _two_selectors(first, second, means, spread, papers, goals, prior, rng)
    return _tables(papers, revised)


def _variances(claims: Claims) -> tuple[float, float, float]:
    """Give Luna's printed within-paper variance, and the lowest and highest of all configurations."""
    pilots = {key: float(pilot.variance) for key, pilot in published_pilots(claims).items()}
    return pilots["gpt6luna"], min(pilots.values()), max(pilots.values())


def _means(claims: Claims, years: Whole, prior: Prior) -> dict[str, Means]:
    """Give the mean true gain of each paper by version and Scorer: by year for LL, and LH parallel to it."""

    def printed(name: str) -> float:
        return float(claims[f"rep.crossover.gain.{name}"].value)

    def yearly(name: str) -> Reals:
        return np.array([printed(f"{name}.{year}") for year in years.tolist()])

    same = np.ones(len(years))
    first = {"L": yearly("lll"), "H": yearly("llh")}
    second = {"L": first["L"] + printed("lhl") - printed("lll"), "H": first["H"] + printed("lhh") - printed("llh")}
    return {"LL": first, "LH": second, "HH": {"L": prior.luna_on_haiku * same, "H": printed("hhh") * same}}


def _originals(claims: Claims, prior: Prior, years: Whole, link: float, rng: np.random.Generator) -> Originals:
    scorers = draw_scorers(prior, len(years), link, rng)
    still = np.zeros(len(years))
    scores = {key: one.scores(still, rng.standard_normal((len(years), SCORES))) for key, one in scorers.items()}
    value, half = float(claims[CORRELATION].value), 0.5 * 10 ** -claims[CORRELATION].decimals
    sums = {key: table.sum(axis=1) for key, table in scores.items()}
    order = place_for_correlation(sums["L"], sums["H"], (value - half, value + half), rng)
    return Originals(
        years,
        {"L": scorers["L"], "H": scorers["H"].only(order)},
        {"L": scores["L"], "H": scores["H"][order]},
    )


def _two_selectors(
    first: str,
    second: str,
    means: Mapping[str, Means],
    spread: Spread,
    papers: Originals,
    goals: Mapping[str, Goal],
    prior: Prior,
    rng: np.random.Generator,
) -> dict[str, dict[str, Whole]]:
    """Draw the versions of the same Writer's edits under two Selectors: true gains differ by little."""
    base = means[first]

    def draw_first(rows: NDArray[np.intp], source: np.random.Generator) -> Means:
        shape = shapes(prior.tail, len(rows), source)
        return true_gains({letter: mean[rows] for letter, mean in base.items()}, spread, shape)

    scores, gains = conditioned(first, papers.years, papers.scores, papers.scorers, draw_first, goals[first], rng)
    sizes = {"L": prior.selection * spread.luna, "H": prior.selection * spread.haiku}
    shift = {letter: means.get(second, base)[letter] - base[letter] for letter in base}

    def draw_second(rows: NDArray[np.intp], source: np.random.Generator) -> Means:
        return {
            letter: gains[letter][rows] + shift[letter][rows] + size * source.standard_normal(len(rows))
            for letter, size in sizes.items()
        }

    other, _ = conditioned(second, papers.years, papers.scores, papers.scorers, draw_second, goals[second], rng)
    return {first: scores, second: other}


def _tables(papers: Originals, revised: Mapping[str, Mapping[str, Whole]]) -> Tables:
    numbers = np.concatenate([np.arange(1, size + 1) for size in np.unique(papers.years, return_counts=True)[1]])
    ids = [f"{year}-revision-{number:03d}" for year, number in zip(papers.years.tolist(), numbers, strict=True)]
    frames = [_reviews(ids, ORIGINAL, letter, scores) for letter, scores in papers.scores.items()]
    frames += [
        _reviews(ids, name, letter, revised[version][letter])
        for version, name in VERSIONS.items()
        for letter in SCORED[version]
    ]
    known = pd.DataFrame({"paper_id": ids, "venue": "ICLR", "year": papers.years})
    return Tables(known, pd.concat(frames).sort_values(KEY, ignore_index=True))


def _reviews(ids: list[str], version: str, letter: str, scores: Whole) -> pd.DataFrame:
    papers, rounds = scores.shape
    return pd.DataFrame(
        {
            "paper_id": np.repeat(ids, rounds),
            "version": version,
            "reviewer": SCORERS[letter],
            "protocol": "integer",
            "prompt": "default",
            "round": np.tile(np.arange(1, rounds + 1), papers),
            "overall": scores.ravel().astype(float),
        }
    )
