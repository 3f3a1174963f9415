"""Reviews as texts: from the fields of a form to Markdown, and from earlier entries or a file to what a judge reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from peerassay.epistemics.probes import SIDES
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from peerassay.collect.task import Done
    from peerassay.epistemics.probes import Probe

_SECTIONS = (
    ("summary", "Summary"),
    ("strengths", "Strengths"),
    ("concerns", "Concerns"),
    ("weaknesses", "Weaknesses"),
    ("suggestions", "Suggestions"),
    ("rationale", "Rationale"),
)
SCORES = ("score", "overall", "soundness", "significance", "evidence", "clarity", "confidence")
"""Fields of the forms that are ratings and not text."""


def review_markdown(result: Mapping[str, Any]) -> str:
    """Write the text of a review, without its scores.

    Parameters
    ----------
    result : mapping
        A review in one of the forms.

    Returns
    -------
    str
        Markdown: a heading per field, a numbered list per list, cited pages in parentheses.
    """
    return "\n\n".join(
        f"## {title}\n\n{_written(result[name])}" for name, title in _SECTIONS if result.get(name) not in (None, [])
    )


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    return "\n".join(f"{number}. {_point(item)}" for number, item in enumerate(value, start=1))


def _point(item: Any) -> str:
    if isinstance(item, str):
        return item.strip()
    pages = ", ".join(map(str, item["pages"]))
    return f"{item['text'].strip()}{f' (p. {pages})' if pages else ''}"


@dataclass(frozen=True)
class ReviewText:
    """A review as it is judged.

    Attributes
    ----------
    paper_id, version, reviewer, protocol, prompt : str
        As in the records.
    round : int
        Its number.
    text : str
        What was written, without scores.
    venue : str
        Where, if known.
    ratings : dict of str to number
        What its author gave, by name.
    part : str
        ``A`` or ``B`` for the reviews of a probe; empty otherwise.
    configuration : str
        Digest of the configuration that wrote it; empty if it comes from a file.
    """

    paper_id: str
    version: str
    reviewer: str
    protocol: str
    prompt: str
    round: int
    text: str
    venue: str = ""
    ratings: dict[str, float] = field(default_factory=dict)
    part: str = ""
    configuration: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of all that a judge is given."""
        ratings = ", ".join(f"{name} {value:g}" for name, value in sorted(self.ratings.items()))
        return digest_bytes("\0".join([self.text, self.venue, ratings]).encode())

    @property
    def name(self) -> str:
        """A name that no other review of the same collection has."""
        parts = [self.paper_id, self.version, self.reviewer, self.prompt, f"round {self.round}", self.part]
        return " | ".join(filter(None, parts))

    def head(self) -> str:
        """Write venue and ratings, as a judge is given them."""
        ratings = "; ".join(f"{name}: {value:g}" for name, value in self.ratings.items())
        return f"Venue: {self.venue or 'not known'}\nRatings given by the review's author: {ratings or 'not known'}"


def texts_of_results(results: Iterator[Done], venue: str) -> Iterator[ReviewText]:
    """Give the reviews of an earlier entry, of either form, or the two of each probe.

    Parameters
    ----------
    results : iterator of Done
        Of the task review, score-probabilities or probe.
    venue : str
        Where the manuscripts are said to be reviewed.

    Yields
    ------
    ReviewText
        In the order of the results.
    """
    for done in results:
        prompt = next(iter(done.configuration.prompts), done.configuration.task)
        key = done.key
        head = (key.paper_id, key.version, done.configuration.reviewer, key.protocol, prompt, key.round)
        if "review_a" in done.result:
            yield ReviewText(*head, done.result["review_a"], venue, {}, "A", done.configuration.digest)
            yield ReviewText(*head, done.result["review_b"], venue, {}, "B", done.configuration.digest)
            continue
        ratings = {name: float(done.result[name]) for name in SCORES if name in done.result}
        yield ReviewText(*head, review_markdown(done.result), venue, ratings, "", done.configuration.digest)


def texts_of_probes(probes: Iterable[Probe], venue: str) -> Iterator[ReviewText]:
    """Give both reviews of every probe, each by itself and under a name that the judge does not see.

    Parameters
    ----------
    probes : iterable of Probe
        The pairs.
    venue : str
        Where the abstracts are said to be reviewed.

    Yields
    ------
    ReviewText
        A and B of each; the pair's id stands for the paper.
    """
    for probe in probes:
        for side in SIDES:
            yield ReviewText(probe.id, "original", "probe", "integer", "probe", 1, probe.review(side), venue, {}, side)
