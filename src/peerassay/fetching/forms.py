"""Reading what stands in a form: numbers as printed, and final statuses, never more than was declared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from peerassay.fetching.venues import Scale, Venue

_LEADING = re.compile(r"(-?\d+(?:\.\d+)?)(?:\s*:.*|\s+[^\W\d][^\d]*)?", re.DOTALL)


class Score(NamedTuple):
    """A score of a form.

    Attributes
    ----------
    printed : str
        As it stands there; empty if nothing does.
    value : float or None
        The number; None if there is none.
    problem : str
        What was expected, if something else stands there.
    """

    printed: str
    value: float | None
    problem: str = ""


def read_score(answer: Any, scale: Scale) -> Score:
    """Read one score.

    Parameters
    ----------
    answer : object
        What the API gives: a number, a text such as ``6: marginally above the acceptance threshold`` or ``3 good``, or
        nothing (None).
    scale : Scale
        What can stand there.

    Returns
    -------
    Score
        Without a value if nothing stands there or a declared "no score", which is no problem; without a value and with
        a problem if the answer has another form or is not among the values. 0 is a value like any other.
    """
    if answer is None or answer == "":
        return Score("", None)
    printed = str(answer).strip()
    if printed in scale.none:
        return Score(printed, None)
    value = _number(answer)
    if value is None or value not in scale.values:
        return Score(printed, None, f"{scale.field}: one of {scale.words}, alone or before words")
    return Score(printed, value)


def _number(answer: Any) -> float | None:
    if isinstance(answer, (int, float)) and not isinstance(answer, bool):
        return float(answer)
    match = _LEADING.fullmatch(answer.strip()) if isinstance(answer, str) else None
    return float(match[1]) if match else None


class Status(NamedTuple):
    """A final status.

    Attributes
    ----------
    name : str
        As the schema of papers has it; empty if it is not known.
    printed : str
        The wording that it was read from.
    problem : str
        What was expected, if the wording is not declared.
    """

    name: str
    printed: str
    problem: str = ""


def read_status(venue: Venue, place: str, wordings: list[str]) -> Status:
    """Find the final status of a submission.

    Parameters
    ----------
    venue : Venue
        What is declared.
    place : str
        The ending of the submission's venueid (API 2) or invitation (API 1); empty for the venue itself.
    wordings : list of str
        What its `venue` and its decision note say, if anything.

    Returns
    -------
    Status
        From the place if that is declared as a state, otherwise from the first wording. Undecided submissions have no
        name and no problem. Two wordings that say different things are a problem, and so is one that is not declared.
    """
    printed = " / ".join(wordings)
    if place in venue.states:
        return Status(venue.states[place], printed or place)
    if not wordings:
        return Status("", "")
    known = {_plain(wording): status for wording, status in venue.wordings.items()}
    found = [known.get(_plain(wording)) for wording in wordings]
    if None in found:
        return Status("", printed, "a wording that is declared for the venue")
    different = len({status for status in found if status}) > 1
    return Status("", printed, "wordings that say the same") if different else Status(found[0] or "", printed)


def _plain(wording: str) -> str:
    return " ".join(wording.split()).casefold()


def review_text(content: dict[str, Any], venue: Venue) -> str:
    """Put the text of a review together.

    Parameters
    ----------
    content : dict
        Its fields.
    venue : Venue
        Which of them are text.

    Returns
    -------
    str
        Markdown with one heading a field; the bare text if the form has only one. Empty fields are left out.
    """
    written = [(name, str(content[name]).strip()) for name in venue.text if content.get(name) not in (None, "")]
    if len(venue.text) == 1:
        return written[0][1] if written else ""
    return "\n\n".join(f"## {name.replace('_', ' ').capitalize()}\n\n{text}" for name, text in written if text)
