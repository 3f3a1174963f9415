"""Equation 1: what the coefficient of the AI indicator means in a design that does not determine it.

The regression explains a score by an AI indicator, log-length and one indicator for each venue of the human reviews. As
every review is either from the AI or from one of these venues, the AI indicator is one minus the others. What the data
do determine is one intercept per group: its mean score at log-length 0. Each way out of the dilemma makes the printed
coefficient a weighted sum of these intercepts, and the weights say what it means.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from peerassay.epistemics.regression import Fit, fit_ols

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

AI: Final = "AI"
LOG_LENGTH: Final = "log_length"
UNIT_FREE: Final = 1e-9
"""A sum of weights up to this counts as zero."""


@dataclass(frozen=True)
class Resolution:
    """One way to get a coefficient of the AI indicator out of the dependent design.

    Attributes
    ----------
    key : str
        Short name.
    title : str
        What is done, in words.
    arises : str
        Where it comes from: which software or coding gives it.
    weights : mapping of str to float
        The coefficient as a weighted sum of the groups' intercepts: the weight of each group, the AI's first.
    """

    key: str
    title: str
    arises: str
    weights: Mapping[str, float]

    @property
    def total(self) -> float:
        """The sum of the weights: how far the coefficient moves if every intercept moves by one."""
        return sum(self.weights.values())

    @property
    def unit_free(self) -> bool:
        """Whether the coefficient is the same in any unit of length: its weights add up to zero."""
        return abs(self.total) < UNIT_FREE

    @property
    def is_contrast(self) -> bool:
        """Whether the coefficient is the AI's intercept minus an average of the venues' intercepts."""
        return self.unit_free and abs(self.weights[AI] - 1) < UNIT_FREE

    @property
    def kind(self) -> str:
        """What the coefficient is, in a few words."""
        if self.is_contrast:
            return "a contrast"
        return f"{self.weights[AI]:g} of a contrast" if self.unit_free else "depends on the unit"

    def coefficient(self, intercepts: Mapping[str, float]) -> float:
        """Return the coefficient that follows from the groups' intercepts (score points)."""
        return sum(weight * intercepts[group] for group, weight in self.weights.items())


def resolutions(sizes: Mapping[str, int]) -> tuple[Resolution, ...]:
    """Lay out the defensible and the silent ways out of the dependent design.

    Parameters
    ----------
    sizes : mapping of str to int
        Reviews of each venue of the human reviews; at least one venue.

    Returns
    -------
    tuple of Resolution
        Pseudo-inverse, pseudo-inverse after centring, no intercept, one for each venue left out, sum to zero, weighted
        by reviews.

    Raises
    ------
    ValueError
        If there is no venue or a size is below 1.

    Notes
    -----
    With K venues, ``a`` the AI's intercept, ``a_v`` those of the venues: every solution is ``b0 = t``, ``b1 = a - t``,
    ``g_v = a_v - t`` for some t. The pseudo-inverse takes the t with the least sum of squares,
    ``t = (a + sum a_v) / (K + 2)``; with the intercept left free of it (columns centred first)
    ``t = (a + sum a_v) / (K + 1)``; without an intercept ``t = 0``; without venue w ``t = a_w``; with venue
    effects that add up to zero ``t = mean a_v``.
    """
    if not sizes or min(sizes.values()) < 1:
        raise ValueError(f"sizes = {dict(sizes)}; expected one venue or more, each with a review or more")
    venues, reviews = list(sizes), sum(sizes.values())
    count = len(venues)
    none, alone = dict.fromkeys(venues, 0.0), "dummy coding; R's lm leaves the last one out"
    equal = dict.fromkeys(venues, 1 / count)
    shares = {venue: size / reviews for venue, size in sizes.items()}
    return (
        _shared("pseudo_inverse", "Pseudo-inverse (least norm)", "statsmodels OLS, numpy lstsq", venues, 2),
        _shared("centred", "Pseudo-inverse after centring", "scikit-learn LinearRegression", venues, 1),
        _against("no_intercept", "Intercept left out", "a design without constant", none),
        *(_against(f"without_{one}", f"{one} left out", alone, none | {one: 1.0}) for one in venues),
        _against("sum_to_zero", "Venue effects add up to zero", "effect coding", equal),
        _against("weighted", "Venue effects add up to zero, by reviews", "weighted effect coding", shares),
    )


def _shared(key: str, title: str, arises: str, venues: list[str], extra: int) -> Resolution:
    """Subtract from the AI's intercept the sum of all intercepts over their number plus what shares the norm."""
    part = 1 / (len(venues) + extra)
    return Resolution(key, title, arises, {AI: 1 - part} | dict.fromkeys(venues, -part))


def _against(key: str, title: str, arises: str, reference: Mapping[str, float]) -> Resolution:
    """Subtract a weighted mean of the venues' intercepts from the AI's, or nothing."""
    return Resolution(key, title, arises, {AI: 1.0} | {venue: 0.0 - share for venue, share in reference.items()})


def weights_table(ways: Sequence[Resolution]) -> pd.DataFrame:
    """Lay out what each resolution's coefficient is made of.

    Parameters
    ----------
    ways : sequence of Resolution
        As from `resolutions`.

    Returns
    -------
    pandas.DataFrame
        One row per resolution: `key`, `resolution`, `arises`, one column of weights per group, `sum`, `reading`.
    """
    rows = [
        {"key": way.key, "resolution": way.title, "arises": way.arises, **way.weights, "sum": round(way.total, 12)}
        | {"reading": _reading(way)}
        for way in ways
    ]
    return pd.DataFrame(rows)


