"""The designs of the style and the epistemics paper, and what they do where a cell is too small."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.records.population import load_population
from peerassay.sampling import QuotaError, balanced_by_area, balanced_subset, by_tier, random_per_year


def every_submission(year: int) -> pd.DataFrame:
    """Turn counts into one row a submission."""
    counts = load_population(year)
    return counts.loc[counts.index.repeat(counts["papers"])].drop(columns="papers").reset_index(drop=True)


def test_the_style_paper_draws_504_papers_in_batches_of_126() -> None:
    sample = balanced_by_area(every_submission(2025), np.random.default_rng(0))
    assert len(sample.rows) == 504
    assert sample.shortfalls == ()
    assert (sample.rows.groupby(["area", "decision"]).size() == 12).all()
    batches = sample.rows.groupby(["batch", "area"]).size()
    assert (batches == 6).all()
    assert sample.rows.groupby("batch").size().tolist() == [126] * 4


def test_a_small_area_is_taken_whole_and_named() -> None:
    table = pd.DataFrame(
        {
            "area": ["a"] * 5 + ["b"] * 2,
            "status": ["accepted_oral", "rejected", "rejected", "withdrawn", "rejected"] + ["rejected"] * 2,
        }
    )
    sample = balanced_by_area(table, np.random.default_rng(0), each=2, batch=3)
    assert "withdrawn" not in set(sample.rows["status"])
    assert sample.report["drawn"].tolist() == [1, 2, 0, 2]
    assert sample.shortfalls == (
        "a, accepted: 2 wanted, 1 there, all taken",
        "b, accepted: 2 wanted, 0 there, all taken",
    )


def test_tiers_of_the_epistemics_paper() -> None:
    table = every_submission(2025).assign(venue="ICLR")
    sample = by_tier(table, {"oral": 6, "spotlight": 10, "poster": 84}, np.random.default_rng(1))
    assert sample.rows["status"].value_counts().to_dict() == {"poster": 84, "spotlight": 10, "oral": 6}
    short = by_tier(table, {"oral": 300}, np.random.default_rng(1))
    assert short.shortfalls == ("ICLR, oral: 300 wanted, 213 there, all taken",)


def test_the_same_number_of_every_year() -> None:
    table = pd.concat([every_submission(2025), every_submission(2026)], ignore_index=True)
    sample = random_per_year(table, 200, np.random.default_rng(3))
    assert sample.rows["year"].value_counts().to_dict() == {2025: 200, 2026: 200}


def test_a_balanced_subset_by_hand() -> None:
    """Ten items over three cells: 4, 3 and 3; the cell with two items is taken whole and not made up for."""
    table = pd.DataFrame({"venue": list("AAAAABBCCCC"), "label": "x"})
    sample = balanced_subset(table, ["venue", "label"], 10, np.random.default_rng(42))
    assert sample.report["wanted"].tolist() == [4, 3, 3]
    assert sample.report["drawn"].tolist() == [4, 2, 3]
    assert sample.shortfalls == ("B, x: 3 wanted, 2 there, all taken",)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 60), st.integers(0, 5))
def test_the_same_seed_draws_the_same_rows_and_never_one_twice(total: int, seed: int) -> None:
    table = pd.DataFrame({"venue": list("AABBBCCCCC") * 4, "label": [str(at % 4) for at in range(40)]})
    first = balanced_subset(table, ["venue", "label"], total, np.random.default_rng(seed))
    again = balanced_subset(table, ["venue", "label"], total, np.random.default_rng(seed))
    assert first.rows.index.tolist() == again.rows.index.tolist()
    assert first.rows.index.is_unique
    assert first.report["wanted"].sum() == total
    assert len(first.rows) == first.report["drawn"].sum() <= total


def test_missing_columns_and_empty_tables_are_refused() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(QuotaError, match="no column status; it has area"):
        balanced_by_area(pd.DataFrame({"area": ["a"]}), rng)
    with pytest.raises(QuotaError, match="no paper is accepted or rejected"):
        balanced_by_area(pd.DataFrame({"area": ["a"], "status": ["withdrawn"]}), rng)
    with pytest.raises(QuotaError, match="no column venue"):
        by_tier(pd.DataFrame({"status": ["oral"]}), {"oral": 1}, rng)
    with pytest.raises(QuotaError, match="no column year"):
        random_per_year(pd.DataFrame({"status": ["oral"]}), 1, rng)
    with pytest.raises(QuotaError, match="is empty"):
        balanced_subset(pd.DataFrame({"venue": []}), ["venue"], 3, rng)
