"""Sentences about budgets from scores."""

from __future__ import annotations

import numpy as np
import pandas as pd

from peerassay.budgets import (
    fewest_scores_table,
    say_answer,
    say_fewest,
    say_help,
    score_budgets_table,
    score_pilots_table,
    without_fewest,
)

ROW = {"guarantee": "alone", "model": "x", "planning": 12, "KL": 1065, "product": 1363, "mixture": 1396, "free": 598}


def budgets(**changes: object) -> pd.DataFrame:
    return pd.DataFrame([ROW | changes])


def test_a_pilot_that_needs_more_reviews_than_none_is_called_too_small() -> None:
    (said,) = say_help(budgets())
    assert said.startswith("**x (alone): the pilot is too small to help.**")
    assert "1,065 (KL bound), 1,363 (product bound) and 1,396 (mixture bound), while 598 reviews" in said
    assert said.endswith("598 is the answer.")


def test_only_the_bounds_without_use_are_named() -> None:
    (said,) = say_help(budgets(KL=40, product=598, mixture=30))
    assert said == "x (alone): 598 (product bound) is no help, as 598 reviews suffice without any pilot."
    assert say_help(budgets(KL=1, product=2, mixture=3)) == [
        "Every certified budget here is below the 598 reviews that need no pilot."
    ]
    assert say_help(budgets().iloc[:0]) == []


def test_the_answer_is_the_product_bound_or_no_pilot() -> None:
    pilots = score_pilots_table({"x": [[1, 1]], "y": [[1]]})
    free = "**598** for x (without a pilot, as this one is too small to need fewer; product bound 1,363, KL bound 1,065"
    unknown = "**598** for y (without a pilot: no paper has two scores)"
    assert say_answer(budgets(), pilots, 598) == f"{free}, planning 12); {unknown}"
    assert say_answer(budgets(product=30), pilots.iloc[:1], 598).startswith("**30** for x (product bound; KL bound")
    assert say_answer(budgets().iloc[:0], pilots.iloc[1:], 598) == unknown


def test_the_last_guarantee_gives_the_answer() -> None:
    two = pd.concat([budgets(product=30), budgets(product=40, guarantee="both")])
    assert say_answer(two, score_pilots_table({"x": [[1, 1]]}), 598).startswith("**40** for x")


def test_papers_with_the_fewest_scores_and_their_price_are_named() -> None:
    scores = np.tile([3.0, 4.0, 3.0, 3.0], (8, 1))
    scores[3, 3] = np.nan
    matrices = {"x": scores}
    few = fewest_scores_table(matrices, {"x": [f"p{i}" for i in range(8)]})
    old, new = (score_budgets_table(m, {"alone": 0.05}, 0.5, 0.05) for m in (matrices, without_fewest(matrices)))
    (said,) = say_fewest(few, old, new)
    assert said.startswith("**x: paper p3 has only 3 scores**, so that no more than 1 pair of each paper can count")
    assert "Without it, 2 pairs of each of the other 7 would count" in said
    assert f"for alone: {new['KL'][0]:,} instead of {old['KL'][0]:,} (KL bound)" in said
    assert 598 < new["KL"][0] < old["KL"][0]
    assert said.endswith("; still no less than the 598 without a pilot.")


def test_of_many_papers_the_first_five_are_named() -> None:
    scores = np.full((8, 4), 2.0)
    scores[:7, 2:] = np.nan
    few = fewest_scores_table({"x": scores}, {"x": list("abcdefgh")})
    (said,) = say_fewest(few, budgets(), budgets())
    assert "papers a, b, c, d, e and 2 other papers have only 2 scores" in said
