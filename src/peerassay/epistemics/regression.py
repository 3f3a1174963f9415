"""Ordinary least squares with a stated covariance, for designs of full rank only.

A design whose columns depend on each other has infinitely many solutions. Software returns one of them without a word;
here it is refused, with the dependence written out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy.stats import t as student

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    Vector = NDArray[np.float64]

COVARIANCES: Final[Mapping[str, str]] = {
    "nonrobust": "classical (equal variances)",
    "HC1": "robust to unequal variances (HC1)",
    "HC3": "robust to unequal variances (HC3)",
}
"""Covariance estimators that can be asked for, in words."""

TABLE_COLUMNS: Final = ("term", "estimate", "se", "low", "high", "t", "p")
LARGEST_DENOMINATOR: Final = 60
"""Of the fractions in which a dependence is written, as long as they fit."""


class RankError(ValueError):
    """A design whose columns depend on each other, so that some coefficients are not determined."""


@dataclass(frozen=True)
class Fit:
    """A fitted regression.

    Attributes
    ----------
    table : pandas.DataFrame
        One row per term: `term`, `estimate`, `se`, `low`, `high`, `t`, `p`.
    covariance : ndarray of float, shape (terms, terms)
        Of the estimates.
    covariance_type : str
        One of `COVARIANCES`.
    confidence : float
        Of the intervals.
    n : int
        Observations.
    degrees : int
        Residual degrees of freedom, ``n`` minus the number of terms.
    residual_sd : float
        Root of the residual mean square.
    r_squared : float
        Share of the variance that is explained; NaN if the outcome does not vary.
    """

    table: pd.DataFrame
    covariance: Vector
    covariance_type: str
    confidence: float
    n: int
    degrees: int
    residual_sd: float
    r_squared: float

    def estimate(self, term: str) -> float:
        """Return the coefficient of a term; `KeyError` if there is none of this name."""
        return float(self.table.set_index("term")["estimate"].loc[term])

    def contrast(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Estimate a weighted sum of coefficients.

        Parameters
        ----------
        weights : mapping of str to float
            By term; terms that are left out have the weight 0.

        Returns
        -------
        dict
            `estimate`, `se`, `low`, `high`, `t`, `p`.

        Raises
        ------
        KeyError
            If there is no such term.
        """
        terms = list(self.table["term"])
        unknown = [name for name in weights if name not in terms]
        if unknown:
            raise KeyError(f"no term {', '.join(unknown)}; there are {', '.join(terms)}")
        vector = np.array([weights.get(name, 0.0) for name in terms])
        estimate = float(vector @ self.table["estimate"].to_numpy())
        return _inference(estimate, float(np.sqrt(vector @ self.covariance @ vector)), self.degrees, self.confidence)


def design_rank(design: pd.DataFrame) -> int:
    """Return the rank of a design, its columns scaled to the same length first.

    Parameters
    ----------
    design : pandas.DataFrame
        One column per term, one row per observation.
    """
    return int(np.linalg.matrix_rank(_scaled(design.to_numpy(float))))


def dependences(design: pd.DataFrame) -> list[dict[str, float]]:
    """Find the combinations of columns that are zero for every observation.

    Parameters
    ----------
    design : pandas.DataFrame
        One column per term, one row per observation.

    Returns
    -------
    list of dict
        One for each rank that is lacking: the weight of each column in it, the first one 1; columns that do not take
        part are left out. Empty if the columns are independent.
    """
    matrix = design.to_numpy(float)
    norms = _norms(matrix)
    basis = _null_space(matrix / norms) / norms[:, None]
    found = []
    for vector in _reduced(basis.T):
        taking_part = {str(name): float(weight) for name, weight in zip(design, vector, strict=True) if abs(weight) > 0}
        found.append(taking_part)
    return found


def dependence_text(weights: Mapping[str, float]) -> str:
    """Write a dependence as an equation, for example ``intercept = ai + ICLR``.

    Parameters
    ----------
    weights : mapping of str to float
        As from `dependences`.
    """
    (first, scale), *rest = weights.items()
    terms = [(name, Fraction(-weight / scale).limit_denominator(LARGEST_DENOMINATOR)) for name, weight in rest]
    text = "".join(f" {'+' if factor > 0 else '-'} {_factor(abs(factor))}{name}" for name, factor in terms)
    return f"{first} = {text.removeprefix(' + ').strip() or '0'}"


def require_full_rank(design: pd.DataFrame) -> None:
    """Refuse a design that does not determine its coefficients.

    Parameters
    ----------
    design : pandas.DataFrame
        One column per term, one row per observation.

    Raises
    ------
    RankError
        If columns depend on each other; the message has the rank, the dependence, and what to do.
    """
    rank, columns = design_rank(design), design.shape[1]
    if rank == columns:
        return
    if len(design) < columns:
        raise RankError(f"design: {len(design)} observations for {columns} terms; expected at least as many as terms")
    found = dependences(design)
    undetermined = list(dict.fromkeys(name for weights in found for name in weights))
    raise RankError(
        f"design: rank {rank} of {columns} columns, because {'; '.join(map(dependence_text, found))} for every row. No "
        f"coefficient of {', '.join(undetermined)} is determined; leave one of them out, or ask for a contrast"
    )


