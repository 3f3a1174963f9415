"""The reconstruction of the style paper's records: what is imposed holds, what is held out is as committed."""

from __future__ import annotations

import filecmp
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.project import project_root
from peerassay.reconstruct.plan import load_plan
from peerassay.reconstruct.search import SearchError
from peerassay.reconstruct.style import Tables, all_values, reconstruct_style, report, write
from peerassay.reconstruct.style.model import (
    FLIP_OUTCOMES,
    OUTCOMES,
    SECOND,
    draw_habits,
    drawn_table,
    expected_table,
    pair_chances,
    scaled,
)
from peerassay.reconstruct.style.orders import ORDERS, fitted_orders, order_of, outcome_rows, weak_orders
from peerassay.reconstruct.style.pairs import choices, deal
from peerassay.reconstruct.style.ranges import allowed_ranges
from peerassay.reconstruct.style.repeats import scaled_squares, square_bounds
from peerassay.reconstruct.style.tables import Demand, extremes, nearest
from peerassay.reconstruct.style.targets import combined_targets, mean_bounds, published_targets
from peerassay.style.contrasts import COMBINED, NATIVE, SINGLE
from peerassay.style.pairs import paired_scores, preference_table

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.reconstruct.report import Report

FOLDER = project_root() / "data" / "reconstructed" / "style"
CLAIMS = load_claims()


@pytest.fixture(scope="module")
def committed() -> Tables:
    return Tables(pd.read_csv(FOLDER / "papers.csv"), pd.read_csv(FOLDER / "reviews.csv"))


@pytest.fixture(scope="module")
def outcome(committed: Tables) -> Report:
    return report(committed, 0)


def test_every_imposed_number_is_met_at_its_printed_precision(outcome: Report) -> None:
    assert outcome.met
    assert len(outcome.imposed) == len(load_plan("style").imposed)


def test_the_same_seed_gives_the_committed_bytes(tmp_path: Path) -> None:
    write(reconstruct_style(0), tmp_path)
    for name in ("papers.csv", "reviews.csv"):
        assert filecmp.cmp(tmp_path / name, FOLDER / name, shallow=False), name


def test_forty_seeds_predict_every_held_out_number() -> None:
    table = pd.read_csv(FOLDER / "predictions.csv")
    assert set(load_plan("style").held_out) <= set(table["claim_id"])
    assert table.groupby("claim_id")["seed"].agg(["min", "max", "nunique"]).drop_duplicates().to_numpy().tolist() == [
        [0, 39, 40]
    ]


def test_the_committed_records_give_the_predictions_of_seed_0(committed: Tables) -> None:
    table = pd.read_csv(FOLDER / "predictions.csv").query("seed == 0").set_index("claim_id")["value"]
    values = all_values(committed)
    for claim_id, predicted in table.items():
        assert values[str(claim_id)] == pytest.approx(predicted, abs=1e-9)


def test_what_follows_and_what_does_not(outcome: Report) -> None:
    table = outcome.predicted.assign(
        kind=[name.rsplit(".", 1)[-1].split("_")[0] for name in outcome.predicted["claim_id"]]
    )
    differs = table[table["verdict"] == "predicted-differs"]
    assert len(table) == 58
    assert (differs["kind"] == "mean").sum() == 3 + 4  # three first means, four mean absolute differences
    assert not differs["claim_id"].str.startswith("sty.combined").any()
    assert differs["claim_id"].str.startswith("sty.criteria").sum() == 8


def test_nothing_that_is_inconsistent_is_in_the_plan() -> None:
    plan = load_plan("style")
    for row in (target.row for target in published_targets(CLAIMS)):
        if "flips_first" in row.conflicting:
            assert row.claims["flips_first"].id not in plan.all
    assert "sty.combined.aligned.gemma3.ratio" not in plan.all


def test_the_batch_lies_inside_all_papers(committed: Tables) -> None:
    batch = sorted(committed.papers["paper_id"])[:126]
    reviews = committed.reviews[committed.reviews["prompt"] == "default"]
    inside = preference_table(reviews[reviews["paper_id"].isin(batch)], SINGLE).set_index(["contrast", "reviewer"])
    row = inside.loc[(NATIVE.name, "Gemini 3.5 Flash")]
    assert [round(100 * row[name] / 126) for name in ("wins", "losses", "ties")] == [34, 30, 36]
    assert row["n"] == 126


def test_versions_of_combined_rewrites_are_complete(committed: Tables) -> None:
    for contrast in COMBINED:
        pairs = paired_scores(committed.reviews, contrast)
        assert pairs.groupby("reviewer").size().to_dict() == {"Gemma3": 126, "Qwen3 VL": 126, "GLM 4.7": 126}


def test_papers_have_the_printed_design(committed: Tables) -> None:
    counts = committed.papers.groupby(["area", "status"]).size()
    assert (len(counts), set(counts)) == (42, {12})
    assert set(committed.papers.iloc[:126].groupby(["area", "status"]).size()) == {3}


