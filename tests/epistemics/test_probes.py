"""The pairs of reviews, how well they match in form, and what a judge's ratings of them say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics.probes import (
    BOUNDS,
    MARKERS,
    analyse_probes,
    blinded,
    find_key,
    load_probes,
    marker_balance,
    marker_table,
    text_markers,
)

if TYPE_CHECKING:
    from pathlib import Path

PROBES = load_probes()
TABLE = marker_table(PROBES)
KEY = blinded(PROBES, np.random.default_rng(0))


def rate(scores: dict[str, float], labels: dict[str, str]) -> pd.DataFrame:
    """Give every review the score and the label of its side."""
    return pd.DataFrame(
        {"review_id": KEY["review_id"], "rqs": KEY["side"].map(scores), "label": KEY["side"].map(labels)}
    )


def test_there_are_24_pairs_four_of_each_of_six_kinds() -> None:
    kinds = pd.Series([probe.kind for probe in PROBES]).value_counts()
    assert kinds.tolist() == [4] * 6
    assert len({probe.title for probe in PROBES}) == 24


@pytest.mark.parametrize("marker", MARKERS)
def test_the_reviews_of_every_pair_match_within_the_stated_bound(marker: str) -> None:
    mine = TABLE[TABLE["marker"] == marker]
    assert len(mine) == 24
    assert mine.loc[~mine["fits"], "probe"].tolist() == []


def test_over_all_pairs_no_marker_leans_to_one_side_by_much() -> None:
    """Means of A and B within 5 % for words and characters, within half a marker for the counts."""
    balance = marker_balance(TABLE).set_index("marker")
    for name in ("words", "characters"):
        assert balance.loc[name, "mean_a"] == pytest.approx(balance.loc[name, "mean_b"], rel=0.05)
    for name in set(MARKERS) - {"words", "characters"}:
        assert abs(balance.loc[name, "mean_a"] - balance.loc[name, "mean_b"]) < 0.5, name
    assert (balance["outside"] == 0).all()


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_every_probe_says_what_is_wrong_and_what_would_show_it(probe: object) -> None:
    texts = {name: getattr(probe, name) for name in ("abstract", "fault", "shown_by", "review_a", "review_b")}
    assert all(len(text) > 15 for text in texts.values())
    assert 60 <= len(texts["abstract"].split()) <= 130
    assert 120 <= len(texts["review_a"].split()) <= 145
    assert texts["review_a"] != texts["review_b"]


def test_markers_by_hand() -> None:
    text = "Table 2 has 0.5 and 12, because 'it works well'. It may fail. Does Section 3.1 help?"
    assert text_markers(text) == {
        "words": 17,
        "characters": len(text),
        "sentences": 3,
        "numbers": 4,
        "pointers": 2,
        "quotations": 1,
        "connectives": 1,
        "hedges": 1,
    }
    assert set(text_markers("").values()) == {0}
    assert set(BOUNDS) == set(MARKERS)


def test_an_apostrophe_is_no_quotation() -> None:
    assert text_markers("The authors' claim isn't Chebyshev's.")["quotations"] == 0


def test_names_for_the_judge_do_not_tell_the_sides() -> None:
    assert KEY["review_id"].tolist() == [f"probe-{number:03d}" for number in range(1, 49)]
    assert KEY["side"].value_counts().to_dict() == {"A": 24, "B": 24}
    assert KEY["side"].iloc[::2].nunique() == 2
    again = blinded(PROBES, np.random.default_rng(0))
    assert again.equals(KEY)
    assert not blinded(PROBES, np.random.default_rng(1))["probe"].equals(KEY["probe"])


def test_a_judge_that_always_prefers_a() -> None:
    """24 of 24: the sign test gives 2 / 2**24."""
    result = analyse_probes(rate({"A": 4, "B": 2.5}, {"A": "System 2", "B": "Mixed"}), KEY, PROBES)
    assert result.comparison.p == pytest.approx(2 / 2**24)
    assert result.comparison.effect.reason == "all differences are equal"
    assert result.shares["count"].tolist() == [24, 24, 0]
    assert result.label_p == pytest.approx(2 / 2**24)
    assert result.left_out == ()


def test_pairs_without_a_rating_or_a_score_are_left_out_and_named() -> None:
    ratings = rate({"A": 4, "B": 2.5}, {"A": "Mixed", "B": "Mixed"})
    first, second = KEY["probe"].iloc[0], next(name for name in KEY["probe"] if name != KEY["probe"].iloc[0])
    ratings.loc[KEY["probe"] == second, "rqs"] = math.nan
    result = analyse_probes(ratings.iloc[1:], KEY, PROBES)
    assert set(result.left_out) == {first, second}
    assert len(result.pairs) == 22
    assert math.isnan(result.label_p)
    empty = analyse_probes(ratings.iloc[:0], KEY, PROBES)
    assert empty.comparison.reason == "no pair is decided"
    assert empty.shares.empty


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(2, 10), min_size=48, max_size=48))
def test_differences_do_not_depend_on_the_order_of_the_ratings(scores: list[int]) -> None:
    ratings = pd.DataFrame({"review_id": KEY["review_id"], "rqs": np.array(scores) / 2, "label": "Mixed"})
    forward = analyse_probes(ratings, KEY, PROBES)
    backward = analyse_probes(ratings[::-1], KEY, PROBES)
    assert forward.pairs.equals(backward.pairs)
    wins = forward.comparison.effect.details
    assert wins["wins"] + wins["losses"] + wins["ties"] == 24


def test_a_key_beside_the_ratings_is_used(tmp_path: Path) -> None:
    own = pd.DataFrame({"review_id": ["x", "y"], "probe": "mc4", "side": ["B", "A"]})
    own.to_csv(tmp_path / "probe_key.csv", index=False)
    rng = np.random.default_rng(0)
    assert find_key(str(tmp_path), PROBES, rng).equals(find_key(str(tmp_path / "ratings.csv"), PROBES, rng))
    ratings = pd.DataFrame({"review_id": ["x", "y"], "rqs": [2.0, 3.5], "label": "Mixed"})
    result = analyse_probes(ratings, find_key(str(tmp_path), PROBES, rng), PROBES)
    assert result.pairs[["probe", "rqs_a", "rqs_b"]].to_numpy().tolist() == [["mc4", 3.5, 2.0]]
    assert find_key("", PROBES, np.random.default_rng(0)).equals(KEY)
    own.assign(side="C").to_csv(tmp_path / "probe_key.csv", index=False)
    with pytest.raises(ValueError, match="row 2, column side: 'C'; expected one of A, B"):
        find_key(str(tmp_path), PROBES, rng)
    own.drop(columns="side").to_csv(tmp_path / "probe_key.csv", index=False)
    with pytest.raises(ValueError, match="no column side"):
        find_key(str(tmp_path), PROBES, rng)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    ratings = rate({"A": 4, "B": 2}, {"A": "Mixed", "B": "Mixed"})
    with pytest.raises(ValueError, match="'mine' is no review of the key"):
        analyse_probes(ratings.assign(review_id="mine"), KEY, PROBES)
    with pytest.raises(ValueError, match="rated twice"):
        analyse_probes(pd.concat([ratings, ratings]), KEY, PROBES)
    with pytest.raises(FileNotFoundError, match="no TOML file"):
        load_probes(tmp_path)
    entry = "[[probes]]\n" + "".join(
        f'{name} = "x"\n'
        for name in ("id", "kind", "area", "title", "abstract", "fault", "shown_by", "review_a", "review_b")
    )
    (tmp_path / "twice.toml").write_text(entry + entry, "utf-8")
    with pytest.raises(ValueError, match="x twice"):
        load_probes(tmp_path)
