"""Reasoning quality scores: a mixture by label, with the printed mean and SD of each group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.epistemics.effects import pooled_sd
from peerassay.reconstruct.epistemics.groups import (
    AC,
    AGENTIC,
    COMMENTS,
    MIXED,
    NON_EVALUATIVE,
    SYSTEM1,
    SYSTEM2,
    comment_sizes,
)
from peerassay.reconstruct.epistemics.tenths import TENTHS, nudged, scores_in_tenths
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims
    from peerassay.reconstruct.epistemics.groups import Group

    Vector = NDArray[np.float64]

SCALE: Final = (1.0, 5.0)
CENTRES: Final[Mapping[str, tuple[float, float]]] = {
    SYSTEM1: (2.05, 2.25),
    MIXED: (2.95, 3.10),
    SYSTEM2: (3.35, 3.50),
    NON_EVALUATIVE: (1.5, 2.0),
}
"""What the mean score of each label is drawn from, before a group is stretched to its printed mean and SD."""
WITHIN: Final = (0.15, 0.25)
"""SD of the scores within a label: not printed; drawn from this range."""
TRIES: Final = 200


@dataclass(frozen=True)
class Mixture:
    """Where the scores of each label lie, and how far they scatter."""

    centres: Mapping[str, float]
    within: float


def draw_mixture(rng: np.random.Generator) -> Mixture:
    """Draw what is not printed about the scores of each label."""
    centres = {label: float(rng.uniform(*ends)) for label, ends in CENTRES.items()}
    return Mixture(centres, float(rng.uniform(*WITHIN)))


def draw_scores(group: Group, mixture: Mixture, rng: np.random.Generator) -> tuple[NDArray[np.str_], Vector]:
    """Draw labels and scores of a group.

    Parameters
    ----------
    group : Group
        Its size, labels, mean and SD.
    mixture : Mixture
        Of the labels.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    labels : ndarray of str, shape (n,)
    scores : ndarray of float, shape (n,)
        In tenths of a point.
    """
    labels = np.repeat(list(group.labels), list(group.labels.values()))
    rng.shuffle(labels)
    narrow = 0.25 if group.key == AGENTIC else 1.0
    centres = np.array([mixture.centres[str(label)] for label in labels]) * narrow
    shape = centres + mixture.within * narrow * rng.standard_normal(group.size)
    return labels, scores_in_tenths(shape, group.mean, group.sd, SCALE, rng)


def give_comments(scores: Vector, claims: Claims, rng: np.random.Generator) -> NDArray[np.str_]:
    """Choose which reviewers the area chair's comments are about, so that the printed effect size holds.

    Parameters
    ----------
    scores : ndarray of float, shape (n,)
        Of the reviews of this group; changed in place by tenths of a point.
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    ndarray of str, shape (n,)
        ``negative``, ``peer`` or ``other``.

    Raises
    ------
    SearchError
        If the effect size is not reached.
    """
    sizes = comment_sizes(claims)
    goal = float(claims["epi.ac_comments.cohen_d.rqs"].value)
    comments = np.repeat(COMMENTS, list(sizes.values()))
    rng.shuffle(comments)
    flagged, peers = comments == COMMENTS[0], comments == COMMENTS[1]
    for _ in range(TRIES):
        wanted = scores[peers].mean() + goal * pooled_sd(scores[flagged], scores[peers])
        total = round(float(wanted) * sizes[COMMENTS[0]] * TENTHS)
        scores[flagged] = nudged(np.rint(scores[flagged] * TENTHS), total, SCALE, rng) / TENTHS
        found = (scores[flagged].mean() - scores[peers].mean()) / pooled_sd(scores[flagged], scores[peers])
        if abs(found - goal) < 0.004:
            return comments
        scores[rng.choice(np.flatnonzero(peers))] += 1 / TENTHS
    raise SearchError(f"{AC}: d = {goal} was not reached")


def draw_traces(scores: Vector, rng: np.random.Generator, *, agentic: bool) -> tuple[Vector, Vector]:
    """Draw the two trace scalars around the score; nothing but their directions is printed.

    Parameters
    ----------
    scores : ndarray of float, shape (n,)
        Reasoning quality scores.
    rng : numpy.random.Generator
        Source of the draws.
    agentic : bool
        Whether these are the agentic reviews, which have fewer System-1-like traces for their score.

    Returns
    -------
    first, second : ndarray of float, shape (n,)
        In tenths of a point.
    """
    off = scores - 2.86
    first = 2.75 - 0.8 * off - 0.35 * agentic + 0.3 * rng.standard_normal(len(scores))
    second = 2.75 + 0.9 * off + 0.15 * agentic + 0.25 * rng.standard_normal(len(scores))
    one, other = (np.clip(np.rint(values * TENTHS) / TENTHS, *SCALE) for values in (first, second))
    return np.asarray(one), np.asarray(other)
