"""What the wording of a text is like, and whether a rewrite kept its content: text in, numbers and differences out."""

from peerassay.language.diversity import RULES, mtld
from peerassay.language.integrity import Difference, compare
from peerassay.language.markdown import dissect, prose
from peerassay.language.measure import Measure
from peerassay.language.measures import (
    MEASURES,
    ORIGINAL,
    VERSIONS,
    measure_pair,
    measure_text,
    measure_versions,
)
from peerassay.language.readability import fog_index, gunning_fog, syllables
from peerassay.language.similarity import (
    Embedder,
    EmbeddingError,
    average_maximum_cosine,
    embedder,
    passages,
    tfidf_cosine,
)
from peerassay.language.sophistication import FrequencyList, advanced_guiraud, frequency_list
from peerassay.language.spans import Span, find_span, normalise
from peerassay.language.stance import marks, rates
from peerassay.language.tokens import sentences, words

__all__ = [
    "MEASURES",
    "ORIGINAL",
    "RULES",
    "VERSIONS",
    "Difference",
    "Embedder",
    "EmbeddingError",
    "FrequencyList",
    "Measure",
    "Span",
    "advanced_guiraud",
    "average_maximum_cosine",
    "compare",
    "dissect",
    "embedder",
    "find_span",
    "fog_index",
    "frequency_list",
    "gunning_fog",
    "marks",
    "measure_pair",
    "measure_text",
    "measure_versions",
    "mtld",
    "normalise",
    "passages",
    "prose",
    "rates",
    "sentences",
    "syllables",
    "tfidf_cosine",
    "words",
]
