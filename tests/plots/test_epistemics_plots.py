"""Figures of agreement, probes and length draw what they are given, and say the same in words."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from peerassay.epistemics.length import label_by_length, length_curves
from peerassay.epistemics.probes import load_probes, marker_table
from peerassay.plots.epistemics import describe_label_by_length, describe_length, plot_label_by_length, plot_length
from peerassay.plots.probes import describe_match, plot_match
from peerassay.plots.validation import describe_agreement, plot_agreement


def agreement() -> pd.DataFrame:
    rows = {"comparison": ["a against b", "a against c"], "agreement": [0.8, 0.4]}
    rows |= {"agreement_low": [0.7, 0.3], "agreement_high": [0.9, 0.5]}
    rows |= {"kappa": [0.7, math.nan], "kappa_low": [0.5, math.nan], "kappa_high": [0.9, math.nan]}
    rows |= {"alpha": [0.6, 1.0], "alpha_low": [0.4, math.nan], "alpha_high": [0.8, math.nan]}
    return pd.DataFrame(rows)


def test_agreement_has_one_panel_per_measure_and_says_what_is_defined() -> None:
    fig = plot_agreement(agreement())
    assert [ax.get_xlabel() for ax in fig.axes][:2] == ["share of equal labels", "kappa of labels"]
    assert [text.get_text() for text in fig.axes[0].get_yticklabels()] == ["a\nagainst b", "a\nagainst c"]
    words = describe_agreement(agreement())
    assert "kappa of labels 0.70 (0.50 to 0.90)" in words
    assert "a against c: share of equal labels 0.40 (0.30 to 0.50), ordinal alpha of scores 1.00." in words
    plt.close(fig)


def test_every_pair_is_a_dot_within_the_bounds() -> None:
    table = marker_table(load_probes())
    ax = plot_match(table)
    dots = sum(len(collection.get_offsets()) for collection in ax.collections)
    assert dots == len(table)
    assert all(np.abs(np.asarray(collection.get_offsets())[:, 0]).max() <= 1 for collection in ax.collections)
    assert "words -1.1 on average" in describe_match(table)
    plt.close(ax.figure)


def test_lengths_labels_and_judges_are_drawn_and_described() -> None:
    rng = np.random.default_rng(0)
    lengths = np.exp(rng.normal(7, 0.6, 80))
    ratings = pd.DataFrame({"n_chars": lengths, "rqs": 3 + 0.3 * (np.log(lengths) - 7), "judge": ["a", "b"] * 40})
    ratings["review_id"], ratings["label"] = [str(place) for place in range(80)], ["Mixed", "Non-evaluative"] * 40
    curves = length_curves(ratings)
    ax = plot_length(ratings, curves, 500)
    assert ax.get_xscale() == "log"
    assert "Scatter of 80 reviews" in describe_length(ratings, curves, 500)
    table = label_by_length(ratings, classes=2)
    other = plot_label_by_length(table, "Non-evaluative")
    assert [text.get_text() for text in other.get_legend().get_texts()] == ["a", "b"]
    assert "b: 100% at" in describe_label_by_length(table, "Non-evaluative")
    plt.close("all")
