"""The committed records of the repeatability part, and that the same seed gives them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from peerassay.budgets import published_pilots
from peerassay.budgets.pilots import MODELS
from peerassay.claims import agrees, load_claims
from peerassay.reconstruct import load_plan, reconstruct
from peerassay.reconstruct.repeatability import (
    SEEDS,
    Tables,
    imposed_values,
    predicted_values,
    report,
    write,
)
from peerassay.reconstruct.repeatability.latent import TAILS, UNEVEN
from peerassay.reconstruct.repeatability.measures import DECIMAL_MODELS, study
from peerassay.reconstruct.report import published_predictions
from peerassay.records import load_records, load_schema

FOLDER = Path(__file__).parents[2] / "data" / "reconstructed" / "repeatability"
CLAIMS = load_claims()
PLAN = load_plan("repeatability")
PREDICTED = {*PLAN.held_out, *(f"rep.budget.certified.eps050.{key}.pilot5" for key in DECIMAL_MODELS)}


@pytest.fixture(scope="module")
def tables() -> Tables:
    records = load_records(FOLDER)
    assert records.notes == ()
    return Tables(records.papers, records.reviews)


def test_every_imposed_number_is_met_at_the_printed_precision(tables: Tables) -> None:
    values = imposed_values(tables)
    assert set(values) == set(PLAN.imposed)
    assert [name for name, value in values.items() if not agrees(CLAIMS[name], value)] == []
    assert report(tables, 0).met


def test_the_sums_behind_agreement_and_variance_are_those_of_the_reference(tables: Tables) -> None:
    """6557, 6512, 7667 equal pairs and 2521, 2680, 1333 as twice the variance sums, found elsewhere."""
    found = []
    for scores in study(tables).integer.values():
        gaps = np.abs(scores[:, :, None] - scores[:, None, :])[:, *np.triu_indices(10, 1)]
        found.append((int((gaps == 0).sum()), int((gaps**2).sum())))
    assert found == [(6557, 2521), (6512, 2680), (7667, 1333)]
    assert found == [(pilot.equal_pairs, pilot.squared_sum) for pilot in published_pilots(CLAIMS).values()]


def test_the_yearly_sums_of_sol_are_615_and_718(tables: Tables) -> None:
    data = study(tables)
    variances = data.integer["gpt6sol"].var(axis=1, ddof=1)
    assert [round(90 * variances[data.years == year].sum()) for year in (2025, 2026)] == [615, 718]


def test_the_committed_seed_predicts_what_the_committed_predictions_say(tables: Tables) -> None:
    committed = published_predictions("repeatability").query("seed == 0").set_index("claim_id")["value"]
    values = predicted_values(tables)
    assert set(values) == PREDICTED == set(committed.index)
    assert {name: round(float(value), 6) for name, value in values.items()} == committed.round(6).to_dict()


def test_what_follows_from_printed_numbers_is_not_held_out_though_it_is_predicted(tables: Tables) -> None:
    assert {PLAN.all[name] for name in PREDICTED} == {"held_out", "derived"}
    assert set(report(tables, 0).predicted["claim_id"]) == set(PLAN.held_out)


def test_the_data_card_names_every_assumed_range_of_noise_and_tails() -> None:
    card = " ".join((FOLDER / "README.md").read_text("utf-8").split())
    for low, high in UNEVEN.values():
        assert f"{low:g} to {high:g} for" in card
    assert f"{TAILS[0]}, {TAILS[1]} or {TAILS[2]}" in card


def test_same_orders_and_ties_of_sol_at_five_reviews_are_nearly_one_fact() -> None:
    """As the data card says: their sum moves by a fifth of what each of them moves."""
    seeds = published_predictions("repeatability").pivot_table(index="seed", columns="claim_id", values="value")
    both = seeds[[f"rep.ranking.{kind}.k5.gpt6sol" for kind in ("same", "tie")]]
    assert both.sum(axis=1).sub(both.sum(axis=1).median()).abs().max() < 0.4
    assert (both.max() - both.min()).min() > 2


def test_predictions_cover_every_predicted_number_with_every_seed() -> None:
    predictions = published_predictions("repeatability")
    assert len(SEEDS) >= 20
    expected = pd.MultiIndex.from_product([sorted(PREDICTED), SEEDS])
    assert list(zip(predictions["claim_id"], predictions["seed"], strict=True)) == expected.tolist()
    assert predictions["value"].notna().all()


def test_the_ranking_table_is_predicted_to_within_a_point(tables: Tables) -> None:
    predicted = report(tables, 0).predicted.set_index("claim_id")
    rows = predicted[predicted.index.str.startswith("rep.ranking.")]
    assert len(rows) == 6
    assert rows["difference"].abs().max() < 1


def test_tables_hold_the_columns_of_the_schemas_sorted_by_key() -> None:
    for name in ("papers", "reviews"):
        schema = load_schema(name)
        table = pd.read_csv(FOLDER / f"{name}.csv")
        required = {field.name for field in schema.fields if field.required}
        assert required <= set(table.columns) <= set(schema.names)
        assert table.equals(table.sort_values(list(schema.key), ignore_index=True))
        assert not table.duplicated(list(schema.key)).any()


def test_scores_are_whole_under_the_integer_protocol_and_never_under_the_decimal_one(tables: Tables) -> None:
    reviews = tables.reviews
    whole = reviews["overall"] % 1 == 0
    assert (whole == (reviews["protocol"] == "integer")).all()
    assert reviews["overall"].between(1, 10).all()
    counts = reviews.groupby(["reviewer", "protocol"])["paper_id"].count().to_dict()
    integer = {(name, "integer"): 2000 for name in MODELS.values()}
    assert counts == integer | {("GPT-6-Luna", "decimal"): 1000, ("GPT-6-Sol", "decimal"): 1000}


def test_writing_the_records_gives_the_committed_bytes(tables: Tables, tmp_path: Path) -> None:
    names = {"papers": ["paper_id", "venue", "year", "status", "human_mean", "n_human"]}
    write(Tables(tables.papers[names["papers"]], tables.reviews), tmp_path)
    for name in ("papers.csv", "reviews.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.slow
def test_the_committed_seed_gives_the_committed_bytes_again(tmp_path: Path) -> None:
    lines: list[str] = []
    outcome = reconstruct("repeatability", 0, tmp_path, lines.append)
    assert outcome.met
    assert len(lines) == 1 + len(MODELS)
    for name in ("papers.csv", "reviews.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()
