"""MTLD under both published rules, against the two packages that have them."""

from __future__ import annotations

import re
from math import isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lexicalrichness import LexicalRichness  # type: ignore[import-untyped]

from peerassay.language.diversity import RULES, factors, mtld

from .peers import load_lexical_diversity

lex_div = load_lexical_diversity()

README_TEXT = """Measure of textual lexical diversity, computed as the mean length of sequential words in
a text that maintains a minimum threshold TTR score.

Iterates over words until TTR scores falls below a threshold, then increase factor
counter by 1 and start over. McCarthy and Jarvis (2010, pg. 385) recommends a factor
threshold in the range of [0.660, 0.750].
(McCarthy 2005, McCarthy and Jarvis 2010)"""
"""The example of the LexicalRichness README."""


def readme_words() -> list[str]:
    return list(LexicalRichness(README_TEXT).wordlist)


def richness(tokens: list[str]) -> float:
    """Return the MTLD of the package LexicalRichness for words that are already split."""
    peer: Any = LexicalRichness.__new__(LexicalRichness)
    peer.wordlist, peer.words, peer.terms = tokens, len(tokens), len(set(tokens))
    return float(peer.mtld(threshold=0.72))


def test_the_readme_example_of_lexicalrichness() -> None:
    tokens = readme_words()
    assert len(tokens) == 57
    assert mtld(tokens).value == pytest.approx(46.79226361, abs=1e-8)
    assert mtld(tokens, "below, 10 words").value == pytest.approx(48.00946372, abs=1e-8)


def test_the_worked_example_of_mccarthy_and_jarvis() -> None:
    """340 words with 4 factors and a rest whose ratio is .887: 4.404 factors, 77.203 words each."""
    rest = (1 - 0.887) / (1 - 0.72)
    assert round(rest, 3) == 0.404
    assert round(340 / 4.404, 3) == 77.203
    # a text built so: 4 blocks of 60 words that close exactly at their end, and 100 words with 89 types
    block = [f"w{i}" for i in range(43)] + ["w0"] * 17
    tokens = block * 4 + [f"v{i}" for i in range(89)] + ["v0"] * 11
    assert factors(tokens, RULES["at most"]) == pytest.approx(4 + (1 - 0.89) / 0.28)


words_of_few_types = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=160)


@settings(deadline=None, max_examples=120)
@given(words_of_few_types)
def test_both_rules_equal_the_packages_that_have_them(tokens: list[str]) -> None:
    ours, theirs = mtld(tokens), mtld(tokens, "below, 10 words")
    if len(set(tokens)) == len(tokens):
        assert isnan(ours.value)
        assert ours.reason == theirs.reason == "no word is repeated"
    else:
        assert ours.value == pytest.approx(richness(tokens), rel=1e-9)
        assert theirs.value == pytest.approx(lex_div.mtld(tokens), rel=1e-9)


def test_both_rules_equal_the_packages_on_prose() -> None:
    tokens = re.findall("[a-z]+", README_TEXT.lower()) * 20
    assert mtld(tokens).value == pytest.approx(richness(tokens), rel=1e-9)
    assert mtld(tokens, "below, 10 words").value == pytest.approx(lex_div.mtld(tokens), rel=1e-9)


def test_a_factor_by_hand() -> None:
    # forwards "a a" has ratio 1/2 and is a factor, "b" uses up nothing; backwards "b a a" has 2/3 and is a factor
    assert factors(["a", "a", "b"], RULES["at most"]) == 1
    assert mtld(["a", "a", "b"]).value == (3 / 1 + 3 / 1) / 2
    # 25 words with 18 types have a ratio of exactly 0.72: reached, but not below
    tokens = [f"w{i}" for i in range(18)] + ["w0"] * 7
    assert factors([*tokens, "x"], RULES["at most"]) == 1
    assert factors([*tokens, "x"], RULES["below, 10 words"]) == pytest.approx((1 - 19 / 26) / 0.28)


def test_the_last_words_are_a_partial_factor_that_may_exceed_one() -> None:
    assert factors(["a"] * 10, RULES["below, 10 words"]) == pytest.approx(0.9 / 0.28)
    assert factors(["a"] * 10, RULES["at most"]) == 5


@pytest.mark.parametrize(
    ("tokens", "reason"), [([], "no words"), (["one"], "no word is repeated"), (["a", "b"], "no word is repeated")]
)
@pytest.mark.parametrize("rule", RULES)
def test_undefined_is_nan_with_a_reason_and_not_a_number(tokens: list[str], reason: str, rule: str) -> None:
    found = mtld(tokens, rule)
    assert isnan(found.value)
    assert found.reason == reason
    assert not found.defined


def test_the_rules_differ_by_more_than_the_rewrites_of_the_paper() -> None:
    """On the README text by 2.6 %, on others by more: which rule is used must be said."""
    tokens = readme_words()
    assert mtld(tokens, "below, 10 words").value / mtld(tokens).value == pytest.approx(1.026, abs=0.001)


@settings(deadline=None, max_examples=60)
@given(words_of_few_types, st.sampled_from(list(RULES)))
def test_reading_backwards_changes_nothing_and_a_pass_has_no_more_factors_than_words(
    tokens: list[str], rule: str
) -> None:
    there, back = mtld(tokens, rule), mtld(tokens[::-1], rule)
    assert there == back or (isnan(there.value) and isnan(back.value))
    if rule == "at most":
        assert factors(tokens, RULES[rule]) <= len(tokens)


@pytest.mark.parametrize(("rule", "threshold"), [("mean", 0.72), ("at most", 0.0), ("at most", 1.0)])
def test_an_unknown_rule_or_an_impossible_threshold_is_refused(rule: str, threshold: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        mtld(["a", "a"], rule, threshold)
