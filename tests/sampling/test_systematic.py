"""Draws: equal chances, spread over the range, nested, and the statuses that counts alone predict."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from peerassay.records.population import cells, count_papers, load_population, load_status_totals
from peerassay.sampling import (
    QuotaError,
    draw_cells,
    draw_nested,
    nested_quotas,
    status_draws,
    systematic_sample,
)


def test_every_second_paper_by_hand() -> None:
    """Six papers, three drawn: step 2, so that the start decides between ranks 0, 2, 4 and ranks 1, 3, 5."""
    values = [60, 10, 50, 20, 40, 30]
    drawn = {tuple(np.asarray(values)[systematic_sample(values, 3, np.random.default_rng(seed))]) for seed in range(30)}
    assert drawn == {(10, 30, 50), (20, 40, 60)}


def test_each_paper_has_the_same_chance() -> None:
    rng = np.random.default_rng(0)
    counts = np.zeros(7)
    for _ in range(3500):
        counts[systematic_sample([1, 1, 1, 2, 2, 3, np.nan], 3, rng)] += 1
    assert stats.chisquare(counts).pvalue > 0.001
    assert counts.sum() == 3 * 3500


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 10), min_size=1, max_size=30), st.data())
def test_a_sample_has_its_size_and_no_paper_twice(values: list[float], data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(values)))
    drawn = systematic_sample(values, size, np.random.default_rng(1))
    assert len(drawn) == len(set(drawn.tolist())) == size
    assert np.asarray(values)[drawn].tolist() == sorted(np.asarray(values)[drawn].tolist())


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(QuotaError, match="3 wanted of 2"):
        systematic_sample([1, 2], 3, np.random.default_rng(0))


def papers() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    rows = 400
    return pd.DataFrame(
        {
            "paper_id": [f"p{at}" for at in range(rows)],
            "year": 2025,
            "area": rng.choice(["a", "b", "c"], rows),
            "status": rng.choice(["accepted_poster", "rejected"], rows),
            "human_mean": rng.uniform(1, 10, rows).round(2),
        }
    )


def test_nested_samples_lie_in_each_other_and_meet_their_quotas() -> None:
    table = papers()
    counts = cells(count_papers(table))
    keyed = table.assign(bin=table["human_mean"].floordiv(1).astype(int))
    quotas = nested_quotas(counts, [50, 100, 200])
    samples = draw_nested(keyed, quotas, "human_mean", np.random.default_rng(2))
    assert [len(sample) for sample in samples.values()] == [50, 100, 200]
    assert set(samples[50]["paper_id"]) < set(samples[100]["paper_id"]) < set(samples[200]["paper_id"])
    drawn = samples[100].groupby(["area", "bin"]).size().reindex(counts.index, fill_value=0)
    assert drawn.tolist() == quotas[100].tolist()


def test_a_cell_that_is_too_small_is_named() -> None:
    quotas = pd.Series([5], index=pd.MultiIndex.from_tuples([("a", 12)], names=["area", "bin"]))
    with pytest.raises(QuotaError, match="area a, bin 12: 5 wanted, 0 there"):
        draw_cells(papers().assign(bin=1), quotas, None, np.random.default_rng(0))


def test_a_mean_of_ten_falls_into_the_last_bin() -> None:
    table = pd.DataFrame({"year": 2025, "area": "a", "status": "rejected", "human_mean": [9.0, 10.0, 1.0]})
    assert count_papers(table)[["bin", "papers"]].to_numpy().tolist() == [[1, 1], [9, 2]]


def test_status_draws_have_the_expected_mean_and_total() -> None:
    population = load_population(2025)
    quotas = nested_quotas(cells(population), [100])[100]
    names = ["oral", "spotlight", "poster", "rejected", "withdrawn"]
    drawn = status_draws(population, quotas, names, 400, np.random.default_rng(0))
    assert (drawn.sum(axis=1) == 100).all()
    counts = population.pivot_table(index=["area", "bin"], columns="status", values="papers", aggfunc="sum").fillna(0)
    expected = counts.div(counts.sum(axis=1), axis=0).mul(quotas, axis=0).sum()[names]
    assert np.abs(drawn.mean() - expected).max() < 4 * drawn.std().max() / 20


def test_years_without_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="no counts of 2024"):
        load_population(2024)
    with pytest.raises(ValueError, match="no status totals of 2025"):
        load_status_totals(2025)
