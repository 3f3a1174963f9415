"""One verdict for each claim of a section, by the rules of the reconstruction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.exhibits.recorder import PageError, Spread
from peerassay.reconstructed import load_predictions, load_rules, record_sections, verdict_records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.exhibits import Page

IMPOSED = "rep.validity.auc.gpt56sol"  # printed: 0.7134
HELD_OUT = "rep.validity.spearman.gpt6sol"  # printed: 0.409
UNPREDICTED = "rep.validity.spearman.min.2025"
DERIVED = "rep.validity.auc.gpt6sol"  # printed: 0.7138
CONSTANT = "rep.validity.auc.tie_credit"  # printed: 0.5
VALUES = {IMPOSED: 0.71342, HELD_OUT: 0.41, UNPREDICTED: 0.5, DERIVED: 0.71382}


def auc() -> None:
    """Stand for a function."""


def other() -> None:
    """Stand for another function."""


FUNCTIONS = {"rep.validity": other, "rep.validity.auc": auc}


def test_rules_and_predictions_are_read_from_the_data_folder(small: Path) -> None:
    assert load_rules("repeatability").imposed == {IMPOSED: "decides which paper gets which scores"}
    spread = load_predictions("repeatability")[HELD_OUT]  # 0.39, 0.41, 0.43; quantiles interpolate between them
    assert spread == pytest.approx(Spread(0.392, 0.41, 0.428, 3))


def test_a_table_of_predictions_that_is_not_in_order_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("claim_id,value\na,1\n", "utf-8")
    with pytest.raises(ValueError, match=r"predictions\.csv: no column seed"):
        load_predictions("repeatability", path)
    path.write_text("claim_id,seed,value\na,1,1\na,1,2\n", "utf-8")
    with pytest.raises(ValueError, match="a, seed 1 twice"):
        load_predictions("repeatability", path)


def test_every_claim_of_the_sections_gets_the_verdict_of_its_group(open_it: Callable[..., Page]) -> None:
    page = open_it()
    recorded = record_sections(page, "repeatability", ["validity"], VALUES, FUNCTIONS)
    assert recorded == list(load_claims().where(part="repeatability", section="validity"))
    verdicts = {claim_id: page.rows[claim_id]["verdict"] for claim_id in (*VALUES, CONSTANT)}
    assert verdicts == {
        IMPOSED: "imposed",
        HELD_OUT: "predicted-agrees",
        UNPREDICTED: "transcribed",
        DERIVED: "agrees",
        CONSTANT: "transcribed",
    }
    assert page.rows[UNPREDICTED]["ours"] == "0.5"
    assert page.rows[IMPOSED]["function"].endswith(".auc")
    assert page.rows[HELD_OUT]["function"].endswith(".other")
    assert "does it follow?" in page.rows[HELD_OUT]["remark"]


def test_a_constant_can_be_computed_and_a_worded_claim_is_shown_beside(open_it: Callable[..., Page]) -> None:
    page = open_it()
    claims = load_claims().where(part="repeatability", section="repeatability")
    values = {"rep.repeatability.pairs_per_paper": 45, "rep.repeatability.luna_mode_low": 2}
    record_sections(page, "repeatability", ["repeatability"], values, {"rep.": auc})
    assert len(page.rows) == len(claims)
    assert page.rows["rep.repeatability.pairs_per_paper"]["verdict"] == "agrees"
    row = page.rows["rep.repeatability.luna_mode_low"]
    assert (row["verdict"], row["ours"], row["remark"]) == ("transcribed", "2", "most outputs")


def test_a_skipped_claim_is_left_to_another_page(open_it: Callable[..., Page]) -> None:
    page = open_it()
    values = {claim_id: value for claim_id, value in VALUES.items() if claim_id != IMPOSED}
    recorded = record_sections(page, "repeatability", ["validity"], values, FUNCTIONS, skip=[IMPOSED])
    assert IMPOSED not in recorded
    assert IMPOSED not in page.rows


def test_missing_and_foreign_values_and_functions_are_errors(open_it: Callable[..., Page]) -> None:
    page = open_it()
    with pytest.raises(PageError, match=rf"no value for {IMPOSED}"):
        record_sections(page, "repeatability", ["validity"], {HELD_OUT: 0.41}, FUNCTIONS)
    with pytest.raises(PageError, match=r"values for no claim of these: \['rep.budget.alpha'\]"):
        record_sections(page, "repeatability", ["validity"], VALUES | {"rep.budget.alpha": 1}, FUNCTIONS)
    with pytest.raises(PageError, match="no function is named"):
        record_sections(page, "repeatability", ["validity"], VALUES, {"rep.ranking": auc})


def test_records_that_miss_what_was_imposed_stop_the_page(open_it: Callable[..., Page]) -> None:
    with pytest.raises(PageError, match=r"imposed as 0\.7134"):
        record_sections(open_it(), "repeatability", ["validity"], VALUES | {IMPOSED: 0.72}, FUNCTIONS)


def test_own_records_get_no_verdicts_and_need_no_values(open_it: Callable[..., Page], tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("paper_id,overall\n", "utf-8")
    page = open_it(records=str(own))
    assert record_sections(page, "repeatability", ["validity"], {}, {}) == []
    assert page.rows == {}


def test_another_seed_computes_everything_but_is_not_compared(open_it: Callable[..., Page]) -> None:
    page = open_it(seed=2)
    record_sections(page, "repeatability", ["validity"], VALUES, FUNCTIONS)
    assert set(page.comparison()["verdict"]) == {"not compared"}


def test_verdict_records_list_group_value_and_spread(small: Path) -> None:
    records = verdict_records("repeatability", ["validity"], VALUES, load_claims())
    table = pd.DataFrame(records).set_index("claim_id")
    assert table.loc[HELD_OUT, "spread"] == pytest.approx(Spread(0.392, 0.41, 0.428, 3))
    assert table.loc[CONSTANT, "group"] == "other"
    assert table.loc[IMPOSED, "reason"] == "decides which paper gets which scores"
