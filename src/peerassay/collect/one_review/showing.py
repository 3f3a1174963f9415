"""Showing a rating: scores, passages, and the text of the review with the passages marked."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.collect.one_review.asking import COUNTER
from peerassay.epistemics.rubric import load_rubric

if TYPE_CHECKING:
    from peerassay.collect.one_review.asking import Rated

_TITLES = {
    "s1": "System-1 traces",
    "s2": "System-2 traces",
    "rqs": "Reasoning quality (RQS)",
    "system2_trace_level": "System-2 trace level",
    "composite": "Composite",
}
_STYLES = {
    "System 1": "background: #d55e0033; text-decoration: underline wavy #d55e00;",
    "System 2": "background: #0072b233; text-decoration: underline #0072b2;",
    COUNTER: "background: #7a7f8733; text-decoration: underline dotted #7a7f87;",
}


def score_table(rated: Rated) -> pd.DataFrame:
    """Give all scores of a rating as a table.

    Parameters
    ----------
    rated : Rated
        The rating.

    Returns
    -------
    pandas.DataFrame
        ``score`` (name for people), ``value``, ``scale``, ``meaning``.
    """
    rubric, rating = load_rubric(), rated.rating
    scalars = [item for item in rubric.asked if item.type in {"number", "integer"}]
    rows = [
        (_TITLES.get(item.name, item.name), float(rating[item.name]), item.bounds, item.meaning.split(". ")[0])
        for item in scalars
    ]
    low, high = rubric.scale
    scale = f"from {low:g} to {high:g}"
    rows += [
        (
            f"{item.title}{' †' if item.valence == 'S1' else ''}",
            float(rating["dimensions"][item.name]),
            scale,
            item.meaning,
        )
        for item in rubric.dimensions
    ]
    return pd.DataFrame(rows, columns=["score", "value", "scale", "meaning"])


def passage_table(rated: Rated) -> pd.DataFrame:
    """Give the passages that a rating rests on as a table.

    Parameters
    ----------
    rated : Rated
        The rating.

    Returns
    -------
    pandas.DataFrame
        ``number`` (as in the marked text), ``signal`` (System 1, System 2, or against the rating), ``passage``,
        ``why``, ``start``, ``end`` (characters in the review; -1 if it is not there).
    """
    return pd.DataFrame(list(rated.passages), columns=["number", "signal", "passage", "why", "start", "end"])


def marked_review(rated: Rated) -> str:
    """Mark the passages in the text of the review.

    Parameters
    ----------
    rated : Rated
        The rating.

    Returns
    -------
    str
        One block of HTML without empty lines. Each passage is underlined in its own way and followed by its number, so
        that nothing rests on colour alone; passages may overlap.
    """
    text = rated.review
    cuts = sorted(
        {0, len(text), *(one[end] for one in rated.passages for end in ("start", "end") if one["start"] >= 0)}
    )
    pieces = []
    for start, end in pairwise(cuts):
        over = [one for one in rated.passages if one["start"] <= start and end <= one["end"]]
        ending = ", ".join(str(one["number"]) for one in over if one["end"] == end)
        mark = f"<sup>{ending}</sup>" if ending else ""
        pieces.append(_piece(text[start:end], [one["signal"] for one in over]) + mark)
    body = "".join(pieces).replace("\n", "<br>")
    return f'<div class="marked-review" style="border-left: 3px solid #7a7f87; padding-left: 1em">{body}</div>'


def _piece(text: str, signals: list[str]) -> str:
    shown = escape(text)
    if not signals or not text.strip():
        return shown
    label = escape(", ".join(dict.fromkeys(signals)), quote=True)
    return f'<mark title="{label}" style="color: inherit; {_STYLES[signals[0]]}">{shown}</mark>'


def legend() -> str:
    """Explain the marks, in the way in which they are drawn.

    Returns
    -------
    str
        One line of HTML.
    """
    marks = [_piece(name if name == COUNTER else f"{name} passage", [name]) for name in _STYLES]
    return f"<div>Marked: {', '.join(marks)}. Numbers refer to the table below.</div>"


def verdict_words(rated: Rated) -> str:
    """Say what came out, in two sentences or three.

    Parameters
    ----------
    rated : Rated
        The rating.

    Returns
    -------
    str
        Markdown.
    """
    rating, rubric = rated.rating, load_rubric()
    titles = {tag.name: tag.title for tag in rubric.bias_tags}
    tags = ", ".join(titles[name] for name in rating["bias_tags"]) or "none"
    who = "The practice endpoint made up this rating; it says nothing about the review" if rated.made_up else (
        f"The judge `{rated.model}` rated the review"
    )  # fmt: skip
    return (
        f"{who}. Label: **{rating['label']}** (second best: {rating['nearest_alternative_label']}). "
        f"Reasoning quality **{rating['rqs']:g}**, System-1 traces {rating['s1']:g}, System-2 traces {rating['s2']:g}. "
        f"Tags: {tags}."
    )
