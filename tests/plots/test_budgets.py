"""Figures of the review budgets and their descriptions."""

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.budgets import (
    bounds_table,
    budgets_table,
    coverage_study,
    published_pilots,
    rare_jump_table,
    success_curves,
)
from peerassay.claims import load_claims
from peerassay.plots import budgets as plots


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def bounds():
    return bounds_table(published_pilots(load_claims()).values(), 0.05)


def test_figure_3_has_a_dashed_and_a_solid_curve_per_model_and_marks_the_target(bounds):
    curves = success_curves(bounds, 0.5, 0.05, 60)
    lines = plots.plot_success(curves, 0.95).get_lines()
    assert [line.get_linestyle() for line in lines[::2]] == ["--", "-"] * 3 + ["-"]
    marks = [line.get_xdata()[0] for line in lines[1::2]]
    assert marks == [12, 33, 12, 35, 6, 24]


def test_the_description_of_figure_3_says_where_the_curves_reach_the_target(bounds):
    text = plots.describe_success(success_curves(bounds, 0.5, 0.05, 60), 0.95)
    assert "GPT-5.6-Sol 12 and 33; GPT-6-Luna 12 and 35; GPT-6-Sol 6 and 24" in text


def test_a_target_beyond_the_curve_is_said_and_not_marked(bounds):
    curves = success_curves(bounds, 0.5, 0.05, 10)
    assert "12" not in plots.describe_success(curves, 0.95)
    assert "more than 10" in plots.describe_success(curves, 0.95)
    assert plots.plot_success(curves, 0.95)


def test_each_method_has_its_marker_and_all_models_are_named(bounds):
    budgets = budgets_table(bounds, 0.25, 0.05)
    ax = plots.plot_budgets(budgets)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["GPT-5.6-Sol", "GPT-6-Luna", "GPT-6-Sol"]
    assert len({line.get_marker() for line in ax.get_lines()}) == 4
    assert "GPT-6-Luna: planning 48, KL 137, product 88, mixture 89" in plots.describe_budgets(budgets)


def test_rare_jumps_are_described_by_their_ends():
    table = rare_jump_table([0, 1, 2], 200, 10, 0.05)
    assert len(plots.plot_rare_jumps(table).get_lines()) == 4
    assert "with 2 such papers observed 0.081, KL 0.311, product 0.484" in plots.describe_rare_jumps(table)


def test_coverage_shows_the_promise_and_names_the_worst_case():
    study = coverage_study(200, 10, 0.05, 500, np.random.default_rng(2))
    ax = plots.plot_coverage(study, 0.05)
    assert len(ax.get_yticks()) == 7
    assert any(np.allclose(line.get_xdata(), 0.05) for line in ax.get_lines())
    worst = study.loc[study[study["method"] == "product"]["rate"].idxmax()]
    assert f"product {worst['rate']:.2%} ({worst['case']})" in plots.describe_coverage(study, 0.05)


def test_a_figure_can_be_drawn_into_given_axes(bounds):
    _, ax = plt.subplots()
    table = pd.concat([budgets_table(bounds, 0.5, 0.05)])
    assert plots.plot_budgets(table, ax=ax) is ax
