"""How close a rewrite stays to its original: passage by passage with embeddings, and in words with TF-IDF."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from peerassay.language.measure import Measure, undefined
from peerassay.language.tokens import sentences, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PASSAGE_WORDS = 120
"""Words from which a passage is closed."""


class EmbeddingError(RuntimeError):
    """An embedding that was asked for by name is not to be had."""


class Embedder(Protocol):
    """Anything that turns passages into vectors."""

    @property
    def name(self) -> str:
        """What to call it beside the numbers."""

    def embed(self, passages: Sequence[str]) -> NDArray[np.float64]:
        """Return one row per passage; rows need not have length 1."""


class TfidfEmbedder:
    """Passages as TF-IDF vectors over words and pairs of words, fitted to the passages that are compared."""

    name = "TF-IDF"

    def embed(self, passages: Sequence[str]) -> NDArray[np.float64]:
        """Return one row per passage, of length 1, or 0 for a passage without words.

        Parameters
        ----------
        passages : sequence of str
            All passages that are to be compared, from either side.
        """
        return np.asarray(_tfidf(passages).toarray(), dtype=float) if any(map(words, passages)) else np.zeros((0, 0))


class SentenceEmbedder:
    """Passages as dense vectors of a model for the package sentence-transformers.

    Parameters
    ----------
    name : str
        The model, such as ``BAAI/bge-large-en-v1.5``, or the folder that holds it.

    Raises
    ------
    EmbeddingError
        If the package or the model is not there.
    """

    def __init__(self, name: str) -> None:
        try:
            self._model: Any = import_module("sentence_transformers").SentenceTransformer(name)
        except ImportError:
            raise EmbeddingError(
                f"embeddings {name!r} need the package sentence-transformers: pip install sentence-transformers"
            ) from None
        except (OSError, ValueError) as error:
            raise EmbeddingError(f"embeddings {name!r}: the model cannot be loaded ({error})") from error
        self.name = name

    def embed(self, passages: Sequence[str]) -> NDArray[np.float64]:
        """Return one row per passage; the model cuts off what is longer than it can take.

        Parameters
        ----------
        passages : sequence of str
            All passages that are to be compared.
        """
        return np.asarray(self._model.encode(list(passages)), dtype=float)


def embedder(name: str) -> Embedder:
    """Return embeddings by name.

    Parameters
    ----------
    name : str
        ``TF-IDF``, which is always there, or a model for the package sentence-transformers.

    Returns
    -------
    Embedder

    Raises
    ------
    EmbeddingError
        If the package or the model is not there.
    """
    return TfidfEmbedder() if name == TfidfEmbedder.name else SentenceEmbedder(name)


def passages(text: str, longest: int = PASSAGE_WORDS) -> list[str]:
    """Split a text into passages: paragraphs, and long ones at the ends of sentences.

    Parameters
    ----------
    text : str
        Prose with an empty line between paragraphs.
    longest : int
        A passage is closed before the sentence that would bring it above this many words; 1 or more. A sentence that
        is longer is a passage of its own.

    Returns
    -------
    list of str
        In order; each holds at least one word.

    Raises
    ------
    ValueError
        If `longest` is below 1.
    """
    if longest < 1:
        raise ValueError(f"longest: expected 1 or more words, got {longest}")
    return [passage for paragraph in text.split("\n\n") for passage in _parts(paragraph, longest)]


def _parts(paragraph: str, longest: int) -> list[str]:
    found: list[list[str]] = []
    room = 0
    for sentence in sentences(paragraph):
        length = len(words(sentence))
        if length > room:
            found.append([])
            room = longest
        found[-1].append(sentence)
        room -= length
    return [" ".join(part) for part in found]


def average_maximum_cosine(first: Sequence[str], second: Sequence[str], embeddings: Embedder | None = None) -> Measure:
    r"""Average, over the passages of one text, the cosine with the most similar passage of another.

    Parameters
    ----------
    first, second : sequence of str
        Passages of the original and of the rewrite; swapped, the value is another.
    embeddings : Embedder, optional
        By default TF-IDF, fitted to the passages of both.

    Returns
    -------
    Measure
        At most 1. Undefined if either has no passages, or a passage of `first` has no vector.

    Notes
    -----
    :math:`\\frac{1}{m} \\sum_i \\max_j \\cos(u_i, v_j)` over the :math:`m` passages of the original. Style over
    Substance, section 2.2, which embeds with BAAI/bge-large-en-v1.5 and leaves length and direction open.
    """
    if not first or not second:
        return undefined("no passages")
    vectors = (embeddings or TfidfEmbedder()).embed([*first, *second])
    lengths = np.linalg.norm(vectors, axis=1) if len(vectors) else np.zeros(0)
    if not lengths.size or (lengths[: len(first)] == 0).any() or not lengths[len(first) :].any():
        return undefined("a passage has no words that the embedding knows")
    unit = vectors / np.where(lengths > 0, lengths, 1)[:, None]
    return Measure(float((unit[: len(first)] @ unit[len(first) :].T).max(axis=1).mean()))


def tfidf_cosine(first: str, second: str) -> Measure:
    r"""Compute the cosine of two texts as TF-IDF vectors over words and pairs of words.

    Parameters
    ----------
    first, second : str
        Prose of the original and of the rewrite.

    Returns
    -------
    Measure
        From 0 (no word in common) to 1; undefined if either has no words.

    Notes
    -----
    scikit-learn's weights, fitted to the two texts: a term that stands in both weighs 1, one that stands in a single
    text weighs :math:`1 + \\ln(3/2)`, times the number of its occurrences. No stop words. Style over Substance, section
    2.2, which does not say what the weights are fitted to.
    """
    if not words(first) or not words(second):
        return undefined("no words")
    rows = _tfidf([first, second])
    return Measure(min(1.0, float((rows[0] @ rows[1].T).toarray().item())))


def _tfidf(texts: Sequence[str]) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer  # costs more than a second, when first needed

    vectoriser = TfidfVectorizer(
        tokenizer=words, token_pattern=None, lowercase=False, ngram_range=(1, 2), norm="l2", dtype=np.float64
    )
    return vectoriser.fit_transform(texts)
