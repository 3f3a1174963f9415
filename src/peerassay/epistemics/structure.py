"""How the rubric's dimensions hang together: principal components, and where other reviews lie on them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from scipy.stats import t

from peerassay.epistemics.values import require_level

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

SCALINGS: Final[Mapping[str, str]] = {
    "points": "raw scores: points of the scale",
    "standardised": "standardised dimensions: sums of z scores",
    "unit_variance": "standardised dimensions, component scaled to SD 1 among the fitted reviews",
}
"""Three ways to express a place on a principal component."""
LEAST_ROWS: Final = 3


@dataclass(frozen=True)
class Components:
    """Principal components of some scales.

    Attributes
    ----------
    names : tuple of str
        The scales.
    flipped : frozenset of str
        Those whose sign was changed, so that more always means more analytical.
    centre, scale : ndarray of float, shape (scales,)
        What is subtracted and divided by before projection; scale 1 for raw scores.
    eigenvalues : ndarray of float, shape (scales,)
        Eigenvalues (variances of the components), largest first.
    vectors : ndarray of float, shape (scales, components)
        Unit eigenvectors; each is oriented so that its entries have a positive sum.
    correlation : pandas.DataFrame
        Of the scales after the changes of sign.
    n : int
        Reviews they were fitted on.
    """

    names: tuple[str, ...]
    flipped: frozenset[str]
    centre: NDArray[np.float64]
    scale: NDArray[np.float64]
    eigenvalues: NDArray[np.float64]
    vectors: NDArray[np.float64]
    correlation: pd.DataFrame
    n: int

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of the variance of each component."""
        return np.asarray(self.eigenvalues / self.eigenvalues.sum())

    @property
    def above_kaiser(self) -> int:
        """How many eigenvalues are above their mean, which is 1 for standardised scales (Kaiser's criterion)."""
        return int((self.eigenvalues > self.eigenvalues.mean() * (1 + 1e-12)).sum())

    @property
    def positive_share(self) -> float:
        """The share of the scales with a positive entry in the first component."""
        return float((self.vectors[:, 0] > 0).mean())

    def project(self, scores: pd.DataFrame) -> NDArray[np.float64]:
        """Place reviews on the components.

        Parameters
        ----------
        scores : pandas.DataFrame
            The same scales, unflipped; rows of reviews.

        Returns
        -------
        ndarray of float, shape (reviews, components)
            NaN for a review that lacks a scale.
        """
        return np.asarray((_signed(scores, self.names, self.flipped) - self.centre) / self.scale @ self.vectors)

    def loadings(self) -> pd.DataFrame:
        """Return, by scale, the entries of the first two components and the correlations with them.

        Returns
        -------
        pandas.DataFrame
            `dimension`, `flipped`, `pc1`, `pc2` (unit vectors), `r1`, `r2` (correlation of scale and component).
        """
        spread = np.sqrt(np.diag(self._covariance()))
        correlations = self.vectors[:, :2] * np.sqrt(self.eigenvalues[:2]) / spread[:, None]
        table = pd.DataFrame({"dimension": self.names, "flipped": [name in self.flipped for name in self.names]})
        table = table.assign(pc1=self.vectors[:, 0], pc2=self.vectors[:, 1])
        return table.assign(r1=correlations[:, 0], r2=correlations[:, 1])

    def _covariance(self) -> NDArray[np.float64]:
        return np.asarray(self.vectors * self.eigenvalues @ self.vectors.T)


