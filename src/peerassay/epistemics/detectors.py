"""Finding reviews that are very short, or long lists of numbered items with questions that mirror the weaknesses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, nan
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.optimize import linear_sum_assignment

from peerassay.epistemics.values import present

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

LEAST_ITEMS: Final = 30
"""Numbered items from which a list counts as inflated, as the paper has it."""
SHORT_SHARE: Final = 0.1
"""Share of the shortest reviews that count as ultra-short, as the paper has it."""
SIMILAR: Final = 0.3
"""Share of common content words from which a question counts as a weakness asked again."""
LARGEST_GAP: Final = 2
"""Largest step between two numbers of one list: one number may be missing."""

_NUMBER: Final = re.compile(
    r"""(?: ^[ \t>*#-]*                                                       # at the beginning of a line
          | (?: (?<=[.;:!?…][ ]) | (?<=[.;:!?…]\n) )                         # or after the end of a sentence
            (?<!Eq\.[ ]) (?<!Eqs\.[ ]) (?<!Fig\.[ ]) (?<!Sec\.[ ]) (?<!Tab\.[ ]) )
        (?:[*_]{1,2})? (?:[WQwq][ .-]?)?                                     # bold; W3, Q3
        (?: \((?P<round>\d{1,3})\) | \[(?P<square>\d{1,3})\]
          | (?P<plain>\d{1,3})[.):](?!\d) | (?P<letter>(?<=[WQwq])\d{1,3}) )
        (?:[*_]{1,2})? [ \t:.]+ (?=\S)""",
    re.VERBOSE | re.MULTILINE,
)
_WORD: Final = re.compile(r"[a-z][a-z-]{2,}")
_IDLE: Final = frozenset(
    _WORD.findall(
        "the and for are was were has have had not can could would should may might will does did with without from "
        "that this these those there their its any all more also but why how what which where when who please paper "
        "authors author they them than then into onto about over under been being you your our out use used using such"
    )
)


@dataclass(frozen=True)
class Item:
    """One numbered item of a review.

    Attributes
    ----------
    number : int
        Its number.
    text : str
        From after its number to the next item or the end of its paragraph.
    start : int
        Where its number starts in the review.
    """

    number: int
    text: str
    start: int

    @property
    def is_question(self) -> bool:
        """Whether it asks something: it has a question mark at the end of a sentence."""
        return "?" in self.text


@dataclass(frozen=True)
class Template:
    """What the detector of template-inflated reviews found.

    Attributes
    ----------
    lists : tuple of int
        Items of each numbered list, in the order of the text.
    longest, total : int
        Items of the longest list, and of all lists together.
    questions : int
        Items that ask.
    mirrored : int
        Questions that ask a weakness of another list again.
    mirrored_share : float
        `mirrored` over `questions`; NaN without questions.
    inflated : bool
        Whether the longest list has as many items as were asked for.
    """

    lists: tuple[int, ...]
    longest: int
    total: int
    questions: int
    mirrored: int
    mirrored_share: float
    inflated: bool


def numbered_lists(text: str) -> list[list[Item]]:
    """Find the numbered lists of a review.

    Parameters
    ----------
    text
        The review. Numbers may be written ``3.``, ``3)``, ``3:``, ``(3)``, ``[3]``, ``W3`` or ``Q3.``, at the
        beginning of a line or, within a paragraph, right after the end of a sentence.

    Returns
    -------
    list of list of Item
        A list begins with 1 and has at least two items, or begins with another number, as in an excerpt, and has at
        least three. It goes up by 1, or by 2 where a number is missing; a number that does not go on begins another.

    Notes
    -----
    The demand for a run of numbers keeps citations, years, references to equations and section numbers out, for which a
    single number at the start of a sentence is the usual form.
    """
    marks = [
        (match, int(next(filter(None, match.group("round", "square", "plain", "letter")))))
        for match in _NUMBER.finditer(text)
    ]
    ends = [*[match.start() for match, _ in marks], len(text)][1:]
    items = [
        Item(number, _paragraph(text[match.end() : end]), match.start())
        for (match, number), end in zip(marks, ends, strict=True)
    ]
    lists: list[list[Item]] = []
    for item in items:
        follows = lists and 1 <= item.number - lists[-1][-1].number <= LARGEST_GAP
        if follows:
            lists[-1].append(item)
        else:
            lists.append([item])
    return [found for found in lists if len(found) >= (2 if found[0].number == 1 else 3)]


def _paragraph(text: str) -> str:
    return re.split(r"\n\s*\n|\n#", text, maxsplit=1)[0].strip()


def find_template(text: str, least: int = LEAST_ITEMS) -> Template:
    """Tell whether a review is a long list of numbered items, and how far its questions mirror its weaknesses.

    Parameters
    ----------
    text
        The review.
    least
        Items in one list from which the review counts as inflated, at least 2.

    Returns
    -------
    Template
        The counts and the verdict.

    Raises
    ------
    ValueError
        If `least` is below 2.

    Notes
    -----
    Articulate Intuition, Appendix F, scans for "30 or more numbered items" and does not say whether weaknesses and
    questions are added up; here the longest list decides, and `total` gives the sum. A question mirrors a weakness if
    at least `SIMILAR` of the content words of the shorter one occur in the other (words cut to six letters); each
    weakness serves one question (optimal assignment). Numbers say nothing about quality: thirty distinct, argued
    points are flagged as well, so that a flag is a reason to read, not a verdict.
    """
    if least < 2:
        raise ValueError(f"least: expected 2 or more items, got {least}")
    lists = numbered_lists(text)
    sizes = tuple(map(len, lists))
    asking = [found for found in lists if sum(item.is_question for item in found) * 2 > len(found)]
    questions = [item.text for found in asking for item in found]
    weaknesses = [item.text for found in lists if found not in asking for item in found]
    mirrored = mirrored_questions(weaknesses, questions)
    longest = max(sizes, default=0)
    share = mirrored / len(questions) if questions else nan
    return Template(sizes, longest, sum(sizes), len(questions), mirrored, share, longest >= least)


def mirrored_questions(weaknesses: Sequence[str], questions: Sequence[str], similar: float = SIMILAR) -> int:
    """Count the questions that ask a weakness again.

    Parameters
    ----------
    weaknesses, questions
        Texts of the items.
    similar
        Share of common content words from which two texts count as the same point, above 0, at most 1.

    Returns
    -------
    int
        At most as many as there are of either.

    Raises
    ------
    ValueError
        If `similar` is out of range.
    """
    if not 0 < similar <= 1:
        raise ValueError(f"similar: expected a number above 0 and at most 1, got {similar}")
    if not weaknesses or not questions:
        return 0
    likeness = np.array([[_overlap(weakness, question) for question in questions] for weakness in weaknesses])
    rows, columns = linear_sum_assignment((likeness >= similar).astype(float), maximize=True)
    return int((likeness[rows, columns] >= similar).sum())


def _overlap(first: str, second: str) -> float:
    a, b = _content(first), _content(second)
    fewer = min(len(a), len(b))
    return len(a & b) / fewer if fewer else 0.0


def _content(text: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(text.lower()) if word not in _IDLE}


@dataclass(frozen=True)
class ShortCut:
    """Where the shortest reviews end.

    Attributes
    ----------
    characters : float
        Length of the longest review that is still called ultra-short; NaN without reviews.
    n : int
        Reviews up to that length; more than asked for if several have it.
    of : int
        All reviews with a length.
    is_short : numpy.ndarray of bool
        Shape (reviews,); False for a review without a length.
    """

    characters: float
    n: int
    of: int
    is_short: NDArray[np.bool_]


def ultra_short(lengths: ArrayLike, share: float = SHORT_SHARE) -> ShortCut:
    """Find the shortest reviews of a set.

    Parameters
    ----------
    lengths
        Shape (reviews,), in characters; NaN for an unknown one.
    share
        Share of the reviews that count as ultra-short, above 0 and below 1.

    Returns
    -------
    ShortCut
        The limit and who is below it.

    Raises
    ------
    ValueError
        If the share is out of range.

    Notes
    -----
    The limit is the length of the k-th shortest review, k = share times the number of reviews, rounded up: 116 of 1,155
    for a tenth, as Appendix F of Articulate Intuition has it. The class is relative: there are as many ultra-short
    reviews in a set of long ones.
    """
    if not 0 < share < 1:
        raise ValueError(f"share: expected a number between 0 and 1, got {share}")
    everything = np.asarray(lengths, dtype=float)
    known, _ = present(everything, "lengths")
    if not len(known):
        return ShortCut(nan, 0, 0, np.zeros(everything.shape, dtype=bool))
    rank = ceil(round(share * len(known), 9))
    limit = float(np.sort(known)[rank - 1])
    is_short = everything <= limit
    return ShortCut(limit, int(is_short.sum()), len(known), is_short)