def test_weak_orders_are_counted_by_fubini_numbers() -> None:
    """1, 3, 13, 75, 541: OEIS A000670."""
    assert [len(weak_orders(items)) for items in range(1, 6)] == [1, 3, 13, 75, 541]
    assert order_of(ORDERS + 3).tolist() == list(range(75))


def test_fitted_orders_have_the_margins_of_all_four_blocks() -> None:
    targets = combined_targets(CLAIMS)["Gemma3"]
    counts = np.array([[one.wins, one.losses, one.ties] for one in (target.solutions[0] for target in targets)])
    expected = fitted_orders(np.ones(75), counts)
    assert outcome_rows()[:4] @ expected == pytest.approx(counts, abs=0.05)


def test_the_nearest_table_by_hand() -> None:
    """Three cells hold 2, 2, 2; two are to hold 5 together: one more where most is expected."""
    found = nearest(np.array([2, 2, 2]), np.array([9.0, 1.0, 2.0]), [Demand(np.array([1.0, 1.0, 0.0]), 5, 5)])
    assert found.tolist() == [3, 2, 2]
    with pytest.raises(SearchError, match="no whole numbers meet 1 demands"):
        nearest(np.array([0]), np.array([1.0]), [Demand(np.array([2.0]), 3, 3)])


def test_extremes_by_hand_and_where_nothing_fits() -> None:
    """Two cells of values 1 and 4 hold 3 pairs: sums from 3 to 12; half a pair fits nowhere."""
    whole = Demand(np.ones(2), 3, 3)
    assert extremes(np.array([1.0, 4.0]), [whole]) == (3, 12)
    assert extremes(np.array([1.0, 4.0]), [Demand(2 * np.ones(2), 3, 3)]) is None


def test_printed_cells_of_a_row_can_stand_together() -> None:
    """Qwen3 VL's confidence row: its means print as 8.0 and 7.7, and 230 untied pairs differ by a point at least."""
    target = next(one for one in published_targets(CLAIMS) if one.reviewer == "Qwen3 VL" and one.contrast != NATIVE)
    row = allowed_ranges([target], {}).iloc[0]
    assert row["together"] == "yes"
    assert row["second_free"].low < 2 < 7 < row["second_free"].high
    assert row["difference"].low >= (target.solutions[0].wins + target.solutions[0].losses) / 504 - 0.01


def test_the_bounds_of_a_mean_and_of_a_spread_by_hand() -> None:
    """A mean of 504 scores prints as 3.6 from 1789.2 to 1839.6 in sum; 0.48 as SD has 90 SD^2 from 20.3 to 21.2."""
    claim = CLAIMS["sty.main.proficiency.gpt55.mean_first"]
    assert mean_bounds(claim, 504) == (1790, 1839)
    low, high = square_bounds(CLAIMS["sty.variance.gpt55.sd"])
    assert (low, high) == (204, 211)
    assert scaled_squares(np.array([[1, 3], [2, 2]])) == 4


def test_chances_are_chances_and_a_shift_moves_wins() -> None:
    habits = draw_habits(0.5, np.random.default_rng(1))
    even, moved = pair_chances(habits, 5, 0), pair_chances(habits, 5, 0.5)
    assert even.sum() == pytest.approx(1)
    assert np.allclose(even, even.T)
    assert moved[OUTCOMES[0]].sum() > even[OUTCOMES[0]].sum()


@settings(deadline=None, max_examples=15)
@given(st.tuples(*[st.integers(0, 40)] * 5).filter(lambda counts: sum(counts) > 5), st.integers(0, 99))
def test_drawn_tables_have_every_count(counts: tuple[int, ...], seed: int) -> None:
    rng = np.random.default_rng(seed)
    wanted = np.array(counts)
    expected = scaled(pair_chances(draw_habits(0.7, rng), 5, 0.2), wanted)
    drawn = drawn_table(expected, wanted, rng)
    assert [int(drawn[kind].sum()) for kind in FLIP_OUTCOMES] == list(counts)
    assert expected.sum() == pytest.approx(sum(counts))


def test_the_expected_table_has_the_given_mean() -> None:
    habits = draw_habits(0.5, np.random.default_rng(2))
    table = expected_table(habits, np.array([106, 96, 14, 15, 273]), 4.2)
    assert (table * SECOND).sum() / table.sum() == pytest.approx(4.2, abs=0.01)


def test_choices_are_every_solution_with_every_count_of_flips() -> None:
    for target in published_targets(CLAIMS):
        assert choices(target)
        assert {int(one.sum()) for one in choices(target)} == {target.n}


def test_dealing_loses_no_score() -> None:
    rng = np.random.default_rng(4)
    scores = rng.integers(1, 11, (30, 2))
    dealt = deal(scores, rng.standard_normal(30), rng)
    assert sorted(map(tuple, dealt.tolist())) == sorted(map(tuple, scores.tolist()))
