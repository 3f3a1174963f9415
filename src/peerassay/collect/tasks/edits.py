"""Candidate edits of a manuscript: from replaced records to block diffs, and from decisions to a revised manuscript."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from peerassay.collect.tasks.forms import LONGEST_REASON
from peerassay.manuscripts import Figure, Package, TextRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from peerassay.collect.tasks.forms import Decision, Replacement


@dataclass(frozen=True, slots=True)
class Edit:
    """One candidate: the text of a record, before and after.

    Attributes
    ----------
    edit : str
        Its name among the edits of one Writer and manuscript: ``e001`` and so on, in reading order.
    record : str
        The id of the record.
    page : int
        Its page.
    before, after : str
        Its text.
    """

    edit: str
    record: str
    page: int
    before: str
    after: str

    def content(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        return asdict(self)


def record_line(record: TextRecord) -> str:
    """Write a record as a line of JSON, as the Writer reads it.

    Parameters
    ----------
    record : TextRecord
        Any record.

    Returns
    -------
    str
        With `id`, `page`, `type` and `text`.
    """
    content = {"id": record.id, "page": record.page, "type": record.type, "text": record.text}
    return json.dumps(content, ensure_ascii=False)


def read_record_lines(text: str) -> list[TextRecord]:
    """Read records back from the Writer's message.

    Parameters
    ----------
    text : str
        Lines of `record_line`.

    Returns
    -------
    list of TextRecord
        In order.
    """
    contents = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [TextRecord(one["id"], one["page"], one["type"], one["text"]) for one in contents]


def record_lines(package: Package) -> list[str | Figure]:
    """Write a package as the Writer reads it: a line per record, figures in their places.

    Parameters
    ----------
    package : Package
        The manuscript.

    Returns
    -------
    list of str or Figure
        In reading order.
    """
    return [item if isinstance(item, Figure) else record_line(item) for item in package.items]


def candidate_edits(
    records: Sequence[TextRecord], replacements: Iterable[Replacement]
) -> tuple[list[Edit], list[str], list[str]]:
    """Turn a Writer's replacements into block diffs.

    Parameters
    ----------
    records : sequence of TextRecord
        The manuscript's, in order.
    replacements : iterable of Replacement
        The Writer's answer.

    Returns
    -------
    edits : list of Edit
        One per record whose text would change, in reading order.
    unchanged : list of str
        Ids of records that came back with the text that they had.
    problems : list of str
        What is wrong; nothing may be used if there is any.

    Notes
    -----
    Can We Believe AI Peer Review?, Appendix B.5: the Writer returns text records to replace, diffs are made by block,
    leading instructions and page markers have to stay. A block is taken to be a text record.
    """
    known = {record.id: record for record in records}
    texts: dict[str, str] = {}
    problems: list[str] = []
    for one in replacements:
        if one.id not in known:
            problems.append(f"record {one.id!r} is not in the manuscript")
        elif one.id in texts:
            problems.append(f"record {one.id!r} is replaced twice")
        elif known[one.id].protected and one.text != known[one.id].text:
            problems.append(f"record {one.id!r} is a {known[one.id].type} and has to stay")
        texts[one.id] = one.text
    unchanged = [key for key, text in texts.items() if key in known and text == known[key].text]
    changed = [record for record in records if record.id in texts and texts[record.id] != record.text]
    edits = [
        Edit(f"e{number:03d}", record.id, record.page, record.text, texts[record.id])
        for number, record in enumerate(changed, start=1)
    ]
    return edits, unchanged, problems


def decision_problems(names: Sequence[str], decisions: Sequence[Decision]) -> list[str]:
    """Check that there is exactly one decision per edit.

    Parameters
    ----------
    names : sequence of str
        The edits that were shown.
    decisions : sequence of Decision
        The Selector's answer.

    Returns
    -------
    list of str
        Empty if there is.
    """
    decided = [one.edit for one in decisions]
    problems = [f"{name!r} is no edit that was shown" for name in dict.fromkeys(decided) if name not in names]
    problems += [f"edit {name!r} has {decided.count(name)} decisions" for name in names if decided.count(name) != 1]
    return problems


def kept_reason(reason: str) -> tuple[str, bool]:
    """Cut a reason to its longest length.

    Parameters
    ----------
    reason : str
        As the Selector gave it.

    Returns
    -------
    reason : str
        At most `LONGEST_REASON` characters.
    truncated : bool
        Whether something was cut off, which is recorded.
    """
    reason = reason.strip()
    return reason[:LONGEST_REASON], len(reason) > LONGEST_REASON


def revised(package: Package, edits: Iterable[Mapping[str, Any]], accepted: set[str], version: str) -> Package:
    """Apply the accepted edits to the original records, and nothing else.

    Parameters
    ----------
    package : Package
        The original.
    edits : iterable of mapping
        As `Edit.content` gives them.
    accepted : set of str
        Names of the accepted edits.
    version : str
        What the result is called.

    Returns
    -------
    Package
        The same records, figures and order.

    Raises
    ------
    ValueError
        If a record is not there, or is no longer what the Writer saw.
    """
    chosen = [edit for edit in edits if edit["edit"] in accepted]
    now = {record.id: record.text for record in package.records}
    if other := [edit["record"] for edit in chosen if now.get(edit["record"]) != edit["before"]]:
        raise ValueError(f"{package.name}: records {', '.join(other)} are not what the Writer saw")
    return package.with_texts({edit["record"]: edit["after"] for edit in chosen}, version)
