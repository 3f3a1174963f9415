"""How a reviewer rates two versions of a paper: whole scores from the paper's own mean, a shift, and noise.

The model only says which of the many tables that fit the printed counts are likely; the counts themselves are met
exactly, whatever it says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.float64]

SCORES: Final = np.arange(1, 11)
THRESHOLD: Final = 4.5
EDGES: Final = np.concatenate([[-np.inf], SCORES[:-1] + 0.5, [np.inf]])
PAPER_SPREADS: Final = (0.6, 1.6)
"""Range of the SD of the papers' own means, in score points; drawn anew with each seed."""
UNEVEN: Final = (0.0, 0.5)
"""Range of the SD of the logarithm of the noise over papers; drawn anew with each seed."""
DEGREES: Final = 90
"""Degrees of freedom of a printed spread: ten papers, ten reviews each."""

_NODES, _weights = np.polynomial.hermite_e.hermegauss(5)
_SHARES: Final = _weights / _weights.sum()
_Z: Final = np.linspace(-3.5, 3.5, 57)
_Z_SHARES: Final = np.exp(-(_Z**2) / 2) / np.exp(-(_Z**2) / 2).sum()

FIRST, SECOND = np.meshgrid(SCORES, SCORES, indexing="ij")
WIN, LOSS, TIE = FIRST > SECOND, FIRST < SECOND, FIRST == SECOND
UP, DOWN = (FIRST > THRESHOLD) & (SECOND < THRESHOLD), (SECOND > THRESHOLD) & (FIRST < THRESHOLD)
OUTCOMES: Final = (WIN, LOSS, TIE)
FLIP_OUTCOMES: Final = (UP, WIN & ~UP, DOWN, LOSS & ~DOWN, TIE)


@dataclass(frozen=True)
class Habits:
    """How one reviewer rates, beyond what is printed.

    Attributes
    ----------
    papers : float
        SD of the papers' own means, in score points.
    noise : float
        Typical SD of the normal noise before rounding, in score points.
    uneven : float
        SD of the logarithm of the noise over papers.
    """

    papers: float
    noise: float
    uneven: float


def draw_habits(sd: float, rng: np.random.Generator) -> Habits:
    """Draw what is not printed, so that the SD within papers is the printed one but for its sampling error.

    Parameters
    ----------
    sd
        Printed SD over repeated reviews, in score points, above 0.
    rng
        Source of the draw.
    """
    papers, uneven = rng.uniform(*PAPER_SPREADS), rng.uniform(*UNEVEN)
    true = sd * np.sqrt(DEGREES / rng.chisquare(DEGREES))
    return Habits(float(papers), _noise(float(true), float(uneven)), float(uneven))


def _noise(sd: float, uneven: float) -> float:
    means = 5 + (np.arange(50) + 0.5) / 50

    def excess(noise: float) -> float:
        tables = [_chances(means, noise * np.exp(uneven * node)) for node in _NODES]
        variances = [(table @ SCORES**2 - (table @ SCORES) ** 2).mean() for table in tables]
        return float(_SHARES @ np.array(variances) - sd**2)

    return float(brentq(excess, 0.01, 2 * sd + 1))


def _chances(means: Table, noise: float) -> Table:
    """Return the chance of each score (columns) for papers with these means (rows)."""
    return np.diff(ndtr((EDGES[None, :] - means[:, None]) / noise), axis=1)


def pair_chances(habits: Habits, level: float, shift: float) -> Table:
    """Return the chance of every pair of scores, shape (10, 10), first version in rows.

    Parameters
    ----------
    habits
        How the reviewer rates.
    level
        Mean of the papers' own means, in score points.
    shift
        How much higher the first version is rated, in score points.
    """
    means = level + habits.papers * _Z
    whole = np.zeros((len(SCORES), len(SCORES)))
    for node, share in zip(_NODES, _SHARES, strict=True):
        noise = habits.noise * np.exp(habits.uneven * node)
        first, second = _chances(means + shift / 2, noise), _chances(means - shift / 2, noise)
        whole += share * (first.T * _Z_SHARES) @ second
    return whole


def outcomes(flips: bool) -> tuple[NDArray[np.bool_], ...]:
    """Return the kinds of pairs whose numbers are imposed: wins, losses and ties, split by flips where these are."""
    return FLIP_OUTCOMES if flips else OUTCOMES


def scaled(chances: Table, counts: NDArray[np.int64]) -> Table:
    """Give each kind of pair its count and keep the proportions within it.

    Parameters
    ----------
    chances
        Shape (10, 10).
    counts
        One per kind of `outcomes`: three or five.

    Returns
    -------
    numpy.ndarray
        Expected numbers of pairs, shape (10, 10); of all tables with these counts the one nearest to the chances
        (smallest Kullback-Leibler divergence).
    """
    table = np.zeros_like(chances)
    for kind, count in zip(outcomes(len(counts) == len(FLIP_OUTCOMES)), counts, strict=True):
        part = np.where(kind, np.maximum(chances, 1e-12), 0)
        table += count * part / part.sum()
    return table


def expected_table(habits: Habits, counts: NDArray[np.int64], mean_second: float) -> Table:
    """Return the expected numbers of pairs with given counts and a given mean of the second version.

    Parameters
    ----------
    habits
        How the reviewer rates.
    counts
        As in `scaled`.
    mean_second
        Score points.
    """
    shift = _shift(habits, counts, mean_second)
    level = mean_second + shift / 2
    for _ in range(5):
        table = scaled(pair_chances(habits, level, shift), counts)
        level += mean_second - float((table * SECOND).sum() / table.sum())
    return scaled(pair_chances(habits, level, shift), counts)


def _shift(habits: Habits, counts: NDArray[np.int64], mean_second: float) -> float:
    """Return the shift at which the model's share of wins among untied pairs is that of the counts."""
    flips = len(counts) == len(FLIP_OUTCOMES)
    wins, losses = (counts[0] + counts[1], counts[2] + counts[3]) if flips else (counts[0], counts[1])
    share = (wins + 0.5) / (wins + losses + 1)

    def excess(shift: float) -> float:
        chances = pair_chances(habits, mean_second + shift / 2, shift)
        won = chances[WIN].sum()
        return float(won / (won + chances[LOSS].sum()) - share)

    return float(brentq(excess, -4, 4, xtol=1e-3))


def drawn_table(expected: Table, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw whole numbers of pairs with the given counts from expected ones."""
    table = np.zeros(expected.shape, dtype=np.int64)
    for kind, count in zip(outcomes(len(counts) == len(FLIP_OUTCOMES)), counts, strict=True):
        if count:
            table[kind] = rng.multinomial(count, expected[kind] / expected[kind].sum())
    return table
