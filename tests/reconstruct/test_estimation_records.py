"""The committed target scores and candidate probabilities, and that the same seed gives them again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import agrees, load_claims
from peerassay.estimation import collision_share, count_scores
from peerassay.reconstruct import load_plan, reconstruct
from peerassay.reconstruct.estimation import (
    KEY,
    SEEDS,
    Tables,
    derived_values,
    implied_quick_risks,
    imposed_values,
    predicted_values,
    report,
    single_risk,
    write,
)
from peerassay.reconstruct.estimation.measures import found_in
from peerassay.reconstruct.report import published_predictions
from peerassay.records import load_records, load_schema
from peerassay.records.candidates import load_candidates

FOLDER = Path(__file__).parents[2] / "data" / "reconstructed" / KEY
CLAIMS, PLAN = load_claims(), load_plan(KEY)
SECTIONS = ("estimation", "independent_targets")
IN_WORDS = "rep.fusion.risk_diff.quick_minus_r1"
PREDICTED = {*PLAN.held_out, IN_WORDS}
WEIGHT = Fraction(CLAIMS["rep.independent.fit.weight"].value)


@pytest.fixture(scope="module")
def tables() -> Tables:
    records, candidates = load_records(FOLDER), load_candidates(FOLDER)
    assert candidates is not None
    return Tables(records.papers, records.reviews, candidates.table)


def test_every_result_of_the_covered_sections_is_listed_once() -> None:
    results = CLAIMS.part("repeatability").where(section=SECTIONS, class_="result")
    assert sorted(PLAN.all) == sorted(results)


def test_every_imposed_number_is_met_at_the_printed_precision(tables: Tables) -> None:
    values = imposed_values(tables, 0)
    assert set(values) == set(PLAN.imposed)
    assert [name for name, value in values.items() if not agrees(CLAIMS[name], value)] == []


def test_what_follows_from_printed_numbers_agrees_with_what_is_printed() -> None:
    values = derived_values(CLAIMS)
    assert set(values) == set(PLAN.derived)
    assert all(agrees(CLAIMS[name], value) for name, value in values.items())
    assert single_risk(CLAIMS) * 1980 == 482


def test_the_printed_risks_imply_that_of_quick() -> None:
    """By hand for 2026: (0.0727 - 0.49 x 181/1980) / 0.09 = 0.3101."""
    implied = {name: float(value) for name, value in implied_quick_risks(CLAIMS, WEIGHT).items()}
    assert implied["2026"] == pytest.approx((0.0727 - 0.49 * 181 / 1980) / 0.09)
    assert implied["all"] == pytest.approx((implied["2025"] + implied["2026"]) / 2)
    with pytest.raises(ValueError, match="weight = 1"):
        implied_quick_risks(CLAIMS, WEIGHT / WEIGHT)


def test_target_scores_have_the_unequal_pairs_behind_the_printed_risks(tables: Tables) -> None:
    sample = found_in(tables, 0).sample
    unequal = (1 - collision_share(count_scores(sample.scores))) * 10
    years = sample.papers["year"].to_numpy(dtype=int)
    assert [round(float(unequal[years == year].sum())) for year in (2025, 2026)] == [301, 181]


def test_the_papers_are_those_of_the_repeatability_records_but_two(tables: Tables) -> None:
    base = load_records(FOLDER.parent).papers.set_index("paper_id")
    ours = tables.papers.set_index("paper_id")
    assert base.loc[ours.index].equals(ours)
    left_out = base.drop(index=ours.index)
    assert sorted(left_out["status"]) == ["rejected", "withdrawn"]
    assert sorted(left_out["year"]) == [2025, 2026]


def test_the_committed_seed_predicts_what_the_committed_predictions_say(tables: Tables) -> None:
    committed = published_predictions("repeatability/estimation").query("seed == 0").set_index("claim_id")["value"]
    values = predicted_values(tables, 0)
    assert set(values) == PREDICTED == set(committed.index)
    assert {name: round(float(value), 6) for name, value in values.items()} == committed.round(6).to_dict()


def test_predictions_cover_every_predicted_number_with_every_seed() -> None:
    predictions = published_predictions("repeatability/estimation")
    expected = pd.MultiIndex.from_product([sorted(PREDICTED), SEEDS])
    assert list(zip(predictions["claim_id"], predictions["seed"], strict=True)) == expected.tolist()
    assert predictions["value"].notna().all()


def test_intervals_are_predicted_to_within_two_thousandths(tables: Tables) -> None:
    """As the data card says."""
    outcome = report(tables, 0)
    assert outcome.met
    rows = outcome.predicted.set_index("claim_id")
    ends = rows[rows.index.str.contains(r"\.ci_(?:low|high)$")]
    assert len(ends) == 8
    assert ends["difference"].abs().max() < 0.002
    assert rows.loc["rep.independent.fit.weight", ["minimum", "maximum"]].tolist() == [0.7, 0.7]
    assert rows.index[rows["verdict"] != "predicted-agrees"].tolist() == ["rep.independent.modal_accuracy.standard"]


def test_tables_hold_the_columns_of_the_schemas_sorted_by_key() -> None:
    for name in ("papers", "reviews", "candidates"):
        schema = load_schema(name)
        table = pd.read_csv(FOLDER / f"{name}.csv")
        required = {field.name for field in schema.fields if field.required}
        assert required <= set(table.columns) <= set(schema.names)
        assert table.equals(table.sort_values(list(schema.key), ignore_index=True))


def test_every_paper_has_one_call_and_ten_have_five(tables: Tables) -> None:
    calls = tables.candidates.groupby("paper_id")["call"].nunique()
    later = tables.reviews[tables.reviews["round"] > 5]["paper_id"]
    assert calls.value_counts().to_dict() == {1: 188, 5: 10}
    assert set(calls.index[calls == 5]) == set(later)
    assert np.allclose(tables.candidates.groupby(["paper_id", "call"])["probability"].sum(), 1)


def test_writing_the_records_gives_the_committed_bytes(tables: Tables, tmp_path: Path) -> None:
    papers = tables.papers[["paper_id", "venue", "year", "status", "human_mean", "n_human"]]
    write(Tables(papers, tables.reviews, tables.candidates), tmp_path)
    for name in ("papers.csv", "reviews.csv", "candidates.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.slow
def test_the_committed_seed_gives_the_committed_bytes_again(tmp_path: Path) -> None:
    outcome = reconstruct(KEY, 0, tmp_path)
    assert outcome.met
    for name in ("papers.csv", "reviews.csv", "candidates.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()
