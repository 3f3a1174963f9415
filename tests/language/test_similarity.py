"""Similarity of a rewrite to its original, passage by passage and in words."""

from __future__ import annotations

import sys
from math import isnan, log
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics.pairwise import cosine_similarity

from peerassay.language.similarity import (
    EmbeddingError,
    TfidfEmbedder,
    average_maximum_cosine,
    embedder,
    passages,
    tfidf_cosine,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Letters:
    """A vector of letter counts: a and b."""

    name = "letters"

    def embed(self, passages: Sequence[str]) -> NDArray[np.float64]:
        return np.array([[text.count("a"), text.count("b")] for text in passages], dtype=float)


def test_average_maximum_by_hand() -> None:
    # cosines: "a" with "a" 1; "ab" with "a" 1/sqrt(2), with "abbb" (1 + 3)/sqrt(2 * 10)
    found = average_maximum_cosine(["a", "ab"], ["a", "abbb"], Letters()).value
    assert found == pytest.approx((1 + 4 / np.sqrt(20)) / 2)
    assert average_maximum_cosine(["a"], ["a", "b"], Letters()).value == 1
    assert average_maximum_cosine(["a", "b"], ["a"], Letters()).value == 0.5  # the direction matters


def test_average_maximum_equals_scikit_learns_cosines() -> None:
    first, second = ["we sort lists of words", "the lists are long"], ["we sort long lists", "words are words"]
    rows = TfidfEmbedder().embed([*first, *second])
    expected = cosine_similarity(rows[:2], rows[2:]).max(axis=1).mean()
    assert average_maximum_cosine(first, second).value == pytest.approx(expected, rel=1e-12)


def test_tfidf_by_hand() -> None:
    # shared: a (weight 1); only on one side: b and "a b", c and "a c" (weight 1 + ln(3/2) each)
    alone = 1 + log(3 / 2)
    assert tfidf_cosine("a b", "a c").value == pytest.approx(1 / (1 + 2 * alone**2))
    assert tfidf_cosine("a b", "c d").value == 0
    assert tfidf_cosine("A b, a B.", "a b a b").value == pytest.approx(1)


@pytest.mark.parametrize(("first", "second"), [("", "a"), ("a", ""), ("", ""), ("1 2", "a")])
def test_undefined_with_a_reason(first: str, second: str) -> None:
    assert isnan(tfidf_cosine(first, second).value)
    assert tfidf_cosine(first, second).reason == "no words"
    found = average_maximum_cosine(passages(first), passages(second))
    assert isnan(found.value)
    assert found.reason == "no passages"


def test_a_passage_without_a_vector_is_undefined_and_not_zero() -> None:
    found = average_maximum_cosine(["a", "c"], ["a"], Letters())
    assert isnan(found.value)
    assert "embedding" in found.reason
    assert average_maximum_cosine(["12"], ["13"]).reason == found.reason


def test_other_scripts_are_compared_too() -> None:
    assert tfidf_cosine("Это только текст", "Это текст").value == pytest.approx(
        tfidf_cosine("eto tolko tekst", "eto tekst").value
    )


def test_passages_are_paragraphs_and_long_ones_end_with_a_sentence() -> None:
    text = "One two three. Four five. Six seven eight nine.\n\nTen.\n\n12."
    assert passages(text) == ["One two three. Four five. Six seven eight nine.", "Ten."]
    assert passages(text, 5) == ["One two three. Four five.", "Six seven eight nine.", "Ten."]
    assert passages(text, 1) == ["One two three.", "Four five.", "Six seven eight nine.", "Ten."]
    assert passages("") == []
    with pytest.raises(ValueError, match="longest: expected 1 or more words, got 0"):
        passages(text, 0)


words = st.lists(st.sampled_from(["we", "sort", "long", "lists", "often"]), min_size=1, max_size=12).map(" ".join)


@settings(deadline=None, max_examples=25)
@given(words, words)
def test_a_text_is_like_itself_and_tfidf_is_symmetric(first: str, second: str) -> None:
    assert tfidf_cosine(first, first).value == pytest.approx(1)
    assert average_maximum_cosine([first], [first, second]).value == pytest.approx(1)
    there = tfidf_cosine(first, second).value
    assert 0 <= there <= 1
    assert there == pytest.approx(tfidf_cosine(second, first).value)


def test_the_embedding_that_is_always_there() -> None:
    assert embedder("TF-IDF").name == "TF-IDF"


def test_a_missing_package_gives_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingError) as caught:
        embedder("BAAI/bge-large-en-v1.5")
    assert str(caught.value) == (
        "embeddings 'BAAI/bge-large-en-v1.5' need the package sentence-transformers: pip install sentence-transformers"
    )


def test_a_missing_model_says_so_and_one_that_is_there_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Any:
        if name == "nowhere":
            raise OSError("no such model")
        return SimpleNamespace(encode=lambda texts: [[1.0, len(text)] for text in texts])

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=load))
    with pytest.raises(EmbeddingError, match=r"'nowhere': the model cannot be loaded \(no such model\)"):
        embedder("nowhere")
    dense = embedder("here")
    assert dense.name == "here"
    assert average_maximum_cosine(["a"], ["b"], dense).value == pytest.approx(1)
