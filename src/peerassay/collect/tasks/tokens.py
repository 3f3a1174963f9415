"""Reading the distribution of a score off the log-probabilities of the tokens that spell it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peerassay.collect.task import TokenProbability

TOLERANCE = 1e-6
"""Probabilities of one place may exceed one by rounding of the log-probabilities, and no further."""
_BLANK = re.compile(r"[ \t\n\r]*")
_BEFORE = re.compile(r"[ \t\n\r]*(?::[ \t\n\r]*)?")
_VALUE = re.compile(r"[ \t\n\r]*:[ \t\n\r]*(?P<digits>[0-9]+)(?P<rest>.*)", re.DOTALL)
_ENDS = tuple(" \t\n\r,}")


class ScoreTokenError(ValueError):
    """The score cannot be found among the tokens, or their probabilities make no sense; the message says what is."""


@dataclass(frozen=True)
class ScoreDistribution:
    """The probabilities with which a model would have written each score, as far as they are visible.

    Attributes
    ----------
    drawn : int
        The score that it wrote.
    probabilities : dict of int to float
        By score, in ascending order; only scores that were among the alternatives.
    undetermined : float
        Mass of alternatives that may or may not become a score: blanks before it, or a first digit of two possible
        scores whose next place was not visited.
    other : float
        Mass of visible alternatives that can become no score of the scale.
    missing : float
        Mass of the alternatives that were not returned.
    tokens : tuple of str
        The tokens that spell the score, without what surrounds it.
    """

    drawn: int
    probabilities: dict[int, float]
    undetermined: float
    other: float
    missing: float
    tokens: tuple[str, ...]

    @property
    def visible(self) -> float:
        """Mass of the scores."""
        return sum(self.probabilities.values())


@dataclass(frozen=True)
class _Reading:
    """What an alternative makes of the value: its digits so far, and whether they are all."""

    digits: str
    ended: bool


_NOTHING_YET = _Reading("", ended=False)


@dataclass(frozen=True)
class _Scale:
    low: int
    high: int

    def valid(self, digits: str) -> bool:
        return digits != "" and digits == str(int(digits)) and self.low <= int(digits) <= self.high

    def extendable(self, digits: str) -> bool:
        return any(str(score).startswith(digits) and str(score) != digits for score in range(self.low, self.high + 1))

    def open(self, reading: _Reading | None) -> bool:
        """Tell whether the next token may still change the score."""
        return reading is not None and not reading.ended and self.extendable(reading.digits)


@dataclass
class _Tally:
    scores: dict[int, float] = field(default_factory=dict)
    undetermined: float = 0.0
    other: float = 0.0
    missing: float = 0.0

    def distribution(self, drawn: int, tokens: tuple[str, ...]) -> ScoreDistribution:
        scores = dict(sorted(self.scores.items()))
        return ScoreDistribution(drawn, scores, self.undetermined, self.other, self.missing, tokens)


def score_distribution(
    tokens: Sequence[TokenProbability], name: str = "score", low: int = 1, high: int = 10
) -> ScoreDistribution:
    """Read the distribution of a whole score from an answer's tokens.

    Parameters
    ----------
    tokens : sequence of TokenProbability
        The whole answer, a JSON object, in order, with alternatives.
    name : str
        The field that holds the score.
    low, high : int
        The scale.

    Returns
    -------
    ScoreDistribution
        Scores, undetermined, other and missing mass sum to one.

    Raises
    ------
    ScoreTokenError
        If there are no tokens, the field is not there or twice, its value is no whole number of the scale, or the
        probabilities of a place sum to more than one.

    Notes
    -----
    Can We Believe AI Peer Review?, Appendices B and E: visible probabilities of the valid score tokens; no mass is
    given to scores that were not returned. How it reads the tokens is not said. Here the place is that of the value of
    the field in the object. Tokens that spell the same score (with a blank before it, with the comma after it) are
    added. A score of two tokens, ``1`` and ``0``, has the product of their probabilities, and ``1`` alone the product
    of its own and of whatever ends the number. Where ``1`` is an alternative that was not drawn, it counts as the score
    1 if ``10`` is seen as one token of the same place, and as undetermined if not.
    """
    text = "".join(token.token for token in tokens)
    key_end, start, end = _place(text, name)
    scale = _Scale(low, high)
    digits = text[start:end]
    if not digits.isdigit() or not scale.valid(digits):
        raise ScoreTokenError(f"{name} is {digits:.40}; expected a whole number from {low} to {high}")
    tally, mass, spelled = _Tally(), 1.0, []
    for offset, token in _from(tokens, start):
        choices = _choices(token)
        readings = {choice: _read(choice, offset, text, key_end) for choice in choices}
        _add(tally, scale, token.token, choices, readings, mass)
        mass *= choices[token.token]
        spelled.append(token.token[max(0, start - offset) : max(0, end - offset)])
        if not scale.open(readings[token.token]):
            return tally.distribution(int(digits), tuple(filter(None, spelled)))
    raise ScoreTokenError(f"the tokens end before it is clear that {name} is {digits}")


def _place(text: str, name: str) -> tuple[int, int, int]:
    """Find the end of a field's name in a JSON object, and where its value begins and ends."""
    place = text.find("{") + 1
    if not place:
        raise ScoreTokenError("the tokens spell no JSON object")
    found: list[tuple[int, int, int]] = []
    try:
        for key, key_end, start, end in _fields(text, place):
            if key == name:
                found.append((key_end, start, end))
    except (ValueError, IndexError):  # cut off or garbled after the field: its own place is known all the same
        pass
    if not found:
        raise ScoreTokenError(f"the tokens spell no field {name!r}")
    if len(found) > 1:
        raise ScoreTokenError(f"the tokens spell the field {name!r} {len(found)} times")
    return found[0]


