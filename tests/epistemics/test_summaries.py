"""Shares, means and years of ratings, and which ratings a question is about."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics.outcomes import implied_by_p, power_curve, random_spreads
from peerassay.epistemics.selections import agentic, commented, cross_section, human, with_tier, years_of
from peerassay.epistemics.summaries import (
    category_counts,
    score_table,
    share_table,
    tier_spreads,
    tier_table,
    year_fit,
)

RATINGS = pd.DataFrame(
    {
        "review_id": list("abcdefgh"),
        "source": ["human", "human", "ai", None, "human", "human", "human", "ai"],
        "venue": ["X", "Y", None, "X", "X", None, "Y", "X"],
        "year": pd.array([2025, 2025, None, 2024, 2025, None, 2025, 2025], dtype="Int64"),
        "tier": ["oral", None, None, "oral", "poster", None, "poster", None],
        "ac_comment": [None, "negative", None, None, "peer", "peer", None, None],
        "rqs": [3.0, 2.0, 4.0, 2.5, 3.5, 3.0, 2.5, 4.5],
    }
)


def test_wilson_interval_of_a_share() -> None:
    table = share_table(pd.DataFrame({"yes": [0], "no": [10]}, index=["g"]))
    assert table[["count", "n", "share"]].iloc[0].tolist() == [0, 10, 0]
    assert table["high"].iloc[0] == pytest.approx(0.2775328, abs=1e-6)  # R prop.test without correction


def test_counts_keep_categories_that_do_not_occur_and_empty_groups_have_no_share() -> None:
    counts = category_counts(["a", "a", "b"], ["x", "y", "x"], ["x", "y", "z"])
    assert counts.to_numpy()[0].tolist() == [1, 1, 0]
    empty = share_table(counts.assign(x=[0, 1], y=0))
    assert np.isnan(empty["share"].iloc[0])
    outside = share_table(counts, [4, 4])
    assert outside.loc[0, "share"] == 0.25


def test_mean_and_interval_by_hand() -> None:
    row = score_table(["g"] * 4, [1.0, 2, 3, np.nan]).iloc[0]
    assert (row["n"], row["missing"], row["mean"], row["sd"]) == (3, 1, 2, 1)
    assert row["high"] == pytest.approx(2 + 4.30265 / 3**0.5, abs=1e-4)  # t table, 2 degrees of freedom


def test_one_score_has_no_interval_and_equal_scores_have_none_of_width() -> None:
    table = score_table(["a", "b", "b"], [1.0, 2, 2]).set_index("group")
    assert np.isnan(table["low"].loc["a"])
    assert table["low"].to_dict()["b"] == table["high"].to_dict()["b"] == 2


def test_years_at_equal_length_give_planted_differences_back() -> None:
    rng = np.random.default_rng(0)
    years = np.repeat([2021, 2023, 2025], 40)
    logs = rng.normal(7, 0.4, 120)
    scores = 1 + 0.3 * logs - 0.2 * (years == 2023) + 0.1 * (years == 2025)
    fit = year_fit(scores, years, np.exp(logs))
    assert list(fit.table["term"]) == ["intercept", "2023", "2025", "log_length"]
    assert fit.estimate("2023") == pytest.approx(-0.2)
    assert fit.estimate("2025") == pytest.approx(0.1)
    assert fit.estimate("log_length") == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("years", "lengths", "message"), [([1, 1, 1], [9, 9, 8], "two or more"), ([1, 2, 1], [9, 0, 8], "above 0")]
)
def test_years_that_cannot_be_compared_are_refused(years: list[int], lengths: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        year_fit([1, 2, 3], years, lengths)


def test_the_latest_year_of_each_venue_is_the_cross_section() -> None:
    assert cross_section(RATINGS)["review_id"].tolist() == ["a", "b", "e", "g"]
    assert cross_section(RATINGS)["group"].tolist() == ["X", "Y", "X", "Y"]
    assert agentic(RATINGS)["review_id"].tolist() == ["c", "h"]
    assert human(RATINGS)["review_id"].tolist() == ["a", "b", "d", "e", "f", "g"]
    assert with_tier(RATINGS)["review_id"].tolist() == ["a", "e", "g"]
    assert commented(RATINGS)["review_id"].tolist() == ["b", "e", "f"]


def test_without_venue_year_and_source_all_reviews_are_one_human_group() -> None:
    bare = RATINGS[["review_id", "rqs"]]
    assert set(cross_section(bare)["group"]) == {"Human"}
    assert len(cross_section(bare)) == 8
    assert agentic(bare).empty


def test_years_of_one_venue_in_order() -> None:
    assert years_of(RATINGS, "X")["group"].tolist() == ["X 2024", "X 2025", "X 2025"]
    with pytest.raises(ValueError, match="venues are X, Y"):
        years_of(RATINGS, "Z")


def test_tiers_are_in_their_order_and_their_spread_is_by_venue() -> None:
    tiers = with_tier(RATINGS)
    assert tier_table(tiers)["tier"].tolist() == ["oral", "poster", "poster"]
    assert tier_spreads(tiers).set_index("group")["spread"].to_dict() == {"X": 0.5, "Y": 0.0}


def test_a_printed_p_bounds_the_difference_of_one_group() -> None:
    # two groups: F of p, and the bound is the difference itself
    a, b = np.array([1.0, 2, 3, 4]), np.array([3.0, 4, 5, 7])
    from scipy.stats import f_oneway

    sd = float(np.concatenate([a, b]).std(ddof=1))
    row = implied_by_p(float(f_oneway(a, b).pvalue), {"a": 4, "b": 4}, sd).iloc[0]
    assert row["f"] == pytest.approx(f_oneway(a, b).statistic)
    assert row["largest"] == pytest.approx(b.mean() - a.mean())


@given(st.integers(0, 500))
@settings(deadline=None, max_examples=25)
def test_no_group_differs_more_from_the_rest_than_p_allows(seed: int) -> None:
    from scipy.stats import f_oneway

    rng = np.random.default_rng(seed)
    groups = {name: rng.normal(0, 1, n) for name, n in {"a": 4, "b": 9, "c": 15}.items()}
    together = np.concatenate(list(groups.values()))
    p = float(f_oneway(*groups.values()).pvalue)
    table = implied_by_p(p, {name: len(part) for name, part in groups.items()}, float(together.std(ddof=1)))
    for name, bound in zip(table["tier"], table["largest"], strict=True):
        rest = np.concatenate([part for other, part in groups.items() if other != name])
        assert abs(groups[name].mean() - rest.mean()) <= bound + 1e-9


def test_random_tiers_keep_sizes_and_spread_as_they_should() -> None:
    ratings = pd.DataFrame({"group": "X", "tier": ["a"] * 2 + ["b"] * 2, "rqs": [0.0, 0, 1, 1]})
    chance = random_spreads(ratings, np.random.default_rng(0), 3000)
    # of the six ways to give two tiers to four reviews, two separate the scores and four mix them
    assert set(chance["largest"].unique()) == {0.0, 1.0}
    assert (chance["largest"] == 1).mean() == pytest.approx(1 / 3, abs=0.03)
    with pytest.raises(ValueError, match="expected 1 or more"):
        random_spreads(ratings, np.random.default_rng(0), 0)


def test_power_at_the_printed_smallest_effect() -> None:
    curve = power_curve(37, 109)
    assert float(np.interp(0.8, curve["power"], curve["d"])) == pytest.approx(0.5366, abs=1e-3)
    assert curve["power"].is_monotonic_increasing
    with pytest.raises(ValueError, match="two or more"):
        power_curve(1, 5)


def test_bad_levels_and_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="two or more"):
        implied_by_p(0.2, {"a": 5}, 1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_table(pd.DataFrame({"x": [1]}), confidence=1)
