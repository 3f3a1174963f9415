"""Published values beside computed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from peerassay.exhibits.recorder import Spread
from peerassay.reconstructed.published import (
    beside_published,
    fixed,
    measures_in_rows,
    percent,
    predicted_rows,
    subset_label,
    written_rows,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.exhibits import Page

HELD_OUT = "rep.validity.spearman.gpt6sol"  # printed: 0.409
AUC = "rep.validity.auc.gpt6sol"  # printed: 0.7138
TABLE = pd.DataFrame(
    {"reviewer": ["x", "y"], "papers": [3, 0], "share": [0.5, np.nan], "sd": [1 / 3, np.nan], "reason": ["", "none"]}
)


def computed() -> None:
    """Stand for a function."""


def test_numbers_are_written_like_published_ones() -> None:
    assert fixed(3)(1234.5678) == "1,234.568"
    assert percent(2)(0.72856) == "72.86\u202f%"


def test_measures_become_rows_in_the_order_of_their_names() -> None:
    names = {"sd": "SD", "share": "Share"}
    long = measures_in_rows(TABLE, names, {"sd": fixed(2), "share": percent(0)})
    assert long["quantity"].tolist() == ["SD", "SD", "Share", "Share"]
    assert long["ours"].tolist() == ["0.33", "", "50\u202f%", ""]
    assert long["reason"].tolist() == ["", "none"] * 2
    assert long["value"].tolist()[0] == 1 / 3


def test_measures_without_a_name_are_left_out() -> None:
    rows = pd.DataFrame({"measure": ["b", "a", "c"], "reviewer": "x", "value": 1.0, "papers": 2, "reason": ""})
    written = written_rows(rows, {"a": "A", "b": "B"}, {"a": fixed(0), "b": fixed(1)})
    assert written[["quantity", "ours"]].to_numpy().tolist() == [["A", "1"], ["B", "1.0"]]
    assert written_rows(rows, {}, {}).empty


def test_only_cells_that_are_printed_get_a_published_value(open_it: Callable[..., Page]) -> None:
    page = open_it()
    page.record(AUC, 0.71382, function=computed)
    table = pd.DataFrame({"measure": ["auc", "auc"], "reviewer": ["GPT-6-Sol", "other"]})
    found = beside_published(page, table, {("auc", "GPT-6-Sol"): AUC}, ("measure", "reviewer"))
    assert found["published"].tolist() == ["0.7138", ""]
    assert found["verdict"].tolist() == ["agrees", ""]
    assert found["claim_id"].tolist() == [AUC, ""]


def test_with_changed_parameters_nothing_is_put_beside(open_it: Callable[..., Page]) -> None:
    table = pd.DataFrame({"measure": ["auc"], "reviewer": ["GPT-6-Sol"]})
    found = beside_published(open_it(seed=2), table, {("auc", "GPT-6-Sol"): AUC}, ("measure", "reviewer"))
    assert list(found) == ["measure", "reviewer"]


def test_predicted_rows_state_spread_difference_and_verdict(open_it: Callable[..., Page]) -> None:
    page, spread = open_it(), Spread(0.3, 0.41, 0.5, 40)
    page.predict(HELD_OUT, 0.42, spread=spread, function=computed)
    row = predicted_rows(page, {HELD_OUT: "rank correlation"}, {HELD_OUT: spread}).iloc[0]
    assert row[["label", "printed", "published", "ours"]].tolist() == ["rank correlation", 0.409, "0.409", 0.42]
    assert row[["low", "median", "high", "seeds"]].tolist() == list(spread)
    assert row["difference"] == pytest.approx(0.001)
    assert row["verdict"] == "predicted-agrees"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("all", "all"),
        ("2025", "2025"),
        ("excl_withdrawn", "without withdrawn"),
        ("2026_excl_withdrawn", "2026, without withdrawn"),
    ],
)
def test_sets_of_papers_have_names_for_people(name: str, label: str) -> None:
    assert subset_label(name) == label
