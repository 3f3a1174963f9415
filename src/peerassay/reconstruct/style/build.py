"""Building the records of the style paper from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.claims import load_claims
from peerassay.reconstruct.style.model import draw_habits
from peerassay.reconstruct.style.orders import VERSIONS, combined_scores, simulate
from peerassay.reconstruct.style.pairs import deal, nested_pairs, single_pairs
from peerassay.reconstruct.style.repeats import repeated_scores
from peerassay.reconstruct.style.targets import (
    BATCH,
    DEFAULT,
    PAPERS,
    combined_targets,
    published_spreads,
    published_targets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from peerassay.reconstruct.style.model import Habits
    from peerassay.reconstruct.style.targets import Target

    Whole = NDArray[np.int64]

AREAS: Final = 21
ORIGINAL: Final = "original"
KEY: Final = ["paper_id", "version", "reviewer", "protocol", "prompt", "round"]


@dataclass(frozen=True)
class Tables:
    """Reconstructed records in the schemas `papers` and `reviews`.

    Attributes
    ----------
    papers : pandas.DataFrame
        One row per paper, sorted by `paper_id`; the first 126 are the batch.
    reviews : pandas.DataFrame
        One row per review, sorted by its key; `overall` in score points.
    """

    papers: pd.DataFrame
    reviews: pd.DataFrame


def reconstruct_style(seed: int, progress: Callable[[str], None] | None = None) -> Tables:
    """Build records that satisfy the imposed numbers of the style paper.

    Parameters
    ----------
    seed : int
        0 or more.
    progress : callable, optional
        Called with one line of text before each reviewer.

    Returns
    -------
    Tables
        504 papers; single reviews of the rewrites by six reviewers, of a batch of 126 under other prompts and of
        combined rewrites, and ten repeated reviews of ten originals.

    Raises
    ------
    SearchError
        If no whole numbers meet what is imposed.
    """
    claims = load_claims()
    papers = draw_papers()
    targets, combined = published_targets(claims), combined_targets(claims)
    quality = np.random.default_rng([seed, 0]).standard_normal(len(papers))
    reviews = []
    for place, (reviewer, spread) in enumerate(published_spreads(claims).items(), start=1):
        if progress:
            progress(f"reviews of {reviewer}")
        rng = np.random.default_rng([seed, place])
        own = [target for target in targets if target.reviewer == reviewer]
        habits = draw_habits(float(spread.value), rng)
        level = float(own[0].row.claims["mean_second"].value)
        repeated = repeated_scores(spread, habits, level, rng)
        reviews.append(_frame(repeated.T, [ORIGINAL] * len(repeated.T), DEFAULT).assign(reviewer=reviewer))
        reviews.append(_pair_reviews(own, habits, quality, rng).assign(reviewer=reviewer))
        if reviewer in combined:
            scores = _combined(combined[reviewer], habits, level, rng)
            dealt = deal(scores, quality[:BATCH], rng)
            reviews.append(_frame(dealt.T, VERSIONS, DEFAULT).assign(reviewer=reviewer))
    return Tables(papers, _sorted(pd.concat(reviews)))


def draw_papers() -> pd.DataFrame:
    """Lay out the papers: 21 areas with 12 accepted and 12 rejected each; the first 126 have 3 and 3 of each."""
    numbers = np.arange(PAPERS)
    return pd.DataFrame(
        {
            "paper_id": [f"synthetic-{number + 1:03d}" for number in numbers],
            "venue": "ICLR",
            "year": 2026,
            "area": [f"area {area + 1:02d}" for area in numbers % AREAS],
            "status": np.where(numbers // AREAS % 2 == 0, "accepted", "rejected"),
        }
    )


def _pair_reviews(
    targets: Sequence[Target], habits: Habits, quality: NDArray[np.float64], rng: np.random.Generator
) -> pd.DataFrame:
    """Build the reviews of two versions for every prompt and contrast of one reviewer."""
    blocks: dict[object, list[Target]] = {}
    for target in targets:
        blocks.setdefault(target.key, []).append(target)
    frames = []
    for group in blocks.values():
        if len(group) > 1:
            inside, outside = nested_pairs(group[0], group[1], habits, rng)
            dealt = np.concatenate([deal(inside, quality[:BATCH], rng), deal(outside, quality[BATCH:], rng)])
        else:
            dealt = deal(single_pairs(group[0], habits, rng), quality[: group[0].n], rng)
        contrast = group[0].contrast
        frames.append(_frame(dealt.T, (contrast.first, contrast.second), group[0].prompt))
    return pd.concat(frames)


def _combined(targets: Sequence[Target], habits: Habits, level: float, rng: np.random.Generator) -> Whole:
    solutions = [target.solutions[rng.integers(len(target.solutions))] for target in targets]
    native, high = (_rough_shift(solutions[side : side + 2], habits) for side in (0, 2))
    return combined_scores(solutions, simulate(habits, level, native, high, rng), rng)


def _rough_shift(solutions: Sequence[object], habits: Habits) -> float:
    """Return about how much higher the first version is rated: net wins per pair, in units of the noise."""
    net = np.mean([(one.wins - one.losses) / one.n for one in solutions])  # type: ignore[attr-defined]
    return float(net * max(1.0, 2 * habits.noise))


def _frame(scores: Whole, versions: Sequence[str], prompt: str) -> pd.DataFrame:
    """Lay out scores, shape (columns, papers), as reviews; columns of the same version are its rounds."""
    frames = []
    for column, version in enumerate(versions):
        rounds = 1 + list(versions[:column]).count(version)
        ids = [f"synthetic-{number + 1:03d}" for number in range(scores.shape[1])]
        frames.append(pd.DataFrame({"paper_id": ids, "version": version, "round": rounds, "overall": scores[column]}))
    return pd.concat(frames).assign(prompt=prompt, protocol="integer")


def _sorted(reviews: pd.DataFrame) -> pd.DataFrame:
    return reviews[[*KEY, "overall"]].sort_values(KEY, ignore_index=True)


def write(tables: Tables, folder: Path) -> None:
    """Write both tables as CSV files, ``papers.csv`` and ``reviews.csv``, into a folder that is made if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    tables.papers.to_csv(folder / "papers.csv", index=False, lineterminator="\n")
    tables.reviews.to_csv(folder / "reviews.csv", index=False, lineterminator="\n")
