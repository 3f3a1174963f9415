"""The data dictionary, from the same description that the data are validated against."""

from __future__ import annotations

import csv
import json
from html import escape
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from peerassay.workflow.pages.markup import code, page, table

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.workflow.pages.facts import Facts

DESCRIPTION = "datapackage.json"


def dictionary(facts: Facts) -> str:
    """Return the page that describes every table of ``data/`` and each of its columns.

    Raises
    ------
    FileNotFoundError
        If ``data/datapackage.json`` or a table that it names is missing.
    """
    folder = facts.root / "data"
    package = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    lead = (
        f"The data of this book are plain CSV files in `data/`, described in `data/{DESCRIPTION}` after the "
        "[Frictionless](https://specs.frictionlessdata.io/) standard. The tests validate every file against that "
        "description, and this page is made from it."
    )
    groups = _by_schema(package["resources"])
    return page("Data dictionary", lead, *(_group(folder, package, group) for group in groups))


def _by_schema(resources: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for resource in resources:
        groups.setdefault(json.dumps(resource["schema"], sort_keys=True), []).append(resource)
    return list(groups.values())


def _group(folder: Path, package: dict[str, Any], group: list[dict[str, Any]]) -> str:
    title = group[0].get("title", group[0]["name"]) if len(group) == 1 else _common(group).capitalize()
    files = [_file(folder, resource) for resource in group]
    schema = _schema(folder, group[0]["schema"])
    columns = [_column(field, schema) for field in schema["fields"]]
    names = ", ".join(resource["name"] for resource in group)
    return "\n\n".join(
        [
            f"## {title}",
            table(["File", "Rows", "What it holds"], files, f"Files: {names}", numeric=[1]),
            table(["Column", "Type", "Rule", "Meaning"], columns, f"Columns of {names}"),
        ]
    )


def _common(group: list[dict[str, Any]]) -> str:
    """Return what the names of several tables begin with: ``claims`` for ``claims-style``, ``claims-epistemics``."""
    names = [resource["name"] for resource in group]
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))
    return "".join(letter for letter, _ in pairs).rstrip("-_") or "Tables"


def _file(folder: Path, resource: dict[str, Any]) -> list[str]:
    path = resource["path"]
    return [code(f"data/{path}"), f"{_rows(folder / path):,}", escape(resource.get("description", ""))]


def _schema(folder: Path, schema: dict[str, Any] | str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / schema).read_text("utf-8")) if isinstance(schema, str) else schema
    return loaded


def _rows(path: Path) -> int:
    with path.open(newline="", encoding="utf-8") as file:
        return sum(1 for _ in csv.reader(file)) - 1


def _column(field: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    rules = [f"{name}: {_value(value)}" for name, value in field.get("constraints", {}).items() if value is not False]
    rules += ["primary key"] if field["name"] in _names(schema.get("primaryKey")) else []
    rules += [
        f"refers to {key['reference'].get('resource') or 'this table'}.{', '.join(_names(key['reference']['fields']))}"
        for key in schema.get("foreignKeys", ())
        if field["name"] in _names(key["fields"])
    ]
    text = escape(field.get("description", ""))
    return [code(field["name"]), escape(field.get("type", "any")), escape("; ".join(rules).replace(": True", "")), text]


def _names(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
