"""How alike the opinions of two reviews are: strengths matched with strengths, concerns with concerns, one to one."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import linear_sum_assignment

from peerassay.repeatability.resampling import RESAMPLES, column_mean, paper_interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from peerassay.language import Embedder

POLARITIES = ("strength", "concern")
REVIEW = ["reviewer", "round"]


class Condition(NamedTuple):
    """Which reviews are compared: those of one reviewer with each other, or those of two."""

    first: str
    second: str

    @property
    def kind(self) -> str:
        """``within`` one reviewer or ``across`` two."""
        return "within" if self.first == self.second else "across"


def matching(cosines: ArrayLike) -> NDArray[np.int64]:
    """Match the items of two lists one to one, so that the sum of cosines is largest.

    Parameters
    ----------
    cosines : array_like of float, shape (first list, second list)
        Cosine of every pair.

    Returns
    -------
    numpy.ndarray of int, shape (shorter list, 2)
        Places in the first and in the second list.

    Raises
    ------
    ValueError
        If a cosine is not finite.

    References
    ----------
    Kuhn 1955 (Hungarian method); `scipy.optimize.linear_sum_assignment`.
    """
    table = np.asarray(cosines, dtype=float)
    if not np.isfinite(table).all():
        raise ValueError("cosines: some are not finite; expected vectors without missing values")
    return np.column_stack(linear_sum_assignment(table, maximize=True))


def list_similarity(first: ArrayLike, second: ArrayLike) -> float:
    r"""Give the similarity of two lists of opinions.

    Parameters
    ----------
    first, second : array_like of float, shape (items, dimensions)
        One vector an opinion; their lengths do not matter. A vector of zeros has cosine 0 with everything.

    Returns
    -------
    float
        From -1 to 1; NaN if both lists are empty.

    Raises
    ------
    ValueError
        If a vector has a value that is not finite.

    Notes
    -----
    :math:`\frac{1}{\max(|A|, |B|)} \sum_{(a, b) \in M} \cos(a, b)` with M the best one-to-one matching: an opinion
    without a partner adds 0.

    References
    ----------
    Repeatability paper, Appendix C (opinion similarity).
    """
    longer = max(len(np.asarray(first)), len(np.asarray(second)))
    if not min(len(np.asarray(first)), len(np.asarray(second))):
        return 0.0 if longer else nan
    cosines = _unit(first) @ _unit(second).T
    pairs = matching(cosines)
    return float(cosines[pairs[:, 0], pairs[:, 1]].sum() / longer)


def _unit(vectors: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(vectors, dtype=float)
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    unit: NDArray[np.float64] = np.divide(table, lengths, out=np.zeros_like(table), where=lengths > 0)
    return unit


def conditions(reviewers: Sequence[str]) -> list[Condition]:
    """List each reviewer with itself, then every two reviewers, in the order given."""
    return [*(Condition(one, one) for one in reviewers), *(Condition(*pair) for pair in combinations(reviewers, 2))]


def review_pairs(reviews: Mapping[str, int]) -> dict[Condition, int]:
    """Count the pairs of reviews of one paper under each condition.

    Parameters
    ----------
    reviews : mapping of str to int
        Reviews of the paper by each reviewer.

    Returns
    -------
    dict of Condition to int
        Pairs of different reviews of one reviewer, and pairs of a review of one and a review of the other.
    """
    return {
        condition: comb(reviews[condition.first], 2)
        if condition.kind == "within"
        else reviews[condition.first] * reviews[condition.second]
        for condition in conditions(list(reviews))
    }


def opinion_similarity(opinions: pd.DataFrame, embeddings: Embedder) -> pd.DataFrame:
    """Average the similarity of opinion lists over the pairs of reviews of each paper.

    Parameters
    ----------
    opinions : pandas.DataFrame
        `paper_id`, `reviewer`, `round`, `polarity` and `text`, one row an opinion; one version and prompt.
    embeddings : peerassay.language.Embedder
        Makes vectors of opinions. All opinions of one paper and polarity are embedded together, so that embeddings
        fitted to what they see, as TF-IDF is, treat the reviews of a paper alike.

    Returns
    -------
    pandas.DataFrame
        `paper_id`, `first`, `second` (reviewers), `polarity`, `similarity`, `pairs` (pairs of reviews) and `empty`
        (pairs in which exactly one list was empty, similarity 0; pairs with two empty lists are undefined, left out of
        the mean, and not counted in `pairs`).

    References
    ----------
    Repeatability paper, Appendix C: pairs are averaged within a paper and condition first, then over papers.
    """
    rows: list[dict[str, object]] = []
    for paper, of_paper in opinions.groupby("paper_id", sort=True):
        reviews = of_paper[REVIEW].drop_duplicates().sort_values(REVIEW)
        for polarity in POLARITIES:
            lists = _vectors(of_paper[of_paper["polarity"] == polarity], reviews, embeddings)
            rows += [{"paper_id": paper, "polarity": polarity, **row} for row in _by_condition(lists)]
    columns = ["paper_id", "first", "second", "polarity", "similarity", "pairs", "empty"]
    return pd.DataFrame(rows, columns=columns)


def _vectors(
    opinions: pd.DataFrame, reviews: pd.DataFrame, embeddings: Embedder
) -> dict[tuple[str, int], NDArray[np.float64]]:
    """Embed the opinions of a paper; a review without any has an empty list."""
    table = opinions.reset_index(drop=True)
    vectors = embeddings.embed(table["text"].tolist()) if len(table) else np.zeros((0, 0))
    if len(vectors) < len(table):  # no opinion holds a word
        vectors = np.zeros((len(table), 1))
    places = table.groupby(REVIEW).indices
    return {
        (str(reviewer), int(number)): vectors[places[(reviewer, number)]]
        if (reviewer, number) in places
        else vectors[:0]
        for reviewer, number in reviews.itertuples(index=False)
    }


def _by_condition(lists: Mapping[tuple[str, int], NDArray[np.float64]]) -> Iterator[dict[str, object]]:
    for condition in conditions(sorted({reviewer for reviewer, _ in lists})):
        pairs = list(_pairs(lists, condition))
        values = np.array([list_similarity(lists[one], lists[other]) for one, other in pairs])
        known = values[~np.isnan(values)]
        if pairs:
            empty = sum((len(lists[one]) == 0) != (len(lists[other]) == 0) for one, other in pairs)
            similarity = float(known.mean()) if len(known) else nan
            yield {**condition._asdict(), "similarity": similarity, "pairs": len(known), "empty": empty}


def _pairs(
    lists: Mapping[tuple[str, int], NDArray[np.float64]], condition: Condition
) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
    first = [key for key in lists if key[0] == condition.first]
    if condition.kind == "within":
        return combinations(first, 2)
    return product(first, [key for key in lists if key[0] == condition.second])


def similarity_table(
    similarity: pd.DataFrame, rng: np.random.Generator, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Average over papers, with intervals that resample papers.

    Parameters
    ----------
    similarity : pandas.DataFrame
        As from `opinion_similarity`.
    rng : numpy.random.Generator
        Resamples papers.
    resamples : int
        1 or more.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `kind`, `first`, `second`, `polarity`, `similarity`, `low`, `high`, `papers`, `pairs`, `empty`, `reason`; within
        one reviewer before across two.

    Raises
    ------
    ValueError
        If `resamples` or `confidence` is out of range, or no two reviews were compared.
    """
    if similarity.empty:
        raise ValueError("similarity: no pair of reviews; expected at least one")
    rows = []
    for (first, second, polarity), group in similarity.groupby(["first", "second", "polarity"], sort=True):
        found = paper_interval([group["similarity"]], column_mean, rng, resamples=resamples, confidence=confidence)
        rows.append(
            {
                "kind": Condition(str(first), str(second)).kind, "first": first, "second": second, "polarity": polarity,
                "similarity": found.value, "low": found.low, "high": found.high, "papers": found.papers,
                "pairs": int(group["pairs"].sum()), "empty": int(group["empty"].sum()), "reason": found.reason,
            }
        )  # fmt: skip
    table = pd.DataFrame(rows)
    return table.sort_values(
        ["kind", "first", "second", "polarity"], ascending=[False, True, True, False], ignore_index=True
    )


