"""Ranking reproducibility against plain numpy, and at 20,000 papers.

Two years of 100 papers, ten rounds: 4,476 partitions times 9,900 pairs of papers. The peers are

- sign vectors: for every partition, the signs of both blocks' differences for every pair of papers;
- cached sign vectors: the same with the signs of each block of rounds computed only once.

All three give the same counts, which is checked. Then 20,000 papers with blocks of two reviews, where the pairs
(200 million, times 630 partitions) are out of reach for both peers.
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from peerassay.repeatability import partitions, ranking_reproducibility

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

REPEATS, LARGEST_RATIO, MOST_SECONDS, MOST_MEGABYTES = 5, 0.2, 10, 1000
SIZES = range(1, 6)


def make_scores(papers: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Ten integer scores around a quality of each paper, as repeatable as those of the study."""
    quality = rng.normal(5, 1.3, (papers, 1))
    return np.clip(np.rint(quality + rng.normal(0, 0.3, (papers, 10))), 1, 10).astype(np.int64)


def sign_vectors(scores: NDArray[np.int64], years: NDArray[np.int64]) -> list[list[int]]:
    """Count same and reverse by block size, each partition on its own."""
    found = []
    for size in SIZES:
        counts = [0, 0]
        for year in np.unique(years):
            table = scores[years == year]
            first, second = np.triu_indices(len(table), 1)
            for block in partitions(10, size):
                a, b = (table[:, rounds].sum(axis=1) for rounds in block)
                order = np.sign(a[first] - a[second]) * np.sign(b[first] - b[second])
                counts[0] += np.count_nonzero(order > 0)
                counts[1] += np.count_nonzero(order < 0)
        found.append(counts)
    return found


def cached_sign_vectors(scores: NDArray[np.int64], years: NDArray[np.int64]) -> list[list[int]]:
    """Count same and reverse by block size, with the signs of each block kept."""
    found = []
    for size in SIZES:
        counts = [0, 0]
        for year in np.unique(years):
            table = scores[years == year]
            first, second = np.triu_indices(len(table), 1)
            signs: dict[bytes, NDArray[np.int8]] = {}
            for block in partitions(10, size):
                for rounds in block:
                    if rounds.tobytes() not in signs:
                        sums = table[:, rounds].sum(axis=1)
                        signs[rounds.tobytes()] = np.sign(sums[first] - sums[second]).astype(np.int8)
                order = signs[block[0].tobytes()] * signs[block[1].tobytes()]
                counts[0] += np.count_nonzero(order == 1)
                counts[1] += np.count_nonzero(order == -1)
        found.append(counts)
    return found


def ours(scores: NDArray[np.int64], years: NDArray[np.int64]) -> list[list[int]]:
    """Count same and reverse by block size with the function under test."""
    return ranking_reproducibility(scores, years)[["same", "reverse"]].to_numpy().tolist()


def compare(rng: np.random.Generator) -> bool:
    """Time the three ways in turn and print the fastest run of each."""
    scores, years = make_scores(200, rng), np.repeat([2025, 2026], 100)
    ways: dict[str, Callable[[NDArray[np.int64], NDArray[np.int64]], list[list[int]]]] = {
        "sign vectors": sign_vectors,
        "cached sign vectors": cached_sign_vectors,
        "ranking_reproducibility": ours,
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(REPEATS):
        results = []
        for name, way in ways.items():
            start = perf_counter()
            results.append(way(scores, years))
            best[name] = min(best[name], perf_counter() - start)
        if not results[0] == results[1] == results[2]:
            raise SystemExit("the counts differ")
    for name, seconds in best.items():
        print(f"{name:24} {seconds * 1000:8.1f} ms   ratio of ours {best['ranking_reproducibility'] / seconds:.3f}")
    return best["ranking_reproducibility"] / best["sign vectors"] <= LARGEST_RATIO


def large(rng: np.random.Generator) -> bool:
    """Time 20,000 papers in one group, blocks of two reviews, and print the peak memory of this process."""
    scores = make_scores(20_000, rng)
    start = perf_counter()
    row = ranking_reproducibility(scores, sizes=[2]).loc[0]
    seconds = perf_counter() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"20,000 papers, {row['partitions']} partitions, {row['comparisons']:.3g} comparisons: {seconds:.2f} s")
    print(f"peak memory of the whole process: {megabytes:.0f} MB")
    return seconds < MOST_SECONDS and megabytes < MOST_MEGABYTES


def main() -> int:
    """Run both; the exit status says whether the targets were met."""
    rng = np.random.default_rng(2026)
    met = [compare(rng), large(rng)]
    verdict = "met" if all(met) else "MISSED"
    print(f"targets (ratio <= {LARGEST_RATIO}, < {MOST_SECONDS} s, < {MOST_MEGABYTES} MB): {verdict}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
