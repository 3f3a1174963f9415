import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots.granularity import (
    NAMES,
    QUANTITIES,
    describe_granularity,
    granularity_figure,
    plot_differences,
    subset_name,
)

mpl.use("Agg")
NAN = float("nan")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


@pytest.fixture
def table():
    rows = [
        ("GPT-6-Luna", "all", "mean", 0.7, 0.6, 0.8),
        ("GPT-6-Luna", "2025", "mean", 0.6, 0.4, 0.8),
        ("mine", "all", "mean", 0.2, NAN, NAN),
        ("mine", "2025", "mean", NAN, NAN, NAN),
        ("mine", "all", "sd", -0.1, -0.2, 0.0),
    ]
    return pd.DataFrame(rows, columns=["reviewer", "subset", "quantity", "difference", "low", "high"])


@pytest.mark.parametrize(
    ("subset", "name"),
    [
        ("all", "all papers"),
        ("2025", "2025"),
        ("excl_withdrawn", "without withdrawn"),
        ("2025_excl_withdrawn", "2025, without withdrawn"),
    ],
)
def test_subsets_have_names_for_people(subset, name):
    assert subset_name(subset) == name


def test_differences_stand_in_the_row_of_their_subset(table):
    ax = plot_differences(table, "mean")
    points = [(line.get_xdata()[0], round(line.get_ydata()[0])) for line in ax.lines if line.get_marker() in ("s", "o")]
    assert points == [(0.7, 0), (0.6, 1), (0.2, 0)]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["all papers", "2025"]


def test_an_undefined_interval_leaves_the_point(table):
    ax = plot_differences(table[table["reviewer"] == "mine"], "mean")
    assert len(ax.lines) == 2  # the point and the line at zero


def test_published_differences_are_strokes(table):
    published = pd.DataFrame([{"reviewer": "GPT-6-Luna", "subset": "all", "quantity": "mean", "published": 0.693}])
    ax = plot_differences(table, "mean", published=published)
    assert [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "|"] == [0.693]


def test_only_quantities_that_there_are_get_a_panel(table):
    fig = granularity_figure(table, quantities=set(table["quantity"]))
    assert [ax.get_title(loc="left") for ax in fig.axes] == [QUANTITIES["mean"], QUANTITIES["sd"]]
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["GPT-6-Luna", "mine"]


def test_the_description_is_made_from_the_same_numbers(table):
    said = describe_granularity(table)
    assert "GPT-6-Luna, all papers +0.70 (+0.60 to +0.80)" in said
    assert "mine, all papers +0.20; " not in said
    assert "mine, all papers +0.20. SD within papers: mine, all papers -0.10 (-0.20 to +0.00)" in said


def test_every_quantity_with_a_panel_has_a_full_name():
    assert set(QUANTITIES) <= set(NAMES)
