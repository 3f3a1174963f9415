"""Histograms that whole scores can produce."""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from peerassay.budgets import attainable_histograms, pair_histogram, squared_sums
from peerassay.counts.printed import Printed, share_counts

from .published import EQUAL_PAIRS, PAPERS, SQUARED_SUMS


@pytest.mark.parametrize(("printed", "expected"), [("0.140056", 2521), ("0.148889", 2680), ("0.074056", 1333)])
def test_each_printed_variance_has_one_sum_behind_it(printed, expected):
    assert list(squared_sums(Printed.parse(printed), 9000)) == [expected]


@pytest.mark.parametrize(("printed", "expected"), [("72.86", 6557), ("72.36", 6512), ("85.19", 7667)])
def test_each_printed_agreement_has_one_count_behind_it(printed, expected):
    assert list(share_counts(printed, 2, 9000)) == [expected]


def test_a_coarsely_printed_variance_has_several_sums_behind_it():
    # 2 * 10 * [0.25, 0.35] = 5 to 7, ties included
    assert list(squared_sums(Printed.parse("0.3"), 10)) == [5, 6, 7]


@pytest.mark.parametrize(("model", "expected"), [(0, 7), (1, 107), (2, 1)])
def test_number_of_histograms_behind_the_published_sums(model, expected):
    histograms = attainable_histograms(EQUAL_PAIRS[model], SQUARED_SUMS[model], PAPERS)
    assert len(histograms) == len(np.unique(histograms, axis=0)) == expected
    assert (histograms.sum(axis=1) == 9000).all()
    assert (histograms @ np.arange(10) ** 2 == SQUARED_SUMS[model]).all()


def test_the_seven_histograms_found_by_hand():
    # excess 78 = 3 D2 + 8 D3 + 15 D4: four without a difference of four (papers such as 3,.,.,1; 6,.,.,1; 9,0,0,1) and
    # three with one paper 1,.,.,0,1
    found = attainable_histograms(EQUAL_PAIRS[0], SQUARED_SUMS[0], PAPERS)[:, 2:5].tolist()
    expected = [[26, 0, 0], [18, 3, 0], [10, 6, 0], [2, 9, 0], [21, 0, 1], [13, 3, 1], [5, 6, 1]]
    assert sorted(found) == sorted(expected)


def test_a_model_without_wide_papers_has_one_histogram():
    (histogram,) = attainable_histograms(EQUAL_PAIRS[2], SQUARED_SUMS[2], PAPERS)
    assert histogram.tolist() == [7667, 1333, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("papers", "rounds", "levels"), [(2, 3, 4), (3, 3, 3), (1, 4, 5), (2, 4, 3)])
def test_the_search_equals_trying_all_tables(papers, rounds, levels):
    found = defaultdict(set)
    multisets = list(itertools.combinations_with_replacement(range(levels), rounds))
    for table in itertools.combinations_with_replacement(multisets, papers):
        histogram = pair_histogram(np.array(table), levels - 1)
        found[histogram[0], int(histogram @ np.arange(levels) ** 2)].add(tuple(histogram.tolist()))
    pairs = papers * math.comb(rounds, 2)
    for equal in range(pairs + 1):
        for squared in range(max(total for _, total in found) + 2):
            rows = attainable_histograms(equal, squared, papers, rounds, levels - 1)
            assert {tuple(row) for row in rows.tolist()} == found[equal, squared]


@settings(deadline=None, max_examples=25)
@given(arrays(int, st.tuples(st.integers(1, 5), st.integers(2, 5)), elements=st.integers(1, 5)))
def test_the_histogram_of_any_table_is_among_those_found(scores):
    histogram = pair_histogram(scores, 4)
    squared = int(histogram @ np.arange(5) ** 2)
    rows = attainable_histograms(int(histogram[0]), squared, len(scores), scores.shape[1], 4)
    assert histogram.tolist() in rows.tolist()


@pytest.mark.parametrize(("equal", "squared"), [(9000, 5), (8999, 1), (6557, 100)])
def test_sums_that_contradict_each_other_have_no_histogram(equal, squared):
    assert attainable_histograms(equal, squared, PAPERS).shape == (0, 10)


def test_more_equal_pairs_than_pairs_are_refused():
    with pytest.raises(ValueError, match="equal_pairs = 46"):
        attainable_histograms(46, 0, 1)


def test_pairs_of_nothing_are_refused():
    with pytest.raises(ValueError, match="pairs = 0"):
        squared_sums(Printed.parse("0.3"), 0)
