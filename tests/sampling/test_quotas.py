"""Quotas follow the population, cover it and are nested; the paper's statements about its own sample come out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from peerassay.records.population import cells, load_population, load_status_totals
from peerassay.sampling import QuotaError, largest_remainder, nested_quotas, quota_table


def population(counts: dict[tuple[str, int], int]) -> pd.Series:
    index = pd.MultiIndex.from_tuples(counts, names=["area", "bin"])
    return pd.Series(list(counts.values()), index=index)


def test_largest_remainder_gives_the_status_quotas_of_the_repeatability_paper() -> None:
    """27 accepted of 100, then 43, 26 and 4 (Appendix A), from totals of another source."""
    totals = load_status_totals(2026)
    others = {name: totals[name] for name in ("rejected", "withdrawn", "desk_rejected")}
    accepted = sum(totals.values()) - sum(others.values())
    assert largest_remainder({"accepted": accepted, "not": sum(others.values())}, 100) == {"accepted": 27, "not": 73}
    assert largest_remainder(others, 73) == {"rejected": 43, "withdrawn": 26, "desk_rejected": 4}


def test_largest_remainder_by_hand() -> None:
    """Shares 4.7, 3.2 and 2.1 of 10: the tenth seat goes to the remainder 0.7."""
    assert largest_remainder({"a": 47, "b": 32, "c": 21}, 10) == {"a": 5, "b": 3, "c": 2}
    assert largest_remainder({"a": 1, "b": 1}, 1) == {"a": 1, "b": 0}  # equal remainders: the first
    assert largest_remainder({"a": 0, "b": 5}, 0) == {"a": 0, "b": 0}


@pytest.mark.parametrize(("counts", "total"), [({}, 3), ({"a": 0}, 3), ({"a": -1, "b": 2}, 1), ({"a": 1}, -1)])
def test_largest_remainder_refuses_what_cannot_be_shared(counts: dict[str, int], total: int) -> None:
    with pytest.raises(QuotaError, match="to be shared out"):
        largest_remainder(counts, total)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 50), min_size=1, max_size=6).filter(any), st.integers(0, 200))
def test_largest_remainder_stays_within_one_of_the_exact_share(sizes: list[int], total: int) -> None:
    quotas = largest_remainder({str(at): size for at, size in enumerate(sizes)}, total)
    assert sum(quotas.values()) == total
    assert all(abs(quotas[str(at)] - total * size / sum(sizes)) < 1 for at, size in enumerate(sizes))


def test_nested_quotas_by_hand() -> None:
    """Four cells of 4, 3, 2 and 1 papers: ten of ten takes all; five of ten rounds 2, 1.5, 1 and 0.5.

    One of the two halves goes up. Area y (1 + 0.5) may hold 1 or 2, bin 2 (1.5 + 0.5) must hold 2, so the cell of bin 2
    that is rounded up decides both; either choice is as near, and the fixed weights choose.
    """
    quotas = nested_quotas(population({("x", 1): 4, ("x", 2): 3, ("y", 1): 2, ("y", 2): 1}), [10, 5])
    assert quotas[10].tolist() == [4, 3, 2, 1]
    assert quotas[5].tolist() in ([2, 2, 1, 0], [2, 1, 1, 1])
    assert (
        quotas[5].tolist()
        == nested_quotas(population({("y", 2): 1, ("y", 1): 2, ("x", 2): 3, ("x", 1): 4}), [5])[5].tolist()
    )


def conditions_hold(counts: pd.Series, quotas: pd.DataFrame) -> None:
    for size in quotas:
        shares = counts / counts.sum() * size
        assert quotas[size].sum() == size
        assert (quotas[size] - shares).abs().max() < 1
        for level in counts.index.names:
            margin = quotas[size].groupby(level=level).sum()
            assert (margin - shares.groupby(level=level).sum()).abs().max() < 1
            assert margin.min() >= 1
    for smaller, larger in zip(quotas.columns, quotas.columns[1:], strict=False):
        assert (quotas[smaller] <= quotas[larger]).all()


@pytest.mark.parametrize(("year", "sizes"), [(2025, [100, 300, 1000]), (2026, [100])])
def test_quotas_of_the_real_populations_meet_every_condition_of_the_paper(year: int, sizes: list[int]) -> None:
    counts = cells(load_population(year))
    quotas = nested_quotas(counts, sizes)
    conditions_hold(counts, quotas)
    assert counts.index.get_level_values("area").nunique() == 21
    pd.testing.assert_frame_equal(quotas, nested_quotas(counts.sample(frac=1, random_state=1), sizes))


def test_one_of_nine_papers_at_nine_or_more_is_kept() -> None:
    """Appendix A: a share of 1 % in the sample against about 0.078 % in the population."""
    counts = cells(load_population(2025))
    table = quota_table(counts, nested_quotas(counts, [100]), "bin").set_index("bin")
    assert table.loc[9, "population"] == 9
    assert table.loc[9, "quota_100"] == 1
    assert round(100 * table.loc[9, "population_share"], 3) == 0.078


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=6, max_size=6), st.integers(4, 12))
def test_whatever_quotas_are_found_meet_every_condition(sizes: list[int], small: int) -> None:
    keys = [(area, edge) for area in "xy" for edge in (1, 2, 3)]
    counts = population(dict(zip(keys, sizes, strict=True)))
    try:
        quotas = nested_quotas(counts, sorted({min(small, counts.sum()), min(3 * small, counts.sum())}))
    except QuotaError:
        reject()
    conditions_hold(counts, quotas)


def test_no_other_quotas_are_nearer() -> None:
    """Every choice of cells to round up is tried for a population of six cells."""
    counts = population(dict(zip([(a, b) for a in "xy" for b in (1, 2, 3)], [7, 5, 3, 2, 8, 6], strict=True)))
    found = nested_quotas(counts, [10])[10].to_numpy()
    shares = counts.to_numpy() * 10 / counts.sum()
    distances = []
    for bits in range(64):
        tried = pd.DataFrame({10: np.floor(shares).astype(int) + [bits >> at & 1 for at in range(6)]}, counts.index)
        try:
            conditions_hold(counts, tried)
        except AssertionError:
            continue
        distances.append(np.abs(tried[10].to_numpy() - shares).sum())
    assert np.abs(found - shares).sum() == pytest.approx(min(distances))


def test_impossible_quotas_are_refused_with_what_to_do() -> None:
    counts = population({(area, edge): 1 for area in "abcd" for edge in range(3)})
    with pytest.raises(QuotaError, match="take larger samples or merge small categories"):
        nested_quotas(counts, [3])
    with pytest.raises(QuotaError, match="from 1 to the population's 12"):
        nested_quotas(counts, [13])
    with pytest.raises(QuotaError, match="1 cells of the population are empty"):
        nested_quotas(population({("x", 1): 0, ("y", 1): 3}), [1])