def _reading(way: Resolution) -> str:
    if way.is_contrast:
        against = [group for group, weight in way.weights.items() if group != AI and weight]
        shares = {round(way.weights[group], 12) for group in against}
        average = "human average" if len(shares) == 1 else "human average weighted by reviews"
        return f"AI minus {against[0] if len(against) == 1 else average}, at equal length"
    if way.unit_free:
        return f"{way.weights[AI]:g} of the contrast AI minus human average"
    if not any(weight for group, weight in way.weights.items() if group != AI):
        return "no contrast: the AI's score at log-length 0"
    return "no contrast: depends on the unit of length"


def group_intercepts(means: Mapping[str, float], mean_logs: Mapping[str, float], slope: float) -> dict[str, float]:
    """Return each group's mean score at log-length 0.

    Parameters
    ----------
    means, mean_logs : mapping of str to float
        Mean score and mean log-length of each group.
    slope : float
        Score points per unit of log-length, common to all groups.

    Notes
    -----
    ``a_g = m_g - b2 L_g``: in a least-squares fit with one intercept per group the residuals of each group add up to 0.
    """
    return {group: mean - slope * mean_logs[group] for group, mean in means.items()}


def equation_design(groups: ArrayLike, log_length: ArrayLike, agentic: str, *, venues: bool = True) -> pd.DataFrame:
    """Build the design of Equation 1 as it is printed.

    Parameters
    ----------
    groups : array_like of str, shape (n,)
        The group of each review: a venue, or the agentic one.
    log_length : array_like of float, shape (n,)
        Logarithm of its length.
    agentic : str
        Which group is the AI's.
    venues : bool
        Whether the venue indicators are part of it.

    Returns
    -------
    pandas.DataFrame
        `intercept`, `AI`, `log_length`, and an indicator for each venue in order of appearance. With the venues its
        rank is one less than its number of columns.
    """
    names = np.asarray(groups, dtype=str)
    columns = {"intercept": np.ones(len(names)), AI: (names == agentic).astype(float)}
    columns[LOG_LENGTH] = np.asarray(log_length, dtype=float)
    others = [str(name) for name in dict.fromkeys(names) if name != agentic] if venues else []
    return pd.DataFrame(columns | {name: (names == name).astype(float) for name in others})


def fit_groups(outcome: ArrayLike, groups: ArrayLike, log_length: ArrayLike, agentic: str, **options: Any) -> Fit:
    """Fit one intercept per group and a common slope of log-length: the part of Equation 1 that is determined.

    Parameters
    ----------
    outcome : array_like of float, shape (n,)
        Scores.
    groups, log_length, agentic
        As in `equation_design`.
    **options
        `covariance`, as in `peerassay.epistemics.regression.fit_ols`.

    Returns
    -------
    Fit
        Terms `AI`, `log_length` and the venues. Each resolution is a `Fit.contrast` of it with the resolution's
        weights, with the right standard error.

    Raises
    ------
    RankError
        If log-length is constant within every group.
    """
    design = equation_design(groups, log_length, agentic).drop(columns="intercept")
    return fit_ols(outcome, design, **options)


def fit_resolutions(
    outcome: ArrayLike, groups: ArrayLike, lengths: ArrayLike, agentic: str, units: Mapping[str, float], **options: Any
) -> pd.DataFrame:
    """Fit Equation 1 to records, by every resolution and in several units of length.

    Parameters
    ----------
    outcome : array_like of float, shape (n,)
        Scores.
    groups : array_like of str, shape (n,)
        Venue, or the agentic group.
    lengths : array_like of float, shape (n,)
        Characters, above 0.
    agentic : str
        Which group is the AI's.
    units : mapping of str to float
        Name of each unit of length, and how many characters it has.
    **options
        `covariance`, as in `peerassay.epistemics.regression.fit_ols`.

    Returns
    -------
    pandas.DataFrame
        One row per resolution and unit: `key`, `resolution`, `unit`, `estimate`, `se`, `low`, `high`, `t`, `p`,
        `explained` (one minus the estimate over the difference of means; NaN if that is 0). The last rows leave the
        venues out.

    Raises
    ------
    ValueError
        If a length is not positive, or there is no review of the AI or of anyone else.
    """
    scores, names, sizes = _checked(outcome, groups, lengths, agentic)
    naive = float(scores[names == agentic].mean() - scores[names != agentic].mean()) or nan
    rows = []
    for unit, characters in units.items():
        logs = np.log(np.asarray(lengths, dtype=float) / characters)
        fit = fit_groups(scores, names, logs, agentic, **options)
        plain = fit_ols(scores, equation_design(names, logs, agentic, venues=False), **options)
        found = [(way.key, way.title, fit.contrast(way.weights)) for way in resolutions(sizes)]
        found.append(("no_venues", "Venues left out of the model", plain.contrast({AI: 1.0})))
        rows += [
            {"key": key, "resolution": title, "unit": unit} | values | {"explained": 1 - values["estimate"] / naive}
            for key, title, values in found
        ]
    return pd.DataFrame(rows)


def _checked(
    outcome: ArrayLike, groups: ArrayLike, lengths: ArrayLike, agentic: str
) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    scores, names = np.asarray(outcome, dtype=float), np.asarray(groups, dtype=str)
    sizes = {str(name): int((names == name).sum()) for name in dict.fromkeys(names) if name != agentic}
    if not sizes or not (names == agentic).any():
        raise ValueError(f"groups {', '.join(dict.fromkeys(names))}; expected {agentic} and one venue or more")
    if not (np.asarray(lengths, dtype=float) > 0).all():
        raise ValueError("lengths: expected characters above 0, as their logarithm is taken")
    return scores, names, sizes
