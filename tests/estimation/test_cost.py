"""The price of calls."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.estimation import Rates, call_cost, cost_table
from peerassay.reconstructed.estimation import claimed_rates

RATES = Rates(4, 5, 0.4, 20)


def test_the_rates_are_the_printed_ones() -> None:
    assert claimed_rates(load_claims()) == RATES


def test_both_readings_by_hand() -> None:
    """I = 1000, C = 300, W = 500, O = 100: 200 or 700 tokens of plain input, so 5,420 or 7,420 USD per million."""
    assert call_cost(1000, 300, 500, 100, RATES) == pytest.approx(5420e-6)
    assert call_cost(1000, 300, 500, 100, RATES, writes_in_input=False) == pytest.approx(7420e-6)


@given(*[st.integers(0, 10_000)] * 4)
@settings(deadline=None, max_examples=40)
def test_readings_differ_by_the_ordinary_price_of_written_tokens(
    plain: int, cached: int, written: int, out: int
) -> None:
    whole = plain + cached + written
    both = [call_cost(whole, cached, written, out, RATES, writes_in_input=inside) for inside in (True, False)]
    assert both[1] - both[0] == pytest.approx(4 * written / 1e6)


def test_nothing_written_makes_the_readings_agree() -> None:
    later = [call_cost(1000, 1000, 0, 50, RATES, writes_in_input=inside) for inside in (True, False)]
    assert later[0] == later[1] == pytest.approx(1.4e-3)


def test_first_and_later_calls_are_kept_apart() -> None:
    usage = pd.DataFrame(
        {
            "paper_id": ["a", "a", "a", "b"],
            "reviewer": "mine",
            "call": [2, 3, 5, 1],
            "input_tokens": [100, 100, 100, 300],
            "cached_tokens": [0, 100, 50, 0],
            "cache_write_tokens": [100, 0, 50, 300],
            "output_tokens": 0,
        }
    )
    table = cost_table(usage, RATES).set_index("state")
    assert table["calls"].to_dict() == {"first": 2, "later": 2}
    assert table.loc["first", "cost"] == pytest.approx((500 + 1500) / 2 / 1e6)
    assert table.loc["later", "cost"] == pytest.approx((40 + 20 + 250) / 2 / 1e6)


def test_a_reading_that_the_counts_exclude_is_undefined() -> None:
    usage = pd.DataFrame([{"paper_id": "a", "reviewer": "mine", "call": 1, "input_tokens": 0, "cached_tokens": 0}])
    row = cost_table(usage.assign(cache_write_tokens=10, output_tokens=0), RATES).iloc[0]
    assert np.isnan(row["cost"])
    assert row["cost_beside"] == pytest.approx(50e-6)


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="more cached and written tokens"):
        call_cost(10, 6, 6, 0, RATES)
    with pytest.raises(ValueError, match="below 0"):
        call_cost(10, 0, 0, -1, RATES)
    with pytest.raises(ValueError, match="no rate below 0"):
        Rates(-1, 0, 0, 0)
