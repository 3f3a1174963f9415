"""The tables in data/ are what datapackage.json says, and the registry of printed numbers is whole and consistent."""

from __future__ import annotations

import csv
import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from frictionless import Package

from peerassay.claims import COLUMNS, PARTS, Claim, load_claims, read_claims

DATA = Path(__file__).parents[1] / "data"
CLAIM_ROWS = {"repeatability": 427, "style": 548, "epistemics": 252}
CLAIMS = load_claims(DATA / "claims")
DESCRIPTOR: dict[str, Any] = json.loads((DATA / "datapackage.json").read_text(encoding="utf-8"))
RESOURCES = {resource["name"]: resource for resource in DESCRIPTOR["resources"]}


def rows_of(path: str) -> list[dict[str, str]]:
    with (DATA / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_is_valid_against_its_published_schema() -> None:
    report = Package(DATA / "datapackage.json").validate()
    assert report.flatten(["type", "path", "rowNumber", "fieldName", "note"]) == []


def test_every_table_in_the_folder_is_described() -> None:
    tables = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*.csv")}
    described = {resource["path"] for resource in RESOURCES.values()}
    assert tables <= described
    assert all((DATA / path).is_file() for path in described)


@pytest.mark.parametrize("name", RESOURCES)
def test_every_table_says_what_its_columns_mean_and_where_it_comes_from(name: str) -> None:
    resource = RESOURCES[name]
    assert resource["title"]
    assert resource["description"]
    assert [licence["name"] for licence in resource["licenses"]] == ["CC-BY-4.0"]
    assert all(source["title"] for source in resource["sources"])
    schema = resource["schema"]
    loaded = json.loads((DATA / schema).read_text("utf-8")) if isinstance(schema, str) else schema
    for field in loaded["fields"]:
        assert field["title"]
        assert field["description"].endswith("."), field["name"]


def test_the_three_claim_tables_have_one_schema_with_the_columns_that_are_read() -> None:
    schemas = [RESOURCES[f"claims-{part}"]["schema"] for part in PARTS]
    assert schemas[0] == schemas[1] == schemas[2]
    assert [field["name"] for field in schemas[0]["fields"]] == list(COLUMNS)


@pytest.mark.parametrize(("part", "rows"), CLAIM_ROWS.items())
def test_no_printed_number_is_lost(part: str, rows: int) -> None:
    assert len(read_claims(DATA / "claims" / f"{part}.csv")) == rows
    assert len(CLAIMS.part(part)) == rows


def test_ids_are_unique_across_the_parts_and_carry_the_prefix_of_theirs() -> None:
    assert len(CLAIMS) == sum(CLAIM_ROWS.values())
    assert all(claim.id.startswith(PARTS[claim.part]) for claim in CLAIMS.values())


def test_decimals_are_those_of_the_printed_value() -> None:
    for claim in CLAIMS.values():
        exponent = claim.value.as_tuple().exponent
        assert isinstance(exponent, int)
        assert claim.decimals == max(0, -exponent), claim.id
    assert CLAIMS["rep.fusion.refit.match_tolerance"].printed == "1e-12"
    assert CLAIMS["rep.granularity.sd.integer.gpt6luna"].printed == "0.390"


def is_the_same_number(again: Claim, first: Claim) -> bool:
    """Whether the second printing is the first one as it was, rounded, or in percent."""
    scale = 100 if (again.unit, first.unit) == ("%", "dimensionless") else 1
    return abs(first.value * scale - again.value) * 2 <= Decimal(1).scaleb(-again.decimals)


def test_restatements_point_to_a_first_printing_of_the_same_number() -> None:
    for claim in CLAIMS.where(class_="restatement").values():
        first = CLAIMS[claim.restates]
        assert first.class_ != "restatement", claim.id
        assert first.part == claim.part, claim.id
        assert is_the_same_number(claim, first), claim.id


def test_printings_that_are_not_literally_equal_are_the_few_known_ones() -> None:
    again = CLAIMS.where(class_="restatement").values()
    differing = [claim.id for claim in again if claim.value != CLAIMS[claim.restates].value]
    assert sorted(differing) == [
        "rep.budget.target_success_pct",  # in percent
        "rep.independent.w1.r3.main",  # two decimals in the main text, three in the appendix
        "rep.independent.w1.standard.main",
        "rep.noise_adjustment.luna_revisions",  # two numbers summed up as one
        "sty.variance.text.gemma3.sd_approx",  # four numbers summed up as "approximately 0.5"
        "sty.variance.text.gpt55.sd_approx",
        "sty.variance.text.qwen3vl.sd_approx",
        "sty.variance.text.sonnet46.sd_approx",
    ]


@pytest.mark.parametrize(
    ("again", "first"),
    [
        ("sty.biased_reviewer.default.sonnet46.ratio", "sty.prompt.default.proficiency.sonnet46.ratio"),
        ("sty.rewriting.table7.native.sonnet46.flips_first", "sty.main.confidence.sonnet46.flips_first"),
        ("epi.probe.count.a_wins.conclusion", "epi.probe.count.a_wins"),
        ("epi.data.count.ratings_total.abstract", "epi.data.count.ratings_total"),
    ],
)
def test_a_number_printed_again_is_a_restatement(again: str, first: str) -> None:
    assert (CLAIMS[again].class_, CLAIMS[again].restates) == ("restatement", first)


def test_sentences_that_count_cells_of_a_table_are_results() -> None:
    counts = CLAIMS.where(id=["sty.main.text.native_preferring_reviewers", "sty.main.text.high_preferring_reviewers"])
    assert [claim.class_ for claim in counts.values()] == ["result", "result"]


def test_every_part_has_results_settings_and_restatements() -> None:
    for part in PARTS:
        assert set(Counter(claim.class_ for claim in CLAIMS.part(part).values())) == {
            "result",
            "setting",
            "restatement",
        }


@pytest.mark.parametrize(
    "claim_id",
    [
        "epi.temporal.system1_ratio",  # "triples"
        "epi.temporal.system2_ratio",  # "nearly halves"
        "epi.bias.share.question_substitution.agentic.fig6",  # "essentially no"
        "rep.granularity.mae_diff.gpt6sol.all",  # "remains largely unchanged"
        "sty.variance.text.gpt55.sd_approx",  # "approximately 0.5"
    ],
)
def test_vague_words_are_marked_as_approximate(claim_id: str) -> None:
    assert CLAIMS[claim_id].comparator == "~"


@pytest.mark.parametrize(
    "claim_id",
    [
        "epi.probe.system2_share.a",  # "all A-reviews"
        "epi.bias.share.question_substitution.agentic",  # "never"
        "rep.gain_direction.count.ll.neg_pos",  # "none"
        "sty.criteria.proficiency.clarity.significant",  # "four of the six"
    ],
)
def test_exact_words_are_kept_as_exact_numbers(claim_id: str) -> None:
    assert CLAIMS[claim_id].comparator == "="


def test_population_counts_add_up_to_the_submissions_of_their_source() -> None:
    totals = {year: sum(int(row["papers"]) for row in rows_of(f"population/iclr{year}.csv")) for year in (2025, 2026)}
    assert totals == {2025: 11513, 2026: 19472}
    assert len({row["area"] for row in rows_of("population/iclr2025.csv")}) == CLAIMS["rep.sampling.n_areas"].value


def test_population_agrees_with_the_paper_on_the_rarest_papers() -> None:
    rare = sum(int(row["papers"]) for row in rows_of("population/iclr2025.csv") if row["bin"] == "9")
    assert rare == CLAIMS["rep.sampling.mean_ge9.population"].value


def test_rating_patterns_cover_the_2026_population_and_are_sorted() -> None:
    rows = rows_of("human-ratings/iclr2026_patterns.csv")
    assert sum(int(row["papers"]) for row in rows) == 19472
    for row in rows:
        ratings = [int(rating) for rating in row["pattern"].split()]
        assert ratings == sorted(ratings), row["pattern"]
