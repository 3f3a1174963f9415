"""The estimation of score distributions on a page: its records, and the value of each printed number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation import Rates, arrange
from peerassay.reconstruct.estimation import KEY
from peerassay.reconstructed.rules import reconstructed_folder
from peerassay.reconstructed.study import open_study
from peerassay.records.candidates import load_candidates, load_usage
from peerassay.repeatability import year_subsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peerassay.claims import Claims
    from peerassay.estimation import Sample
    from peerassay.exhibits import Page
    from peerassay.reconstructed.study import Study

SECTIONS = ("estimation", "independent_targets", "cost")
ESTIMATORS = {
    "quick": "Quick",
    "standard": "Standard",
    "direct_1": "Direct, 1 score",
    "direct_2": "Direct, 2 scores",
    "direct_3": "Direct, 3 scores",
    "direct_5": "Direct, 5 scores",
}
"""Names of the estimators for people."""
MISSING_ROUNDS = "scores are missing"
"""What the note on rounds that only some papers have says."""
COST_COLUMNS = {
    "reviewer": "Call",
    "state": "State of the cache",
    "calls": "Calls",
    "input_tokens": "Input",
    "cached_tokens": "Cached",
    "cache_write_tokens": "Written",
    "output_tokens": "Output",
    "cost": "USD, written tokens part of the input",
    "cost_beside": "USD, written tokens beside it",
}
"""Headings of a table of costs."""


@dataclass(frozen=True)
class EstimationStudy:
    """Records of a page on estimation.

    Attributes
    ----------
    study : Study
        Papers and reviews.
    sample : Sample
        Target scores and candidate probabilities by paper.
    usage : pandas.DataFrame or None
        Token counts of calls.
    notes : tuple of str
        What was assumed about candidates and token counts, and what was left out.
    """

    study: Study
    sample: Sample
    usage: pd.DataFrame | None
    notes: tuple[str, ...]

    def show(self, page: Page) -> None:
        """Show what the records hold and every note on them.

        Parameters
        ----------
        page : Page
            The page of the notebook.

        Notes
        -----
        That later rounds are missing for most papers is no lack here: how many papers have them is said instead.
        """
        kept = tuple(note for note in self.study.notes if MISSING_ROUNDS not in note)
        replace(self.study, notes=kept).show(page)
        sample = self.sample
        later = int((~np.isnan(sample.later)).any(axis=1).sum())
        helper = (
            f"candidate probabilities of **{sample.auxiliary}**" if sample.auxiliary else "no candidate probabilities"
        )
        lines = [
            f"To be estimated: the distribution of scores of **{sample.target}**, for {len(sample.papers)} papers with "
            f"{sample.scores.shape[1]} target scores each; {later} of them have later scores. There are {helper}.",
            *(f"- {note}" for note in self.notes),
        ]
        page.say("\n".join([lines[0], "", *lines[1:]]))


def open_estimation(
    records: str = "",
    *,
    target: str = "",
    auxiliary: str = "",
    prompt: str = "",
    rounds: int = 5,
    score_low: float = 1,
    score_high: float = 10,
) -> EstimationStudy:
    """Load the records that the page was asked to work on.

    Parameters
    ----------
    records : str
        A reader's folder with `reviews.csv`, `candidates.csv` and perhaps `papers.csv` and `usage.csv`, or a CSV file
        of reviews; the committed reconstruction if empty.
    target, auxiliary : str
        Names of the reviewer whose scores are estimated and of the one whose probabilities help; the only ones there
        are if empty.
    prompt : str
        Instructions of the reviews that are estimated; the only ones there are if empty.
    rounds : int
        How many of the first rounds are target scores.
    score_low, score_high : float
        Lowest and highest score.

    Returns
    -------
    EstimationStudy

    Raises
    ------
    FileNotFoundError
        If there is nothing to read.
    peerassay.records.RecordsError
        If a table breaks its schema; it lists every problem.
    ValueError
        If the records cannot be arranged, as in `peerassay.estimation.arrange`.
    """
    study = open_study(KEY, records, score_low, score_high)
    folder = Path(records).expanduser() if records else reconstructed_folder(KEY)
    found = load_candidates(folder, study.score_range)
    usage = load_usage(folder)
    table = None if found is None else found.table
    sample = arrange(study.records, table, target=target, auxiliary=auxiliary, prompt=prompt, rounds=rounds)
    notes = (*(found.notes if found else ()), *(usage.notes if usage else ()), *sample.notes)
    return EstimationStudy(study, sample, None if usage is None else usage.table, notes)


def year_sets(sample: Sample) -> dict[str, NDArray[np.bool_]]:
    """Give the set of all papers and of each year.

    Parameters
    ----------
    sample : Sample
        As from `peerassay.estimation.arrange`.

    Returns
    -------
    dict of str to ndarray of bool, shape (papers,)
        As `peerassay.repeatability.year_subsets`.
    """
    return year_subsets(len(sample.papers), sample.papers["year"])


def claimed_rates(claims: Claims) -> Rates:
    """Give the printed prices.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    Rates
        In USD per million tokens.
    """
    names = ("input", "cache_write", "cached_input", "output")
    return Rates(*(float(claims[f"rep.cost.rate.{name}"].value) for name in names))


def cost_examples(rates: Rates, package: int, outputs: dict[str, int]) -> pd.DataFrame:
    """Lay out what one call for a package of a given size costs.

    Parameters
    ----------
    rates : Rates
        Prices.
    package : int
        Input tokens of a call.
    outputs : dict of str to int
        Output tokens of a call, by kind of call.

    Returns
    -------
    pandas.DataFrame
        One row per kind and state of the cache, in the columns of `peerassay.estimation.cost.TOKENS`, as one call each;
        as `usage` it is the input of `cost_table`.

    Notes
    -----
    The first call writes the whole package to the cache and the later one reads all of it from there: the two ends
    between which real calls lie.
    """
    rows = [
        {"paper_id": "example", "reviewer": kind, "call": number, "input_tokens": package}
        | {"cached_tokens": package if number > 1 else 0, "cache_write_tokens": package if number == 1 else 0}
        | {"output_tokens": output}
        for kind, output in outputs.items()
        for number in (1, 2)
    ]
    return pd.DataFrame(rows)
