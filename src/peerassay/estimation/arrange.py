"""Tables of reviews and candidate probabilities, arranged by paper for the estimators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.estimation.grid import INPUTS
from peerassay.estimation.quick import support
from peerassay.records import papers_in_order, score_matrix
from peerassay.records.problems import UnsuitableError, plural

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from peerassay.records import Records

    Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """Papers with target scores and candidate probabilities.

    Attributes
    ----------
    target, auxiliary : str
        The reviewer whose score distribution is to be estimated, and the one whose probabilities help; the latter is
        empty if there is none.
    papers : pandas.DataFrame
        What is known about each paper, sorted by id.
    scores : ndarray of float, shape (papers, rounds)
        Target scores, complete.
    later : ndarray of float, shape (papers, later rounds)
        Target scores of later rounds, which are independent of all estimates; NaN where there is none.
    outputs : ndarray of float, shape (papers, calls, scores)
        Candidate probabilities of the auxiliary calls, in the order of their numbers; NaN where a score is no
        candidate. No calls (shape (papers, 0, scores)) if there is no auxiliary reviewer.
    low, high : int
        Lowest and highest score.
    notes : tuple of str
        Which papers and scores were left out, and why.
    """

    target: str
    auxiliary: str
    papers: pd.DataFrame
    scores: Reals
    later: Reals
    outputs: Reals
    low: int
    high: int
    notes: tuple[str, ...]

    @property
    def first(self) -> Reals:
        """Candidate probabilities of the first valid call of each paper, shape (papers, scores)."""
        valid = (np.nan_to_num(self.outputs) > 0).any(axis=2)
        return np.asarray(self.outputs[np.arange(len(self.outputs)), valid.argmax(axis=1)])

    @property
    def held(self) -> NDArray[np.bool_]:
        """Whether a paper has a later score, which serves as an independent target; shape (papers,)."""
        return np.asarray((~np.isnan(self.later)).any(axis=1))


def arrange(
    records: Records,
    candidates: pd.DataFrame | None,
    *,
    target: str = "",
    auxiliary: str = "",
    prompt: str = "",
    rounds: int = 5,
) -> Sample:
    """Arrange target scores and candidate probabilities by paper.

    Parameters
    ----------
    records : Records
        Papers and reviews.
    candidates : pandas.DataFrame, optional
        `paper_id`, `reviewer`, `call`, `score`, `probability`, as `peerassay.records.candidates.load_candidates` gives
        them.
    target, auxiliary : str
        Names of the two reviewers; the only ones there are if empty.
    prompt : str
        Instructions of the target's reviews; the only ones there are if empty.
    rounds : int
        How many of the first rounds are target scores; later ones serve as independent targets.

    Returns
    -------
    Sample
        Papers with all these scores (and, if there are candidates, with a valid auxiliary call), sorted by id.

    Raises
    ------
    UnsuitableError
        If a reviewer is unknown or not named among several, there are too few rounds, the range of scores is not one of
        whole numbers, a score is not whole, or no paper is left.
    """
    low, high = records.score_range
    width = len(support(low, high))
    chosen = _named("target", target, records.reviews["reviewer"])
    ids, table = score_matrix(records.reviews, chosen, protocol="integer", prompt=prompt or None)
    if rounds < INPUTS + 2 or table.shape[1] < rounds:
        raise UnsuitableError(
            f"rounds = {rounds}; expected at least {INPUTS + 2}, and no more than {table.shape[1]} that are there"
        )
    complete = ~np.isnan(table[:, :rounds]).any(axis=1)
    notes = _left_out(
        int((~complete).sum()), f"has fewer than {rounds} target scores", f"have fewer than {rounds} target scores"
    )
    helper, outputs, kept = "", np.full((len(ids), 0, width), np.nan), complete
    if candidates is not None:
        helper = _named("auxiliary", auxiliary, candidates["reviewer"])
        outputs = candidate_array(candidates[candidates["reviewer"] == helper], ids, int(low), int(high))
        kept = complete & np.asarray((np.nan_to_num(outputs) > 0).any(axis=(1, 2)))
        notes += _left_out(
            int((complete & ~kept).sum()), "has no candidate probabilities", "have no candidate probabilities"
        )
    if not kept.any():
        raise UnsuitableError("no paper has all target scores and candidate probabilities; expected at least one")
    papers = papers_in_order(records.papers, [ids[place] for place in np.flatnonzero(kept)])
    return Sample(
        chosen, helper, papers, table[kept, :rounds], table[kept, rounds:], outputs[kept], int(low), int(high), notes
    )


def _named(what: str, name: str, there: pd.Series) -> str:
    names = sorted(set(map(str, there)))
    if name in names:
        return name
    if not name and len(names) == 1:
        return names[0]
    raise UnsuitableError(f"{what} = {name!r}; expected one of {', '.join(names)}")


def _left_out(number: int, one: str, several: str) -> tuple[str, ...]:
    if not number:
        return ()
    return (
        f"{plural(number, 'paper')} {one if number == 1 else several} and {'is' if number == 1 else 'are'} left out",
    )


def candidate_array(candidates: pd.DataFrame, paper_ids: list[str], low: int = 1, high: int = 10) -> Reals:
    """Arrange candidate probabilities by paper, call and score.

    Parameters
    ----------
    candidates : pandas.DataFrame
        `paper_id`, `call`, `score`, `probability` of one reviewer.
    paper_ids : list of str
        The papers, in the order of the rows.
    low, high : int
        Lowest and highest score.

    Returns
    -------
    ndarray of float, shape (papers, calls, scores)
        Calls ascending by number, those of each paper first; NaN where there is no candidate.

    Raises
    ------
    UnsuitableError
        If a score is out of range.
    """
    known = candidates[candidates["paper_id"].isin(paper_ids)]
    scores = known["score"].to_numpy(dtype=float)
    if ((scores < low) | (scores > high)).any():
        raise UnsuitableError(f"candidates: scores from {scores.min():g} to {scores.max():g}; expected {low} to {high}")
    rows = known["paper_id"].map({name: place for place, name in enumerate(paper_ids)}).to_numpy(dtype=np.int64)
    calls = known.groupby("paper_id")["call"].rank(method="dense").to_numpy(dtype=np.int64) - 1
    found = np.full((len(paper_ids), int(calls.max(initial=-1)) + 1, high - low + 1), np.nan)
    found[rows, calls, scores.astype(np.int64) - low] = known["probability"].to_numpy(dtype=float)
    return found
