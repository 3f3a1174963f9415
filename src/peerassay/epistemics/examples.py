"""Reviews of our own: examples for the detectors, and the two cases with their ratings."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from peerassay.epistemics.rubric import RUBRIC
from peerassay.language.spans import find_span
from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

DETECTOR_FILE: Final = "data/epistemics/detector-examples.toml"
CASES_FILE: Final = "data/epistemics/cases.toml"
MARKS: Final = {"System 1": "①", "System 2": "②"}
"""Sign after a highlighted passage, so that colour is not needed."""


@dataclass(frozen=True)
class DetectorExample:
    """A review for the detectors.

    Attributes
    ----------
    name, kind, text : str
        Its name, what it is an example of, and the review.
    inflated : bool
        Whether the detector of templates is to flag it.
    right : bool
        Whether that is the right verdict, as its authors meant it.
    """

    name: str
    kind: str
    inflated: bool
    right: bool
    text: str


def load_detector_examples(path: Path | None = None) -> tuple[DetectorExample, ...]:
    """Read the examples for the detectors.

    Parameters
    ----------
    path : pathlib.Path, optional
        A file of the same form; the compendium's own if not given.

    Returns
    -------
    tuple of DetectorExample
        In the order of the file.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    content = tomllib.loads((path or project_root() / DETECTOR_FILE).read_text("utf-8"))
    return tuple(DetectorExample(**(item | {"text": item["text"].strip()})) for item in content["reviews"])


@dataclass(frozen=True)
class Case:
    """A review with its rating, after a case of the paper.

    Attributes
    ----------
    name, title, about, review : str
        Its name, heading, how it relates to the paper's case, and the review.
    rating : dict
        What a judge might answer, in the rubric's form.
    """

    name: str
    title: str
    about: str
    review: str
    rating: dict[str, Any]

    @property
    def spans(self) -> pd.DataFrame:
        """The passages that the rating points at: ``case``, ``span``, ``signal``, ``why``, ``start`` in the review."""
        rows = [
            (self.title, entry["span"], entry["signal"], entry["why"], _start(entry["span"], self.review))
            for entry in self.rating["supporting_spans"]
        ]
        return pd.DataFrame(rows, columns=["case", "span", "signal", "why", "start"])

    @property
    def card(self) -> str:
        """The case as Markdown: what was scored, the review with its passages marked, and the reasons."""
        rating, tags = self.rating, {tag.name: tag.title for tag in RUBRIC.bias_tags}
        biases = ", ".join(tags[name] for name in self.rating["bias_tags"]) or "none"
        scores = f"RQS {rating['rqs']}, $s_1$ = {rating['s1']}, $s_2$ = {rating['s2']}"
        quoted = "\n".join(f"> {line}" if line else ">" for line in self.highlighted.splitlines())
        return "\n\n".join(
            [
                f"**{self.title}.** {self.about}",
                quoted,
                f"**{rating['label']}** ({scores}). Biases: {biases}. {rating['primary_rationale']}",
                f"*Why not {rating['nearest_alternative_label']}?* {rating['why_not_nearest_alternative']} "
                "(① sign of System 1, ② sign of System 2.)",
            ]
        )

    @property
    def highlighted(self) -> str:
        """The review with its passages marked in HTML, each followed by the sign of its signal."""
        text, done = "", 0
        for entry in sorted(self.rating["supporting_spans"], key=lambda entry: _start(entry["span"], self.review)):
            found = find_span(entry["span"], self.review)
            if found:
                marked = f"<mark>{self.review[found.start : found.end]}</mark><sup>{MARKS[entry['signal']]}</sup>"
                text, done = text + self.review[done : found.start] + marked, found.end
        return text + self.review[done:]


def _start(span: str, review: str) -> int:
    found = find_span(span, review)
    return found.start if found else -1


def load_cases(path: Path | None = None) -> tuple[Case, ...]:
    """Read the cases.

    Parameters
    ----------
    path : pathlib.Path, optional
        A file of the same form; the compendium's own if not given.

    Returns
    -------
    tuple of Case
        In the order of the file.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    content = tomllib.loads((path or project_root() / CASES_FILE).read_text("utf-8"))
    return tuple(Case(**(item | {"review": item["review"].strip()})) for item in content["cases"])