def fit_ols(
    outcome: ArrayLike, design: pd.DataFrame, *, covariance: str = "nonrobust", confidence: float = 0.95
) -> Fit:
    """Fit a linear regression by ordinary least squares (statsmodels).

    Parameters
    ----------
    outcome : array_like of float, shape (n,)
        What is explained.
    design : pandas.DataFrame
        One column per term, the intercept included; as many rows.
    covariance : str
        One of `COVARIANCES`.
    confidence : float
        Of the intervals, between 0 and 1.

    Returns
    -------
    Fit
        Estimates with intervals and p from Student's t with ``n - terms`` degrees of freedom.

    Raises
    ------
    RankError
        If the columns depend on each other (see `require_full_rank`).
    ValueError
        If a value is missing, lengths differ, no degree of freedom is left, or an option is unknown.

    Notes
    -----
    ``b = (X'X)^-1 X'y``; classical covariance ``s^2 (X'X)^-1`` with ``s^2 = e'e / (n - k)``.
    """
    y = np.asarray(outcome, dtype=float)
    _require_usable(y, design, covariance, confidence)
    require_full_rank(design)
    model = sm.OLS(y, design.to_numpy(float)).fit(cov_type=covariance, use_t=True)
    errors, degrees = np.asarray(model.bse), int(model.df_resid)
    rows = [
        {"term": str(name)} | _inference(float(estimate), float(error), degrees, confidence)
        for name, estimate, error in zip(design, model.params, errors, strict=True)
    ]
    return Fit(
        table=pd.DataFrame(rows, columns=list(TABLE_COLUMNS)),
        covariance=np.asarray(model.cov_params()),
        covariance_type=covariance,
        confidence=confidence,
        n=len(y),
        degrees=degrees,
        residual_sd=float(np.sqrt(model.mse_resid)),
        r_squared=float(model.rsquared) if np.ptp(y) > 0 else float("nan"),
    )


def _require_usable(y: Vector, design: pd.DataFrame, covariance: str, confidence: float) -> None:
    if covariance not in COVARIANCES:
        raise ValueError(f"covariance = {covariance!r}; expected one of {', '.join(COVARIANCES)}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}; expected a number between 0 and 1")
    if y.shape != (len(design),):
        raise ValueError(f"outcome of shape {y.shape} for {len(design)} rows of the design; expected one value a row")
    if not (np.isfinite(y).all() and np.isfinite(design.to_numpy(float)).all()):
        raise ValueError("outcome or design: missing or infinite values; leave those rows out first")
    if len(y) <= design.shape[1]:
        raise ValueError(f"{len(y)} observations for {design.shape[1]} terms; expected more observations than terms")


def _inference(estimate: float, error: float, degrees: int, confidence: float) -> dict[str, float]:
    reach = float(student.ppf((1 + confidence) / 2, degrees)) * error
    statistic = estimate / error if error > 0 else float("nan")
    p = 2 * float(student.sf(abs(statistic), degrees)) if error > 0 else float("nan")
    return {
        "estimate": estimate, "se": error, "low": estimate - reach, "high": estimate + reach, "t": statistic, "p": p,
    }  # fmt: skip


def _null_space(matrix: Vector) -> Vector:
    """Return an orthonormal basis of the null space, without the large left factor of a tall matrix."""
    _, sizes, rows = np.linalg.svd(matrix, full_matrices=matrix.shape[0] < matrix.shape[1])
    rank = int((sizes > max(matrix.shape) * np.finfo(float).eps * sizes.max(initial=0.0)).sum())
    return np.asarray(rows[rank:].T)


def _norms(matrix: Vector) -> Vector:
    norms = np.linalg.norm(matrix, axis=0)
    return np.asarray(np.where(norms > 0, norms, 1.0))


def _scaled(matrix: Vector) -> Vector:
    return np.asarray(matrix / _norms(matrix))


def _reduced(rows: Vector) -> Vector:
    """Bring rows into reduced echelon form, so that each dependence names as few columns as possible."""
    rows, place = rows.copy(), 0
    for column in range(rows.shape[1]):
        if place == len(rows):
            break
        best = place + int(np.argmax(np.abs(rows[place:, column])))
        if abs(rows[best, column]) < 1e-9 * np.abs(rows).max():
            continue
        rows[[place, best]] = rows[[best, place]]
        rows[place] /= rows[place, column]
        others = [row for row in range(len(rows)) if row != place]
        rows[others] -= np.outer(rows[others, column], rows[place])
        place += 1
    rows[np.abs(rows) < 1e-9] = 0
    return rows


def _factor(factor: Fraction) -> str:
    return "" if factor == 1 else f"{factor} × "
