"""Papers by the directions of two gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.crossover import direction_summary, direction_table, directions_by_version, directions_frame, paper_gains

from .records import TWO_SELECTORS, crossover

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.crossover import Gains


def gains(values: list[float]) -> Gains:
    return paper_gains(np.zeros((len(values), 1)), np.reshape(values, (-1, 1)))


def test_the_papers_table_gives_its_printed_shares() -> None:
    """46, 0, 27, 19 and 10 papers of 199; the rest has one zero. Printed: 28.1 % agree, 53.8 % have a zero."""
    pairs = [(1, -1)] * 46 + [(1, 1)] * 27 + [(-1, -1)] * 19 + [(0, 0)] * 10 + [(1, 0)] * 50 + [(0, -1)] * 47
    table = direction_table(*(gains([pair[side] for pair in pairs]) for side in (0, 1)))
    claims = load_claims()
    assert (table.papers, table.reversals, table.any_zero, table.agreements) == (199, 46, 107, 56)
    for name, count in (("agree", table.agreements), ("any_zero", table.any_zero)):
        share = table.share(count)
        assert share is not None
        assert agrees(claims[f"rep.gain_direction.{name}.ll"], 100 * share)
    assert (table.count(1, -1), table.count(-1, 1), table.count(0, 0)) == (46, 0, 10)


def test_a_small_table_by_hand() -> None:
    table = direction_table(gains([1, 0, -1, 2]), gains([-1, 0, 0, 1]))
    assert table.counts.tolist() == [[1, 0, 1], [0, 1, 0], [0, 1, 0]]


def test_tiny_gains_are_no_zeros_and_exact_ties_are() -> None:
    third = paper_gains([[1, 1, 1], [1, 1, 1]], [[1, 1, 1.000000001], [1, 1, 1]])
    assert direction_table(third, third).agreements == 2
    assert direction_table(third, third).any_zero == 1


def test_all_equal_gains_fill_one_cell() -> None:
    assert direction_table(gains([2, 2]), gains([-1, -1])).counts.sum(axis=None) == 2
    assert direction_table(gains([2, 2]), gains([-1, -1])).reversals == 2


def test_no_paper_has_no_share() -> None:
    table = direction_table(paper_gains([[np.nan]], [[1]]), gains([1]))
    assert (table.papers, table.excluded, table.share(table.agreements)) == (0, 1, None)


def test_papers_must_be_the_same() -> None:
    with pytest.raises(ValueError, match="1 and 2 papers"):
        direction_table(gains([1]), gains([1, 2]))


signs = st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=12)


@settings(deadline=None, max_examples=40)
@given(signs)
def test_every_paper_agrees_is_reversed_or_has_a_single_zero(pairs: list[tuple[int, int]]) -> None:
    first, second = (gains([float(pair[side]) for pair in pairs]) for side in (0, 1))
    table, turned = direction_table(first, second), direction_table(second, first)
    assert table.papers == len(pairs)
    assert table.agreements + table.reversals + table.any_zero - table.count(0, 0) == len(pairs)
    assert (table.counts == turned.counts.T).all()


def test_frames_hold_counts_and_shares_of_every_version(tmp_path: Path) -> None:
    tables = directions_by_version(crossover(tmp_path, TWO_SELECTORS))
    frame = directions_frame(tables)
    assert len(frame) == 9
    assert frame[["positive", "zero", "negative"]].sum(axis=1).tolist() == frame["papers"].tolist()
    summary = direction_summary(tables).set_index("version")
    assert summary.loc["A/A", ["agreements", "reversals", "any_zero"]].tolist() == [1, 1, 2]
    assert summary.loc["A/A", "any_zero_share"] == 0.5
