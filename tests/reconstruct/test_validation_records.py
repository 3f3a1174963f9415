"""The reconstruction of the validation subset: what is imposed holds, and what was left out is predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.claims import agrees, load_claims
from peerassay.epistemics.validation import agreement_by_pair, chance_table, implied_chance, paired_ratings
from peerassay.reconstruct import load_plan
from peerassay.reconstruct.report import published_predictions
from peerassay.reconstruct.validation import (
    CONDITIONS,
    FIRST,
    KEY,
    chance_rows,
    comparisons,
    interval_ranges,
    reconstruct_into,
    reconstruct_validation,
    values_of,
)
from peerassay.reconstructed import open_ratings

if TYPE_CHECKING:
    from pathlib import Path

COMMITTED = open_ratings(KEY).frame


def test_what_is_imposed_holds_in_the_committed_ratings() -> None:
    claims, values = load_claims(), values_of(COMMITTED)
    assert all(agrees(claims[claim_id], values[claim_id]) for claim_id in load_plan(KEY).imposed)


def test_the_same_seed_gives_the_committed_bytes(tmp_path: Path, root: Path) -> None:
    report = reconstruct_into(0, tmp_path, None)
    committed = root / "data" / "reconstructed" / KEY / "ratings.csv"
    assert (tmp_path / "ratings.csv").read_bytes() == committed.read_bytes()
    assert report.met
    assert report.predicted["verdict"].tolist() == ["predicted-differs"]


def test_another_seed_gives_other_ratings_that_hold_as_well() -> None:
    claims, ratings = load_claims(), reconstruct_validation(41)
    assert not ratings.equals(COMMITTED[ratings.columns])
    values = values_of(ratings)
    assert all(agrees(claims[claim_id], values[claim_id]) for claim_id in load_plan(KEY).imposed)


def test_sizes_are_the_printed_ones() -> None:
    """Table 2: 76, 84 and 85 pairs; 76 reviews in all three conditions."""
    assert [len(paired_ratings(COMMITTED, FIRST, CONDITIONS[name])) for name in comparisons(load_claims())] == [
        76,
        84,
        85,
    ]
    rated = [set(COMMITTED.loc[COMMITTED["judge"].eq(judge) & COMMITTED["run"].eq(run), "review_id"])
             for judge, run in list(CONDITIONS.values())[:3]]  # fmt: skip
    assert len(set.intersection(*rated)) == 76


def test_predictions_are_those_of_forty_seeds() -> None:
    table = published_predictions("epistemics/validation")
    assert table["claim_id"].unique().tolist() == ["epi.validation.kappa.cross_version"]
    assert table["seed"].tolist() == list(range(40))
    assert table["value"].between(0.09, 0.125).all()
    ranges = interval_ranges()
    assert (ranges["low_max"] < ranges["high_min"]).all()


def test_chance_of_the_printed_kappas_by_hand() -> None:
    """(28/85 - 0.145) / 0.855 = 0.2157 and (28/85 - 0.135) / 0.865 = 0.2248: below a quarter."""
    table = chance_table(chance_rows(load_claims())).set_index("equal")
    row = table.loc[28]
    assert (row["chance_low"], row["chance_high"]) == pytest.approx((0.2157, 0.2248), abs=1e-4)
    assert table["opposed"].tolist() == [False, False, True]
    assert row["balanced_kappa"] == pytest.approx((28 / 85 - 0.25) / 0.75)
    assert implied_chance(0.7, 0.4) == pytest.approx(0.5)  # the textbook table [[20, 5], [10, 15]]
    with pytest.raises(ValueError, match="kappa below 1"):
        implied_chance(0.5, 1)


def test_every_pair_of_conditions_is_compared_and_gaps_are_said() -> None:
    frame = pd.DataFrame(
        {"review_id": ["a", "b", "a", "b", "a"], "judge": ["j", "j", "j", "j", "k"], "run": [1, 1, 2, 2, 1]}
    ).assign(label=["Mixed", "System 1", "Mixed", "Mixed", "Mixed"], rqs=[3.0, 2.0, 3.0, 2.5, 3.0])
    table = agreement_by_pair(frame)
    assert table[["kind", "n", "equal"]].to_numpy().tolist() == [
        ["test-retest", 2, 1],
        ["cross-judge", 1, 1],
        ["cross-judge", 1, 1],
    ]
    assert "no variation" in table["reason"].iloc[1]
    only = agreement_by_pair(frame.drop(columns="label"))
    assert only["reason"].iloc[0] == "no labels"
    assert agreement_by_pair(frame.iloc[:2]).empty
