"""Annotated reviews on a page: loading mentions of aspects, checking them against the reviews, and their tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.language.spans import find_span
from peerassay.project import project_root
from peerassay.records import RecordsError, load_records, load_schema
from peerassay.records.checks import check_columns, typed_cells
from peerassay.records.problems import plural
from peerassay.records.reading import read_table
from peerassay.style.contrasts import SINGLE
from peerassay.style.correlations import positive_share_correlation, presence_correlation, shift_correlation
from peerassay.style.polarity import REVIEW_KEY, mention_counts

if TYPE_CHECKING:
    from peerassay.records.problems import Problem
    from peerassay.records.reading import Table

MENTIONS: Final = "aspects.csv"
MEASURED: Final = ("data", "measured", "style")
NEEDED: Final = ("paper_id", "version", "reviewer", "prompt", "round", "mention", "aspect", "polarity", "phrase")
PRESENCES: Final = (
    ("clarity", "Presentation", "negative"),
    ("evidence", "Result", "positive"),
    ("soundness", "Theory", "positive"),
    ("soundness", "Methodology", "negative"),
    ("significance", "Novelty", "positive"),
    ("significance", "Contribution", "positive"),
)
"""Criterion, aspect and polarity of the correlations that appendix D of the style paper speaks about."""


@dataclass(frozen=True)
class Annotated:
    """Reviews with their mentions of aspects.

    Attributes
    ----------
    reviews : pandas.DataFrame
        The annotated reviews, with text where the table has it.
    mentions : pandas.DataFrame
        The mentions whose phrase was found in the review, or could not be checked for want of a text.
    counts : pandas.DataFrame
        As from `peerassay.style.polarity.mention_counts`.
    total, checked, found : int
        Mentions in the table, those whose review has a text, and those of them whose phrase is in it.
    own : bool
        Whether they are a reader's own.
    notes : tuple of str
        What was understood, assumed or counted as missing.
    """

    reviews: pd.DataFrame
    mentions: pd.DataFrame
    counts: pd.DataFrame
    total: int
    checked: int
    found: int
    own: bool
    notes: tuple[str, ...]

    @property
    def said(self) -> str:
        """What was loaded and what became of the quoted phrases, as Markdown."""
        whose = "Your own annotations" if self.own else "Reviews collected by this project"
        unchecked = self.total - self.checked
        parts = [f"{self.found} of {plural(self.checked, 'quoted phrase')} are in their review"]
        parts += (
            [f"{plural(unchecked, 'mention')} could not be checked, as the review has no text"] if unchecked else []
        )
        lost = self.checked - self.found
        parts += [f"{plural(lost, 'mention')} with a phrase that is not there: set aside"] if lost else []
        head = (
            f"**{whose}**: {plural(len(self.reviews), 'review')}, {plural(self.total, 'mention')}; {'; '.join(parts)}."
        )
        return "\n".join([head, "", *(f"- {note}" for note in self.notes if self.own)])


def open_annotated(records: str = "", score_low: float = 1, score_high: float = 10) -> Annotated | None:
    """Load annotated reviews: a folder with `reviews.csv` and `aspects.csv`.

    Parameters
    ----------
    records
        A reader's folder; reviews that this project has collected, if empty.
    score_low, score_high
        Lowest and highest score that can be given.

    Returns
    -------
    Annotated or None
        Reviews of a reviewer, prompt and version of which no review has a mention count as not annotated and are left
        out. None if `records` is empty and nothing has been collected.

    Raises
    ------
    FileNotFoundError
        If there is no such folder or one of the files is not there.
    peerassay.records.RecordsError
        If the tables break their schemas, or a mention belongs to no review; it lists every problem.
    """
    folder = Path(records).expanduser() if records else project_root().joinpath(*MEASURED)
    file = folder / MENTIONS
    if not records and not file.is_file():
        return None
    if not file.is_file():
        raise FileNotFoundError(f"{file}: not there; expected a folder with reviews.csv and {MENTIONS}")
    loaded = load_records(folder, score_range=(score_low, score_high))
    mentions = _mentions(file, loaded.reviews)
    groups = ["reviewer", "prompt", "version"]
    reviews = loaded.reviews.merge(mentions[groups].drop_duplicates(), on=groups)
    kept, checked, found = _with_phrase(mentions, reviews)
    counts = mention_counts(kept, reviews)
    return Annotated(reviews, kept, counts, len(mentions), checked, found, bool(records), loaded.notes)


def _mentions(file: Path, reviews: pd.DataFrame) -> pd.DataFrame:
    table, schema = read_table(file), load_schema("aspects")
    problems = [*table.problems, *check_columns(table, schema, NEEDED)]
    if problems:
        raise RecordsError(problems)
    mentions, problems = typed_cells(table, schema)
    problems += _foreign(table, mentions, reviews)
    if problems:
        raise RecordsError(problems)
    return mentions


def _foreign(table: Table, mentions: pd.DataFrame, reviews: pd.DataFrame) -> list[Problem]:
    """Find mentions that belong to no review, once per review."""
    key = list(REVIEW_KEY)
    known = set(reviews[key].itertuples(index=False, name=None))
    places = pd.Series(list(mentions[key].itertuples(index=False, name=None)))
    unknown = ~places.isin(list(known)) & ~places.duplicated()
    return [
        table.problem(int(place), "paper_id", " / ".join(map(str, places[place])), "a review of reviews.csv")
        for place in unknown.to_numpy().nonzero()[0]
    ]


def _with_phrase(mentions: pd.DataFrame, reviews: pd.DataFrame) -> tuple[pd.DataFrame, int, int]:
    """Keep the mentions whose phrase is in their review; without texts keep all."""
    if "text" not in reviews:
        return mentions, 0, 0
    texts = mentions.merge(reviews[[*REVIEW_KEY, "text"]], on=list(REVIEW_KEY), how="left")["text"]
    there = texts.notna().to_numpy()
    found = pd.Series(
        [bool(find_span(phrase, text)) for phrase, text in zip(mentions["phrase"], texts.fillna(""), strict=True)]
    ).to_numpy()
    return mentions[found | ~there].reset_index(drop=True), int(there.sum()), int((found & there).sum())


def correlation_table(annotated: Annotated) -> pd.DataFrame:
    """Compute the correlations that the paper prints, on annotated reviews.

    Parameters
    ----------
    annotated
        As from `open_annotated`.

    Returns
    -------
    pandas.DataFrame
        `quantity`, `r`, `pairs` and `reason` (why r is undefined).
    """
    counts, reviews = annotated.counts, annotated.reviews
    found = {
        f"Presentation shift and rating shift, {one.first} minus {one.second}": shift_correlation(
            counts, reviews, one, "Presentation"
        )
        for one in SINGLE
    }
    found["share of positive mentions and rating"] = positive_share_correlation(counts, reviews)
    for criterion, aspect, polarity in PRESENCES:
        if criterion in reviews:
            name = f"{criterion} score and {polarity} {aspect} mentions"
            found[name] = presence_correlation(counts, reviews, criterion, aspect, polarity)
    rows = [(name, *values) for name, values in found.items()]
    return pd.DataFrame(rows, columns=["quantity", "r", "pairs", "reason"])
