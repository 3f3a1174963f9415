"""Which cell of the comparison of protocols each printed number is."""

from __future__ import annotations

import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.reconstructed.orders import held_out_table
from peerassay.reconstructed.protocols import (
    error_words,
    five_score_words,
    granularity_values,
    interval_words,
    observations,
    printed_differences,
    shift_words,
)

CLAIMS = load_claims()
NAN = float("nan")
COUNT = "rep.granularity.mae_ci_including_zero.gpt6sol"


def row(
    reviewer: str, subset: str, quantity: str, integer: float, decimal: float, half: float = 0.1
) -> dict[str, object]:
    difference = decimal - integer
    return {"reviewer": reviewer, "subset": subset, "quantity": quantity, "integer": integer, "decimal": decimal,
            "difference": difference, "low": difference - half, "high": difference + half}  # fmt: skip


@pytest.fixture
def table() -> pd.DataFrame:
    rows = []
    for name in ("GPT-6-Luna", "GPT-6-Sol"):
        for subset in ("all", "2025", "2026", "2025_excl_withdrawn"):
            half = 0.6 if (name, subset) == ("GPT-6-Sol", "2025") else 0.1
            rows += [row(name, subset, "mean", 4, 4.5), row(name, subset, "sd", 0.4, 0.2)]
            rows += [row(name, subset, "mae", 2, 1.5, half)]
    return pd.DataFrame(rows)


def test_every_printed_number_is_read_from_its_cell(table: pd.DataFrame) -> None:
    values = granularity_values(table, CLAIMS)
    assert values["rep.granularity.mean_diff.gpt6sol"] == 0.5
    assert values["rep.granularity.sd.integer.gpt6luna"] == 0.4
    assert values["rep.granularity.sd.decimal.gpt6luna"] == 0.2
    assert values["rep.granularity.mae_diff.gpt6luna.2026"] == -0.5
    assert values[COUNT] == 1  # 2025 only: -0.5 with 0.6 either way
    assert len(values) == 12


def test_scores_under_a_protocol_are_papers_times_rounds() -> None:
    assert observations(CLAIMS) == 1000  # repeatability paper, appendix on granularity


def test_printed_differences_of_sds_are_of_two_printed_sds() -> None:
    found = printed_differences(CLAIMS).set_index(["reviewer", "quantity"])["published"]
    assert found["GPT-6-Luna", "mean"] == 0.693
    assert found["GPT-6-Luna", "sd"] == pytest.approx(0.329 - 0.390)
    assert found["GPT-6-Sol", "sd"] == pytest.approx(0.249 - 0.286)


def test_errors_are_told_by_year_and_without_label_subsets(table: pd.DataFrame) -> None:
    luna, sol = error_words(table)
    assert luna.count("without zero") == 3
    assert "2025 -0.500 (-1.100 to +0.100, holds zero)" in sol
    assert "excl" not in sol
    assert error_words(table.assign(difference=NAN)) == []


def test_an_undefined_interval_is_said_to_be_none() -> None:
    assert "no interval" in error_words(pd.DataFrame([row("m", "all", "mae", 2, 1, NAN)]))[0]


def test_shifts_name_mean_spread_and_variance(table: pd.DataFrame) -> None:
    said = shift_words(table)[0]
    assert said.startswith("**GPT-6-Luna**: the mean moves by +0.500 points, the SD within papers ")
    assert said.endswith("from 0.400 to 0.200 (the variance by -75%).")
    flat = pd.DataFrame([row("m", "all", "mean", 4, 4), row("m", "all", "sd", 0, 0.1)])
    assert "the variance by undefined" in shift_words(flat)[0]


def test_five_scores_stand_beside_ten() -> None:
    name = "rep.granularity.sd.integer.gpt6sol"
    seeds = pd.DataFrame(
        [(name, seed, value) for seed, value in enumerate([0.27, 0.29])], columns=["claim_id", "seed", "value"]
    )
    (said,) = five_score_words(held_out_table(CLAIMS, {name: 0.27}, seeds), CLAIMS)
    assert "published as 0.286, that of all ten as 0.272" in said
    assert "50% of them predict less" in said


def test_seeds_are_counted_by_years_with_zero() -> None:
    seeds = pd.DataFrame(
        [(COUNT, seed, value) for seed, value in enumerate([1.0, 0, 1])], columns=["claim_id", "seed", "value"]
    )
    said = interval_words(CLAIMS, seeds)
    assert "in 2 of 2 years" in said
    assert said.endswith("Of 3 seeds by the number of such years: 0 of 2 in 1, 1 of 2 in 2.")
