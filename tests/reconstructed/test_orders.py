"""Which cell of the ranking tables each printed share is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.exhibits.recorder import Spread
from peerassay.reconstructed.order_words import (
    close_answer,
    held_out_reading,
    lost_shares,
    order_reading,
    ranking_answer,
    ranking_changes,
    reversals_answer,
)
from peerassay.reconstructed.orders import (
    beside_printed,
    design_values,
    held_out_table,
    order_values,
    printed_orders,
    remaining_share,
)

CLAIMS = load_claims()
SECTIONS = CLAIMS.where(part="repeatability", section=["ranking", "close_pairs"])
REVIEWERS = ("GPT-5.6-Sol", "GPT-6-Luna", "GPT-6-Sol")
SAME = "rep.ranking.same.k5.gpt6sol"


@pytest.fixture
def printed() -> pd.DataFrame:
    return printed_orders(SECTIONS, {SAME: Spread(73, 74, 75, 20)})


def shares(gaps: tuple[str, ...] = ()) -> pd.DataFrame:
    rows = [
        {"reviewer": name, "reviews_per_block": size, "gap": gap, "comparisons": 10, "same": 6 + number, "tie": 2,
         "reverse": 2 - number}
        for number, name in enumerate(REVIEWERS)
        for size in (1, 2, 5)
        for gap in gaps or ("",)
    ]  # fmt: skip
    table = pd.DataFrame(rows)
    return table.assign(**{f"{kind}_share": table[kind] / 10 for kind in ("same", "tie", "reverse")})


def predictions(**values: list[float]) -> pd.DataFrame:
    rows = [(f"rep.ranking.{name}", seed, value) for name, found in values.items() for seed, value in enumerate(found)]
    return pd.DataFrame(rows, columns=["claim_id", "seed", "value"])


def test_every_printed_share_has_its_place(printed: pd.DataFrame) -> None:
    assert len(printed) == 16
    row = printed.set_index("claim_id").loc[SAME]
    assert row[["reviewer", "gap", "reviews_per_block", "outcome", "end"]].tolist() == ["GPT-6-Sol", "", 5, "same", ""]
    assert row[["published", "lowest", "highest"]].tolist() == pytest.approx([0.7413, 0.73, 0.75])
    ends = printed[printed["reviewer"] == ""]
    assert set(ends["gap"]) == {"(0, 0.4]", "(1, 2]"}
    assert set(ends["end"]) == {"min", "max"}
    assert ends["lowest"].isna().all()


def test_values_are_exact_and_ends_are_over_reviewers(printed: pd.DataFrame) -> None:
    values = order_values(printed, shares(), shares(("(0, 0.4]", "(1, 2]")))
    assert values[SAME] == Fraction(80)
    assert values["rep.close_pairs.same.gap1_2.k2.min"] == 60
    assert values["rep.close_pairs.same.gap1_2.k2.max"] == 80


def test_a_share_without_comparisons_is_refused(printed: pd.DataFrame) -> None:
    empty = shares().assign(comparisons=0)
    with pytest.raises(ValueError, match=r"rep\.ranking.*no comparison"):
        order_values(printed, empty, empty.assign(gap="(1, 2]"))


def test_the_remaining_share_is_what_the_paper_prints() -> None:
    assert remaining_share(CLAIMS, "gpt6sol", 5) == Fraction("0.79")  # repeatability paper, main text
    with pytest.raises(KeyError):
        remaining_share(CLAIMS, "gpt6luna", 5)


def test_constants_of_the_design_follow_from_papers_and_rounds() -> None:
    values = design_values(CLAIMS)
    for name, value in values.items():
        assert value == CLAIMS[name].value, name
    assert len(values) == 8


def test_printed_shares_stand_after_ours(printed: pd.DataFrame) -> None:
    found = beside_printed(shares(), printed[printed["gap"] == ""]).set_index(["reviewer", "reviews_per_block"])
    assert found.loc[("GPT-6-Sol", 5), "same_printed"] == pytest.approx(0.7413)
    assert np.isnan(found.loc[("GPT-6-Sol", 2), "same_printed"])
    assert list(found).index("tie_printed") == list(found).index("tie_share") + 1


def test_held_out_numbers_say_how_many_seeds_predict_less() -> None:
    held = held_out_table(CLAIMS, {SAME: 74.0, "rep.close_pairs.n_groups": 5}, predictions(**{SAME[12:]: [73, 74, 75]}))
    (row,) = held.to_dict("records")
    assert row["quantity"] == "pairs strictly ordered alike by two 5-review blocks"
    assert row["below"] == pytest.approx(2 / 3)
    assert row["difference"] == pytest.approx(-0.13)


def test_changes_run_from_the_smallest_to_the_largest_block() -> None:
    table = pd.DataFrame(
        {"reviewer": ["a", "a", "b"], "reviews_per_block": [1, 3, 1], "same_share": [0.5, 0.75, 0.5]}
    ).assign(tie_share=[0.5, 0.125, 0.5], reverse_share=[0, 0.125, 0])
    (said,) = ranking_changes(table)
    assert said.startswith("**a**, from blocks of 1 to blocks of 3, in percentage points: ")
    assert said.endswith("the same order +25.0, ties -37.5, reversals +12.5.")


def changing(reviewer: str, ties: list[float], reversals: list[float]) -> pd.DataFrame:
    table = pd.DataFrame({"reviewer": reviewer, "reviews_per_block": [1, 2], "tie_share": ties})
    return table.assign(reverse_share=reversals, same_share=1 - table["tie_share"] - reversals)


def test_the_reading_says_whether_ties_or_reversals_give_way() -> None:
    fewer_ties = changing("a", [0.5, 0.25], [0.0, 0.125])
    fewer_reversals = changing("b", [0.25, 0.25], [0.25, 0.125])
    worse = changing("c", [0.25, 0.5], [0.25, 0.125])
    said = order_reading(pd.concat([fewer_ties, fewer_reversals, worse], ignore_index=True))
    assert "for 2 of 3 reviewers, for 1 of these mainly because ties disappear" in said
    assert said.endswith("Reversals become more frequent for 1.")
    assert order_reading(fewer_ties[:1]) == "No reviewer has blocks of two sizes that could be compared."


def test_the_reading_tells_medians_from_the_committed_records() -> None:
    close, reverse = "rep.close_pairs.tie.gap0_04.k1.min", "rep.ranking.reverse.k5.gpt6luna"
    table = pd.DataFrame(
        [(name, seed, value) for name, value in ((SAME, 74.5), (reverse, 2.5), (close, 80.0)) for seed in range(3)],
        columns=["claim_id", "seed", "value"],
    )
    held = held_out_table(CLAIMS, {SAME: 75.63, reverse: 2.44}, table)  # printed: 74.13 and 2.44
    said = held_out_reading(held, held_out_table(CLAIMS, {close: 80.0}, table))  # printed: 74.84
    assert "to within 0.37 percentage points; the committed records by themselves are off by up to 1.50." in said
    assert "Of 1 held-out shares of reversals, the rarest outcome, 1 have a median above" in said
    assert "the medians are off by up to 5.16 points" in said


@pytest.mark.parametrize(("seeds", "opening"), [([73, 74, 75], "1 of 1"), ([80, 81, 82], "0 of 1")])
def test_the_answer_counts_the_verdicts(printed: pd.DataFrame, seeds: list[float], opening: str) -> None:
    held = held_out_table(CLAIMS, {SAME: 74.0}, predictions(**{SAME[12:]: seeds}))
    answer = ranking_answer(held, printed[printed["gap"] == ""])
    assert answer.startswith(f"**{opening}** held-out shares")
    assert "the committed records by up to 0.13, against" in answer  # 74 beside 74.13
    assert "rise of the same order by 16.6 to 22.7 points" in answer  # 74.13 - 57.52, 85.71 - 63.00
    assert ("outside: " in answer) == (opening == "0 of 1")


def test_what_is_left_for_reversals() -> None:
    seeds = predictions(**{"same.k5.gpt6sol": [74, 75], "tie.k5.gpt6sol": [25, 24]})
    assert "0.79 %" in reversals_answer(CLAIMS, seeds)
    assert "median 1.00 %" in reversals_answer(CLAIMS, seeds)


def test_close_pairs_are_summed_up_by_their_ties() -> None:
    names = ["rep.close_pairs.tie.gap0_04.k1.min", "rep.close_pairs.same.gap1_2.k2.max"]
    table = pd.DataFrame(
        [(name, seed, 80.0) for name in names for seed in range(3)], columns=["claim_id", "seed", "value"]
    )
    answer = close_answer(held_out_table(CLAIMS, dict.fromkeys(names, 80.0), table))
    assert "Of the 2 published ends of ranges for close pairs, 0 lie" in answer
    assert "For 1 of the 1 ends about ties" in answer
    assert "+5.2 to +5.2" in answer  # 80 - 74.84


def test_lost_cells_are_counted(printed: pd.DataFrame) -> None:
    said = lost_shares(printed, shares(), shares(("0", "(1, 2]")))
    assert said.startswith("Of the 27 shares in the ranking table above, 10 are published")
    assert "Of the 54 shares by gap none is published by itself, only 6 ends of ranges over the 3" in said
