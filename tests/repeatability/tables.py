"""Random tables of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

if TYPE_CHECKING:
    from numpy.typing import NDArray


@st.composite
def score_tables(
    draw: st.DrawFn,
    *,
    papers: tuple[int, int] = (1, 7),
    rounds: tuple[int, int] = (1, 6),
    steps: tuple[float, ...] = (1, 0.5, 0.1, 0.01),
    gaps: bool = True,
) -> NDArray[np.float64]:
    """Scores around a few values, on a step, some of them missing."""
    shape = draw(st.integers(*papers)), draw(st.integers(*rounds))
    seed = draw(st.integers(0, 2**32 - 1))
    step = draw(st.sampled_from(steps))
    rng = np.random.default_rng(seed)
    scores = np.round(np.round(rng.normal(4, draw(st.sampled_from([0.3, 2])), shape) / step) * step, 9)
    if gaps and draw(st.booleans()):
        scores[rng.random(shape) < 0.2] = np.nan
    return scores
