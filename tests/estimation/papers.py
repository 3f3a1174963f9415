"""Papers with target scores and candidate probabilities, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from peerassay.estimation import Sample

if TYPE_CHECKING:
    from numpy.typing import NDArray


def drawn(papers: int, seed: int = 1) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give candidate probabilities, shape (papers, 10), and five target scores of each paper."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(5.5, 1.2, papers)
    scores = np.clip(np.rint(centres[:, None] + rng.normal(0, 0.5, (papers, 5))), 1, 10)
    powers = -6 * (np.arange(1, 11) - (centres + rng.normal(0, 0.4, papers))[:, None]) ** 2
    mass = np.exp(powers - powers.max(axis=1, keepdims=True))
    return mass / mass.sum(axis=1, keepdims=True), scores


def sample(papers: int, seed: int = 1, later: int = 0) -> Sample:
    """Give the same as a sample, the first `later` papers with ten later scores."""
    mass, scores = drawn(papers, seed)
    rng = np.random.default_rng(seed + 1)
    new = np.full((papers, 10), np.nan)
    new[:later] = np.clip(np.rint(scores[:later].mean(axis=1)[:, None] + rng.normal(0, 0.5, (later, 10))), 1, 10)
    status = ["accepted" if place % 3 == 0 else "rejected" for place in range(papers)]
    known = pd.DataFrame({"paper_id": [f"p{place:03d}" for place in range(papers)], "status": status, "year": 2025})
    return Sample("target", "helper", known, scores, new, mass[:, None, :], 1, 10, ())
