"""Averages, directions and integrity over manuscripts, and the paper's Table 2 beside them."""

from __future__ import annotations

import re
from decimal import Decimal
from math import isnan
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.language import frequency_list
from peerassay.language.lexicon import stance_lexicon
from peerassay.rewrites import published, words
from peerassay.rewrites.folder import Rewrites
from peerassay.rewrites.validation import (
    TARGETS,
    Target,
    averages,
    directions,
    integrity,
    integrity_counts,
    measure_all,
    rule_choices,
    undefined_notes,
)

ROOT = Path(__file__).parents[2]
CLAIMS = load_claims()
SMALL = Rewrites(
    {
        "a": {"original": "It works. It works well [1].", "high": "It clearly works. It works 5 well [1]."},
        "b": {"original": "We test it.", "high": "We test it clearly.", "low": "We may test it. We may."},
    },
    (),
    own=True,
)


def long_table(rows: list[tuple[str, str, str, float]]) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=["manuscript", "version", "measure", "value"])
    return table.assign(reason="", words=10)


def test_averages_leave_out_what_is_undefined_and_count_it() -> None:
    rows = [("a", "low", "mtld", 40.0), ("b", "low", "mtld", np.nan), ("c", "low", "mtld", 50.0)]
    (row,) = averages(long_table(rows)).to_dict("records")
    assert (row["ours"], row["lowest"], row["highest"], row["n"], row["undefined"]) == (45, 40, 50, 2, 1)


def test_directions_by_hand() -> None:
    rows = [
        (name, version, "boosters", value)
        for name, pair in {"a": (3.0, 1.0), "b": (2.0, 2.0), "c": (1.0, 4.0), "d": (5.0, np.nan)}.items()
        for version, value in zip(("high", "low"), pair, strict=True)
    ]
    (row,) = directions(long_table(rows)).to_dict("records")
    assert (row["n"], row["above"], row["equal"], row["below"]) == (3, 1, 1, 1)
    assert row["difference"] == pytest.approx(-1 / 3)
    assert row["p"] == 1


def test_six_of_six_have_a_sign_test_of_one_in_thirty_two() -> None:
    """As R's binom.test(6, 6) gives: 0.03125."""
    rows = [(str(i), version, "hedges", value) for i in range(6) for version, value in (("low", 2.0), ("high", 1.0))]
    assert directions(long_table(rows))["p"].tolist() == [0.03125]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8))
def test_swapping_the_versions_swaps_above_and_below(pairs: list[tuple[int, int]]) -> None:
    def table(first: str, second: str) -> pd.DataFrame:
        rows = [
            (str(i), version, "ag", float(value))
            for i, pair in enumerate(pairs)
            for version, value in zip((first, second), pair, strict=True)
        ]
        return directions(long_table(rows))

    there, back = table("native", "nonnative").iloc[0], table("nonnative", "native").iloc[0]
    assert (there["above"], there["equal"], there["below"]) == (back["below"], back["equal"], back["above"])
    assert there["p"] == back["p"] or (isnan(there["p"]) and isnan(back["p"]))


def test_measuring_every_version_and_saying_what_is_undefined() -> None:
    table = measure_all(SMALL)
    assert set(table["manuscript"]) == {"a", "b"}
    assert any(line.startswith("MTLD is undefined for b/original, b/high: no word") for line in undefined_notes(table))
    moved = directions(table).set_index("measure")
    assert set(moved.index) == {"boosters", "hedges"}  # no native rewrite is there
    assert moved.loc["boosters", "n"] == 1
    assert rule_choices(SMALL).empty


def test_integrity_lists_and_counts() -> None:
    listing = integrity(SMALL, length_tolerance=10)
    assert listing.to_numpy().tolist() == [["a", "high", "number", "the whole", "", "5"]]
    counts = integrity_counts(listing, SMALL).set_index("version")
    assert counts.loc["high", ["number", "rewrites", "unchanged"]].tolist() == [1, 2, 1]
    assert counts.loc["low", ["number", "rewrites", "unchanged"]].tolist() == [0, 1, 1]


def test_table_2_has_33_cells_and_none_of_the_original_with_itself() -> None:
    cells = published.printed_cells(CLAIMS)
    assert len(cells) == 33
    assert ("semsim", "original") not in cells
    assert cells["hedges", "low"].printed == "13.6"
    assert len(published.printed_numbers(CLAIMS)) == 33


def test_a_gap_of_printed_numbers_is_open_by_one_unit_of_the_last_decimal() -> None:
    gap = published.printed_gap(published.printed_cells(CLAIMS), Target("gf", "native", "nonnative"))
    assert (gap.printed, gap.lowest, gap.highest) == (Decimal("0.6"), Decimal("0.5"), Decimal("0.7"))
    even = published.printed_gap(published.printed_cells(CLAIMS), Target("mtld", "high", "original"))
    assert not even.certain


def test_all_printed_directions_hold() -> None:
    table = published.printed_directions(CLAIMS)
    assert table["holds"].all()
    assert len(table) == len(TARGETS) - 1  # the second rule of MTLD is not printed


def test_the_passages_are_figures_with_the_digests_of_the_lists_they_were_made_with() -> None:
    passages = published.published_passages()
    assert len(passages) == 3 * (6 + 4 * 8)
    assert set(passages["passage"]) == {"Table 1", "Table 6", "Table 7"}
    assert passages["text_sha256"].nunique() == 15
    card = (ROOT / "data" / "language" / "README.md").read_text("utf-8")
    assert set(re.findall(r"`([0-9a-f]{64})`", card)) == {stance_lexicon().digest, frequency_list().digest}


def test_directions_on_the_passages() -> None:
    table = published.passage_directions(published.published_passages()).set_index("measure")
    assert table.loc["mtld", ["above", "equal", "below"]].tolist() == [3, 0, 0]
    assert table.loc["boosters", ["above", "equal", "below"]].tolist() == [2, 1, 0]
    said = words.passage_direction_words(table.reset_index())
    assert said.startswith(
        "On the paper's passages 14 of 15 comparisons go the way of Table 2. The exceptions: Boosters"
    )


def test_sentences_follow_the_numbers() -> None:
    listing = integrity(SMALL, length_tolerance=10)
    said = words.integrity_words(integrity_counts(listing, SMALL), 10)
    assert said.startswith("2 of 3 rewrites differ in nothing that is compared. Differences: 1 in numbers.")
    moved = published.compare_directions(CLAIMS, directions(measure_all(SMALL)))
    assert "2 of 2 comparisons" in words.direction_words(moved)
    assert words.direction_words(moved.iloc[:0]).startswith("*No manuscript")
    assert words.choice_words(rule_choices(SMALL)).startswith("*No manuscript")
    assert "from 1.5 hedges in the originals down to 0.8 and up to 13.6" in words.side_effects(CLAIMS)
    assert "dense model" in words.level_words("TF-IDF")
    assert "embedded with mine" in words.level_words("mine")
