"""Syllables and the fog index."""

from __future__ import annotations

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.language.readability import fog_index, gunning_fog, is_complex, syllables


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a", 1),
        ("strength", 1),
        ("method", 2),
        ("syllable", 3),
        ("experiment", 4),
        ("i'm", 1),
        ("hyperparameters", 6),  # not in the CMU dictionary: hy-per-pa-ram-e-ters
        ("zzz", 1),
    ],
)
def test_syllables(word: str, expected: int) -> None:
    assert syllables(word) == expected


def test_a_compound_is_complex_only_if_a_part_is() -> None:
    assert not is_complex("long-standing-view")
    assert is_complex("state-of-the-experiment")


def test_the_nursery_rhyme_that_a_dictionary_gives_as_an_example() -> None:
    """The Online Dictionary of Language Terminology (odlt.org, Gunning Fog Index) gives 3.1 for it."""
    rhyme = """Rock a bye baby, on the treetop. When the wind blows, the cradle will rock. When the bough breaks,
    the cradle will fall. And down will come baby, cradle and all."""
    assert round(gunning_fog(rhyme).value, 1) == 3.1
    assert round(fog_index(31, 4, 0), 1) == 3.1


def test_by_hand() -> None:
    text = "We study experiments. The method works well."
    # 7 words, 2 sentences, 1 complex word
    assert gunning_fog(text).value == pytest.approx(0.4 * (7 / 2 + 100 / 7))


@pytest.mark.parametrize("counts", [(0, 0, 0), (3, 0, 0), (3, 1, 4), (3, 1, -1)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="fog index: expected words"):
        fog_index(*counts)


@pytest.mark.parametrize("text", ["", "12 + 3", "Это только текст.", "模型很好。"])
def test_undefined_with_a_reason(text: str) -> None:
    found = gunning_fog(text)
    assert isnan(found.value)
    assert found.reason


def test_one_word() -> None:
    assert gunning_fog("Yes").value == pytest.approx(0.4)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["we", "study", "experiments", "carefully"]), min_size=1, max_size=12))
def test_splitting_a_sentence_makes_a_text_easier(tokens: list[str]) -> None:
    one = gunning_fog(" ".join(tokens) + ".").value
    many = gunning_fog(". ".join(token.capitalize() for token in tokens) + ".").value
    assert many <= one
