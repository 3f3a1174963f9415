"""The rubric as data: its dimensions, labels, tags and the fields of the judge's answer, read from one file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

RUBRIC_FILE: Final = "data/epistemics/rubric.toml"
"""Where the rubric is, relative to the root."""


@dataclass(frozen=True)
class Dimension:
    """One of the scales on which a review's text is scored.

    Attributes
    ----------
    name, title, printed : str
        Name in data, heading for people, and name in the paper's Table 1.
    valence : str
        ``S1``: a low score is the more analytical one; ``S2``: a high score is.
    anchor, cue, meaning : str
        The philosophical idea behind it, what the judge looks for, and what the score is about.
    sources : tuple of str
        Works that the anchor refers to.
    """

    name: str
    title: str
    printed: str
    valence: str
    anchor: str
    cue: str
    meaning: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Label:
    """One of the labels of a review: its name and its meaning."""

    name: str
    meaning: str


@dataclass(frozen=True)
class BiasTag:
    """One bias: its name in data, its title, the names that the paper prints, and its meaning."""

    name: str
    title: str
    printed: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class OutputField:
    """One field of the judge's answer.

    Attributes
    ----------
    name : str
        Name in the answer.
    type : str
        ``label``, ``alternative``, ``number``, ``integer``, ``dimensions``, ``text``, ``spans`` or ``tags``.
    meaning : str
        What it holds.
    printed : bool
        Whether the paper prints this very name.
    asked : bool
        Whether the judge is asked for it; if not, the paper lists it without saying what it is.
    minimum, maximum : float or None
        Inclusive limits of a number.
    fewest, most : int
        How many passages a field of type ``spans`` has.
    signal : bool
        Whether each passage says what it is a sign of.
    """

    name: str
    type: str
    meaning: str
    printed: bool
    asked: bool = True
    minimum: float | None = None
    maximum: float | None = None
    fewest: int = 0
    most: int = 0
    signal: bool = False

    @property
    def bounds(self) -> str:
        """What a value must be, in words."""
        numbers = f"from {self.minimum:g} to {self.maximum:g}" if self.minimum is not None else ""
        many = f"exactly {self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        words = {"spans": f"{many} passages", "tags": "any number of tags, each once", "text": "text that is not empty"}
        return words.get(self.type, numbers)


@dataclass(frozen=True)
class Rubric:
    """The whole rubric.

    Attributes
    ----------
    dimensions, labels, bias_tags, fields
        Its parts, in the order of the paper.
    scale : tuple of float
        Lowest and highest score of a dimension.
    """

    dimensions: tuple[Dimension, ...]
    labels: tuple[Label, ...]
    bias_tags: tuple[BiasTag, ...]
    fields: tuple[OutputField, ...]
    scale: tuple[float, float]

    @property
    def dimension_names(self) -> tuple[str, ...]:
        """The names of the dimensions."""
        return tuple(dimension.name for dimension in self.dimensions)

    @property
    def label_names(self) -> tuple[str, ...]:
        """The labels."""
        return tuple(label.name for label in self.labels)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """The names of the bias tags."""
        return tuple(tag.name for tag in self.bias_tags)

    @property
    def asked(self) -> tuple[OutputField, ...]:
        """The fields that the judge is asked for."""
        return tuple(field for field in self.fields if field.asked)

    def named(self, valence: str) -> tuple[str, ...]:
        """Give the dimensions of a valence.

        Parameters
        ----------
        valence : str
            ``S1`` or ``S2``.

        Returns
        -------
        tuple of str
            Their names.
        """
        return tuple(dimension.name for dimension in self.dimensions if dimension.valence == valence)

    def dimension_table(self) -> pd.DataFrame:
        """Give the dimensions as a table.

        Returns
        -------
        pandas.DataFrame
            ``dimension`` (the name in Table 1, a dagger for the System-1 valence), ``anchor`` (with its sources),
            ``cue``, ``meaning``, ``name``.
        """
        rows = [
            (
                f"{item.printed} †" if item.valence == "S1" else item.printed,
                f"{item.anchor} ({'; '.join(item.sources)})",
                item.cue,
                item.meaning,
                item.name,
            )
            for item in self.dimensions
        ]
        return pd.DataFrame(rows, columns=["dimension", "anchor", "cue", "meaning", "name"])

    def name_table(self) -> pd.DataFrame:
        """Give the labels and the biases as a table.

        Returns
        -------
        pandas.DataFrame
            ``kind`` (``label`` or ``bias``), ``name``, ``meaning``.
        """
        rows = [("label", label.name, label.meaning) for label in self.labels]
        rows += [("bias", tag.title, tag.meaning) for tag in self.bias_tags]
        return pd.DataFrame(rows, columns=["kind", "name", "meaning"])

    def field_table(self) -> pd.DataFrame:
        """Give the fields of the judge's answer as a table.

        Returns
        -------
        pandas.DataFrame
            ``field``, ``type``, ``bounds``, ``asked`` (``yes`` or ``no``), ``meaning``.
        """
        rows = [
            (item.name, item.type, self.bounds(item), "yes" if item.asked else "no", item.meaning)
            for item in self.fields
        ]
        return pd.DataFrame(rows, columns=["field", "type", "bounds", "asked", "meaning"])

    def bounds(self, field: OutputField) -> str:
        """Say what a field may hold.

        Parameters
        ----------
        field : OutputField
            One of `fields`.

        Returns
        -------
        str
            In words; empty if the paper says nothing.
        """
        low, high = self.scale
        words = {
            "label": f"one of {', '.join(self.label_names)}",
            "alternative": f"one of {', '.join(self.label_names)}, but not the label",
            "dimensions": f"{len(self.dimensions)} numbers from {low:g} to {high:g}",
        }
        return words.get(field.type, field.bounds)


def load_rubric(path: Path | None = None) -> Rubric:
    """Read the rubric.

    Parameters
    ----------
    path : pathlib.Path, optional
        A file of the same form; the compendium's own if not given (read once).

    Returns
    -------
    Rubric
        Dimensions, labels, tags and fields.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    return _read(path or project_root() / RUBRIC_FILE)


@lru_cache(maxsize=4)
def _read(path: Path) -> Rubric:
    content = tomllib.loads(path.read_text("utf-8"))
    return Rubric(
        dimensions=tuple(Dimension(**_frozen(item)) for item in content["dimensions"]),
        labels=tuple(Label(**item) for item in content["labels"]),
        bias_tags=tuple(BiasTag(**_frozen(item)) for item in content["bias_tags"]),
        fields=tuple(OutputField(**item) for item in content["fields"]),
        scale=(content["dimension_scale"]["minimum"], content["dimension_scale"]["maximum"]),
    )


def _frozen(item: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in item.items()}
