"""What is wrong with a rating: every problem named, with its place; nothing is mended and nothing is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final, TypeGuard

from peerassay.epistemics.rubric.definition import load_rubric
from peerassay.language.spans import find_span

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.epistemics.rubric.definition import OutputField, Rubric

SIGNALS: Final = ("System 1", "System 2")
"""What a passage can be a sign of."""
ENTRY: Final = ("span", "why")
"""What a passage consists of; one that gives a signal has ``signal`` as well."""
LONGEST_SHOWN: Final = 80


@dataclass(frozen=True)
class RatingProblem:
    """One thing that is wrong with a rating.

    Attributes
    ----------
    kind : str
        Its name: ``missing``, ``unknown field``, ``wrong type``, ``out of range``, ``unknown label``, ``unknown tag``,
        ``repeated tag``, ``unknown signal``, ``wrong number of spans``, ``alternative equals label``, ``empty text`` or
        ``span not in the review``.
    place : str
        Where it is in the answer, such as ``supporting_spans[2].span``; entries are counted from 1.
    value : str
        What was found.
    expected : str
        What was expected.
    """

    kind: str
    place: str
    value: str
    expected: str

    def __str__(self) -> str:
        """Say what kind it is, where, what was found, and what was expected."""
        value = self.value if len(self.value) <= LONGEST_SHOWN else f"{self.value[:LONGEST_SHOWN]}..."
        return f"{self.kind}: {self.place}: {value!r}; expected {self.expected}"


def rating_problems(rating: object, review: str, rubric: Rubric | None = None) -> list[RatingProblem]:
    """List everything that is wrong with the rating of one review.

    Parameters
    ----------
    rating
        As a judge returned it: it should be an object with the fields that the rubric asks for.
    review
        The text that was rated.
    rubric
        The compendium's own if not given.

    Returns
    -------
    list of RatingProblem
        In the order of the rubric's fields; empty if the rating can be used as it is.

    Notes
    -----
    A passage counts as quoted if `peerassay.language.spans.find_span` finds it, with the normalisation declared there.
    Articulate Intuition, Appendix A, lists the fields; what it says nothing of (whether scores are whole numbers, what
    entries of the counterevidence look like) is left open here, or chosen and said so in the rubric's file.
    """
    known = rubric or load_rubric()
    if not isinstance(rating, Mapping):
        return [RatingProblem("wrong type", "rating", type(rating).__name__, "an object with the fields of the rubric")]
    names = {field.name for field in known.fields}
    extra = [RatingProblem("unknown field", str(name), "", "no such field") for name in rating if name not in names]
    return [problem for field in known.asked for problem in _field(field, rating, review, known)] + extra


def _field(field: OutputField, rating: Mapping[str, object], review: str, rubric: Rubric) -> list[RatingProblem]:
    if field.name not in rating:
        return [RatingProblem("missing", field.name, "", rubric.bounds(field))]
    value = rating[field.name]
    if field.type in {"number", "integer"}:
        return _number(field.name, value, field.minimum, field.maximum, whole=field.type == "integer")
    if field.type == "spans":
        return _spans(field, value, review)
    checks: dict[str, Callable[[], list[RatingProblem]]] = {
        "label": lambda: _label(field.name, value, rubric),
        "alternative": lambda: _alternative(field.name, value, rating.get("label"), rubric),
        "dimensions": lambda: _dimensions(field.name, value, rubric),
        "text": lambda: _text(field.name, value),
        "tags": lambda: _tags(field.name, value, rubric),
    }
    return checks[field.type]()


def _number(
    place: str, value: object, low: float | None, high: float | None, *, whole: bool = False
) -> list[RatingProblem]:
    words = "a whole number" if whole else "a number"
    expected = words if low is None or high is None else f"{words} from {low:g} to {high:g}"
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        return [RatingProblem("wrong type", place, repr(value), expected)]
    finite = isinstance(value, int) or isfinite(value)
    inside = finite and (low is None or value >= low) and (high is None or value <= high)
    return [] if inside else [RatingProblem("out of range", place, repr(value), expected)]


def _label(place: str, value: object, rubric: Rubric) -> list[RatingProblem]:
    if isinstance(value, str) and value in rubric.label_names:
        return []
    return [RatingProblem("unknown label", place, str(value), f"one of {', '.join(rubric.label_names)}")]


def _alternative(place: str, value: object, label: object, rubric: Rubric) -> list[RatingProblem]:
    if value == label and value in rubric.label_names:
        return [RatingProblem("alternative equals label", place, str(value), "another label than the one given")]
    return _label(place, value, rubric)


def _dimensions(place: str, value: object, rubric: Rubric) -> list[RatingProblem]:
    low, high = rubric.scale
    if not isinstance(value, Mapping):
        return [RatingProblem("wrong type", place, type(value).__name__, "an object with one score per dimension")]
    expected = f"a number from {low:g} to {high:g}"
    problems = [
        problem
        for name in rubric.dimension_names
        for problem in (
            _number(f"{place}.{name}", value[name], low, high)
            if name in value
            else [RatingProblem("missing", f"{place}.{name}", "", expected)]
        )
    ]
    extra = [name for name in value if name not in rubric.dimension_names]
    return problems + [RatingProblem("unknown field", f"{place}.{name}", "", "no such dimension") for name in extra]


def _text(place: str, value: object) -> list[RatingProblem]:
    if not isinstance(value, str):
        return [RatingProblem("wrong type", place, type(value).__name__, "text")]
    return [] if value.strip() else [RatingProblem("empty text", place, value, "text that is not empty")]


def _tags(place: str, value: object, rubric: Rubric) -> list[RatingProblem]:
    if not _is_list(value):
        return [RatingProblem("wrong type", place, type(value).__name__, "a list of tags, which may be empty")]
    expected = f"one of {', '.join(rubric.tag_names)}"
    unknown = [
        RatingProblem("unknown tag", f"{place}[{number}]", str(tag), expected)
        for number, tag in enumerate(value, start=1)
        if tag not in rubric.tag_names
    ]
    counts = Counter(map(str, value))
    repeated = [tag for tag, count in counts.items() if count > 1 and tag in rubric.tag_names]
    return unknown + [RatingProblem("repeated tag", place, tag, "every tag at most once") for tag in repeated]


def _spans(field: OutputField, value: object, review: str) -> list[RatingProblem]:
    if not _is_list(value):
        return [RatingProblem("wrong type", field.name, type(value).__name__, f"a list: {field.bounds}")]
    counted = field.fewest <= len(value) <= field.most
    problems = (
        [] if counted else [RatingProblem("wrong number of spans", field.name, f"{len(value)} passages", field.bounds)]
    )
    entries = [_entry(f"{field.name}[{number}]", entry, field, review) for number, entry in enumerate(value, start=1)]
    return problems + [problem for found in entries for problem in found]


def _entry(place: str, entry: object, field: OutputField, review: str) -> list[RatingProblem]:
    parts = (*ENTRY, "signal") if field.signal else ENTRY
    if not isinstance(entry, Mapping):
        return [RatingProblem("wrong type", place, type(entry).__name__, f"an object with {', '.join(parts)}")]
    missing = [RatingProblem("missing", f"{place}.{part}", "", "a value") for part in parts if part not in entry]
    extra = [
        RatingProblem("unknown field", f"{place}.{part}", "", "no such field") for part in entry if part not in parts
    ]
    texts = [problem for part in ENTRY if part in entry for problem in _text(f"{place}.{part}", entry[part])]
    return [*missing, *extra, *texts, *_signal(place, entry, parts), *_quoted(place, entry, review)]


def _signal(place: str, entry: Mapping[str, object], parts: tuple[str, ...]) -> list[RatingProblem]:
    if "signal" not in parts or "signal" not in entry or entry["signal"] in SIGNALS:
        return []
    return [RatingProblem("unknown signal", f"{place}.signal", str(entry["signal"]), f"one of {', '.join(SIGNALS)}")]


def _quoted(place: str, entry: Mapping[str, object], review: str) -> list[RatingProblem]:
    span = entry.get("span")
    if not isinstance(span, str) or not span.strip() or find_span(span, review):
        return []
    return [RatingProblem("span not in the review", f"{place}.span", span, "a passage that is quoted from the review")]


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
