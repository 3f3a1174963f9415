"""Tables of opinions for a page: loading, describing, and the printed numbers that arithmetic can confirm."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.project import project_root
from peerassay.records.problems import UnsuitableError
from peerassay.records.tables import load_table
from peerassay.repeatability.opinions import REVIEW, Condition, list_similarity, review_pairs, similarity_table
from peerassay.repeatability.resampling import RESAMPLES

if TYPE_CHECKING:
    from peerassay.exhibits import Page

EXAMPLE = "data/examples/opinions.csv"
NEEDED = ("paper_id", "reviewer", "round", "polarity", "text")
REVIEWS = {"Luna": "gpt6luna", "Sol": "gpt6sol", "Haiku": "haiku"}
CORPUS = "the texts of the reviews are not public"
PREFIX = "rep.opinions."


def load_opinions(records: str = "") -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Read a table of opinions; reviews of anything but the original manuscript are set aside, and that is said.

    Parameters
    ----------
    records : str
        A CSV file in the schema `opinions`, or a folder with `opinions.csv`; our small example if empty.

    Returns
    -------
    opinions : pandas.DataFrame
        One row an opinion. Where a reviewer has several prompts or protocols, they are part of its name.
    notes : tuple of str
        Everything that was not taken literally.

    Raises
    ------
    FileNotFoundError, peerassay.records.RecordsError
        If the table cannot be read.
    peerassay.records.problems.UnsuitableError
        If no opinion is left, or no paper has two reviews to compare.
    """
    path = Path(records).expanduser() if records else project_root() / EXAMPLE
    opinions, notes = load_table(path, "opinions", NEEDED)
    original = opinions["version"].eq("original") if "version" in opinions else pd.Series(True, opinions.index)
    kept = opinions[original]
    if kept.empty:
        raise UnsuitableError(f"{path}: no opinion on an original manuscript; expected rows with version original")
    if not original.all():
        notes = (*notes, f"{int((~original).sum())} opinions on other versions than the original are set aside")
    for column in ("prompt", "protocol"):
        if column in kept and len(kept[["reviewer", column]].drop_duplicates()) > kept["reviewer"].nunique():
            kept = kept.assign(reviewer=kept["reviewer"] + ", " + kept[column])
    if not (kept.drop_duplicates(["paper_id", *REVIEW])["paper_id"].value_counts() > 1).any():
        raise UnsuitableError(f"{path}: no paper has opinions of two reviews; expected at least one, to compare them")
    return kept.reset_index(drop=True), notes


def count_opinions(opinions: pd.DataFrame) -> pd.DataFrame:
    """Count papers, reviews and opinions of each reviewer.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `papers`, `reviews`, `strengths`, `concerns`.
    """
    grouped = opinions.groupby("reviewer", sort=True)
    return pd.DataFrame(
        {
            "papers": grouped["paper_id"].nunique(),
            "reviews": grouped.apply(lambda rows: len(rows[["paper_id", *REVIEW[1:]]].drop_duplicates())),
            "strengths": grouped["polarity"].agg(lambda column: int((column == "strength").sum())),
            "concerns": grouped["polarity"].agg(lambda column: int((column == "concern").sum())),
        }
    ).reset_index()


def record_opinions(page: Page) -> None:
    """Give every printed number on opinions its verdict: pairs by arithmetic, the rest as published, with a reason."""
    claims = page.claims.where(part="repeatability", section="opinions")
    reviews = {name: int(claims[f"{PREFIX}reviews_per_paper.{key}"].value) for name, key in REVIEWS.items()}
    pairs = review_pairs(reviews)
    papers = int(claims[f"{PREFIX}n_papers"].value)
    derived = {
        "within_pairs.5reviews": pairs[Condition("Sol", "Sol")],
        "within_pairs.3reviews": pairs[Condition("Haiku", "Haiku")],
        "cross_pairs.luna_sol": pairs[Condition("Luna", "Sol")],
        "cross_pairs.with_haiku": pairs[Condition("Luna", "Haiku")],
        "review_pairs": papers * sum(pairs.values()),
    }
    for name, value in derived.items():
        page.record(PREFIX + name, value, function=review_pairs, remark="from the printed numbers of reviews")
    alone = 2 * list_similarity(np.eye(1), np.ones((2, 1))) - 1
    page.record(
        f"{PREFIX}unmatched_contribution",
        alone,
        function=list_similarity,
        remark="what a second item adds to a match of 1",
    )
    page.beside(
        f"{PREFIX}bootstrap",
        RESAMPLES,
        function=similarity_table,
        remark="a choice of the study; beside it this page's resamples by default",
    )
    for name in ("within_minus_cross", "concerns_minus_strengths"):
        page.transcribe(
            PREFIX + name, f"only the sign is printed; {CORPUS}, and no number survives to build records from"
        )
    for claim_id, claim in claims.items():
        if claim_id not in page.rows:
            again = "printed again; its first printing has the verdict"
            page.transcribe(claim_id, again if claim.class_ == "restatement" else CORPUS)
