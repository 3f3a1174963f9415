"""The nested design drawn from a table of papers: samples inside samples, and a report of every cell."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.sampling import QuotaError, nested_by_area_and_bin, nested_quotas


def papers(year: int = 2025, each: int = 4) -> pd.DataFrame:
    """`each` papers in each of two areas and three bins."""
    cells = [(area, edge + at / 10) for area in "ab" for edge in (2, 3, 9) for at in range(each)]
    return pd.DataFrame(cells, columns=["area", "human_mean"]).assign(year=year)


def test_equal_cells_give_equal_samples_by_hand() -> None:
    sample = nested_by_area_and_bin(papers(), [6, 12], np.random.default_rng(0))
    assert len(sample.rows) == 12
    assert (sample.report["wanted"] == 2).all()
    assert sample.report[["available", "drawn", "short"]].sum().tolist() == [24, 12, 0]
    inner = sample.rows[sample.rows["smallest_sample"] == 6]
    assert inner.groupby(["area", inner["human_mean"].floordiv(1)]).size().tolist() == [1] * 6


def test_a_mean_of_ten_is_in_the_last_bin_and_years_are_apart() -> None:
    both = pd.concat([papers(2025), papers(2026).replace({"human_mean": {9.0: 10.0}})], ignore_index=True)
    sample = nested_by_area_and_bin(both, [6], np.random.default_rng(1))
    assert sample.rows["year"].value_counts().to_dict() == {2025: 6, 2026: 6}
    assert sorted(sample.report["bin"].unique()) == [2, 3, 9]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), st.integers(1, 5))
def test_cells_get_their_quotas_whatever_the_seed(seed: int, each: int) -> None:
    table = papers(each=each)
    sample = nested_by_area_and_bin(table, [6 * each], np.random.default_rng(seed))
    binned = table.assign(bin=table["human_mean"].floordiv(1).astype(int))
    quotas = nested_quotas(binned.groupby(["area", "bin"]).size(), [6 * each])
    assert sample.report["wanted"].tolist() == quotas[6 * each].tolist()
    assert sample.rows.index.is_unique


def test_too_few_papers_are_refused() -> None:
    with pytest.raises(QuotaError, match="cannot cover all 3 categories of bin"):
        nested_by_area_and_bin(papers(), [2], np.random.default_rng(0))
    with pytest.raises(QuotaError, match="the population's 24"):
        nested_by_area_and_bin(papers(), [25], np.random.default_rng(0))
    with pytest.raises(QuotaError, match="empty"):
        nested_by_area_and_bin(papers().iloc[:0], [2], np.random.default_rng(0))
