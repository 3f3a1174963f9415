"""The committed records of the revision experiment, and that the same seed gives them again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import agrees, load_claims
from peerassay.crossover import arrange_crossover, directions_by_version, gains_by_cell
from peerassay.reconstruct import PARTS, load_plan, reconstruct
from peerassay.reconstruct.crossover import (
    KEY,
    SEEDS,
    VERSIONS,
    Tables,
    derived_values,
    report,
    table_values,
    write,
)
from peerassay.reconstruct.crossover.latent import CENTRES, LUNA_ON_HAIKU, NOISIEST, STRETCHES, TAILS, UNEVEN
from peerassay.reconstruct.crossover.targets import published_goals
from peerassay.reconstruct.report import published_predictions
from peerassay.records import Records, load_records, load_schema

FOLDER = Path(__file__).parents[2] / "data" / "reconstructed" / KEY
CLAIMS = load_claims()
PLAN = load_plan(KEY)
RESULTS = CLAIMS.where(
    part="repeatability", section=["crossover", "gain_direction", "noise_adjustment"], class_="result"
)


@pytest.fixture(scope="module")
def records() -> Records:
    loaded = load_records(FOLDER)
    assert loaded.notes == ()
    return loaded


@pytest.fixture(scope="module")
def values(records: Records) -> dict[str, float | Fraction]:
    return table_values(Tables(records.papers, records.reviews), CLAIMS)


def test_every_imposed_number_is_met_at_the_printed_precision(values: dict[str, float | Fraction]) -> None:
    assert [name for name in PLAN.imposed if not agrees(CLAIMS[name], values[name])] == []


def test_the_sums_of_thirds_and_the_cells_are_those_found_elsewhere(records: Records) -> None:
    """84, 199, -125, -83; 282, -177, 30; 60 and 91, 82 and 140 papers: worked out by hand from the printed values."""
    data = arrange_crossover(records)
    gains = gains_by_cell(data)
    early = (data.papers["year"] == 2025).to_numpy(dtype=bool)
    ll, lh, hh = VERSIONS["LL"], VERSIONS["LH"], VERSIONS["HH"]
    sums = [3 * gains[ll, name].total(kept) for name in ("GPT-6-Luna", "Haiku") for kept in (early, ~early)]
    assert sums == [84, 199, -125, -83]
    assert [3 * gains[cell].total() for cell in ((lh, "GPT-6-Luna"), (lh, "Haiku"), (hh, "Haiku"))] == [282, -177, 30]
    tables = {version: table for (version, _, _), table in directions_by_version(data).items()}
    assert [(tables[name].agreements, tables[name].any_zero) for name in (ll, lh, hh)] == [
        (56, 107),
        (60, 91),
        (82, 140),
    ]
    assert tables[ll].counts[[0, 0, 2, 2, 1], [0, 2, 0, 2, 1]].tolist() == [27, 46, 0, 19, 10]


def test_what_follows_by_arithmetic_agrees_with_every_printed_value() -> None:
    found = derived_values(CLAIMS)
    assert set(found) == set(PLAN.derived)
    assert [name for name, value in found.items() if not agrees(CLAIMS[name], value)] == []
    assert found["rep.crossover.gap.ll"] == Fraction(491, 597)
    assert found["rep.crossover.gap_change"] == Fraction(-32, 597)


def test_derived_numbers_hold_in_the_records_as_well(values: dict[str, float | Fraction]) -> None:
    shared = set(PLAN.derived) & set(values)
    assert len(shared) == 6
    assert [name for name in shared if not agrees(CLAIMS[name], values[name])] == []


def test_the_plan_covers_every_result_that_scores_can_give() -> None:
    edits = {name for name in RESULTS if ".edits." in name or ".papers." in name or ".jaccard." in name}
    assert set(RESULTS) - edits <= set(PLAN.all)
    assert edits & set(PLAN.all) == {f"rep.crossover.{name}.luna_writer.differing" for name in ("edits", "papers")}


def test_each_printed_mean_leaves_one_sum_of_thirds() -> None:
    windows = [target for goal in published_goals(CLAIMS).values() for target in goal.sums.values()]
    assert sorted(low for low, high in windows if low == high) == [-177, -125, -83, 30, 84, 199, 282]
    assert [low for low, high in windows if low != high] == [1]  # of Luna's gain for Haiku's edits, the sign


def test_predictions_cover_every_held_out_number_with_every_seed() -> None:
    predictions = published_predictions("repeatability/crossover")
    expected = pd.MultiIndex.from_product([sorted(PLAN.held_out), SEEDS])
    assert list(zip(predictions["claim_id"], predictions["seed"], strict=True)) == expected.tolist()
    assert predictions["value"].notna().all()
    assert len(SEEDS) == 40


def test_the_committed_seed_predicts_what_the_committed_predictions_say(values: dict[str, float | Fraction]) -> None:
    committed = published_predictions("repeatability/crossover").query("seed == 0").set_index("claim_id")["value"]
    assert {name: round(float(values[name]), 6) for name in PLAN.held_out} == committed.round(6).to_dict()


def test_the_report_has_no_residual_and_the_verdicts_that_are_expected(records: Records) -> None:
    outcome = report(Tables(records.papers, records.reviews), 0)
    assert outcome.met
    differing = outcome.predicted.loc[outcome.predicted["verdict"] == "predicted-differs", "claim_id"]
    assert set(differing) == {
        "rep.crossover.gap.ll.ci_low",
        "rep.crossover.gap.ll.ci_high",
        "rep.gain_direction.gain_pearson.ll",
        "rep.gain_direction.reversals.lh",
        "rep.noise_adjustment.gain.ll",
    }


def test_tables_hold_the_columns_of_the_schemas_sorted_by_key() -> None:
    for name, rows in (("papers", 199), ("reviews", 199 * 3 * 9)):
        schema = load_schema(name)
        table = pd.read_csv(FOLDER / f"{name}.csv")
        assert {field.name for field in schema.fields if field.required} <= set(table.columns) <= set(schema.names)
        assert table.equals(table.sort_values(list(schema.key), ignore_index=True))
        assert (len(table), table.duplicated(list(schema.key)).any()) == (rows, False)


def test_every_score_is_whole_and_in_range(records: Records) -> None:
    scores = records.reviews["overall"].to_numpy()
    assert (scores % 1 == 0).all()
    assert np.isin(scores, np.arange(1, 11)).all()


def test_the_data_card_names_every_assumed_range() -> None:
    card = " ".join((FOLDER / "README.md").read_text("utf-8").split())
    for low, high in (*CENTRES.values(), *STRETCHES.values(), *UNEVEN.values(), LUNA_ON_HAIKU):
        assert f"{low:g} to {high:g}" in card.replace("1.0 to 1.2", "1 to 1.2")
    assert f"{TAILS[0]}, {TAILS[1]} or {TAILS[2]}" in card
    assert f"{NOISIEST:g} times" in card


def test_writing_the_records_gives_the_committed_bytes(records: Records, tmp_path: Path) -> None:
    columns = ["paper_id", "venue", "year"]
    write(Tables(records.papers[columns], records.reviews), tmp_path)
    for name in ("papers.csv", "reviews.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_the_committed_seed_gives_the_committed_bytes_again(tmp_path: Path) -> None:
    lines: list[str] = []
    assert KEY in PARTS
    assert reconstruct(KEY, 0, tmp_path, lines.append).met
    assert len(lines) == 4
    for name in ("papers.csv", "reviews.csv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()
