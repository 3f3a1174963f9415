"""Choosing cases by a fixed rule, so that nobody picks the ones that look best."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from peerassay.crossover.gains import Gains

STRATA = {
    "pos_neg": "first positive, second negative",
    "pos_pos": "both positive",
    "neg_neg": "both negative",
    "neg_pos": "first negative, second positive",
    "any_zero": "at least one zero",
}
"""The five strata in the paper's order; `first` and `second` are the two Scorers."""
EXTRA = ("pos_zero", "first positive, second zero")
"""The stratum of the additional case, from the version whose Writer and Selector is the second Scorer."""
SHORTEST, LONGEST = 70, 750
_NAMES = {1: "pos", 0: "zero", -1: "neg"}


class Case(NamedTuple):
    """The paper that a rule takes from a stratum; `paper_id` is empty if no paper is in it."""

    stratum: str
    papers: int
    paper_id: str


def stratum(first: int, second: int) -> str:
    """Name the stratum of a paper by the signs of its two gains.

    Parameters
    ----------
    first, second : int
        1, 0 or -1.

    Returns
    -------
    str
        A key of `STRATA`.
    """
    return f"{_NAMES[first]}_{_NAMES[second]}" if first and second else "any_zero"


def hash_order(paper_ids: Iterable[str], salt: str = "") -> list[str]:
    """Put papers in an order that nobody chose: by the SHA-256 of salt and name.

    Parameters
    ----------
    paper_ids : iterable of str
        Papers.
    salt : str
        Text put before every name; another one gives another order.

    Returns
    -------
    list of str
        Ascending by hash. The paper names a fixed hash rule without stating it, so this one is ours.
    """
    return sorted(paper_ids, key=lambda name: hashlib.sha256(f"{salt}{name}".encode()).hexdigest())


def select_cases(paper_ids: Sequence[str], first: Gains, second: Gains, salt: str = "") -> list[Case]:
    """Take the first paper by hash from each of the five strata.

    Parameters
    ----------
    paper_ids : sequence of str
        Papers, as in the gains.
    first, second : Gains
        Gains of the same version by two Scorers; papers that lack one are in no stratum.
    salt : str
        As in `hash_order`.

    Returns
    -------
    list of Case
        One per stratum, in the order of `STRATA`; an empty stratum gives an empty name.

    Raises
    ------
    ValueError
        If the numbers of papers differ.
    """
    members = _members(paper_ids, first, second)
    found = {name: [paper for paper, signs in members.items() if stratum(*signs) == name] for name in STRATA}
    return [_case(name, papers, salt) for name, papers in found.items()]


def select_extra(paper_ids: Sequence[str], first: Gains, second: Gains, salt: str = "") -> Case:
    """Take the first paper by hash that gains from the first Scorer and neither gains nor loses from the second.

    Parameters
    ----------
    paper_ids, first, second, salt
        As in `select_cases`.

    Returns
    -------
    Case
        An empty name if there is none.

    Raises
    ------
    ValueError
        If the numbers of papers differ.
    """
    papers = [paper for paper, signs in _members(paper_ids, first, second).items() if signs == (1, 0)]
    return _case(EXTRA[0], papers, salt)


def _members(paper_ids: Sequence[str], first: Gains, second: Gains) -> dict[str, tuple[int, int]]:
    if not len(paper_ids) == len(first.known) == len(second.known):
        raise ValueError(
            f"{len(paper_ids)} papers, {len(first.known)} and {len(second.known)} gains; expected the same"
        )
    signs = zip(first.directions.tolist(), second.directions.tolist(), strict=True)
    known = first.known & second.known
    return {paper: pair for paper, pair, there in zip(paper_ids, signs, known, strict=True) if there}


def _case(name: str, papers: list[str], salt: str) -> Case:
    return Case(name, len(papers), next(iter(hash_order(papers, salt)), ""))


def displayed_block(accepted: pd.DataFrame) -> int | None:
    """Find which accepted edit of a paper is shown.

    Parameters
    ----------
    accepted : pandas.DataFrame
        Accepted edits of one paper: `page`, `edit_id`, `original_text`, `revised_text`.

    Returns
    -------
    int or None
        Position of the row: the first by page, then by name of the edit, both of whose texts have 70 to 750
        characters once runs of white space are one space; else the very first. None without edits.

    Notes
    -----
    Repeatability paper, appendix F. A missing page comes last. The block illustrates an edit; it is not held to
    cause the gain of the whole paper.
    """
    if accepted.empty:
        return None
    places = accepted.assign(place=range(len(accepted)))
    ordered = places.sort_values(["page", "edit_id"], na_position="last", kind="stable")
    fitting = ordered[[_fits(row.original_text) and _fits(row.revised_text) for row in ordered.itertuples()]]
    return int((fitting if len(fitting) else ordered)["place"].iloc[0])


def _fits(text: object) -> bool:
    return SHORTEST <= len(" ".join(str(text).split())) <= LONGEST
