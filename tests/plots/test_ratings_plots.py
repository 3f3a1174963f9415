"""Figures of ratings by group: what they draw, and that their words have the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.epistemics.summaries import category_counts, score_table, share_table
from peerassay.epistemics.tags import phi_matrix, phi_pairs
from peerassay.plots import agentic, equation, outcomes, structure, venues

if TYPE_CHECKING:
    from collections.abc import Iterator

LABELS = ("System 1", "System 2", "Mixed", "Non-evaluative")
GIVEN = ["System 1", "Mixed", "Mixed", "System 2", "Mixed", "Mixed"]
SHARES = share_table(category_counts(["X"] * 4 + ["Y"] * 2, GIVEN, LABELS))
DIMENSIONS = pd.DataFrame(
    {"column": ["core_criticality", "impression_reliance"], "flipped": [False, True]}
    | {name: [1.0, 2.0] for name in ("mean_first", "sd_first", "mean_second", "sd_second")}
)


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def test_label_bars_fill_the_row_and_write_what_is_not_tiny() -> None:
    ax = venues.plot_labels(SHARES)
    assert [text.get_text() for text in ax.texts] == ["25%", "50%", "100%", "25%"]
    assert ax.get_xlim() == (0, 1)
    assert "X: System 1 25%, System 2 25%, Mixed 50%" in venues.describe_labels(SHARES)


def test_violins_survive_single_and_equal_values() -> None:
    ax = venues.plot_scores({"a": [1.0, 2, 3], "b": [2.0], "c": [3.0, 3]}, highlight="a")
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["a\n(n = 3)", "b\n(n = 1)", "c\n(n = 2)"]
    words = venues.describe_scores(score_table(["a", "a"], [1.0, 3.0]))
    assert "a: mean 2.00, SD 1.41, 2 reviews" in words


def test_years_have_labels_left_and_scores_right() -> None:
    fig = venues.plot_years(SHARES, {"2021": [1.0, 2.0, 2.5], "2025": [2.0, 3.0, 4.0]})
    assert len(fig.axes) == 2


def test_tiers_are_drawn_at_their_means() -> None:
    table = pd.DataFrame(
        {"venue": ["X", "X"], "tier": ["oral", "poster"], "n": [3, 9], "mean": [2.0, 3.0]}
        | {"low": [1.0, 2.9], "high": [3.0, 3.1]}
    )
    ax = venues.plot_groups(table)
    assert [np.asarray(line.get_xdata()).tolist() for line in ax.lines] == [[2.0], [3.0]]
    assert venues.describe_groups(table).endswith("X oral 2.00 (n = 3), X poster 3.00 (n = 9).")


def test_coefficients_have_a_cross_only_where_something_is_printed() -> None:
    table = pd.DataFrame({"term": ["2023"], "estimate": [-0.1], "low": [-0.2], "high": [0.0]})
    assert len(venues.plot_coefficients(table).lines) == 2  # zero and the estimate
    assert len(venues.plot_coefficients(table.assign(printed=-0.15)).lines) == 3


def test_figure_5_marks_turned_dimensions() -> None:
    fig = agentic.plot_figure_5({"X": [1.0, 2.0, 4.0], "Agentic": [3.0, 3.5]}, DIMENSIONS, "Agentic")
    assert [tick.get_text() for tick in fig.axes[1].get_yticklabels()] == ["Core criticality", "Impression reliance †"]
    assert "Core criticality 1.00 and 1.00" in structure.describe_dimensions(DIMENSIONS)


def test_effects_show_published_ones_only_where_printed() -> None:
    table = pd.DataFrame({"label": ["a", "b"], "d": [1.0, -1.0], "low": [0.5, -2.0], "high": [1.5, 0.0]})
    printed = table.assign(printed=[1.1, np.nan], printed_low=[1.0, np.nan], printed_high=[1.2, np.nan])
    drawn = [structure.plot_effects(one) for one in (table, printed)]
    assert [sum(line.get_marker() == "X" for line in ax.lines) for ax in drawn] == [0, 1]
    assert structure.describe_effects(table).endswith("a 1.00 (0.50 to 1.50); b -1.00 (-2.00 to 0.00).")


def test_phi_is_written_without_a_negative_zero_and_undefined_as_a_dash() -> None:
    tags = pd.DataFrame({"a": [True, True, False, False], "b": [True, False, True, False], "never": [False] * 4})
    texts = [text.get_text() for text in structure.plot_phi(phi_matrix(tags)).texts]
    assert texts == ["50%", "+0.00", "50%", "–", "–", "0%"]
    assert "A with B +0.00" in structure.describe_phi(phi_pairs(tags).head(1))


def test_tags_and_traces_by_group() -> None:
    table = share_table(pd.DataFrame({"overconfidence": [1, 0]}, index=["X", "Agentic"]), [4, 2])
    assert "X: Overconfidence 25%; Agentic: Overconfidence 0%" in structure.describe_tags(table)
    assert len(structure.plot_tags(table).lines) == 2
    traces = pd.DataFrame({"group": ["human", "human"], "s1": [2.0, 4.0], "s2": [3.0, 1.0], "reviews": [3, 1]})
    assert "human reviews on average 2.50 and 2.50" in structure.describe_traces(traces)
    assert len(structure.plot_traces(traces).collections) == 2


def test_the_biplot_has_an_arrow_per_dimension() -> None:
    points = pd.DataFrame({"group": ["human", "human", "agentic"], "pc1": [-1.0, 1.0, 2.0], "pc2": [0.5, -0.5, 0.0]})
    loadings = pd.DataFrame({"dimension": ["core_criticality"], "flipped": [False], "r1": [0.8], "r2": [0.1]})
    fig = structure.plot_biplot(points, loadings, (0.6, 0.1))
    assert len(fig.axes[0].texts) == 1
    assert "human at 0.00 and 0.00; agentic at 2.00 and 0.00" in structure.describe_biplot(points, (0.6, 0.1))


def test_small_multiples_have_one_line_per_unit_and_say_what_kind_each_is() -> None:
    points = ((1.0, 0.0), (4.0, 1.0))
    rows = [("p", "P (x)", unit, ratio, share) for unit in ("characters", "words") for ratio, share in points]
    rows += [("c", "C", "characters", ratio, share) for ratio, share in points]
    table = pd.DataFrame(rows, columns=["key", "resolution", "unit", "ratio", "explained"])
    needed = pd.DataFrame({"key": ["c", "p"], "resolution": ["C", "P (x)"], "unit": "characters", "ratio": [3.0, 9.0]})
    fig = equation.plot_explained(table, needed, 0.74, {"p": "depends on the unit", "c": "a contrast"})
    drawn = [[np.asarray(line.get_xdata()).tolist() for line in ax.lines] for ax in fig.axes]
    assert [lines.count([1.0, 4.0]) for lines in drawn] == [2, 1]
    assert [text.get_text() for text in fig.axes[1].texts] == ["× 3.0", "a contrast"]
    assert "74% at a ratio of C 3.0; P (x) 9.0" in equation.describe_explained(needed, 0.74)


def test_errors_and_coefficients_of_resolutions() -> None:
    errors = pd.DataFrame({"resolution": ["A", "A"], "spread": [0.2, 0.4], "standard_error": [0.1, 0.05]})
    ax = equation.plot_errors(errors, (0.06, 0.07), {"short reviews": 0.3})
    assert [text.get_text() for text in ax.texts] == ["printed interval", "short reviews"]
    needed = pd.DataFrame({"resolution": ["A", "B"], "spread": [0.31, np.nan]})
    assert equation.describe_errors(needed).endswith("A 0.31; B none.")
    fits = pd.DataFrame({"resolution": ["A", "A", "B"], "unit": ["u", "v", "u"], "estimate": [0.1, 0.5, 0.2]})
    fits = fits.assign(low=0.0, high=0.6)
    assert equation.describe_resolutions(fits).endswith("A 0.10 to 0.50 by unit; B 0.20 in every unit.")
    assert len(equation.plot_resolutions(fits, 0.65).collections) == 2


def test_chance_and_power_in_words() -> None:
    chance = pd.DataFrame({"largest": [0.1, 0.2, 0.3, 0.4]})
    assert "50% within 0.2" in outcomes.describe_spreads(chance, 0.2)
    assert outcomes.plot_spreads(chance, 0.2).get_legend() is not None
    curve = pd.DataFrame({"d": [0.0, 1.0], "power": [0.0, 1.0]})
    assert outcomes.reached(curve, 0.8) == pytest.approx(0.8)
    assert np.isnan(outcomes.reached(curve.assign(power=[0.0, 0.5]), 0.8))
    assert "reaches 80% at d = 0.80" in outcomes.describe_power(curve, 0.8)
    assert len(outcomes.plot_power(curve, 0.8).texts) == 1
