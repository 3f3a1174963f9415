"""The records that a notebook works on: the committed reconstruction, or a reader's own tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from peerassay.reconstructed.rules import reconstructed_folder
from peerassay.records import load_records, reviewer_scores
from peerassay.records.problems import plural
from peerassay.repeatability import score_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from peerassay.exhibits import Page
    from peerassay.records import Records, ReviewerScores

MEANINGS = {
    "human_mean": "human mean scores",
    "status": "final decisions",
    "year": "years",
}
"""What the optional columns of the papers hold."""


@dataclass(frozen=True)
class Study:
    """Records, arranged for a notebook.

    Attributes
    ----------
    records : Records
        Papers and reviews.
    own : bool
        Whether they are a reader's own.
    reviewers : tuple of ReviewerScores
        One for each reviewer, version and prompt.
    notes : tuple of str
        What was understood, assumed, counted as missing or left aside.
    """

    records: Records
    own: bool
    reviewers: tuple[ReviewerScores, ...]
    notes: tuple[str, ...]

    @property
    def tier(self) -> str:
        """The kind of evidence that exhibits on these records are."""
        return "measured" if self.own else "reconstructed"

    @property
    def score_range(self) -> tuple[float, float]:
        """Lowest and highest score that can be given."""
        return self.records.score_range

    @property
    def matrices(self) -> dict[str, NDArray[np.float64]]:
        """The table of scores of each reviewer, shape (papers, rounds), by name."""
        return {reviewer.name: reviewer.scores for reviewer in self.reviewers}

    def lacks(self, column: str) -> str:
        """Say why an exhibit that needs a column of the papers has to be left out.

        Parameters
        ----------
        column : str
            ``human_mean``, ``status`` or ``year``.

        Returns
        -------
        str
            The reason; empty if a paper with a review has a value.

        Raises
        ------
        KeyError
            If it is another column.
        """
        meaning = MEANINGS[column]
        if any(reviewer.papers[column].notna().any() for reviewer in self.reviewers):
            return ""
        return f"the records have no {meaning} (column `{column}` of the papers)"

    def show(self, page: Page) -> None:
        """Show what the records hold, and every note on what was not taken literally.

        Parameters
        ----------
        page : Page
            The page of the notebook.
        """
        sizes = [f"{one.name}: {plural(len(one.scores), 'paper')}, {_rounds(one)}" for one in self.reviewers]
        whose = "Your own records" if self.own else "Reconstructed records (synthetic; not the study's reviews)"
        low, high = self.score_range
        lines = [f"**{whose}**, scores from {low:g} to {high:g}.", "", *(f"- {line}" for line in (*sizes, *self.notes))]
        page.say("\n".join(lines))


def _rounds(reviewer: ReviewerScores) -> str:
    counts = score_counts(reviewer.scores)
    low, high = int(counts.min()), int(counts.max())
    return f"{plural(low, 'score') if low == high else f'{low} to {high} scores'} each"


def open_study(
    part: str, records: str = "", score_low: float = 1, score_high: float = 10, protocol: str = "integer"
) -> Study:
    """Load the records that a notebook was asked to work on.

    Parameters
    ----------
    part : str
        ``repeatability``, ``style`` or ``epistemics``.
    records : str
        A reader's folder with `reviews.csv` (and `papers.csv`), or a CSV file; the committed reconstruction of the part
        if empty.
    score_low, score_high : float
        Lowest and highest score that can be given.
    protocol : str
        Which scores to arrange, as in `peerassay.records.reviewer_scores`.

    Returns
    -------
    Study
        The records and their reviewers.

    Raises
    ------
    FileNotFoundError
        If there is nothing to read.
    peerassay.records.RecordsError
        If the tables break the schema; it lists every problem.
    ValueError
        If the score range is empty, or there is no score.
    """
    path = Path(records).expanduser() if records else reconstructed_folder(part)
    loaded = load_records(path, score_range=(score_low, score_high))
    reviewers, notes = reviewer_scores(loaded, protocol)
    return Study(loaded, bool(records), tuple(reviewers), (*loaded.notes, *notes))