def principal_components(
    scores: pd.DataFrame, flipped: Collection[str] = (), *, standardise: bool = True
) -> Components:
    """Fit principal components.

    Parameters
    ----------
    scores : pandas.DataFrame
        One column per scale, one row per review; rows that lack a scale are left out.
    flipped : collection of str
        Scales on which less is more analytical: their sign is changed.
    standardise : bool
        Whether scales are divided by their SD, so that the correlation matrix is analysed.

    Returns
    -------
    Components
        Fitted on the complete rows.

    Raises
    ------
    ValueError
        If there are fewer than two scales or three complete rows, or a scale does not vary.

    Notes
    -----
    Eigenvectors of the covariance (divisor n - 1) or correlation matrix (numpy.linalg.eigh). Articulate Intuition,
    section 3 and Appendix B; Kaiser's threshold of 1 implies standardised scales, which are not stated.
    """
    names = tuple(str(name) for name in scores.columns)
    matrix = _signed(scores.dropna(), names, frozenset(flipped))
    if len(names) < 2 or len(matrix) < LEAST_ROWS:
        raise ValueError(f"{len(names)} scales and {len(matrix)} complete rows; expected 2 and {LEAST_ROWS} or more")
    spread = matrix.std(axis=0, ddof=1)
    constant = [name for name, sd in zip(names, spread, strict=True) if sd < 1e-12]
    if constant:
        raise ValueError(f"{', '.join(constant)}: the same for all reviews; leave out what does not vary")
    scale = spread if standardise else np.ones(len(names))
    centre = matrix.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov((matrix - centre) / scale, rowvar=False))
    values, vectors = values[::-1], vectors[:, ::-1]
    vectors = vectors * np.where(vectors.sum(axis=0) < 0, -1, 1)
    correlation = pd.DataFrame(np.corrcoef(matrix, rowvar=False), index=names, columns=names)
    return Components(names, frozenset(flipped), centre, scale, values, vectors, correlation, len(matrix))


def shift_table(
    fitted: pd.DataFrame, projected: pd.DataFrame, flipped: Collection[str] = (), confidence: float = 0.95
) -> pd.DataFrame:
    """Say how far a projected group lies from the fitted one on the first component, in each of `SCALINGS`.

    Parameters
    ----------
    fitted, projected : pandas.DataFrame
        Scores of the reviews that components are fitted on, and of the others.
    flipped : collection of str
        As in `principal_components`.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    pandas.DataFrame
        `scaling`, `meaning`, `shift` (difference of means), `low`, `high` (Welch's interval, the component taken as
        fixed), `share` (of the variance on the first component), `n_fitted`, `n_projected`.

    Raises
    ------
    ValueError
        As `principal_components`; if the confidence is out of range or a group has fewer than two complete rows.
    """
    require_level(confidence)
    rows = []
    for scaling, meaning in SCALINGS.items():
        components = principal_components(fitted, flipped, standardise=scaling != "points")
        unit = sqrt(components.eigenvalues[0]) if scaling == "unit_variance" else 1.0
        here, there = (components.project(group.dropna())[:, 0] / unit for group in (fitted, projected))
        if len(there) < 2:
            raise ValueError(f"{len(there)} complete rows to project; expected 2 or more")
        low, high = _welch(there, here, confidence)
        rows.append(
            {"scaling": scaling, "meaning": meaning, "shift": there.mean() - here.mean(), "low": low, "high": high}
            | {"share": components.shares[0], "n_fitted": len(here), "n_projected": len(there)}
        )
    return pd.DataFrame(rows)


def equal_weight_shift(effects: Sequence[float]) -> float:
    """Return the standardised shift on a component that weighs all scales alike.

    Parameters
    ----------
    effects : sequence of float
        Effect size of each scale in SDs, towards the analytical side; one or more.

    Returns
    -------
    float
        ``sum(d) / sqrt(k)`` for k scales: the unit vector has the entries ``1 / sqrt(k)``.

    Raises
    ------
    ValueError
        If there is none.
    """
    if not effects:
        raise ValueError("effects: none; expected one per scale")
    return float(sum(effects)) / sqrt(len(effects))


def largest_correlation(correlation: pd.DataFrame) -> tuple[str, str, float]:
    """Return the two scales with the largest correlation in absolute value, and that correlation.

    Parameters
    ----------
    correlation : pandas.DataFrame
        Square, named alike on both sides, two scales or more.
    """
    names, values = [str(name) for name in correlation], correlation.to_numpy(float)
    pairs = list(combinations(range(len(names)), 2))
    first, second = max(pairs, key=lambda pair: abs(values[pair]))
    return names[first], names[second], float(values[first, second])


def _signed(scores: pd.DataFrame, names: Sequence[str], flipped: Collection[str]) -> NDArray[np.float64]:
    signs = np.array([-1.0 if name in flipped else 1.0 for name in names])
    return np.asarray(scores[list(names)].to_numpy(float) * signs)


def _welch(first: NDArray[np.float64], second: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    parts = [group.var(ddof=1) / len(group) for group in (first, second)]
    difference, error = first.mean() - second.mean(), sqrt(sum(parts))
    if not error:
        return float(difference), float(difference)
    sizes = [len(first), len(second)]
    degrees = error**4 / sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    reach = float(t.ppf((1 + confidence) / 2, degrees)) * error
    return float(difference - reach), float(difference + reach)
