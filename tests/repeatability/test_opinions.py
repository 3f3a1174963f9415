"""Opinion lists: matching, similarity, conditions, and averaging within papers first."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from peerassay.language import embedder
from peerassay.repeatability.opinions import (
    Condition,
    list_similarity,
    matching,
    opinion_similarity,
    review_pairs,
    similarity_differences,
    similarity_table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Axes:
    """Each word is a direction of its own."""

    name = "words"

    def embed(self, passages: Sequence[str]) -> NDArray[np.float64]:
        words = sorted({word for passage in passages for word in passage.split()})
        return np.array([[passage.split().count(word) for word in words] for passage in passages], dtype=float)


def table(rows: list[tuple[str, str, int, str, str]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["paper_id", "reviewer", "round", "polarity", "text"])


def test_the_corpus_has_15522_pairs_of_reviews() -> None:
    """Appendix C: five reviews of Luna and of Sol, three of Haiku, 199 papers."""
    pairs = review_pairs({"Luna": 5, "Sol": 5, "Haiku": 3})
    assert [pairs[Condition(name, name)] for name in ("Luna", "Sol", "Haiku")] == [10, 10, 3]
    assert pairs[Condition("Luna", "Sol")] == 25
    assert pairs[Condition("Sol", "Haiku")] == 15
    assert 199 * sum(pairs.values()) == 15522


def test_matching_by_hand() -> None:
    """Greedy would take 0.9 first and end with 0.9 + 0.1; the best sum is 0.8 + 0.7."""
    assert matching([[0.9, 0.8], [0.7, 0.1]]).tolist() == [[0, 1], [1, 0]]
    with pytest.raises(ValueError, match="not finite"):
        matching([[np.nan]])


def test_an_opinion_without_a_partner_adds_nothing() -> None:
    """Two equal opinions and one more: (1 + 1 + 0) / 3."""
    first, second = np.eye(3)[:2], np.eye(3)
    assert list_similarity(first, second) == pytest.approx(2 / 3)
    assert list_similarity(first, np.zeros((0, 3))) == 0
    assert np.isnan(list_similarity(np.zeros((0, 3)), np.zeros((0, 3))))
    assert list_similarity(np.zeros((1, 3)), second) == 0


vectors = st.integers(1, 4).flatmap(
    lambda rows: arrays(float, (rows, 3), elements=st.floats(-2, 2).map(lambda x: round(x, 2)))
)


@settings(max_examples=60, deadline=None)
@given(vectors, vectors)
def test_similarity_is_symmetric_bounded_and_the_best_of_all_matchings(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> None:
    found = list_similarity(first, second)
    assert found == pytest.approx(list_similarity(second, first))
    assert -1 - 1e-9 <= found <= 1 + 1e-9
    small, large = sorted((first, second), key=len)
    unit = [
        np.divide(x, n, out=np.zeros_like(x), where=n > 0)
        for x in (small, large)
        for n in [np.linalg.norm(x, axis=1, keepdims=True)]
    ]
    cosines = unit[0] @ unit[1].T
    best = max(
        sum(cosines[row, place] for row, place in enumerate(chosen))
        for chosen in permutations(range(len(large)), len(small))
    )
    assert found == pytest.approx(best / len(large))


def test_pairs_are_averaged_within_a_paper_first() -> None:
    """Paper a has one pair with similarity 1, paper b three with 0: the mean over papers is one half."""
    rows = [("a", "R", 1, "concern", "x"), ("a", "R", 2, "concern", "x")]
    rows += [("b", "R", number, "concern", word) for number, word in enumerate("pqr", 1)]
    similarity = opinion_similarity(table(rows), Axes())
    concerns = similarity[similarity["polarity"] == "concern"]
    assert concerns["similarity"].tolist() == [1, 0]
    assert concerns["pairs"].tolist() == [1, 3]
    overview = similarity_table(similarity, np.random.default_rng(0), resamples=50)
    assert overview.set_index("polarity").loc["concern", "similarity"] == 0.5


def test_empty_lists_are_counted_and_two_of_them_are_undefined() -> None:
    rows = [("a", "R", 1, "concern", "x"), ("a", "R", 2, "concern", "x"), ("a", "R", 1, "strength", "y")]
    found = opinion_similarity(table(rows), Axes()).set_index("polarity")
    assert found.loc["strength", ["similarity", "pairs", "empty"]].tolist() == [0, 1, 1]
    rows = [("a", "R", number, "concern", "x") for number in (1, 2)]
    undefined = opinion_similarity(table(rows), Axes()).set_index("polarity").loc["strength"]
    assert np.isnan(undefined["similarity"])
    assert undefined["pairs"] == 0


def test_opinions_without_a_word_resemble_nothing() -> None:
    rows = [("a", "R", number, "concern", "42 %") for number in (1, 2)]
    assert opinion_similarity(table(rows), embedder("TF-IDF"))["similarity"].dropna().tolist() == [0]


def test_two_reviewers_with_their_own_opinions_are_closer_to_themselves() -> None:
    rows = []
    for paper in "abc":
        for number, word in ((1, "one"), (2, "two")):
            for reviewer, colour in (("R", "red"), ("S", "blue")):
                rows.append((paper, reviewer, number, "concern", f"paper {paper} {colour}"))
                rows.append((paper, reviewer, number, "strength", f"paper {paper} {word}"))
    similarity = opinion_similarity(table(rows), embedder("TF-IDF"))
    gaps = similarity_differences(similarity, np.random.default_rng(0), resamples=50).set_index("comparison")
    assert gaps.loc["within minus across", "difference"] > 0
    assert gaps.loc["concerns minus strengths", "difference"] > 0
    assert gaps["papers"].tolist() == [3, 3]


def test_one_reviewer_alone_has_no_across() -> None:
    rows = [("a", "R", number, "concern", "x") for number in (1, 2)]
    gaps = similarity_differences(opinion_similarity(table(rows), Axes()), np.random.default_rng(0), resamples=10)
    assert gaps["difference"].isna().all()
    assert (gaps["reason"] != "").all()


def test_the_same_seed_gives_the_same_intervals() -> None:
    rng = np.random.default_rng(3)
    rows = [(f"p{p}", "R", k, "concern", " ".join(rng.choice(list("abcdef"), 3))) for p in range(8) for k in (1, 2, 3)]
    similarity = opinion_similarity(table(rows), Axes())
    first, again = (similarity_table(similarity, np.random.default_rng(7), resamples=200) for _ in range(2))
    pd.testing.assert_frame_equal(first, again)
    concerns = first[first["polarity"] == "concern"].iloc[0]
    assert concerns["low"] <= concerns["similarity"] <= concerns["high"]
