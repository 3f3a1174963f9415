"""Scores on the nine dimensions: one common factor, one close pair, and the printed differences from the AI's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.epistemics.effects import pooled_sd
from peerassay.epistemics.rubric import RUBRIC
from peerassay.epistemics.structure import largest_correlation, principal_components
from peerassay.reconstruct.epistemics.tenths import TENTHS, nudged, orthogonal, scores_in_tenths, unit
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from peerassay.claims import Claims

    Vector = NDArray[np.float64]

NAMED: Final = ("evidence_specificity", "falsifiability", "impression_reliance")
"""Dimensions whose effect size is printed."""
CLOSE_PAIR: Final = ("explicit_reasoning_chain", "reasoning_density")
"""The two that are given the largest correlation; which they are is not printed."""
SEEN: Final = 0.93
"""Correlation of the common factor with the reasoning quality score: not printed."""
HUMAN_MEAN, HUMAN_SD, SD_RATIO = (1.25, 1.65), (0.45, 0.55), (0.15, 0.80)
"""Ranges that means and SDs of human scores, and the ratio of the agentic SD to it, are drawn from; none is printed."""
BEND: Final = (-0.3, 0.9)
"""How skewed the part of a dimension is that it shares with no other, drawn anew for each: above 0, with a longer tail
on the less analytical side. Not printed, and the width of the intervals depends on it."""
MARGIN: Final = 0.003
"""The smallest effect size is printed as a lower bound, so it is kept above."""
ROUNDS: Final = 25


@dataclass
class Model:
    """How the scores on the dimensions are made from a common factor, in SDs of the human scores.

    Attributes
    ----------
    mean, sd : dict of str to float
        Of the human scores, in points.
    sign : dict of str to float
        -1 for dimensions on which less is more analytical.
    common : float
        Mean squared loading on the common factor.
    jitter : dict of str to float
        What each dimension's squared loading differs from it by.
    pair : float
        Squared loading of the close pair on a factor of its own.
    """

    mean: dict[str, float]
    sd: dict[str, float]
    sign: dict[str, float]
    common: float
    jitter: dict[str, float]
    pair: float

    def shapes(self, factor: Vector, own: Vector, rest: list[Vector]) -> dict[str, Vector]:
        """Mix the factors to standardised scores of each dimension."""
        return {name: self._shape(name, factor, own, rest[place]) for place, name in enumerate(self.mean)}

    def _shape(self, name: str, factor: Vector, own: Vector, rest: Vector) -> Vector:
        common = min(self.common + self.jitter[name], 0.95)
        pair = min(self.pair, 0.99 - common) if name in CLOSE_PAIR else 0.0
        left = max(0.0, 1 - common - pair)
        return np.asarray(self.sign[name] * (common**0.5 * factor + pair**0.5 * own + left**0.5 * rest))


def build_dimensions(
    human: Vector, agentic: Vector, others: Mapping[str, Vector], claims: Claims, rng: np.random.Generator
) -> dict[str, pd.DataFrame]:
    """Draw scores on the dimensions that satisfy what is printed about them.

    Parameters
    ----------
    human, agentic : ndarray of float
        Reasoning quality scores of the human reviews of 2025 (all venues), and of the agentic ones.
    others : mapping of str to ndarray of float
        Those of further groups, about whose dimensions nothing is printed.
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dict of str to pandas.DataFrame
        By group (``human``, ``agentic`` and the others), one column per dimension, in points.

    Raises
    ------
    SearchError
        If share and correlation are not reached.
    """
    model = _draw_model(rng)
    scores = _fitted(model, unit(human), claims, rng)
    effects = _effects(claims, rng)
    rated = _agentic(scores, unit(agentic), effects, rng)
    spread = (human.mean(), human.std(ddof=1))
    further = {key: _further(model, (values - spread[0]) / spread[1], rng) for key, values in others.items()}
    return {"human": scores, "agentic": rated} | further


def _draw_model(rng: np.random.Generator) -> Model:
    names = RUBRIC.dimension_names
    reversed_ = RUBRIC.named("S1")
    jitter = dict(zip(names, rng.uniform(-0.08, 0.08, len(names)), strict=True))
    jitter[CLOSE_PAIR[1]] = jitter[CLOSE_PAIR[0]]
    return Model(
        mean={name: float(rng.uniform(*HUMAN_MEAN)) for name in names},
        sd={name: float(rng.uniform(*HUMAN_SD)) for name in names},
        sign={name: -1.0 if name in reversed_ else 1.0 for name in names},
        common=0.6,
        jitter={name: float(value) for name, value in jitter.items()},
        pair=0.3,
    )


def _fitted(model: Model, base: Vector, claims: Claims, rng: np.random.Generator) -> pd.DataFrame:
    """Move the loadings until share and largest correlation of the rounded scores are the printed ones."""
    share = float(claims["epi.pca.variance_explained.pc1"].value) / 100
    largest = float(claims["epi.pca.correlation.max_offdiagonal"].value)
    noise, own, *plain = orthogonal(2 + len(model.mean), [base], rng)
    rest = [_bent(values, float(rng.uniform(*BEND))) for values in plain]
    factor = unit(SEEN * base + (1 - SEEN**2) ** 0.5 * noise)
    for _ in range(ROUNDS):
        shapes = model.shapes(factor, own, rest)
        scores = pd.DataFrame(
            {
                name: scores_in_tenths(shape, model.mean[name], model.sd[name], RUBRIC.scale, rng)
                for name, shape in shapes.items()
            }
        )
        found = principal_components(scores, RUBRIC.named("S1"))
        *pair, reached = largest_correlation(found.correlation)
        off = (share - float(found.shares[0]), largest - reached)
        if max(map(abs, off)) < 0.002 and set(pair) == set(CLOSE_PAIR):
            return scores
        model.common += 1.1 * off[0]
        model.pair += off[1] - 1.1 * off[0]
    raise SearchError(f"dimensions: share and correlation are off by {off[0]:.3f} and {off[1]:.3f} ({', '.join(pair)})")


def _bent(values: Vector, bend: float) -> Vector:
    """Give a normal column a longer tail below (`bend` above 0) or above."""
    return values if abs(bend) < 1e-3 else unit(-np.expm1(-bend * values) / bend)


def _effects(claims: Claims, rng: np.random.Generator) -> dict[str, float]:
    """Give each dimension an effect size towards the analytical side: printed, the smallest, or between the printed."""
    printed = {name: float(claims[f"epi.dimensions.cohen_d.{name}"].value) for name in NAMED}
    smallest = float(claims["epi.dimensions.abs_cohen_d.min.fig5"].value)
    others = [name for name in RUBRIC.dimension_names if name not in NAMED]
    drawn = dict(zip(others, rng.uniform(smallest + 0.01, min(map(abs, printed.values())), len(others)), strict=True))
    drawn[str(rng.choice(others))] = smallest + MARGIN
    reversed_ = RUBRIC.named("S1")
    return printed | {name: float(-size if name in reversed_ else size) for name, size in drawn.items()}


def _agentic(human: pd.DataFrame, base: Vector, effects: Mapping[str, float], rng: np.random.Generator) -> pd.DataFrame:
    columns = {}
    noise = orthogonal(len(human.columns), [base], rng)
    for place, name in enumerate(map(str, human)):
        own = float(human[name].std(ddof=1)) * float(rng.uniform(*SD_RATIO))
        shape = 0.6 * np.sign(effects[name]) * base + 0.8 * noise[place]
        columns[name] = _shifted(human[name].to_numpy(), shape, own, effects[name], rng)
    return pd.DataFrame(columns)


def _shifted(human: Vector, shape: Vector, own: float, effect: float, rng: np.random.Generator) -> Vector:
    """Draw scores that differ from the human ones by an effect size; what it is measured in depends on both."""
    n, m = len(human), len(shape)
    pooled = (((n - 1) * human.var(ddof=1) + (m - 1) * own**2) / (n + m - 2)) ** 0.5
    scores = scores_in_tenths(shape, float(human.mean()) + effect * pooled, own, RUBRIC.scale, rng)
    total = round((float(human.mean()) + effect * pooled_sd(human, scores)) * m * TENTHS)
    return np.asarray(nudged(np.rint(scores * TENTHS), total, RUBRIC.scale, rng) / TENTHS)


def _further(model: Model, base: Vector, rng: np.random.Generator) -> pd.DataFrame:
    noise, own, *rest = rng.standard_normal((2 + len(model.mean), len(base)))
    shapes = model.shapes(SEEN * base + (1 - SEEN**2) ** 0.5 * noise, own, rest)
    low, high = RUBRIC.scale
    return pd.DataFrame(
        {
            name: np.clip(np.rint((model.mean[name] + model.sd[name] * shape) * TENTHS) / TENTHS, low, high)
            for name, shape in shapes.items()
        }
    )
