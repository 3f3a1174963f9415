"""The committed ratings of the epistemics part, and that the same seed gives them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.epistemics.rubric import RUBRIC
from peerassay.reconstruct import SearchError, load_plan
from peerassay.reconstruct.epistemics import KEY, reconstruct_epistemics, values_of, write
from peerassay.reconstruct.epistemics.groups import build_groups, tier_sizes
from peerassay.reconstruct.epistemics.lengths import SPREAD
from peerassay.reconstruct.epistemics.printed import least_adjusted_p, pooled_mean, rest_of_short
from peerassay.reconstruct.epistemics.tenths import nudged, orthogonal, scores_in_tenths
from peerassay.reconstruct.report import published_predictions
from peerassay.records import load_ratings

FOLDER = Path(__file__).parents[2] / "data" / "reconstructed" / KEY
CLAIMS = load_claims()
PLAN = load_plan(KEY)
SECTIONS = (
    "venue", "temporal", "outcome", "ac_comments", "agentic", "dimensions", "length_regression", "bias", "pca",
    "short_reviews",
)  # fmt: skip


@pytest.fixture(scope="module")
def ratings() -> pd.DataFrame:
    return reconstruct_epistemics(0)


@pytest.fixture(scope="module")
def values(ratings: pd.DataFrame) -> dict[str, float]:
    return values_of(ratings)


def test_the_same_seed_gives_the_committed_bytes_again(ratings: pd.DataFrame, tmp_path: Path) -> None:
    write(ratings, tmp_path)
    assert (tmp_path / "ratings.csv").read_bytes() == (FOLDER / "ratings.csv").read_bytes()


def test_everything_imposed_holds_at_its_printed_precision(values: dict[str, float]) -> None:
    assert [name for name in PLAN.imposed if not agrees(CLAIMS[name], values[name])] == []


def test_what_is_derived_agrees_and_has_a_value(values: dict[str, float]) -> None:
    assert [name for name in PLAN.derived if not agrees(CLAIMS[name], values[name])] == []


def test_every_result_of_the_sections_is_in_the_plan_once() -> None:
    results = CLAIMS.part("epistemics").where(section=SECTIONS, class_="result")
    assert set(results) <= set(PLAN.all)
    assert all(CLAIMS[name].section in SECTIONS for name in PLAN.all)
    assert all(CLAIMS[name].comparator in {"=", "<=", ">="} for name in PLAN.imposed)
    assert all(CLAIMS[name].comparator == "~" for name in PLAN.worded)


def test_the_committed_predictions_are_of_forty_seeds_and_the_first_is_of_the_ratings(values: dict[str, float]) -> None:
    table = published_predictions("epistemics")
    assert set(table["claim_id"]) == set(PLAN.held_out)
    assert (table.groupby("claim_id")["seed"].nunique() == 40).all()
    first = table[table["seed"] == 0].set_index("claim_id")["value"]
    for name in PLAN.held_out:
        assert first[name] == pytest.approx(values[name], rel=1e-5), name
    shifts = pd.read_csv(FOLDER / "shifts.csv")
    standardised = shifts[(shifts["scaling"] == "standardised") & (shifts["seed"] == 0)]["value"].iloc[0]
    assert standardised == pytest.approx(first["epi.pca.difference.pc1_shift_agentic"], rel=1e-5)


def test_the_committed_ratings_are_valid_and_have_the_printed_sizes() -> None:
    table = load_ratings(FOLDER, RUBRIC.tag_names).frame
    assert len(table) == 1155 + 2307 + 101 + 149
    assert (table["source"] == "ai").sum() == 101
    assert table[table["year"] < 2025].shape[0] == 2307
    assert (FOLDER / "ratings.csv").stat().st_size < 600_000


def test_papers_of_a_venue_are_as_many_as_printed_and_of_one_tier_each(ratings: pd.DataFrame) -> None:
    latest = ratings[ratings["year"] == 2025]
    assert latest.groupby("venue")["paper_id"].nunique().to_dict() == {"ICLR": 100, "ICML": 100, "NeurIPS": 100}
    assert len(latest[["paper_id", "tier"]].drop_duplicates()) == 300
    assert tier_sizes(CLAIMS, "iclr2025") == {"oral": 23, "spotlight": 36, "poster": 317}


def test_another_seed_gives_other_ratings_that_hold_as_well() -> None:
    other = reconstruct_epistemics(5)
    found = values_of(other)
    assert [name for name in PLAN.imposed if not agrees(CLAIMS[name], found[name])] == []


def test_spreads_of_log_length_are_drawn_from_the_stated_range(ratings: pd.DataFrame) -> None:
    logs = np.log(ratings[ratings["venue"] == "ICML"]["n_chars"].astype(float))
    assert SPREAD[0] <= logs.std(ddof=1) <= SPREAD[1]


def test_the_third_sd_lies_between_the_printed_ones() -> None:
    for seed in range(5):
        groups = build_groups(CLAIMS, np.random.default_rng(seed))
        spreads = sorted(groups[key].sd for key in ("iclr2025", "icml2025", "neurips2025"))
        assert spreads[0] == 0.48
        assert spreads[2] == 0.57
        assert 0.48 < spreads[1] < 0.57


def test_what_printed_numbers_leave_by_hand() -> None:
    # (376 x 2.80 + 376 x 2.83 + 403 x 2.94) / 1155 and (1155 x 2.8586 - 116 x 2.66) / 1039
    assert pooled_mean(CLAIMS) == pytest.approx(3301.7 / 1155)
    assert rest_of_short(CLAIMS, 3301.7 / 1155, "rqs_mean") == pytest.approx((3301.7 - 116 * 2.66) / 1039)
    assert least_adjusted_p(CLAIMS) == pytest.approx(2.05e-6, rel=0.01)  # t = 0.54 / sqrt(1/101 + 1/1155) = 5.20


@given(st.integers(0, 300), st.floats(1.6, 3.4), st.floats(0.3, 0.6))
@settings(deadline=None, max_examples=25)
def test_scores_in_tenths_have_the_mean_and_sd_that_were_asked_for(seed: int, mean: float, sd: float) -> None:
    rng = np.random.default_rng(seed)
    scores = scores_in_tenths(rng.standard_normal(400), mean, sd, (0.0, 5.0), rng)
    assert scores.mean() == pytest.approx(mean, abs=0.05 / 400 + 1e-9)
    assert scores.std(ddof=1) == pytest.approx(sd, abs=0.0015)
    assert np.allclose(scores * 10, np.rint(scores * 10))


def test_scores_at_their_limits_cannot_give_way() -> None:
    with pytest.raises(SearchError, match="every score is at its limit"):
        nudged(np.array([50.0, 50.0]), 101, (1.0, 5.0), np.random.default_rng(0))


def test_columns_are_orthogonal_to_what_is_given() -> None:
    rng = np.random.default_rng(0)
    given_column = rng.standard_normal(50)
    columns = np.column_stack([given_column, *orthogonal(3, [given_column], rng)])
    assert np.corrcoef(columns, rowvar=False) == pytest.approx(np.eye(4), abs=1e-9)
