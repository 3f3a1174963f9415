"""Small records of revised manuscripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.crossover import Crossover, arrange_crossover
from peerassay.records import load_records

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Scores = dict[tuple[str, str], "Sequence[Sequence[float]]"]


def crossover(
    tmp_path: Path, scores: Mapping[tuple[str, str], Sequence[Sequence[float]]], **papers: object
) -> Crossover:
    """Write scores by version and Scorer, one row per paper, load them as a reader's table, and arrange them."""
    rows = [
        {"paper_id": f"p{paper}", "version": version, "reviewer": scorer, "round": number, "overall": score}
        for (version, scorer), table in scores.items()
        for paper, given in enumerate(table, start=1)
        for number, score in enumerate(given, start=1)
    ]
    table = pd.DataFrame(rows)
    for name, values in papers.items():
        table[name] = table["paper_id"].map(dict(zip(sorted(set(table["paper_id"])), values, strict=True)))  # type: ignore[call-overload]
    file = tmp_path / "reviews.csv"
    table.to_csv(file, index=False)
    return arrange_crossover(load_records(file))


TWO_SELECTORS: Scores = {
    ("original", "A"): [[3, 4, 3], [5, 5, 5], [2, 2, 3], [6, 6, 6]],
    ("original", "B"): [[4, 4, 4], [5, 6, 5], [3, 3, 3], [7, 7, 7]],
    ("A/A", "A"): [[4, 4, 4], [5, 5, 5], [3, 3, 3], [6, 6, 7]],
    ("A/A", "B"): [[4, 3, 4], [5, 5, 5], [3, 3, 3], [7, 8, 7]],
    ("A/B", "A"): [[4, 4, 4], [5, 5, 6], [2, 3, 3], [6, 6, 6]],
    ("A/B", "B"): [[4, 4, 4], [5, 6, 5], [3, 3, 2], [7, 7, 7]],
    ("B/B", "A"): [[3, 4, 4], [5, 5, 5], [2, 2, 3], [6, 7, 6]],
    ("B/B", "B"): [[4, 4, 5], [5, 6, 5], [3, 3, 3], [7, 7, 7]],
}
"""Four papers, two Scorers, three versions."""