def similarity_differences(
    similarity: pd.DataFrame, rng: np.random.Generator, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """Compare, paper by paper, one reviewer with two, and concerns with strengths.

    Parameters
    ----------
    similarity, rng, resamples, confidence
        As in `similarity_table`.

    Returns
    -------
    pandas.DataFrame
        `comparison`, `difference`, `low`, `high`, `papers`, `reason`. ``within minus across`` averages over all
        conditions of a kind and both polarities; ``concerns minus strengths`` over the reviews of one reviewer.

    Raises
    ------
    ValueError
        If `resamples` or `confidence` is out of range.
    """
    keyed = similarity.assign(kind=np.where(similarity["first"] == similarity["second"], "within", "across"))
    kinds = keyed.pivot_table(index="paper_id", columns="kind", values="similarity")
    within = keyed[keyed["kind"] == "within"]
    polarity = within.pivot_table(index="paper_id", columns="polarity", values="similarity")
    gaps = {
        "within minus across": _gap(kinds, "within", "across"),
        "concerns minus strengths": _gap(polarity, "concern", "strength"),
    }
    rows = []
    for name, gap in gaps.items():
        found = paper_interval([gap], column_mean, rng, resamples=resamples, confidence=confidence)
        rows.append([name, found.value, found.low, found.high, found.papers, found.reason])
    return pd.DataFrame(rows, columns=["comparison", "difference", "low", "high", "papers", "reason"])


def _gap(table: pd.DataFrame, first: str, second: str) -> pd.Series:
    if first not in table or second not in table:
        return pd.Series(np.full(len(table), nan), index=table.index)
    return table[first] - table[second]
