import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.plots.palette import NEUTRAL, model_colour
from peerassay.plots.ranking import (
    OUTCOMES,
    close_pairs_figure,
    describe_close_pairs,
    describe_ranking,
    plot_gap_outcome,
    plot_outcome,
    ranking_figure,
    reviewer_styles,
)

mpl.use("Agg")
NAN = float("nan")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


@pytest.fixture
def table():
    rows = [("GPT-6-Sol", 1, 0.5, 0.48), ("GPT-6-Sol", 2, 0.7, 0.25), ("mine", 1, 0.6, 0.39)]
    frame = pd.DataFrame(rows, columns=["reviewer", "reviews_per_block", "same_share", "tie_share"])
    return frame.assign(reverse_share=1 - frame["same_share"] - frame["tie_share"])


@pytest.fixture
def gaps():
    rows = [(name, gap, size) for name in ("GPT-6-Sol", "mine") for gap in ("0", "(0, 1]") for size in (1, 2)]
    frame = pd.DataFrame(rows, columns=["reviewer", "gap", "reviews_per_block"])
    return frame.assign(same_share=0.5, tie_share=[0.3, 0.4] * 4, reverse_share=[0.2, 0.1] * 4)


def printed(**cells):
    row = {"reviewer": "GPT-6-Sol", "gap": "", "reviews_per_block": 2, "outcome": "same", "published": 0.72}
    return pd.DataFrame([row | {"lowest": 0.69, "highest": 0.74} | cells])


def markers(ax, marker):
    return [line for line in ax.lines if line.get_marker() == marker]


def test_models_of_the_book_keep_their_colour_and_a_single_other_is_grey():
    styles = reviewer_styles(["GPT-6-Sol", "mine"])
    assert styles["GPT-6-Sol"]["color"] == model_colour("GPT-6-Sol")
    assert styles["mine"]["color"] == NEUTRAL


def test_several_own_reviewers_differ_in_more_than_colour():
    styles = reviewer_styles([f"m{number}" for number in range(6)]).values()
    assert len({style["color"] for style in styles}) == 6
    assert len({style["marker"] for style in styles}) == 6
    assert len(reviewer_styles([f"m{number}" for number in range(30)])) == 30


def test_own_reviewers_do_not_take_the_colour_of_a_model_beside_them():
    styles = reviewer_styles(["GPT-5.6-Sol", "x", "y"])
    assert len({style["color"] for style in styles.values()}) == 3


def test_lines_hold_the_shares(table):
    lines = plot_outcome(table, "tie").lines
    assert [list(line.get_ydata()) for line in lines] == [[0.48, 0.25], [0.39]]


def test_published_value_stands_to_the_right_of_its_block(table):
    ax = plot_outcome(table, "same", published=printed())
    (stroke,) = markers(ax, "_")
    assert 2 < stroke.get_xdata()[0] < 3
    assert stroke.get_ydata()[0] == 0.72
    assert list(ax.lines[-1].get_ydata()) == [0.69, 0.74]


@pytest.mark.parametrize("cells", [{"outcome": "tie"}, {"reviewer": "absent"}])
def test_published_values_of_other_outcomes_or_reviewers_are_not_drawn(table, cells):
    assert not markers(plot_outcome(table, "same", published=printed(**cells)), "_")


def test_a_value_without_prediction_has_no_band(table):
    ax = plot_outcome(table, "same", published=printed(lowest=NAN, highest=NAN))
    assert len(ax.lines) == 3


def test_the_figure_has_a_panel_per_outcome_and_one_legend(table):
    fig = ranking_figure(table, printed())
    assert [ax.get_title(loc="left") for ax in fig.axes] == list(OUTCOMES.values())
    texts = [text.get_text() for text in fig.legends[0].get_texts()]
    assert texts == ["GPT-6-Sol", "mine", "published", "predicted (9 of 10 seeds)"]
    assert [text.get_text() for text in ranking_figure(table).legends[0].get_texts()] == ["GPT-6-Sol", "mine"]


def test_gap_groups_are_in_the_order_of_the_table(gaps):
    ax = plot_gap_outcome(gaps, "tie", published=printed(gap="(0, 1]", reviewer="", outcome="tie"))
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0", "(0, 1]"]
    assert len(markers(ax, "_")) == 1


def test_blocks_differ_by_filling(gaps):
    first, second = plot_gap_outcome(gaps[gaps["reviewer"] == "mine"], "tie").lines
    assert (first.get_markerfacecolor(), second.get_markerfacecolor()) == ("none", NEUTRAL)


def test_close_pairs_figure_names_the_blocks(gaps):
    texts = [text.get_text() for text in close_pairs_figure(gaps).legends[0].get_texts()]
    assert texts == ["GPT-6-Sol", "mine", "blocks of 1", "blocks of 2"]


def test_descriptions_are_made_from_the_same_numbers(table, gaps):
    said = describe_ranking(table)
    assert "Same order: GPT-6-Sol 50.0% to 70.0%, mine 60.0%" in said
    assert "by reviews per block (1 to 2)" in said
    assert "blocks of 2, gap (0, 1]: same 50.0%, tie 40.0%, reverse 10.0%" in describe_close_pairs(gaps)


def test_undefined_shares_are_left_out_of_the_words(table):
    assert "none" in describe_ranking(table.assign(same_share=NAN))
