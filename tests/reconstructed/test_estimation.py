"""Values, names and sentences of the page on estimation."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.estimation import Grid, Rates, analyse, cost_table
from peerassay.estimation.risk import collision_share, debiased_risk, direct_risk, frequencies
from peerassay.exhibits.recorder import Spread
from peerassay.reconstruct.estimation import KEY
from peerassay.reconstructed import estimation_tables as tables
from peerassay.reconstructed import estimation_words as words
from peerassay.reconstructed import load_predictions
from peerassay.reconstructed.estimation import cost_examples, open_estimation, year_sets
from peerassay.reconstructed.estimation_values import counted_values, risk_claims, unweighted_gap, value_functions

CLAIMS = load_claims()


def test_the_committed_records_are_opened_by_default() -> None:
    study = open_estimation()
    assert (study.sample.target, study.sample.auxiliary) == ("GPT-5.6-Sol", "GPT-5.6-Sol without reasoning")
    assert (len(study.sample.papers), int(study.sample.held.sum()), study.notes) == (198, 10, ())
    assert {name: int(mask.sum()) for name, mask in year_sets(study.sample).items()} == {
        "all": 198,
        "2025": 99,
        "2026": 99,
    }
    analysis = analyse(study.sample, Grid(), 3, np.random.default_rng(1))
    assert analysis.fitted is not None
    assert unweighted_gap(analysis.fitted, analysis) <= 1e-12


def test_every_value_has_the_function_that_fits_it_best() -> None:
    names = ["rep.fusion.risk_diff.standard_minus_r3", "rep.fusion.risk_diff.standard_minus_r3.ci_low"]
    functions = value_functions(dict.fromkeys([*names, "rep.independent.fit.weight"], 0.0), CLAIMS)
    assert [functions[name].__name__ for name in names] == ["derived_values", "difference_table"]
    assert functions["rep.independent.fit.weight"].__name__ == "fit_others"


def test_constants_count_only_where_others_that_are_printed_give_them() -> None:
    counted = counted_values(CLAIMS)
    assert {name: int(CLAIMS[name].value) for name in counted} == counted
    assert counted["rep.fusion.grid.combinations"] == 6 * 13 * 3
    assert counted["rep.independent.fit_papers"] == 63 + 135 - 2 * 5
    assert not {"rep.fusion.ci_level", "rep.fusion.clip.hi", "rep.fusion.refit.resamples"} & set(counted)


def test_printed_risks_have_their_cells() -> None:
    assert set(risk_claims().values()) <= set(CLAIMS)
    assert risk_claims()["2026", "direct_2"] == "rep.fusion.risk.r2.2026"


def test_a_debiased_risk_is_a_distance_less_the_risk_of_direct_scores() -> None:
    rng = np.random.default_rng(3)
    counts = rng.multinomial(5, np.full(10, 0.1), size=50)
    estimates = rng.dirichlet(np.ones(10), size=50)
    gap = ((estimates - frequencies(counts)) ** 2).sum(axis=1)
    assert debiased_risk(estimates, counts) == pytest.approx(gap - direct_risk(collision_share(counts), 5))


def test_weights_that_need_a_risk_below_the_lowest_possible_are_impossible() -> None:
    table = tables.implied_table(CLAIMS, [0.6, 0.7, 0.8]).set_index("weight")
    assert table["possible"].tolist() == [True, True, False]
    assert table.loc[0.7, "quick"] == pytest.approx(0.25898, abs=1e-5)
    assert "**0.259**" in words.implied_words(CLAIMS)


def test_held_out_numbers_have_different_names() -> None:
    labels = tables.held_out_labels(CLAIMS, load_predictions(KEY), ("rep.fusion", "rep.independent"))
    assert len(set(labels.values())) == len(labels) == 22
    assert (
        labels["rep.fusion.risk_diff_refit.standard_minus_r2.ci_low"] == "risk Standard − 2 scores, refitted, lower end"
    )
    assert labels["rep.fusion.auc_diff.quick_minus_r1"] == "AUC Quick − 1 score"


def test_an_example_of_costs_has_both_ends() -> None:
    costs = cost_table(cost_examples(Rates(4, 5, 0.4, 20), 1000, {"review": 100}), Rates(4, 5, 0.4, 20))
    assert costs["state"].tolist() == ["first", "later"]
    assert costs["cost"].tolist() == pytest.approx([0.007, 0.0024])
    assert "a later **review** costs 34% of a first one" in words.cost_words(costs)
    assert words.cost_words(costs[:1]) == "There are no later calls to compare."


def test_sentences_about_the_seeds() -> None:
    assert "between -0.1000 and +0.2000" in words.seeds_words(Spread(-0.1, 0.0, 0.2, 40))
    rows = pd.DataFrame(
        [
            {"label": "x", "published": "69 %", "median": 87.0, "verdict": "predicted-differs"},
            {"label": "y", "published": "1", "median": 1.0, "verdict": "predicted-agrees"},
        ]
    )
    assert words.held_out_words(rows) == (
        "1 of 2 published numbers lie in nine tenths of the predictions. Outside: x (69 %, median 87)."
    )
