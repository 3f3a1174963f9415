"""Gains as exact fractions, and how records are arranged for them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.crossover import gains_by_cell, paper_gains, roles

from .records import TWO_SELECTORS, crossover

if TYPE_CHECKING:
    from pathlib import Path


def test_the_sums_behind_the_printed_means_are_those_found_elsewhere() -> None:
    """84 + 199 thirds over 597 papers and scores: the repeatability paper prints 0.280, 0.670 and 0.474."""
    claims = load_claims()
    original = np.full((199, 3), 4.0)
    revised = original.copy()
    revised[:84, 0] += 1
    revised[100 : 100 + 99] += 1
    revised[199 - 98 :, 1] -= 1  # 99 x 3 - 98 = 199
    gains = paper_gains(original, revised)
    first = np.arange(199) < 100
    assert (gains.total(first), gains.total(~first)) == (Fraction(84, 3), Fraction(199, 3))
    for subset, kept in (("lll.2025", first), ("lll.2026", ~first), ("lll", None)):
        mean = gains.mean(kept)
        assert mean is not None
        assert agrees(claims[f"rep.crossover.gain.{subset}"], mean)


def test_a_gain_is_the_difference_of_two_means() -> None:
    gains = paper_gains([[3, 4, 3], [5, 5, 5]], [[4, 4, 4], [5, 4, 5]])
    assert gains.points.tolist() == pytest.approx([2 / 3, -1 / 3])
    assert gains.directions.tolist() == [1, -1]
    assert gains.mean() == Fraction(1, 6)


def test_ties_are_ties_of_whole_numbers_whatever_the_rounds() -> None:
    """Thirds and tenths that are equal exactly, but not as sums of floats."""
    gains = paper_gains([[0.1, 0.2, 0.3], [1, 2, np.nan]], [[0.3, 0.2, 0.1], [1.5, 1.5, 1.5]])
    assert gains.directions.tolist() == [0, 0]
    assert gains.points.tolist() == [0, 0]


def test_a_missing_manuscript_makes_the_gain_unknown_and_not_zero() -> None:
    gains = paper_gains([[3, np.nan], [np.nan, np.nan]], [[4, 5], [4, 4]])
    assert gains.known.tolist() == [True, False]
    assert np.isnan(gains.points[1])
    assert gains.mean() == Fraction(3, 2)
    assert paper_gains([[np.nan]], [[1]]).mean() is None


def test_papers_must_be_the_same() -> None:
    with pytest.raises(ValueError, match="1 papers with original and 2 with revised"):
        paper_gains([[1]], [[1], [2]])


scores = st.lists(st.lists(st.integers(1, 10), min_size=3, max_size=3), min_size=1, max_size=6)


@settings(deadline=None, max_examples=40)
@given(scores, st.data())
def test_exchanging_the_manuscripts_turns_every_gain_around(original: list[list[int]], data: st.DataObject) -> None:
    revised = data.draw(st.lists(st.lists(st.integers(1, 10), min_size=2, max_size=2), min_size=len(original),
                                 max_size=len(original)))  # fmt: skip
    there, back = paper_gains(original, revised), paper_gains(revised, original)
    assert there.total() == -back.total()
    assert (there.directions == -back.directions).all()
    assert (np.sign(there.points.round(12)) == there.directions).all()


def test_versions_are_read_as_writer_and_selector() -> None:
    assert roles("Luna/Haiku") == ("Luna", "Haiku")
    assert roles("revised") == roles("/x") == ("", "")


def test_records_are_arranged_with_shared_baselines(tmp_path: Path) -> None:
    data = crossover(tmp_path, TWO_SELECTORS)
    assert data.versions == ("A/A", "A/B", "B/B")
    assert data.shared == (("A/A", "A", "B"), ("A/B", "A", "B"), ("B/B", "A", "B"))
    means = {cell: gains.total() for cell, gains in gains_by_cell(data).items()}
    assert means["A/A", "A"] == Fraction(2 + 0 + 2 + 1, 3)
    assert means["A/A", "B"] == Fraction(-1 - 1 + 0 + 1, 3)


def test_a_scorer_without_originals_and_other_protocols_are_set_aside_and_said(tmp_path: Path) -> None:
    scores = {("original", "A"): [[3]], ("new", "A"): [[4]], ("new", "B"): [[4]], ("original", "C"): [[4.5]]}
    data = crossover(tmp_path, scores)
    assert (data.scorers, data.versions, data.shared) == (("A",), ("new",), ())
    assert "B: scores of 'new' are left aside, because it has none of 'original'" in data.notes
    assert "1 reviews under another protocol than integer are left aside here" in data.notes
