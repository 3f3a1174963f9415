"""Reviews of original and revised manuscripts, arranged by version and Scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from peerassay.records import papers_in_order, score_matrix

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from peerassay.records import Records

    Scores = NDArray[np.float64]

ORIGINAL = "original"
"""The version that every other one is compared with."""
SEPARATOR = "/"
"""Between Writer and Selector in the name of a version."""


class Roles(NamedTuple):
    """Who wrote the edits of a version and who selected them; empty where the version's name does not say."""

    writer: str
    selector: str


def roles(version: str) -> Roles:
    """Read Writer and Selector from the name of a version.

    Parameters
    ----------
    version : str
        Such as ``GPT-6-Luna/Haiku``: edits written by GPT-6-Luna, selected by Haiku.

    Returns
    -------
    Roles
        Both, or two empty texts if the name does not consist of two parts.
    """
    writer, found, selector = version.partition(SEPARATOR)
    return Roles(writer, selector) if found and writer and selector else Roles("", "")


@dataclass(frozen=True)
class Crossover:
    """Repeated scores of the same papers, original and revised.

    Attributes
    ----------
    papers : pandas.DataFrame
        What is known about each paper; the rows of every matrix.
    scorers, versions : tuple of str
        Sorted; those with scores of revised manuscripts, and the revised versions.
    original : mapping of str to ndarray of float, shape (papers, rounds)
        Scores of the original manuscripts by Scorer, shared by all versions; NaN where there is none.
    revised : mapping of (str, str) to ndarray of float, shape (papers, rounds)
        Scores of the revised manuscripts by version and Scorer.
    notes : tuple of str
        What had to be left aside.
    """

    papers: pd.DataFrame
    scorers: tuple[str, ...]
    versions: tuple[str, ...]
    original: Mapping[str, Scores]
    revised: Mapping[tuple[str, str], Scores]
    notes: tuple[str, ...] = ()

    def scorers_of(self, version: str) -> tuple[str, ...]:
        """Give the Scorers that scored a version."""
        return tuple(scorer for scorer in self.scorers if (version, scorer) in self.revised)

    @property
    def shared(self) -> tuple[tuple[str, str, str], ...]:
        """Every version with two Scorers that both scored it: version, first and second Scorer."""
        return tuple(
            (version, first, second)
            for version in self.versions
            for place, first in enumerate(self.scorers_of(version))
            for second in self.scorers_of(version)[place + 1 :]
        )


def arrange_crossover(records: Records, protocol: str = "integer") -> Crossover:
    """Arrange reviews by version and Scorer.

    Parameters
    ----------
    records : Records
        Papers and reviews; the version of a review is ``original`` or the name of a revision.
    protocol : str
        How the scores were asked for: ``integer`` or ``decimal``.

    Returns
    -------
    Crossover
        All papers that have such a review. A Scorer that scored a revision but not the originals is left aside, and
        so are reviews under the other protocol; both are noted.

    Raises
    ------
    ValueError
        If a Scorer has reviews with several prompts: its gains would mix them.
    """
    reviews = records.reviews[records.reviews["protocol"] == protocol]
    dropped = len(records.reviews) - len(reviews)
    ids = sorted(set(reviews["paper_id"]))
    found = sorted({(str(v), str(s)) for v, s in zip(reviews["version"], reviews["reviewer"], strict=True)})
    with_original = {scorer for version, scorer in found if version == ORIGINAL}
    cells = [(version, scorer) for version, scorer in found if version != ORIGINAL and scorer in with_original]
    aside = [cell for cell in found if cell[0] != ORIGINAL and cell not in cells]
    scorers = tuple(sorted({scorer for _, scorer in cells}))

    def scores(version: str, scorer: str) -> Scores:
        return score_matrix(reviews, scorer, protocol=protocol, version=version, papers=ids)[1]

    return Crossover(
        papers=papers_in_order(records.papers, ids),
        scorers=scorers,
        versions=tuple(dict.fromkeys(version for version, _ in cells)),
        original={scorer: scores(ORIGINAL, scorer) for scorer in scorers},
        revised={cell: scores(*cell) for cell in cells},
        notes=_notes(aside, dropped, protocol),
    )


def _notes(aside: list[tuple[str, str]], dropped: int, protocol: str) -> tuple[str, ...]:
    notes = [
        f"{scorer}: scores of {version!r} are left aside, because it has none of {ORIGINAL!r}"
        for version, scorer in aside
    ]
    if dropped:
        notes.append(f"{dropped} reviews under another protocol than {protocol} are left aside here")
    return tuple(notes)
