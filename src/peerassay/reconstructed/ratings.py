"""The ratings that a notebook works on: the committed reconstruction, or a reader's own table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peerassay.epistemics.rubric import RUBRIC
from peerassay.reconstructed.rules import reconstructed_folder
from peerassay.records import load_ratings
from peerassay.records.problems import plural

if TYPE_CHECKING:
    import pandas as pd

    from peerassay.exhibits import Page
    from peerassay.records import Ratings

MEANINGS: Final = {
    "source": "information on who wrote the reviews, people or a model",
    "venue": "venues",
    "year": "years",
    "tier": "tiers of acceptance",
    "ac_comment": "comments of area chairs",
    "n_chars": "lengths",
    "label": "labels",
    "s1": "System-1 scores",
    "s2": "System-2 scores",
    "rqs": "reasoning quality scores",
    "bias_tags": "bias tags",
    "text": "texts of the reviews",
}
"""What the optional columns of the ratings hold."""


@dataclass(frozen=True)
class RatingStudy:
    """Ratings, arranged for a notebook.

    Attributes
    ----------
    ratings : Ratings
        All of them, every judge and run.
    own : bool
        Whether they are a reader's own.
    """

    ratings: Ratings
    own: bool

    @property
    def tier(self) -> str:
        """The kind of evidence that exhibits on these ratings are."""
        return "measured" if self.own else "reconstructed"

    @property
    def frame(self) -> pd.DataFrame:
        """All ratings, one row each."""
        return self.ratings.frame

    @property
    def conditions(self) -> list[tuple[str, int]]:
        """The judges and their runs, as they occur in the table."""
        pairs = self.frame[["judge", "run"]].drop_duplicates()
        return [(str(judge), int(run)) for judge, run in zip(pairs["judge"], pairs["run"], strict=True)]

    def first(self, judge: str = "") -> pd.DataFrame:
        """Give one rating of each review: the lowest run of one judge.

        Parameters
        ----------
        judge : str
            Whose ratings; the judge that rated the most reviews if empty (of equals, the first by name).

        Returns
        -------
        pandas.DataFrame
            One row per review, the bias tags as columns ``tag_<name>`` beside the others (1, 0, NaN if not asked).

        Raises
        ------
        ValueError
            If there is no such judge.
        """
        frame = self.frame.join(self.ratings.tags.add_prefix("tag_"))
        chosen = judge or self.main_judge
        mine = frame[frame["judge"] == chosen]
        if mine.empty:
            names = ", ".join(sorted(set(frame["judge"])))
            raise ValueError(f"judge: expected one of {names}, got {chosen!r}")
        return mine.sort_values("run").drop_duplicates("review_id").sort_values("review_id", ignore_index=True)

    @property
    def main_judge(self) -> str:
        """The judge that rated the most reviews; of equals, the first by name."""
        counts = self.frame.drop_duplicates(["review_id", "judge"]).groupby("judge").size()
        return str(counts.idxmax())

    def lacks(self, *columns: str) -> str:
        """Say why an exhibit that needs some columns has to be left out.

        Parameters
        ----------
        *columns : str
            Names of the schema `ratings`; ``dimensions`` stands for all nine.

        Returns
        -------
        str
            The reason, which names every column without a value; empty if all have one.
        """
        wanted = [
            name for column in columns for name in (RUBRIC.dimension_names if column == "dimensions" else (column,))
        ]
        missing = [name for name in wanted if name not in self.frame or not self.frame[name].notna().any()]
        if not missing:
            return ""
        words = [MEANINGS.get(name, f"scores for {name.replace('_', ' ')}") for name in missing]
        names = ", ".join(f"`{name}`" for name in missing)
        return f"the ratings have no {_listed(words)} ({'column' if len(missing) == 1 else 'columns'} {names})"

    def show(self, page: Page) -> None:
        """Show what the ratings hold, and every note on what was not taken literally.

        Parameters
        ----------
        page : Page
            The page of the notebook.
        """
        frame = self.frame
        whose = "Your own ratings" if self.own else "Reconstructed ratings (synthetic; not the study's)"
        sizes = [
            f"{judge}, run {run}: {plural(int(((frame['judge'] == judge) & (frame['run'] == run)).sum()), 'review')}"
            for judge, run in self.conditions
        ]
        lines = [f"**{whose}** of {plural(frame['review_id'].nunique(), 'review')}.", ""]
        page.say("\n".join([*lines, *(f"- {line}" for line in (*sizes, *self.ratings.notes))]))


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def open_ratings(part: str = "epistemics", records: str = "") -> RatingStudy:
    """Load the ratings that a notebook was asked to work on.

    Parameters
    ----------
    part : str
        Key of a reconstruction that has `ratings.csv`, such as ``epistemics`` or ``epistemics/validation``.
    records : str
        A reader's CSV file of ratings, or a folder with `ratings.csv`; the committed reconstruction if empty.

    Returns
    -------
    RatingStudy
        The ratings, of one or several judges and runs.

    Raises
    ------
    FileNotFoundError
        If there is nothing to read.
    peerassay.records.RecordsError
        If the table breaks the schema; it lists every problem.
    """
    path = Path(records).expanduser() if records else reconstructed_folder(part)
    return RatingStudy(load_ratings(path, RUBRIC.tag_names), bool(records))
