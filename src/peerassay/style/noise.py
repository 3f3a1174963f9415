"""How large a preference a reviewer's own noise produces, and how large a true shift the printed counts imply.

A reviewer that reads the very same text twice does not always give the same rating. Two rewrites of one paper would
therefore be untied now and then even if wording played no role, and by chance one of the two would win more often.
Everything here is computed exactly from one assumption: a rating is a normal value around the paper's own mean, rounded
to a whole number, and the means are spread evenly between whole numbers.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import binom, chi2

from peerassay.style.inference import share_interval, sign_test
from peerassay.style.rounding import chance_difference, latent_spread, win_chances

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST_SHIFT: Final = 12.0
"""Score points; a shift beyond it is given as infinite."""


def implied_shift(wins: int, losses: int, sd: float, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return the true shift that counts of wins and losses imply, with an interval.

    Parameters
    ----------
    wins, losses
        Pairs in which the first, the second version scores higher.
    sd
        The reviewer's SD over repeated reviews of one text, in score points, above 0.
    confidence
        Of the interval, between 0 and 1.

    Returns
    -------
    tuple of float
        Shift, lower and upper limit in score points; the shift is NaN without wins and losses, and infinite where one
        of the two is 0 or no shift up to `LARGEST_SHIFT` is large enough.

    Raises
    ------
    ValueError
        If a count is negative, or the confidence or `sd` is out of range.

    Notes
    -----
    Solves P(win) / (P(win) + P(loss)) = wins / (wins + losses) with `win_chances`; the limits do so for the
    Clopper-Pearson limits of the share of wins. How many pairs are tied is not used.
    """
    low, high = share_interval(wins, wins + losses, confidence)
    share = wins / (wins + losses) if wins + losses else nan
    return _shift(share, sd), _shift(low, sd), _shift(high, sd)


def _shift(share: float, sd: float) -> float:
    if share != share:
        return nan
    if share in (0, 1) or abs(share - 0.5) > _win_share(LARGEST_SHIFT, sd) - 0.5:
        return inf if share > 0.5 else -inf
    return float(brentq(lambda shift: _win_share(shift, sd) - share, -LARGEST_SHIFT, LARGEST_SHIFT))


def _win_share(shift: float, sd: float) -> float:
    win, loss = win_chances(sd, shift)
    return win / (win + loss)


class NoiseRange(NamedTuple):
    """What repeat noise alone does to the preference statistics of `n` pairs.

    Attributes
    ----------
    untied
        Expected share of untied pairs.
    low, high
        Central range of the ratio first / second.
    spurious
        The ratio of the more to the less frequent winner that noise exceeds with probability 1 - confidence.
    """

    untied: float
    low: float
    high: float
    spurious: float


@lru_cache(maxsize=256)
def noise_range(n: int, sd: float, confidence: float = 0.95) -> NoiseRange:
    """Return the ratios that two reviews of one and the same text would give, exactly.

    Parameters
    ----------
    n
        Number of pairs, 1 or more.
    sd
        The reviewer's SD over repeated reviews of one text, in score points, above 0.
    confidence
        Share of the studies that the range covers, between 0 and 1.

    Returns
    -------
    NoiseRange
        Infinite where no loss is likely enough, as in few pairs.

    Raises
    ------
    ValueError
        If `n` is below 1, `confidence` is not between 0 and 1, or `sd` is not above 0.

    Notes
    -----
    Untied pairs M ~ Binomial(n, u) with u from `chance_difference`, wins W ~ Binomial(M, 1/2); the quantiles of
    W / (M - W) are those of the exact joint distribution. Pairs are taken as independent.
    """
    if n < 1:
        raise ValueError(f"n: expected 1 or more, got {n}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected a number between 0 and 1, got {confidence}")
    untied, _ = chance_difference(sd)
    ratios, chances = _ratio_distribution(n, untied)
    low, high = (_quantile(ratios, chances, q) for q in ((1 - confidence) / 2, (1 + confidence) / 2))
    larger = np.maximum(ratios, 1 / np.maximum(ratios, 1e-300))
    return NoiseRange(untied, low, high, _quantile(larger, chances, confidence))


def _ratio_distribution(n: int, untied: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return every possible ratio with its chance; 0 against 0 counts as 1."""
    pairs = np.arange(n + 1)
    chance = binom.pmf(pairs, n, untied)
    kept = pairs[chance > 1e-12]
    wins = np.arange(n + 1)
    joint = chance[kept][:, None] * binom.pmf(wins[None, :], kept[:, None], 0.5)
    losses = kept[:, None] - wins[None, :]
    possible = losses >= 0
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(losses == 0, np.where(wins == 0, 1.0, inf), wins[None, :] / losses)
    return ratio[possible], joint[possible]


def _quantile(values: NDArray[np.float64], chances: NDArray[np.float64], q: float) -> float:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(chances[order])
    return float(values[order][min(int(np.searchsorted(reached, q * reached[-1])), len(values) - 1)])


def noise_flips(sd: float, level: float, spread: float, threshold: float) -> float:
    """Return the share of pairs that noise alone flips in each direction.

    Parameters
    ----------
    sd
        The reviewer's SD over repeated reviews of one text, in score points, above 0.
    level, spread
        Mean and SD of the papers' own means, in score points; `spread` above 0.
    threshold
        Acceptance threshold, in score points.

    Returns
    -------
    float
        Chance that the first of two reviews of one text is above and the second below; the reverse has the same.

    Raises
    ------
    ValueError
        If `sd` or `spread` is not above 0.

    Notes
    -----
    Mean over m ~ normal(level, spread) of q (1 - q), with q = P(round(normal(m, s)) > threshold) and s as in
    `latent_spread`.
    """
    if not spread > 0:
        raise ValueError(f"spread: expected above 0, got {spread}")
    z = np.linspace(-5, 5, 401)
    weights = np.exp(-(z**2) / 2)
    edge = np.floor(threshold) + 0.5
    above = ndtr((level + spread * z - edge) / latent_spread(sd))
    return float((weights * above * (1 - above)).sum() / weights.sum())


def flip_balance(first_up: int, second_up: int) -> float:
    """Test whether decisions flip equally often in both directions (exact, two-sided).

    Parameters
    ----------
    first_up, second_up
        Pairs in which only the first, only the second version is above the threshold.

    Returns
    -------
    float
        p value; NaN without flips.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    Noise alone flips a pair either way with the same chance, whatever the level of the scores, so that this is the sign
    test of the flips (McNemar's exact test of the two decisions; McNemar 1947, Psychometrika 12).
    """
    return sign_test(first_up, second_up)


def sd_interval(sd: float, degrees: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval of an SD that was pooled over papers.

    Parameters
    ----------
    sd
        Pooled SD, 0 or more.
    degrees
        Degrees of freedom, 1 or more: reviews minus papers.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple of float
        Lower and upper limit in the unit of `sd`.

    Raises
    ------
    ValueError
        If a number is out of its range.

    Notes
    -----
    With k degrees of freedom: sd sqrt(k / chi2 quantile). Exact for normal values of equal variance, here an
    approximation.
    """
    if sd < 0 or degrees < 1 or not 0 < confidence < 1:
        raise ValueError(
            f"expected sd >= 0, degrees >= 1 and a confidence between 0 and 1, got {sd}, {degrees} and {confidence}"
        )
    low, high = (chi2.ppf(q, degrees) for q in ((1 - confidence) / 2, (1 + confidence) / 2))
    return sd * sqrt(degrees / high), sd * sqrt(degrees / low)
