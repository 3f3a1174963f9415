"""What the style pages put together: verdicts, tables of a reader's own scores, and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.evidence import TableRow, read_table
from peerassay.evidence.noise import own_cases, published_cases
from peerassay.exhibits.recorder import Recorder
from peerassay.manifest import load_notebooks
from peerassay.reconstruct.style.measures import size_values, sizes, spread_values, table_values
from peerassay.reconstructed.style.aspect_claims import record_aspects, surviving_aspects
from peerassay.reconstructed.style.criteria import (
    needed_pairs,
    own_criteria,
    printed_criteria,
    record_criteria,
    size_frame,
    text_frame,
)
from peerassay.reconstructed.style.own_pairs import own_answer, own_cells, own_statistics
from peerassay.reconstructed.style.prompt_facts import STYLE_PROMPTS, added_words, prompt_facts
from peerassay.reconstructed.style.reviewers import record_design, record_spreads, spread_frame
from peerassay.reconstructed.style.rewrites import (
    PairStudy,
    open_pairs,
    predicted_frame,
    predicted_words,
    record_rewrites,
)
from peerassay.style.contrasts import SINGLE
from peerassay.style.noise_table import noise_table
from peerassay.style.pairs import preference_table
from peerassay.style.spread import pooled_spread

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def study() -> PairStudy:
    return open_pairs()


@pytest.fixture(scope="module")
def cells(study: PairStudy) -> dict[str, float]:
    return table_values(study.reviews)


@pytest.fixture(scope="module")
def rows() -> list[TableRow]:
    return read_table(load_claims().exhibit("style", "Table 4"), 504)


def recorder(root: Path, name: str) -> Recorder:
    notebook = load_notebooks(root)[f"style/{name}"]
    return Recorder(notebook, notebook.defaults, {"data": "0"})


def verdicts(page: Recorder) -> dict[str, int]:
    counted = pd.Series([row["verdict"] for row in page.rows.values()]).value_counts()
    return {str(name): int(number) for name, number in counted.items()}


def test_means_of_table_4_are_imposed_or_predicted(root: Path, cells: dict[str, float]) -> None:
    page = recorder(root, "04-preferences")
    claims = page.claims.exhibit("style", "Table 4")
    done = record_rewrites(page, claims, cells, table_values)
    assert {page.claims[name].stat for name in done} == {"mean_first", "mean_second"}
    assert verdicts(page) == {"imposed": 12, "predicted-agrees": 11, "predicted-differs": 1}
    frame = predicted_frame(page, claims)
    row = frame.set_index("label").loc["GLM 4.7: high / low confidence"]
    assert row["printed"] == pytest.approx(0.8)  # 6.1 and 5.3 are printed
    assert row["high"] < 0.75
    assert "11 lie in the central nine tenths" in predicted_words(frame)


def test_the_last_blocks_of_table_5_are_predicted(root: Path, cells: dict[str, float]) -> None:
    page = recorder(root, "05-combined")
    done = record_rewrites(page, page.claims.exhibit("style", "Table 5"), cells, table_values)
    assert len(done) == 17
    assert verdicts(page) == {"predicted-agrees": 17}
    labels = predicted_frame(page, done)["label"].tolist()
    assert labels[0] == "Gemma3: extremes, first"


def test_every_claim_of_criteria_has_a_verdict(root: Path, study: PairStudy, rows: list[TableRow]) -> None:
    page = recorder(root, "09-criteria")
    done = record_criteria(page, rows, size_values(study.reviews), size_values, 0.05)
    assert set(done) == set(page.rows) == set(page.claims.where(part="style", section="criteria"))
    assert verdicts(page) == {"transcribed": 24, "predicted-differs": 8, "predicted-agrees": 2, "agrees": 1}
    assert len(size_frame(page)) == 9
    assert list(text_frame(page, done)) == ["quantity", "subject", "published", "ours", "verdict", "remark"]
    known = printed_criteria(page.claims, rows)
    assert known.groupby("known").size().to_dict() == {
        "counts of Table 4": 12,
        "direction only": 18,
        "range in the text": 4,
        "ratio in the text": 3,
    }
    needed = needed_pairs(page.claims, 0.05, 504).set_index("ratio")["needed"]
    assert needed[10.0] < needed[2.1].min() < needed[1.3]


def test_every_claim_of_reviewers_and_design_has_a_verdict(root: Path, study: PairStudy, rows: list[TableRow]) -> None:
    page = recorder(root, "03-reviewers")
    spreads = pooled_spread(study.reviews)
    printed = record_spreads(page, spreads)
    record_design(page)
    wanted = page.claims.where(part="style", section=["variance", "design"])
    elsewhere = {f"sty.design.{name}" for name in ("stages", "dimensions", "versions_per_dimension")}
    assert set(page.rows) == set(wanted) - elsewhere
    assert verdicts(page) == {"transcribed": 28, "imposed": 6, "agrees": 2}
    assert printed["GLM 4.7"] == 0.85
    frame = spread_frame(page, spreads, 0.95)
    assert frame["reviewer"].tolist() == list(printed)
    assert (frame["sd_low"] < frame["sd"]).all()
    cases = published_cases(rows, printed)
    beyond = noise_table(cases).groupby("comparison")["exceeds"].agg(list).to_dict()
    assert beyond == {"native / non-native": ["no"] * 6, "high / low confidence": ["yes"] * 6}


def test_every_claim_of_aspects_is_transcribed_with_a_reason(root: Path) -> None:
    page = recorder(root, "07-aspects")
    assert set(record_aspects(page)) == set(page.claims.where(part="style", section=["aspects", "polarity"]))
    assert verdicts(page) == {"transcribed": 10}
    assert len(surviving_aspects(page)) == 7


def test_spreads_of_the_records_print_as_published(root: Path, study: PairStudy) -> None:
    claims = recorder(root, "03-reviewers").claims
    for claim_id, value in spread_values(study.reviews).items():
        assert round(value, 2) == float(claims[claim_id].value)


def test_sizes_by_hand() -> None:
    """Two noisy reviewers with 30 and 20 % of pairs two or more apart, one steady one with 5 %."""
    names = ["Gemini 3.5 Flash", "GLM 4.7", "Gemma3"]
    rows = [
        {
            "contrast": one.name,
            "reviewer": name,
            "n": 100,
            "mean_abs_diff": 1.0,
            "at_most_one": 1 - large,
            "two_or_more": large,
        }
        for one in SINGLE
        for name, large in zip(names, (0.3, 0.2, 0.05), strict=True)
    ]
    values = sizes(pd.DataFrame(rows))
    stem = "sty.criteria.overall."
    assert values[f"{stem}proficiency.at_most_one_pct"] == pytest.approx(100 * (0.7 + 0.8 + 0.95) / 3)
    assert values[f"{stem}large_diff_pct_min"] == pytest.approx(20)
    assert values[f"{stem}large_diff_pct_max"] == pytest.approx(30)
    assert values[f"{stem}large_diff_pct_others_max"] == pytest.approx(5)
    assert values[f"{stem}high_variance_reviewers"] == 2


def test_own_tables_have_the_layout_of_printed_ones(study: PairStudy) -> None:
    chosen = study.reviews[study.reviews["reviewer"] == "Claude Sonnet 4.6"]
    table = preference_table(chosen, SINGLE)
    cells, statistics = own_cells(table), own_statistics(table)
    assert cells["counts"].tolist()[0].endswith(")")
    assert "prompt default" in set(cells["condition"])
    assert {"ratio_interval", "holm", "significant", "basis"} <= set(statistics)
    assert "of 5 rows" in own_answer(table, 0.05)
    assert own_cells(table.iloc[:0]).empty
    assert own_statistics(table.iloc[:0]).empty
    assert own_criteria(table.assign(criterion="overall"))["reviewer"].iloc[0].startswith("Claude Sonnet 4.6 (")


def test_own_cases_leave_out_reviewers_without_a_spread(study: PairStudy) -> None:
    table = preference_table(study.reviews[study.reviews["prompt"] == "default"], SINGLE)
    spreads = pooled_spread(study.reviews)
    assert len(own_cases(table, spreads)) == 12
    assert own_cases(table, spreads.assign(sd=0.0)) == []


def test_prompts_are_described_and_compared() -> None:
    facts = prompt_facts(STYLE_PROMPTS).set_index("prompt")
    assert facts.loc["review-style-default", "words"] > facts.loc["review-style-bare", "words"]
    assert (facts["digest"].str.len() == 64).all()
    assert added_words("review-style-biased", "review-style-default").count("> ") >= 1
