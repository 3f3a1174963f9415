import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.counts import EVERY_CELL, FEWER_PAIRS, PERCENTAGES
from peerassay.plots.palette import model_colour
from peerassay.plots.preferences import (
    describe_preferences,
    describe_ratios,
    describe_shares,
    plot_ratios,
    plot_shares,
    preference_figure,
)

mpl.use("Agg")
NAN = float("nan")


def line(reviewer, wins, losses, ratio, interval, significant="no", basis=EVERY_CELL, comparison="native / non-native"):
    row = {"comparison": comparison, "reviewer": reviewer, "significant": significant, "basis": basis}
    for name, value, limits in [
        ("share_first", wins, (wins - 0.05, wins + 0.05)),
        ("share_second", losses, (losses - 0.05, losses + 0.05)),
        ("ratio", ratio, interval),
    ]:
        row |= {f"{name}_min": value, f"{name}_max": value}
        row |= {f"{name}_interval_min": limits[0], f"{name}_interval_max": limits[1]}
    return row


@pytest.fixture
def table():
    return pd.DataFrame(
        [
            line("GPT-5.5", 0.2, 0.1, 2.0, (1.5, 3.0), significant="yes"),
            line("GLM 4.7", 0.3, 0.4, 0.75, (0.5, 1.1), basis=FEWER_PAIRS),
            line("Gemma3", 0.5, 0.05, 10.0, (4.0, float("inf")), basis=PERCENTAGES, comparison="high / low confidence"),
        ]
    )


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_shares_go_to_the_right_for_the_first_and_left_for_the_second_version(table):
    widths = [bar.get_width() for bar in plot_shares(table).patches]
    assert widths == pytest.approx([-10, 20, -40, 30, -5, 50])


def test_second_version_differs_by_more_than_colour(table):
    second, first = plot_shares(table).patches[:2]
    assert (second.get_hatch(), first.get_hatch()) == ("////", None)
    assert mpl.colors.same_color(first.get_facecolor(), model_colour("GPT-5.5"))


def test_rows_that_do_not_fit_as_printed_are_marked(table):
    assert labels(plot_shares(table)) == ["GPT-5.5", "GLM 4.7 *", "Gemma3 †"]


def test_groups_have_headings(table):
    assert [text.get_text() for text in plot_ratios(table).texts] == ["native / non-native", "high / low confidence"]


def test_ratio_axis_is_logarithmic_and_markers_are_filled_when_significant(table):
    axes = plot_ratios(table)
    markers = [drawn for drawn in axes.lines if drawn.get_marker() in {"o", "P", "^"}]
    assert axes.get_xscale() == "log"
    assert [marker.get_markerfacecolor() != "none" for marker in markers] == [True, False, False]
    assert [float(marker.get_xdata()[0]) for marker in markers] == [2.0, 0.75, 10.0]


def test_interval_without_upper_limit_ends_in_an_arrow_at_the_edge(table):
    axes = plot_ratios(table)
    (head,) = [drawn for drawn in axes.lines if drawn.get_marker() == ">"]
    assert float(head.get_xdata()[0]) == pytest.approx(axes.get_xlim()[1])


def test_row_without_solution_is_named_but_not_drawn(table):
    empty = pd.DataFrame([line("Qwen3 VL", NAN, NAN, NAN, (NAN, NAN))])
    assert len(plot_shares(empty).patches) == 0
    assert labels(plot_ratios(empty)) == ["Qwen3 VL"]


def test_both_panels_share_their_lines(table):
    left, right = preference_figure(table).axes
    assert left.get_ylim() == right.get_ylim()
    assert labels(right) == []


def test_rows_can_be_named_by_condition(table):
    prompts = table.assign(condition=["Default", "Brief", "Biased"], reviewer="Claude Sonnet 4.6")
    assert labels(plot_shares(prompts, label="condition")) == ["Default", "Brief *", "Biased †"]
    assert "native / non-native: Default 20 to 10, Brief 30 to 40" in describe_shares(prompts, label="condition")


def test_descriptions_are_made_from_the_same_numbers(table):
    assert "native / non-native: GPT-5.5 20 to 10, GLM 4.7 30 to 40" in describe_shares(table)
    assert "GPT-5.5 2 (1.5 to 3, significant), GLM 4.7 0.75 (0.5 to 1.1)" in describe_ratios(table)
    assert describe_preferences(table).startswith("Left: Percent of pairs")
