"""Advanced Guiraud, and the frequency list that it stands on."""

from __future__ import annotations

from hashlib import sha256
from math import isnan, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lexicalrichness import LexicalRichness  # type: ignore[import-untyped]

from peerassay.language.sophistication import FrequencyList, advanced_guiraud, frequency_list

NOTHING = FrequencyList("nothing", frozenset(), sha256(b"").hexdigest())


def test_without_basic_words_it_is_the_root_type_token_ratio_of_lexicalrichness() -> None:
    text = "the cat sat on the mat and the dog sat by the cat"
    assert advanced_guiraud(text.split(), NOTHING).value == pytest.approx(LexicalRichness(text).rttr, rel=1e-12)


def test_by_hand() -> None:
    basic = FrequencyList("ours", frozenset({"the", "cat", "well", "known"}), "")
    tokens = ["the", "feline", "cat", "the", "feline", "well-known", "well-tempered"]
    # advanced: feline, well-tempered (tempered is not basic); 7 words
    assert advanced_guiraud(tokens, basic).value == 2 / sqrt(7)
    assert basic.size == 4


def test_the_list_is_named_sized_and_hashed() -> None:
    """wordfreq 3.1.1 as locked; another digest means another metric."""
    basic = frequency_list()
    assert basic.name == "wordfreq 3.1.1, English"
    assert basic.size == 2000
    assert basic.digest == "d668d1dcfb1a7677f26a41de2d1a1653f514a2458e9ea5c1613dadf68f6daa10"
    assert {"the", "don't"} <= basic.words
    assert not any(sign.isdigit() for word in basic.words for sign in word)


def test_common_words_are_basic_and_rare_ones_advanced() -> None:
    basic = frequency_list()
    assert not any(map(basic.is_advanced, ["the", "because", "long-term"]))
    assert all(map(basic.is_advanced, ["notwithstanding", "perturb", "non-native"]))


def test_a_longer_list_starts_with_the_shorter_one() -> None:
    assert frequency_list(10).words < frequency_list(100).words < frequency_list().words
    assert frequency_list(1).words == {"the"}
    with pytest.raises(ValueError, match="size: expected 1 or more, got 0"):
        frequency_list(0)


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [([], "no words"), (["привет", "мир"], "most words are not in Latin letters; defined for English")],
)
def test_undefined_with_a_reason(tokens: list[str], reason: str) -> None:
    found = advanced_guiraud(tokens)
    assert isnan(found.value)
    assert found.reason == reason


def test_one_word() -> None:
    assert advanced_guiraud(["the"]).value == 0
    assert advanced_guiraud(["quixotic"]).value == 1


@settings(deadline=None, max_examples=50)
@given(st.lists(st.sampled_from(["the", "of", "quixotic", "zeugma", "perturb"]), min_size=1, max_size=30))
def test_order_does_not_count_and_four_copies_halve_it(tokens: list[str]) -> None:
    once = advanced_guiraud(tokens).value
    assert advanced_guiraud(sorted(tokens)).value == once
    assert advanced_guiraud(tokens * 4).value == pytest.approx(once / 2)
