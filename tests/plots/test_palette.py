"""The palette: legible on both themes and apart for readers with a colour-vision deficiency."""

from __future__ import annotations

from itertools import combinations

import pytest
from matplotlib.colors import to_rgb

from peerassay.plots.palette import FIRST, MODEL_COLOURS, MODEL_MARKERS, NEUTRAL, SECOND, TIER_COLOURS, model_colour

LIGHT, DARK = "#ffffff", "#14181e"
FIGURES = [["GPT-5.6-Sol", "GPT-6-Luna", "GPT-6-Sol", "Haiku"], list(MODEL_COLOURS)[4:10]]


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("colour", sorted({*MODEL_COLOURS.values(), *TIER_COLOURS.values(), FIRST, SECOND, NEUTRAL}))
@pytest.mark.parametrize("page", [LIGHT, DARK])
def test_every_colour_stands_out_from_both_pages(colour: str, page: str) -> None:
    assert contrast(colour, page) >= 3


@pytest.mark.parametrize("models", FIGURES)
def test_models_of_one_figure_differ_in_colour_and_marker(models: list[str]) -> None:
    assert len({MODEL_COLOURS[model] for model in models}) == len(models)
    assert len({MODEL_MARKERS[model] for model in models}) == len(models)
    for one, other in combinations(models, 2):
        distance = sum(
            (a - b) ** 2 for a, b in zip(to_rgb(MODEL_COLOURS[one]), to_rgb(MODEL_COLOURS[other]), strict=True)
        )
        assert distance > 0.02, (one, other)


def test_a_model_of_the_readers_own_is_grey() -> None:
    assert model_colour("my-model") == NEUTRAL
