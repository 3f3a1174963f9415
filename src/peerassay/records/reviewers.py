"""The reviewers in a table of reviews: each with a name, a table of scores, and what is known about its papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerassay.records.matrices import papers_in_order, score_matrix

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from peerassay.records.loading import Records

PARTS = ["reviewer", "version", "prompt", "protocol"]
"""What tells reviewers apart; the name of a reviewer has the first and those of the others that differ."""


@dataclass(frozen=True)
class ReviewerScores:
    """Repeated scores of one reviewer for one version of the papers.

    Attributes
    ----------
    name : str
        The reviewer, followed by version, prompt and protocol where they are needed to tell it apart.
    papers : pandas.DataFrame
        What is known about each paper; one row per row of `scores`.
    scores : ndarray of float, shape (papers, rounds)
        In score points, rounds ascending; NaN where there is no score.
    """

    name: str
    papers: pd.DataFrame
    scores: NDArray[np.float64]


def reviewer_scores(records: Records, protocol: str = "integer") -> tuple[list[ReviewerScores], tuple[str, ...]]:
    """Arrange all reviews by reviewer.

    Parameters
    ----------
    records : Records
        Papers and reviews.
    protocol : str
        How the scores were asked for: ``integer`` or ``decimal``. A reviewer without such scores is taken with the
        other ones.

    Returns
    -------
    reviewers : list of ReviewerScores
        By name; another version of the papers or another prompt counts as another reviewer.
    notes : tuple of str
        Which scores were taken in place of others, or left aside.

    Raises
    ------
    ValueError
        If there is no score at all.
    """
    if not records.reviews["overall"].notna().any():
        raise ValueError("reviews: not a single score; expected at least one")
    kept, notes = [], []
    for key, group in records.reviews.groupby(["reviewer", "version", "prompt"]):
        there = sorted(set(group["protocol"]))
        taken = protocol if protocol in there else there[0]
        kept.append(dict(zip(PARTS, [*map(str, key), taken], strict=True)))
        notes += _protocol_notes(str(key[0]), protocol, there)
    varying = [part for part in PARTS[1:] if len({setting[part] for setting in kept}) > 1]
    return [_arrange(records, setting, varying) for setting in kept], tuple(dict.fromkeys(notes))


def _protocol_notes(reviewer: str, protocol: str, there: list[str]) -> list[str]:
    if protocol not in there:
        return [f"{reviewer}: has no {protocol} scores, so its {there[0]} scores are taken"]
    aside = [name for name in there if name != protocol]
    return [f"{reviewer}: its {name} scores are left aside here" for name in aside]


def _arrange(records: Records, setting: dict[str, str], varying: list[str]) -> ReviewerScores:
    paper_ids, scores = score_matrix(records.reviews, **setting)
    details = ", ".join(setting[part] for part in varying)
    name = f"{setting['reviewer']} ({details})" if details else setting["reviewer"]
    return ReviewerScores(name, papers_in_order(records.papers, paper_ids), scores)
