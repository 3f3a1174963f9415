"""The schemas of the tables of records: Table Schema files that also make the data dictionary and the messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

_WORDS = {"string": "text", "integer": "a whole number", "number": "a number"}


@dataclass(frozen=True)
class Field:
    """One column.

    Attributes
    ----------
    name, title, description : str
        Name in the file, heading for people, and meaning.
    type : str
        `string`, `integer` or `number`.
    required : bool
        Whether every row must have a value.
    minimum, maximum : float or None
        Inclusive limits.
    choices : tuple of str
        The allowed values, if they are listed.
    """

    name: str
    title: str
    description: str
    type: str
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        words = _WORDS[self.type]
        if self.minimum is not None and self.maximum is not None:
            return f"{words} from {self.minimum:g} to {self.maximum:g}"
        if self.minimum is not None:
            return f"{words} of {self.minimum:g} or more"
        return words if self.maximum is None else f"{words} of {self.maximum:g} or less"


@dataclass(frozen=True)
class Schema:
    """The columns of one table.

    Attributes
    ----------
    name : str
        `papers` or `reviews`.
    title, description : str
        For people.
    fields : tuple of Field
        In the order in which the table is written.
    key : tuple of str
        The columns that tell rows apart.
    missing : frozenset of str
        What an empty cell may look like.
    """

    name: str
    title: str
    description: str
    fields: tuple[Field, ...]
    key: tuple[str, ...]
    missing: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns."""
        return tuple(field.name for field in self.fields)

    def field(self, name: str) -> Field:
        """Give a column by its name.

        Parameters
        ----------
        name : str
            One of `names`.

        Returns
        -------
        Field
            The column.

        Raises
        ------
        KeyError
            If there is none of that name.
        """
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"{name}: not a column of {self.name}; expected one of {', '.join(self.names)}")


def load_schema(name: str, folder: Path | None = None) -> Schema:
    """Read the schema of a table.

    Parameters
    ----------
    name : str
        `papers` or `reviews`.
    folder : pathlib.Path, optional
        Where the schema files are; ``data/schemas`` of the project if not given (read once).

    Returns
    -------
    Schema
        Its columns, key and empty cells.

    Raises
    ------
    FileNotFoundError
        If there is no such schema file.
    """
    return _read((folder or project_root() / "data" / "schemas") / f"{name}.json")


@lru_cache(maxsize=8)
def _read(path: Path) -> Schema:
    content = json.loads(path.read_text(encoding="utf-8"))
    key = content["primaryKey"]
    return Schema(
        name=path.stem,
        title=content["title"],
        description=content["description"],
        fields=tuple(_field(field) for field in content["fields"]),
        key=(key,) if isinstance(key, str) else tuple(key),
        missing=frozenset(content["missingValues"]),
    )


def _field(content: dict[str, Any]) -> Field:
    rules = content.get("constraints", {})
    return Field(
        name=content["name"],
        title=content["title"],
        description=content["description"],
        type=content["type"],
        required=rules.get("required", False),
        minimum=rules.get("minimum"),
        maximum=rules.get("maximum"),
        choices=tuple(rules.get("enum", ())),
    )
