"""From reviews to pairs, preference tables, flips and spreads."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from peerassay.style.contrasts import COMBINED, CONFIDENT, CRITERIA, NATIVE, SINGLE
from peerassay.style.criteria import criteria_table, least_untied
from peerassay.style.flips import flip_table
from peerassay.style.inference import sign_test
from peerassay.style.pairs import magnitudes, pair_row, paired_scores, preference_table
from peerassay.style.spread import pooled_spread

scores = st.lists(st.tuples(st.integers(1, 10), st.integers(1, 10)), min_size=1, max_size=30)


def reviews(
    pairs: list[tuple[float, float]], versions: tuple[str, str] = ("high", "low"), **cells: str
) -> pd.DataFrame:
    """Lay out pairs of overall scores as reviews."""
    rows = [
        {"paper_id": f"p{number:02d}", "version": version, "round": 1, "overall": score}
        for number, pair in enumerate(pairs)
        for version, score in zip(versions, pair, strict=True)
    ]
    return pd.DataFrame(rows).assign(**{"reviewer": "mine", "prompt": "default", "protocol": "integer", **cells})


def test_a_row_by_hand() -> None:
    """Pairs (5, 4), (4, 5), (6, 4), (3, 3) and one with a missing score."""
    row = pair_row(pd.DataFrame({"first": [5, 4, 6, 3, 7], "second": [4, 5, 4, 3, np.nan]}))
    assert [row[name] for name in ("n", "missing", "wins", "losses", "ties")] == [4, 1, 2, 1, 1]
    assert [row[name] for name in ("flips_first", "flips_second")] == [2, 1]
    assert row["ratio"] == 2
    assert row["p"] == 1
    assert (row["mean_first"], row["mean_second"]) == (4.5, 4)
    assert (row["mean_abs_diff"], row["at_most_one"], row["two_or_more"]) == (1, 0.75, 0.25)


def test_the_row_of_the_paper_that_its_counts_give() -> None:
    """GPT-5.5, native against non-native: 88 / 69 (347) of 504 prints 17 / 14 (69), 1.3, p 0.15 (Table 4)."""
    pairs = [(5, 4)] * 31 + [(4, 3)] * 57 + [(4, 5)] * 15 + [(3, 4)] * 54 + [(3, 3)] * 347
    row = preference_table(reviews(pairs, ("native", "nonnative")), SINGLE).iloc[0]
    assert [round(100 * row[name]) for name in ("share_first", "share_second", "share_tie")] == [17, 14, 69]
    assert round(row["ratio"], 1) == 1.3
    assert row["p"] == pytest.approx(0.15061, abs=1e-5)  # R binom.test(88, 157)
    assert [round(100 * row[name] / 504, 1) for name in ("flips_first", "flips_second")] == [6.2, 3.0]


def test_pairs_are_matched_by_paper_and_missing_versions_stay() -> None:
    table = reviews([(5, 4), (6, 6)])
    lacking = table.drop(index=3)
    pairs = paired_scores(lacking, CONFIDENT)
    assert pairs["paper_id"].tolist() == ["p00", "p01"]
    assert pairs["first"].tolist() == [5, 6]
    assert pairs["second"].isna().tolist() == [False, True]
    assert paired_scores(table, NATIVE).empty


def test_rounds_of_a_paper_are_averaged_and_equal_means_tie() -> None:
    table = pd.concat([reviews([(5, 4)]), reviews([(4, 5)]).assign(round=2)])
    pairs = paired_scores(table, CONFIDENT)
    assert (pairs["first"].iloc[0], pairs["second"].iloc[0], pairs["rounds"].iloc[0]) == (4.5, 4.5, 2)
    assert preference_table(table, SINGLE)["ties"].tolist() == [1]


def test_several_prompts_and_reviewers_have_rows_of_their_own() -> None:
    table = pd.concat([reviews([(5, 4)]), reviews([(4, 5)], prompt="bare"), reviews([(4, 4)], reviewer="other")])
    found = preference_table(table, SINGLE).set_index(["prompt", "reviewer"])
    assert found[["wins", "losses", "ties"]].loc[("bare", "mine")].tolist() == [0, 1, 0]
    assert math.isnan(found.loc[("default", "other"), "p"])
    assert found.loc[("default", "other"), "p_reason"] == "every pair is a tie"
    assert found.loc[("default", "other"), "significant"] == "undefined"


def test_a_ratio_without_losses_is_undefined_with_a_reason() -> None:
    row = preference_table(reviews([(5, 4), (6, 5)]), SINGLE).iloc[0]
    assert math.isnan(row["ratio"])
    assert row["ratio_reason"] == "the second version never scores higher"
    assert row["ratio_high"] == math.inf


def test_no_pairs_give_no_rows_and_undefined_sizes() -> None:
    assert preference_table(reviews([(5, 4)]), COMBINED).empty
    assert math.isnan(magnitudes(pd.DataFrame({"first": [np.nan], "second": [3.0]}))["mean_abs_diff"])
    with pytest.raises(ValueError, match="column 'clarity': not among"):
        paired_scores(reviews([(5, 4)]), CONFIDENT, "clarity")


@settings(deadline=None, max_examples=40)
@given(scores)
def test_exchanging_the_versions_exchanges_wins_and_losses(pairs: list[tuple[int, int]]) -> None:
    one = pair_row(pd.DataFrame(pairs, columns=["first", "second"]))
    other = pair_row(pd.DataFrame(pairs, columns=["second", "first"]))
    assert (one["wins"], one["flips_first"], one["p"]) == (other["losses"], other["flips_second"], other["p"]) or (
        math.isnan(float(one["p"])) and math.isnan(float(other["p"]))
    )
    assert one["mean_abs_diff"] == other["mean_abs_diff"]
    assert float(one["mean_abs_diff"]) >= (int(one["wins"]) + int(one["losses"])) / len(pairs)


def test_criteria_have_tables_of_their_own() -> None:
    table = reviews([(5, 4), (4, 5), (6, 5)]).assign(clarity=[3, 2, 3, 2, 4, 2], evidence=np.nan)
    found = criteria_table(table, SINGLE, ["overall", *CRITERIA]).set_index("criterion")
    assert found.index.tolist() == ["overall", "clarity"]
    assert found.loc["clarity", ["wins", "losses"]].tolist() == [3, 0]
    assert criteria_table(table, SINGLE, ["evidence"]).empty


def test_a_ratio_needs_enough_untied_pairs() -> None:
    """Ten of twelve are significant at 0.05 (p = 0.0386), nine of eleven are not (p = 0.0654; R binom.test)."""
    assert least_untied(5) == 12
    assert sign_test(10, 2) < 0.05 < sign_test(9, 2)
    assert least_untied(1 / 5) == 12
    assert least_untied(1.3) > least_untied(2.1) > least_untied(10)
    for ratio, words in ((1, "other than 1"), (0, "above 0"), (1.0001, "no number of untied pairs")):
        with pytest.raises(ValueError, match=words):
            least_untied(ratio, most=100)


def test_flips_at_a_threshold_and_their_balance() -> None:
    """The balance is McNemar's exact test of the two decisions (statsmodels mcnemar)."""
    pairs = [(5, 4)] * 9 + [(4, 5)] * 2 + [(7, 6)] * 5 + [(3, 3)] * 4
    low, high = (flip_table(reviews(pairs), SINGLE, threshold).iloc[0] for threshold in (4.5, 6.5))
    assert (low["first_up"], low["second_up"], low["n"]) == (9, 2, 20)
    assert low["p"] == pytest.approx(mcnemar([[0, 9], [2, 0]], exact=True).pvalue)
    assert (high["first_up"], high["second_up"]) == (5, 0)
    assert flip_table(reviews([(5, 4)]), [NATIVE]).empty
    assert math.isnan(flip_table(reviews([(5, 5)]), SINGLE)["p"].iloc[0])


def test_the_pooled_spread_by_hand() -> None:
    """Variances 2 and 0 of two texts: the root of their mean is 1; a third text was reviewed once."""
    rows = [("a", 1, 3), ("a", 2, 5), ("b", 1, 4), ("b", 2, 4), ("c", 1, 9)]
    table = pd.DataFrame(rows, columns=["paper_id", "round", "overall"]).assign(
        reviewer="mine", version="original", prompt="default", protocol="integer"
    )
    assert pooled_spread(table).iloc[0].tolist() == ["mine", 2, 4, 2, 1.0]
    assert pooled_spread(table[table["round"] == 1]).empty
