"""The rubric: one source for the judge's answer form, for the book's table and for the validation of ratings."""

from typing import TYPE_CHECKING, Any

from peerassay.epistemics.rubric.checks import ENTRY, SIGNALS, RatingProblem, rating_problems
from peerassay.epistemics.rubric.definition import (
    BiasTag,
    Dimension,
    Label,
    OutputField,
    Rubric,
    load_rubric,
)
from peerassay.epistemics.rubric.form import answer_schema
from peerassay.epistemics.rubric.tables import check_answer, problem_table, spoiled

if TYPE_CHECKING:
    RUBRIC: Rubric
    """The compendium's rubric, read when it is first asked for."""
else:

    def __getattr__(name: str) -> Any:
        """Read the rubric when `RUBRIC` is asked for, so that importing needs no compendium."""
        if name != "RUBRIC":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return load_rubric()


__all__ = [
    "ENTRY",
    "RUBRIC",
    "SIGNALS",
    "BiasTag",
    "Dimension",
    "Label",
    "OutputField",
    "RatingProblem",
    "Rubric",
    "answer_schema",
    "check_answer",
    "load_rubric",
    "problem_table",
    "rating_problems",
    "spoiled",
]