def _fields(text: str, place: int) -> Iterator[tuple[str, int, int, int]]:
    decoder = json.JSONDecoder(strict=False)
    while True:
        place = _skip(text, place)
        if text[place] != '"':
            return
        key, key_end = scanstring(text, place + 1, False)
        place = _skip(text, key_end)
        if text[place] != ":":
            return
        start = _skip(text, place + 1)
        _, end = decoder.raw_decode(text, start)
        yield key, key_end, start, end
        place = _skip(text, end)
        if text[place] != ",":
            return
        place += 1


def _skip(text: str, place: int) -> int:
    match = _BLANK.match(text, place)
    return match.end() if match else place


def _from(tokens: Sequence[TokenProbability], start: int) -> Iterator[tuple[int, TokenProbability]]:
    """Give the token in which the value begins and those after it, with their places in the text."""
    offset = 0
    for token in tokens:
        after = offset + len(token.token)
        if after > start and token.token:
            yield offset, token
        offset = after


def _choices(token: TokenProbability) -> dict[str, float]:
    """Give the probability of every alternative of a place, the drawn one among them."""
    choices: dict[str, float] = {}
    for text, logprob in (*token.top, (token.token, token.logprob)):
        if not logprob <= TOLERANCE:
            raise ScoreTokenError(f"the log-probability of {text!r} is {logprob}; expected at most 0")
        choices.setdefault(text, exp(min(logprob, 0.0)))
    total = sum(choices.values())
    if total > 1 + TOLERANCE:
        raise ScoreTokenError(f"the probabilities at {token.token!r} sum to {total:.6f}; expected at most 1")
    return choices


def _read(alternative: str, offset: int, text: str, key_end: int) -> _Reading | None:
    """Read the value as it would stand with an alternative in the place of a token; None if it would be no number."""
    name_rest = text[offset:key_end]  # a token that ends the field's name and begins the value
    if name_rest and not alternative.startswith(name_rest):
        return _NOTHING_YET if name_rest.startswith(alternative) else None
    value = text[key_end:offset] + alternative[len(name_rest) :]
    if _BEFORE.fullmatch(value):
        return _NOTHING_YET
    found = _VALUE.fullmatch(value)
    if not found or (found["rest"] and not found["rest"].startswith(_ENDS)):
        return None
    return _Reading(found["digits"], ended=bool(found["rest"]))


def _add(
    tally: _Tally,
    scale: _Scale,
    drawn: str,
    choices: dict[str, float],
    readings: dict[str, _Reading | None],
    mass: float,
) -> None:
    """Add the alternatives of one place; the drawn one waits for the next place if that may still change the score."""
    whole = {reading.digits for reading in readings.values() if reading}
    for text, probability in choices.items():
        reading, share = readings[text], mass * probability
        if reading is None:
            tally.other += share
        elif scale.open(reading) and (text == drawn or not _one_token(reading.digits, whole)):
            tally.undetermined += 0.0 if text == drawn else share
        elif scale.valid(reading.digits):
            tally.scores[int(reading.digits)] = tally.scores.get(int(reading.digits), 0.0) + share
        else:
            tally.other += share
    tally.missing += mass * max(0.0, 1 - sum(choices.values()))


def _one_token(digits: str, whole: set[str]) -> bool:
    """Tell whether longer scores that begin with these digits are single tokens of the same place."""
    return digits != "" and any(other != digits and other.startswith(digits) for other in whole)
