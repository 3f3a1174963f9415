"""The shortest reviews against the rest, and what a printed split implies."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.epistemics.short_reviews import implied_ratio, predicted_difference, short_split, template_table


def frame(**columns: object) -> pd.DataFrame:
    return pd.DataFrame(columns)


def test_newcombe_s_interval_is_the_published_one() -> None:
    """Newcombe (1998), Statistics in Medicine 17, example a: 56/70 and 48/80 give 0.0524 to 0.3339 (method 10)."""
    flags = [1] * 56 + [0] * 14 + [1] * 48 + [0] * 32
    table = short_split(frame(tag_overconfidence=np.array(flags, float)), np.arange(150) < 70).set_index("measure")
    row = table.loc["overconfidence"]
    assert (round(row["low"], 4), round(row["high"], 4)) == (0.0524, 0.3339)
    assert row["difference"] == pytest.approx(0.2)


def test_welch_s_interval_as_r_gives_it() -> None:
    """R, t.test(extra ~ group, data = sleep): interval -3.3654832 to 0.2054832."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    row = short_split(frame(rqs=np.array(first + second)), np.arange(20) < 10).iloc[0]
    assert (row["low"], row["high"]) == pytest.approx((-3.3654832, 0.2054832), abs=1e-6)


def test_shares_by_hand_and_what_is_not_known_is_left_out() -> None:
    table = short_split(
        frame(
            label=["System 1", "Mixed", "System 1", None, "Mixed"],
            tag_overconfidence=[1, 0, 0, math.nan, 0],
            tag_representativeness=[0, 0, 1, math.nan, 0],
        ),
        [True, True, False, False, False],
    ).set_index("measure")
    assert table.loc["System 1", ["short", "rest", "n_short", "n_rest"]].tolist() == [0.5, 0.5, 2, 2]
    assert table.loc["no tag", ["short", "rest"]].tolist() == [0.5, 0.5]
    assert "mean RQS" not in table.index


def test_empty_and_constant_groups_are_said() -> None:
    table = short_split(frame(rqs=[2.0, 2.0, 2.0], label=["Mixed"] * 3), [True, False, False])
    assert table["reason"].tolist() == ["too few values, or none that differ", table["reason"].iloc[1]]
    assert "fewer than two" in table["reason"].iloc[1]
    none = short_split(frame(rqs=[2.0, 3.0], label=["Mixed"] * 2), [False, False])
    assert none["reason"].tolist() == ["too few values, or none that differ", "a group is empty"]
    assert math.isnan(none["short"].iloc[0])


def test_the_printed_split_and_slope_imply_lengths_that_differ_by_less_than_two() -> None:
    """exp(0.22 / 0.36) = 1.8425."""
    assert implied_ratio(2.88 - 2.66, 0.36) == pytest.approx(1.8425, abs=1e-4)


@settings(deadline=None, max_examples=50)
@given(st.floats(-3, 3), st.floats(0.05, 2))
def test_ratio_and_difference_undo_each_other(difference: float, slope: float) -> None:
    assert predicted_difference(implied_ratio(difference, slope), slope) == pytest.approx(difference, abs=1e-9)


def test_many_texts_are_tabled() -> None:
    table = template_table([("a", "1. x y.\n2. z w."), ("b", "nothing")], least=2)
    assert table[["review", "lists", "inflated"]].to_numpy().tolist() == [["a", "2", "yes"], ["b", "none", "no"]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: short_split(frame(rqs=[1.0]), [True, False]), "one entry for each of 1 rows"),
        (lambda: implied_ratio(1, 0), "slope"),
        (lambda: predicted_difference(0, 1), "ratio"),
    ],
)
def test_impossible_input_is_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
