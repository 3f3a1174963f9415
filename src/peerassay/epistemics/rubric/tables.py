"""Problems of ratings as tables: of a rating at hand, and of a judge's answer in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.epistemics.rubric.checks import rating_problems

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def problem_table(rating: object, review: str) -> pd.DataFrame:
    """List what is wrong with a rating as a table.

    Parameters
    ----------
    rating
        As a judge returned it.
    review
        The text that was rated.

    Returns
    -------
    pandas.DataFrame
        ``kind``, ``place``, ``value``, ``expected``, as in `rating_problems`; no rows if nothing is wrong.
    """
    rows = [(one.kind, one.place, one.value, one.expected) for one in rating_problems(rating, review)]
    return pd.DataFrame(rows, columns=["kind", "place", "value", "expected"])


def check_answer(answer_file: str, review_file: str) -> pd.DataFrame:
    """List what is wrong with a judge's answer in a file.

    Parameters
    ----------
    answer_file
        A JSON file: the answer.
    review_file
        A text file in UTF-8: the review that was rated.

    Returns
    -------
    pandas.DataFrame
        As from `problem_table`.

    Raises
    ------
    FileNotFoundError
        If a file is missing.
    ValueError
        If a file is not in UTF-8, or the answer is no JSON or has a field twice; the message says where or which.
    """
    text, review = (_text(name) for name in (answer_file, review_file))
    try:
        answer = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{answer_file}, line {error.lineno}, column {error.colno}: {error.msg}; expected JSON"
        ) from error
    except RecursionError as error:
        raise ValueError(f"{answer_file}: nested too deeply to be read; expected the answer of a judge") from error
    except ValueError as error:
        raise ValueError(f"{answer_file}: {error}") from error
    return problem_table(answer, review)


def _text(name: str) -> str:
    """Read a text in UTF-8, with or without a byte order mark."""
    try:
        return Path(name).expanduser().read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}, byte {error.start + 1}: not in UTF-8; expected text in UTF-8") from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that has a field twice, of which a reader of JSON would keep the last without a word."""
    for number, (name, _) in enumerate(pairs):
        if name in [earlier for earlier, _ in pairs[:number]]:
            raise ValueError(f"the field {name!r} occurs more than once in one object; expected every field once")
    return dict(pairs)


def spoiled(rating: Mapping[str, Any]) -> dict[str, Any]:
    """Give a rating with one mistake of each usual kind, to show what the check finds.

    Parameters
    ----------
    rating
        A rating without problems, with three passages.

    Returns
    -------
    dict
        A score beyond its bound, a tag that is not in the rubric, the label as its own alternative, a passage that
        nobody wrote, a missing passage, and no rationale; the rating itself stays as it is.
    """
    first, *_ = rating["supporting_spans"]
    invented = {"span": "The proof of Theorem 4 is wrong.", "signal": "System 2", "why": "a definite fault"}
    changes = {
        "rqs": 5.5,
        "bias_tags": [*rating["bias_tags"], "haste"],
        "nearest_alternative_label": rating["label"],
        "supporting_spans": [dict(first), invented],
    }
    return {name: value for name, value in rating.items() if name != "primary_rationale"} | changes
