"""Figures of the audit and of the probes, and their alternative texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matplotlib import pyplot as plt

from peerassay.audit import fit_table, preference_rows, repeat_noise
from peerassay.epistemics import shares_at_a_glance
from peerassay.plots.audit import describe_fit, describe_noise, plot_fit, plot_noise
from peerassay.plots.probes import describe_probes, plot_probes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peerassay.claims import Claims


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def test_the_picture_of_fits_has_a_line_per_row_and_marks_those_that_do_not_fit(published: Claims) -> None:
    table = fit_table(preference_rows(published), 6)
    ax = plot_fit(table)
    labels = ax.get_yticklabels()
    assert len(labels) == 51
    assert sum(label.get_fontweight() == "bold" for label in labels) == 4
    assert "47 of 51 rows fit" in describe_fit(table)
    assert "GLM 4.7: fits n = 498, 499, 500, 501, 502" in describe_fit(table)


def test_the_text_of_fits_says_none_when_all_rows_fit(published: Claims) -> None:
    table = fit_table(preference_rows(published)[:2], 0)
    assert describe_fit(table).endswith("Rows that do not: none.")
    assert plot_fit(table).get_xlabel() == "pairs fewer than stated"


def test_noise_is_drawn_and_told_for_every_reviewer(published: Claims) -> None:
    table = repeat_noise(published)
    ax = plot_noise(table)
    assert [label.get_text() for label in ax.get_yticklabels()] == list(dict.fromkeys(table["reviewer"]))
    assert "Gemma3: native / non-native 43%, high / low confidence 61%" in describe_noise(table)


def test_probes_are_one_dot_per_pair() -> None:
    table = shares_at_a_glance({"wins": 3, "losses": 0}, 4)
    ax = plot_probes(table)
    assert [len(dots.get_offsets()) for dots in ax.collections if hasattr(dots, "get_sizes") and len(dots.get_sizes())]
    assert sum(len(dots.get_offsets()) for dots in ax.collections[:2]) == 4
    assert "wins: 3 of 4 pairs (75%" in describe_probes(table)
