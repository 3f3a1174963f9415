"""Claims that were imposed on reconstructed records, and claims that these predict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.exhibits import open_page
from peerassay.exhibits.recorder import PageError, Spread
from peerassay.ledger import LedgerError, judge_prediction
from peerassay.reconstruct import predicted_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.exhibits import Page

SPEC = """
title = "Repeatability"
question = "Does it repeat?"
[parameters.records]
type = "path"
default = ""
help = "Own scores."
"""
NAME = "repeatability/03-repeatability"
AGREEMENT = "rep.repeatability.exact_agreement.gpt56sol"  # printed: 72.86 %
CORRELATION = "rep.validity.spearman.gpt6sol"  # printed: 0.409
BELOW_ZERO = "rep.granularity.mae_diff.gpt6luna.all"  # printed: below 0
COUNT = "rep.batch_drift.n_ci_including_zero"  # printed: 3
APPROXIMATE = "rep.budget.halving_ratio"  # printed: about 4


def computed() -> None:
    """Stand for a function of the package."""


@pytest.fixture
def page(add_notebook: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Page:
    add_notebook(NAME, [], SPEC)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    return open_page(NAME, records="")


def own_page(tmp_path: Path) -> Page:
    path = tmp_path / "own.csv"
    path.write_text("paper_id,overall\n", "utf-8")
    return open_page(NAME, records=str(path))


def test_an_imposed_value_is_never_called_reproduced(page: Page) -> None:
    page.impose(AGREEMENT, 6557 / 9000, unit="fraction", function=computed, remark="equal pairs")
    row = page.rows[AGREEMENT]
    assert (row["verdict"], row["tier"], row["remark"]) == ("imposed", "reconstructed", "equal pairs")
    assert row["ours"].startswith("72.8555")


def test_records_that_miss_what_was_imposed_are_an_error(page: Page) -> None:
    with pytest.raises(PageError, match=r"imposed as 72\.86\s%, but the records have 72\.777"):
        page.impose(AGREEMENT, 6550 / 9000, unit="fraction", function=computed)
    with pytest.raises(PageError, match="imposed as"):
        page.impose(AGREEMENT, float("nan"), function=computed)
    with pytest.raises(LedgerError, match="show it beside"):
        page.impose(APPROXIMATE, 4, function=computed)


def test_a_prediction_that_spans_the_printed_value_agrees_and_states_its_spread(page: Page) -> None:
    page.predict(CORRELATION, 0.41, spread=(0.35, 0.4012, 0.45, 40), function=computed, remark="why")
    row = page.rows[CORRELATION]
    assert (row["verdict"], row["tier"]) == ("predicted-agrees", "reconstructed")
    assert row["remark"] == (
        "predicted by 40 seeds: median 0.4012 (published 0.409: -0.0078), nine tenths from 0.3500 to 0.4500; "
        "the records at hand have 0.4100; why"
    )


def test_ours_of_a_prediction_is_the_median_as_the_records_at_hand_may_be_extreme(page: Page) -> None:
    page.predict(CORRELATION, 0.5153, spread=(0.35, 0.4012, 0.45, 40), function=computed)
    assert page.rows[CORRELATION]["ours"] == "0.4012"
    assert page.comparison().loc[0, "difference"] == pytest.approx(-0.0078)
    assert page.at_hand == {CORRELATION: 0.5153}


def test_a_predicted_sign_is_shown_with_digits_of_its_spread_and_without_difference(page: Page) -> None:
    page.predict(BELOW_ZERO, -0.43059, spread=(-0.4681, -0.412, -0.3477, 40), function=computed)
    assert page.rows[BELOW_ZERO]["remark"] == (
        "predicted by 40 seeds: median -0.41 (published < 0), nine tenths from -0.47 to -0.35; "
        "the records at hand have -0.43"
    )
    assert pd.isna(page.comparison().loc[0, "difference"])


@pytest.mark.parametrize(
    ("claim_id", "spread", "words"),
    [
        (COUNT, (2, 3, 3, 40), "median 3 (published 3: 0), nine tenths from 2 to 3"),
        (COUNT, (1.95, 3, 3, 40), "median 3.0 (published 3: 0), nine tenths from 1.9 to 3.0"),
        (CORRELATION, (0.40898, 0.409, 0.40901, 40), "median 0.409000 (published 0.409: 0)"),
        (BELOW_ZERO, (-2e-9, -3.1e-11, 0, 40), "median -3.1e-11 (published < 0), nine tenths from -2.0e-09 to 0.0e+00"),
        (CORRELATION, (0.4, 0.4, 0.4, 40), "median 0.4000 (published 0.409: -0.0090), nine tenths from 0.4000 to 0.4"),
    ],
)
def test_digits_of_a_prediction_follow_from_its_spread(
    page: Page, claim_id: str, spread: tuple[float, float, float, int], words: str
) -> None:
    page.predict(claim_id, spread[1], spread=spread, function=computed)
    assert words in page.rows[claim_id]["remark"]


def test_a_prediction_that_leaves_the_printed_value_outside_differs(page: Page) -> None:
    page.predict(CORRELATION, 0.41, spread=Spread(0.4096, 0.42, 0.45, 40), function=computed)
    assert page.rows[CORRELATION]["verdict"] == "predicted-differs"


def test_on_own_records_nothing_was_imposed_or_predicted(page: Page, tmp_path: Path) -> None:
    own = own_page(tmp_path)
    own.impose(AGREEMENT, 10, function=computed)
    own.predict(CORRELATION, 0.9, spread=(0.35, 0.4, 0.45, 40), function=computed)
    assert own.comparison()["verdict"].tolist() == ["not compared", "not compared"]
    assert own.rows[CORRELATION]["ours"] == "0.9"


@pytest.mark.parametrize(
    ("claim_id", "low", "high", "expected"),
    [
        (CORRELATION, 0.3, 0.4, "predicted-differs"),
        (CORRELATION, 0.3, 0.4085, "predicted-agrees"),  # would be printed as 0.409
        (CORRELATION, 0.4095, 0.5, "predicted-agrees"),  # half way: may be printed as 0.409
        (CORRELATION, 0.4096, 0.5, "predicted-differs"),
        (BELOW_ZERO, -0.5, -0.1, "predicted-agrees"),
        (BELOW_ZERO, -0.5, 0.0, "predicted-differs"),
    ],
)
def test_verdicts_of_predictions_by_hand(claim_id: str, low: float, high: float, expected: str) -> None:
    assert judge_prediction(load_claims()[claim_id], low, high) == expected


def test_predictions_need_two_ends_in_order_and_an_exact_claim() -> None:
    claims = load_claims()
    for ends in [(0.5, 0.4), (float("nan"), 0.4)]:
        with pytest.raises(ValueError, match="the lower one first"):
            judge_prediction(claims[CORRELATION], *ends)
    with pytest.raises(LedgerError):
        judge_prediction(claims[APPROXIMATE], 3, 5)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=6), st.sampled_from([CORRELATION, BELOW_ZERO]))
def test_page_and_reconstruction_report_judge_alike(values: list[float], claim_id: str) -> None:
    claims, seeds = load_claims(), pd.DataFrame({"claim_id": claim_id, "seed": range(len(values)), "value": values})
    row = predicted_table(claims, {claim_id: values[0]}, seeds).iloc[0]
    assert row["verdict"] == judge_prediction(claims[claim_id], row["low"], row["high"])
