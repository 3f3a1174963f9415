"""All language measures of a manuscript, and of its versions beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.language.diversity import mtld
from peerassay.language.markdown import prose
from peerassay.language.readability import gunning_fog
from peerassay.language.similarity import average_maximum_cosine, passages, tfidf_cosine
from peerassay.language.sophistication import advanced_guiraud
from peerassay.language.stance import rates
from peerassay.language.tokens import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.language.measure import Measure
    from peerassay.language.similarity import Embedder
    from peerassay.language.sophistication import FrequencyList

ORIGINAL = "original"
VERSIONS = (ORIGINAL, "native", "nonnative", "high", "low")
"""The five versions of the paper, as files are called."""
COLUMNS = ("version", "measure", "value", "reason", "words")


@dataclass(frozen=True)
class Kind:
    """What a measure is called and what it is for.

    Attributes
    ----------
    label, unit : str
        For people.
    dimension : str
        ``proficiency``, ``confidence`` or ``integrity``.
    decimals : int
        As the paper prints it.
    """

    label: str
    unit: str
    dimension: str
    decimals: int


MEASURES = {
    "mtld": Kind("MTLD", "words", "proficiency", 1),
    "mtld_below": Kind("MTLD, strict rule", "words", "proficiency", 1),
    "ag": Kind("Advanced Guiraud", "", "proficiency", 1),
    "gf": Kind("Gunning Fog", "years", "proficiency", 1),
    "boosters": Kind("Boosters", "per 1,000 words", "confidence", 1),
    "hedges": Kind("Hedges", "per 1,000 words", "confidence", 1),
    "semsim": Kind("Passage similarity", "cosine", "integrity", 3),
    "tfidf": Kind("TF-IDF cosine", "cosine", "integrity", 3),
}
"""In the order of the paper's Table 2; `mtld` has the rule ``at most``, `mtld_below` the other one."""


def measure_text(text: str, basic: FrequencyList | None = None) -> dict[str, Measure]:
    """Measure the wording of one text.

    Parameters
    ----------
    text : str
        A manuscript in Markdown, or plain prose.
    basic : FrequencyList, optional
        The words that are not advanced; by default the 2,000 most frequent.

    Returns
    -------
    dict of str to Measure
        The measures of `MEASURES` that need no second text, of the prose only.

    Notes
    -----
    Style over Substance, section 2.2.
    """
    said = prose(text)
    tokens, stance = words(said), rates(said)
    return {
        "mtld": mtld(tokens),
        "mtld_below": mtld(tokens, "below, 10 words"),
        "ag": advanced_guiraud(tokens, basic),
        "gf": gunning_fog(said),
        "boosters": stance["booster"],
        "hedges": stance["hedge"],
    }


def measure_pair(original: str, rewrite: str, embeddings: Embedder | None = None) -> dict[str, Measure]:
    """Measure how close a rewrite is to its original.

    Parameters
    ----------
    original, rewrite : str
        Manuscripts in Markdown, or plain prose.
    embeddings : Embedder, optional
        For the passages; by default TF-IDF.

    Returns
    -------
    dict of str to Measure
        `semsim` (the average maximum cosine of passages) and `tfidf`, of the prose only.

    Notes
    -----
    Style over Substance, section 2.2.
    """
    first, second = prose(original), prose(rewrite)
    return {
        "semsim": average_maximum_cosine(passages(first), passages(second), embeddings),
        "tfidf": tfidf_cosine(first, second),
    }


def measure_versions(
    versions: Mapping[str, str], embeddings: Embedder | None = None, basic: FrequencyList | None = None
) -> pd.DataFrame:
    """Measure all versions of one manuscript.

    Parameters
    ----------
    versions : mapping of str to str
        Text by version; the version ``original`` is what the others are compared with.
    embeddings : Embedder, optional
        For the passages; by default TF-IDF.
    basic : FrequencyList, optional
        The words that are not advanced; by default the 2,000 most frequent.

    Returns
    -------
    pandas.DataFrame
        One row per version and measure: `version`, `measure`, `value` (NaN if undefined), `reason` (why), `words`.

    Raises
    ------
    ValueError
        If there is no original.
    """
    if ORIGINAL not in versions:
        raise ValueError(f"versions: expected {ORIGINAL!r} among them, got {', '.join(versions) or 'none'}")
    rows = []
    for version, text in versions.items():
        found = measure_text(text, basic)
        if version != ORIGINAL:
            found |= measure_pair(versions[ORIGINAL], text, embeddings)
        length = len(words(prose(text)))
        rows += [(version, name, measure.value, measure.reason, length) for name, measure in found.items()]
    return pd.DataFrame(rows, columns=list(COLUMNS))
