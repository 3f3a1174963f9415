"""What the printed numbers say about "74 % explained", given what is not printed: the lengths of the reviews.

A coefficient at equal length is a difference of means minus the slope times a difference of mean log-lengths. Means and
slope are printed, the lengths are not, so everything here is a function of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, nan
from typing import TYPE_CHECKING, Final

import pandas as pd
from scipy.stats import t

from peerassay.epistemics.equation import AI, group_intercepts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from peerassay.epistemics.equation import Resolution

UNITS: Final[Mapping[str, float]] = {"characters": 1, "words": 6, "pages": 3000}
"""Units in which the length of a review can be measured, and about how many characters each has."""


@dataclass(frozen=True)
class Printed:
    """What the paper prints about Equation 1 and its groups.

    Attributes
    ----------
    means : mapping of str to float
        Mean score of each group, the AI's under `peerassay.epistemics.equation.AI`.
    sizes : mapping of str to int
        Reviews of each group.
    slope : float
        Score points per unit of (natural) log-length.
    naive : float
        Difference of means without controls.
    adjusted : float
        The AI coefficient with controls.
    low, high : float
        Its interval.
    confidence : float
        Of the interval.
    pooled_sd : float
        Pooled SD of the scores of AI and human reviews: the naive difference over Cohen's d.
    """

    means: Mapping[str, float]
    sizes: Mapping[str, int]
    slope: float
    naive: float
    adjusted: float
    low: float
    high: float
    confidence: float
    pooled_sd: float

    @property
    def reviews(self) -> int:
        """All reviews."""
        return sum(self.sizes.values())

    @property
    def standard_error(self) -> float:
        """The standard error that the interval comes from."""
        degrees = self.reviews - len(self.sizes) - 1
        return (self.high - self.low) / 2 / float(t.ppf((1 + self.confidence) / 2, degrees))

    @property
    def within_squares(self) -> float:
        """Sum of squared deviations of the scores from their group's mean."""
        venues = {name: size for name, size in self.sizes.items() if name != AI}
        mean = sum(size * self.means[name] for name, size in venues.items()) / sum(venues.values())
        between = sum(size * (self.means[name] - mean) ** 2 for name, size in venues.items())
        return (self.reviews - 2) * self.pooled_sd**2 - between


def explained(naive: float, adjusted: float) -> float:
    """Return the share of a naive difference that is gone after adjustment: one minus adjusted over naive.

    Parameters
    ----------
    naive, adjusted : float
        Differences in score points; NaN if the naive one is 0.
    """
    return 1 - adjusted / naive if naive else nan


def coefficient_at(printed: Printed, way: Resolution, gap: float, human_log: float) -> float:
    """Return the AI coefficient for given lengths.

    Parameters
    ----------
    printed : Printed
        Means and slope.
    way : Resolution
        How the design was resolved.
    gap : float
        Mean log-length of the AI's reviews minus that of the human ones, the same in all venues.
    human_log : float
        Mean log-length of the human reviews, in the unit that the regression used.
    """
    logs = {group: human_log + (gap if group == AI else 0.0) for group in printed.means}
    return way.coefficient(group_intercepts(printed.means, logs, printed.slope))


def gap_needed(printed: Printed, way: Resolution, human_log: float, coefficient: float | None = None) -> float:
    """Return the gap in mean log-length with which a resolution gives a coefficient.

    Parameters
    ----------
    printed : Printed
        Means and slope.
    way : Resolution
        How the design was resolved.
    human_log : float
        As in `coefficient_at`; without effect if the resolution is free of units.
    coefficient : float, optional
        The printed one if not given.
    """
    goal = printed.adjusted if coefficient is None else coefficient
    return (coefficient_at(printed, way, 0.0, human_log) - goal) / (printed.slope * way.weights[AI])


def explained_by_length(
    printed: Printed,
    ways: Sequence[Resolution],
    ratios: Iterable[float],
    human_length: float,
    units: Mapping[str, float],
) -> pd.DataFrame:
    """Follow the share explained over how much longer the AI's reviews may be.

    Parameters
    ----------
    printed : Printed
        Means and slope.
    ways : sequence of Resolution
        How the design may have been resolved.
    ratios : iterable of float
        Geometric mean length of the AI's reviews over that of the human ones, above 0.
    human_length : float
        Geometric mean length of the human reviews in characters.
    units : mapping of str to float
        Name of each unit of length and how many characters it has. Resolutions that are free of units are listed once,
        under the first unit.

    Returns
    -------
    pandas.DataFrame
        `key`, `resolution`, `unit`, `ratio`, `gap`, `coefficient`, `explained`.
    """
    ratios, rows = list(ratios), []
    for way in ways:
        for unit, characters in list(units.items())[: 1 if way.unit_free else None]:
            for ratio in ratios:
                value = coefficient_at(printed, way, log(ratio), log(human_length / characters))
                row = {"key": way.key, "resolution": way.title, "unit": unit, "ratio": ratio, "gap": log(ratio)}
                rows.append(row | {"coefficient": value, "explained": explained(printed.naive, value)})
    return pd.DataFrame(rows)


def ratios_needed(
    printed: Printed, ways: Sequence[Resolution], human_length: float, units: Mapping[str, float]
) -> pd.DataFrame:
    """List how much longer the AI's reviews must be for a resolution to give the printed coefficient.

    Parameters
    ----------
    printed, ways, human_length, units
        As in `explained_by_length`.

    Returns
    -------
    pandas.DataFrame
        `key`, `resolution`, `unit`, `gap`, `ratio`, `contrast` (what the AI minus the unweighted mean of the venues
        then is, at equal length) and `contrast_explained`.
    """
    rows = []
    for way in ways:
        for unit, characters in list(units.items())[: 1 if way.unit_free else None]:
            gap = gap_needed(printed, way, log(human_length / characters))
            contrast = _contrast(printed, gap)
            rows.append(
                {"key": way.key, "resolution": way.title, "unit": unit, "gap": gap, "ratio": exp(gap)}
                | {"contrast": contrast, "contrast_explained": explained(printed.naive, contrast)}
            )
    return pd.DataFrame(rows)


def _contrast(printed: Printed, gap: float) -> float:
    venues = [mean for group, mean in printed.means.items() if group != AI]
    return printed.means[AI] - sum(venues) / len(venues) - printed.slope * gap
