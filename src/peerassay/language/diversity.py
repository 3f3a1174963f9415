"""Lexical diversity: MTLD with both rules that are in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from peerassay.language.measure import Measure, undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

THRESHOLD = 0.72
"""Type-token ratio at which a factor is complete (McCarthy and Jarvis 2010)."""


@dataclass(frozen=True)
class Rule:
    """When a factor is complete, which the definition leaves open.

    Attributes
    ----------
    strict : bool
        The type-token ratio must fall below the threshold; else reaching it is enough.
    shortest : int
        Words that a factor must have.
    last_is_partial : bool
        The words up to the end of the text count as a partial factor even if they would complete one, which may then
        count for more than one.
    """

    strict: bool
    shortest: int
    last_is_partial: bool


RULES = {
    "at most": Rule(strict=False, shortest=1, last_is_partial=False),
    "below, 10 words": Rule(strict=True, shortest=10, last_is_partial=True),
}
"""``at most`` is the rule of the package LexicalRichness, ``below, 10 words`` the one of lexical-diversity."""


def mtld(tokens: Sequence[str], rule: str = "at most", threshold: float = THRESHOLD) -> Measure:
    """Compute the measure of textual lexical diversity: the mean number of words that keep the type-token ratio up.

    Parameters
    ----------
    tokens : sequence of str
        The words of the text, in order.
    rule : str
        One of `RULES`.
    threshold : float
        Type-token ratio that ends a factor, between 0 and 1.

    Returns
    -------
    Measure
        Words, 1 or more. Undefined for a text without words, and for one in which no word is repeated: no factor even
        begins to be used up, so that any number would be an invention.

    Raises
    ------
    ValueError
        If the rule is unknown or the threshold is not between 0 and 1.

    Notes
    -----
    Read on until the type-token ratio has fallen to the threshold :math:`t`; that is a factor, and the next begins.
    What is left at the end, with ratio :math:`r`, counts as :math:`(1 - r) / (1 - t)` of a factor. With :math:`N` words
    and :math:`F` factors a pass gives :math:`N / F`; MTLD is the mean of a pass forwards and one backwards.
    McCarthy and Jarvis (2010), Behavior Research Methods 42; Style over Substance, section 2.2. The two rules differ
    by more than the rewrites of the paper do, so that only values under one rule may be compared.
    """
    if rule not in RULES:
        raise ValueError(f"rule: expected one of {', '.join(map(repr, RULES))}, got {rule!r}")
    if not 0 < threshold < 1:
        raise ValueError(f"threshold: expected a number between 0 and 1, got {threshold}")
    if not tokens:
        return undefined("no words")
    if len(set(tokens)) == len(tokens):
        return undefined("no word is repeated")
    there = factors(tokens, RULES[rule], threshold)
    back = factors(tokens[::-1], RULES[rule], threshold)
    return Measure((len(tokens) / there + len(tokens) / back) / 2)


def factors(tokens: Sequence[str], rule: Rule, threshold: float = THRESHOLD) -> float:
    """Count the factors of one pass, the partial one at the end included.

    Parameters
    ----------
    tokens : sequence of str
        The words in the order of the pass.
    rule : Rule
        When a factor is complete.
    threshold : float
        Type-token ratio that ends a factor, between 0 and 1.

    Returns
    -------
    float
        0 or more; 0 if no word is repeated within a factor.
    """
    closing = _closing_types(len(tokens), rule, threshold)
    complete, length, types, last = 0, 0, 0, (0, 0)
    seen: set[str] = set()
    for token in tokens:
        length += 1
        if token not in seen:
            seen.add(token)
            types += 1
        if types <= closing[length]:
            complete, last = complete + 1, (types, length)
            length = types = 0
            seen.clear()
    if length == 0 and complete and rule.last_is_partial:
        complete, (types, length) = complete - 1, last
    return complete + _partial(types, length, threshold)


def _closing_types(longest: int, rule: Rule, threshold: float) -> list[int]:
    """Return, by number of words, the largest number of types with which a factor is complete; -1 for none."""
    lengths = np.arange(1, longest + 1)
    types = np.floor(threshold * lengths).astype(np.int64) + 1
    for _ in range(2):  # the product may be off by one unit in the last place, so that the quotient decides
        ratios = types / lengths
        types -= (ratios >= threshold) if rule.strict else (ratios > threshold)
    types[lengths < rule.shortest] = -1
    return [-1, *types.tolist()]


def _partial(types: int, length: int, threshold: float) -> float:
    return (1 - types / length) / (1 - threshold) if length else 0.0
