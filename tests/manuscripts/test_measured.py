"""What the book says about blinding is what blinding does to two dozen papers of which everything is known."""

from __future__ import annotations

import pandas as pd
import pytest

from .measuring import TABLE, measure
from .papers import NUMBER_OF_PAPERS, made_papers


@pytest.fixture(scope="module")
def measured() -> pd.DataFrame:
    return measure()


def test_the_committed_table_is_reproduced(measured: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(measured, pd.read_csv(TABLE), check_dtype=False)


def test_the_papers_cover_what_they_are_said_to_cover() -> None:
    papers = made_papers()
    assert len(papers) == NUMBER_OF_PAPERS >= 20
    assert {paper.look.columns for paper in papers} == {1, 2}
    assert {paper.look.numbers for paper in papers} == {"", "left", "both", "inside"}
    assert len({one.kind for paper in papers for one in paper.planted}) >= 12
    assert len({paper.data for paper in papers}) == NUMBER_OF_PAPERS


def test_removals_and_what_is_left_add_up(measured: pd.DataFrame) -> None:
    assert (measured[["removed", "reported", "left"]].sum(axis=1) == measured["items"]).all()
    assert measured["papers"].max() == NUMBER_OF_PAPERS / 2
