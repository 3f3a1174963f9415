"""Candidate edits and which of them two Selectors accept."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import nan
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

BOTH_EMPTY = Fraction(1)
"""The similarity of two empty sets of accepted edits (repeatability paper, appendix F)."""
COUNTS = ("candidates", "first", "second", "both")


def jaccard(first: Collection[object], second: Collection[object]) -> Fraction:
    r"""Give the Jaccard similarity of two sets of accepted edits.

    Parameters
    ----------
    first, second : collection
        Edits that each Selector accepted; repeats count once.

    Returns
    -------
    Fraction
        :math:`|A \cap B| / |A \cup B|`, 1 if both are empty (repeatability paper, appendix F).
    """
    one, other = set(first), set(second)
    union = one | other
    return Fraction(len(one & other), len(union)) if union else BOTH_EMPTY


@dataclass(frozen=True)
class Acceptance:
    """How many candidate edits of one Writer two Selectors accept.

    Attributes
    ----------
    candidates, first, second, both : int
        Candidate edits; those accepted by the first Selector, by the second, and by both.
    """

    candidates: int
    first: int
    second: int
    both: int

    def __post_init__(self) -> None:
        """Check that such sets of edits can exist."""
        low, high = max(0, self.first + self.second - self.candidates), min(self.first, self.second)
        if not low <= self.both <= high or max(self.first, self.second) > self.candidates:
            raise ValueError(
                f"{self.first} and {self.second} of {self.candidates} edits accepted, {self.both} by both: no sets of "
                f"edits have such sizes; expected {low} to {high} by both"
            )

    @property
    def differing(self) -> int:
        """Edits with different decisions."""
        return self.first + self.second - 2 * self.both

    @property
    def neither(self) -> int:
        """Edits that both reject."""
        return self.candidates - self.either

    @property
    def either(self) -> int:
        """Edits that at least one accepts."""
        return self.first + self.second - self.both

    @property
    def pooled(self) -> Fraction:
        """The Jaccard similarity of all accepted edits, papers put together."""
        return Fraction(self.both, self.either) if self.either else BOTH_EMPTY


def acceptance_table(edits: pd.DataFrame, papers: Iterable[str]) -> pd.DataFrame:
    r"""Compare every two Selectors of the same Writer's edits.

    Parameters
    ----------
    edits : pandas.DataFrame
        One row per edit and Selector: `paper_id`, `edit_id`, `writer`, `selector`, `accepted` (1 or 0).
    papers : iterable of str
        All papers; one without a candidate edit counts as two empty sets.

    Returns
    -------
    pandas.DataFrame
        `writer`, `first`, `second` (Selectors), `papers`, `candidates` (decided by both), `accepted_first`,
        `accepted_second`, `accepted_both`, `differing`, `neither`, `same_papers`, `different_papers` (papers in which
        all decisions are alike, or not), `jaccard` (mean over papers of :math:`J_i`), `pooled` (papers put together).
    """
    ids = sorted(set(papers))
    rows = []
    for writer, group in edits.groupby("writer", sort=True):
        wide = group.pivot_table(index=["paper_id", "edit_id"], columns="selector", values="accepted", aggfunc="first")
        for first, second in combinations(wide.columns, 2):
            rows.append({"writer": writer, "first": first, "second": second} | _pair(wide[[first, second]], ids))
    columns = ["writer", "first", "second", "papers", "candidates", "accepted_first", "accepted_second"]
    columns += ["accepted_both", "differing", "neither", "same_papers", "different_papers", "jaccard", "pooled"]
    return pd.DataFrame(rows, columns=columns)


def _pair(decisions: pd.DataFrame, papers: list[str]) -> dict[str, object]:
    table = decisions.dropna().astype(int)
    table.columns = pd.Index(["first", "second"])
    counts = Acceptance(len(table), int(table["first"].sum()), int(table["second"].sum()), int(table.min(axis=1).sum()))
    per_paper = {str(paper): rows for paper, rows in table.groupby(level="paper_id")}
    differing = sum(bool((rows["first"] != rows["second"]).any()) for rows in per_paper.values())
    similar = [_similarity(per_paper[paper]) if paper in per_paper else BOTH_EMPTY for paper in papers]
    return {
        "papers": len(papers),
        "candidates": counts.candidates,
        "accepted_first": counts.first,
        "accepted_second": counts.second,
        "accepted_both": counts.both,
        "differing": counts.differing,
        "neither": counts.neither,
        "same_papers": len(papers) - differing,
        "different_papers": differing,
        "jaccard": float(sum(similar, Fraction(0)) / len(papers)) if papers else nan,
        "pooled": float(counts.pooled),
    }


def _similarity(rows: pd.DataFrame) -> Fraction:
    first, second = (rows.index[rows[name] == 1] for name in ("first", "second"))
    return jaccard(list(first), list(second))


def replaced_blocks(edits: pd.DataFrame) -> pd.DataFrame:
    """Count the text blocks that each final version replaces: one for every accepted edit.

    Parameters
    ----------
    edits : pandas.DataFrame
        As for `acceptance_table`.

    Returns
    -------
    pandas.DataFrame
        `writer`, `selector`, `papers` (with a candidate edit), `candidates`, `blocks` (accepted), `unchanged` (papers
        in which nothing was accepted).
    """
    rows = []
    for (writer, selector), group in edits.groupby(["writer", "selector"], sort=True):
        per_paper = group.groupby("paper_id")["accepted"].sum()
        sizes = {"papers": len(per_paper), "candidates": len(group), "blocks": int(per_paper.sum())}
        rows.append({"writer": writer, "selector": selector} | sizes | {"unchanged": int((per_paper == 0).sum())})
    return pd.DataFrame(rows, columns=["writer", "selector", "papers", "candidates", "blocks", "unchanged"])


def rehashed_images(images: int, left_out: int, versions: int) -> int:
    """Count the image files that a structural audit of all final packages hashes again.

    Parameters
    ----------
    images : int
        Images in all original packages, 0 or more.
    left_out : int
        Those of papers that were not revised, at most all.
    versions : int
        Final versions of every paper; each carries all images of its original.

    Returns
    -------
    int
        ``versions * (images - left_out)`` (repeatability paper, appendix F).

    Raises
    ------
    ValueError
        If a number is negative, or more images are left out than there are.
    """
    if not 0 <= left_out <= images or versions < 0:
        raise ValueError(f"{images} images, {left_out} left out, {versions} versions; expected 0 <= left out <= images")
    return versions * (images - left_out)
