"""Bias tags: drawn by label, then changed review by review until the printed shares and the strongest pair hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.epistemics.rubric import RUBRIC
from peerassay.epistemics.tags import phi_matrix
from peerassay.reconstruct.epistemics.groups import MIXED, NON_EVALUATIVE, SYSTEM1, SYSTEM2
from peerassay.reconstruct.repeatability.targets import window
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Flags = NDArray[np.bool_]

CHECKLIST, REPRESENTATIVE, QUESTION = "checklist_inflation", "representativeness", "question_substitution"
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    CHECKLIST: (0.50, 0.60),
    QUESTION: (0.24, 0.32),
    REPRESENTATIVE: (0.16, 0.24),
    "conclusion_first": (0.14, 0.20),
    "overconfidence": (0.10, 0.16),
    "narrative_fallacy": (0.04, 0.08),
    "authority_substitution": (0.03, 0.06),
    "confirmation_bias": (0.04, 0.08),
}
"""What the shares of human reviews with each tag are drawn from; none is printed for all human reviews."""
BY_LABEL: Final[Mapping[str, float]] = {SYSTEM1: 1.15, MIXED: 1.0, SYSTEM2: 0.85, NON_EVALUATIVE: 0.5}
"""How much more often a tag goes to reviews with each label."""
TOGETHER: Final = 0.09
"""Phi of the pair that is said to be the second cluster (conclusion first, overconfidence): not printed."""
STRONGEST_OTHER: Final = 0.13
"""No other pair may come nearer to the strongest one than this."""
ATTEMPTS: Final = 50


def draw_tags(labels: NDArray[np.str_], rng: np.random.Generator, rates: Mapping[str, float]) -> pd.DataFrame:
    """Draw tags independently of each other, given the labels.

    Parameters
    ----------
    labels : ndarray of str, shape (n,)
        Labels of the reviews.
    rng : numpy.random.Generator
        Source of the draws.
    rates : mapping of str to float
        Share of the reviews with each tag, about.

    Returns
    -------
    pandas.DataFrame of bool
        One column per tag of the rubric.
    """
    factor = np.array([BY_LABEL[str(label)] for label in labels])
    return pd.DataFrame({name: rng.random(len(labels)) < rates[name] * factor for name in RUBRIC.tag_names})


def draw_rates(rng: np.random.Generator) -> dict[str, float]:
    """Draw the share of human reviews with each tag from `RANGES`."""
    return {name: float(rng.uniform(*ends)) for name, ends in RANGES.items()}


def human_tags(
    labels: NDArray[np.str_], short: Flags, rates: Mapping[str, float], claims: Claims, rng: np.random.Generator
) -> pd.DataFrame:
    """Draw tags of the human reviews of 2025 that satisfy what is printed.

    Parameters
    ----------
    labels : ndarray of str, shape (n,)
        Labels.
    short : ndarray of bool, shape (n,)
        Which reviews are ultra-short.
    rates : mapping of str to float
        As in `draw_tags`.
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    pandas.DataFrame of bool
        One column per tag.

    Raises
    ------
    SearchError
        If no draw can be changed to satisfy them.
    """
    for _ in range(ATTEMPTS):
        tags = draw_tags(labels, rng, rates)
        _checklist_of_short(tags, short, claims, rng)
        _associate(tags, "conclusion_first", "overconfidence", TOGETHER, rng)
        _associate(tags, REPRESENTATIVE, QUESTION, float(claims["epi.bias.phi.max_pair"].value), rng)
        if _any_tag(tags, short, claims, rng) and _strongest(tags, claims):
            return tags
    raise SearchError("tags: the printed share, pair and strongest association were not reached together")


def agentic_tags(size: int, claims: Claims, rng: np.random.Generator) -> pd.DataFrame:
    """Draw tags of the agentic reviews: four shares are printed, of the others a few reviews each are drawn."""
    columns = {}
    for name in RUBRIC.tag_names:
        claim = claims.get(f"epi.bias.share.{name}.agentic")
        count = int(rng.integers(0, 4)) if claim is None else window(claim, size).low
        chosen = np.zeros(size, dtype=bool)
        chosen[rng.choice(size, count, replace=False)] = True
        columns[name] = chosen
    return pd.DataFrame(columns)


def _checklist_of_short(tags: pd.DataFrame, short: Flags, claims: Claims, rng: np.random.Generator) -> None:
    """Change the tag among the short reviews until as many have it as printed."""
    low, high = window(claims["epi.short_reviews.share.checklist_inflation.ultra_short"], int(short.sum()))
    flags = tags[CHECKLIST].to_numpy().copy()
    off = int(np.clip(flags[short].sum(), low, high)) - int(flags[short].sum())
    chosen = rng.choice(np.flatnonzero(short & (flags == (off < 0))), abs(off), replace=False)
    flags[chosen] = off > 0
    tags[CHECKLIST] = flags


def _associate(tags: pd.DataFrame, first: str, second: str, phi: float, rng: np.random.Generator) -> None:
    """Move the second tag between reviews with and without the first, until phi is as near as counts allow."""
    a, b = tags[first].to_numpy(), tags[second].to_numpy().copy()
    n, row, column = len(a), int(a.sum()), int(b.sum())
    wanted = phi * np.sqrt(float(row * (n - row) * column * (n - column))) / n + row * column / n
    off = round(wanted) - int((a & b).sum())
    give, take = (b & ~a, ~b & a) if off > 0 else (b & a, ~b & ~a)
    b[rng.choice(np.flatnonzero(give), abs(off), replace=False)] = False
    b[rng.choice(np.flatnonzero(take), abs(off), replace=False)] = True
    tags[second] = b


def _any_tag(tags: pd.DataFrame, short: Flags, claims: Claims, rng: np.random.Generator) -> bool:
    """Give or take the commonest tag among longer reviews that have no other, until as many have one as printed."""
    low, high = window(claims["epi.bias.share.any_tag.human"], len(tags))
    others = tags.drop(columns=CHECKLIST).any(axis=1).to_numpy()
    flags = tags[CHECKLIST].to_numpy().copy()
    now = int((others | flags).sum())
    off = int(np.clip(now, low, high)) - now
    free = np.flatnonzero(~short & ~others & (flags == (off < 0)))
    if len(free) < abs(off):
        return False
    flags[rng.choice(free, abs(off), replace=False)] = off > 0
    tags[CHECKLIST] = flags
    return True


def _strongest(tags: pd.DataFrame, claims: Claims) -> bool:
    """Tell whether the printed pair is the strongest by a margin, and has the printed strength."""
    phi = phi_matrix(tags).to_numpy()
    names = list(tags)
    place = (names.index(REPRESENTATIVE), names.index(QUESTION))
    found = phi[place]
    rest = np.abs(phi[np.triu_indices(len(names), 1)])
    printed = float(claims["epi.bias.phi.max_pair"].value)
    return bool(abs(found - printed) < 0.004 and np.sort(rest)[-2] < STRONGEST_OTHER)
