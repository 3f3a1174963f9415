"""Pairs of disjoint blocks of rounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.repeatability import partition_count, partitions, sampled_partitions


def test_the_numbers_are_those_of_the_paper() -> None:
    assert [partition_count(10, k) for k in range(1, 6)] == [45, 630, 2100, 1575, 126]
    assert [partition_count(5, k) for k in (1, 2)] == [10, 15]


def test_four_rounds_have_three_pairs_of_two() -> None:
    assert partitions(4, 2).tolist() == [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]


def test_too_few_rounds_have_none() -> None:
    assert partitions(3, 2).shape == (0, 2, 2)
    with pytest.raises(ValueError, match="expected at least 4"):
        sampled_partitions(3, 2, 5, np.random.default_rng(1))
    with pytest.raises(ValueError, match="expected at least 1"):
        partition_count(3, 0)


@given(rounds=st.integers(0, 9), size=st.integers(1, 4))
@settings(deadline=None, max_examples=40)
def test_every_pair_of_disjoint_blocks_comes_once(rounds: int, size: int) -> None:
    found = partitions(rounds, size)
    pairs = {frozenset(frozenset(block) for block in pair) for pair in found.tolist()}
    assert len(found) == len(pairs) == partition_count(rounds, size)
    assert all(len(set(pair.ravel())) == 2 * size for pair in found)


def test_drawn_partitions_are_disjoint_and_uniform() -> None:
    found = sampled_partitions(4, 1, 6000, np.random.default_rng(1))
    assert (found[:, 0] != found[:, 1]).all()
    counts = np.unique(np.sort(found.reshape(-1, 2), axis=1), axis=0, return_counts=True)[1]
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 120
