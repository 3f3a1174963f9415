"""Reading a package from its folder, with every check; and opening whatever a manuscript is kept as."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from peerassay.manuscripts.markdown import read_markdown
from peerassay.manuscripts.package import Figure, Item, Package, TextRecord
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.validation import INDEX, TEXT, file_message, record_problems, sequence_problems

_FIELDS = ("id", "page", "type", "text")


def validate_package(folder: str | Path) -> list[PackageProblem]:
    """List everything that is wrong with a package on disk.

    Parameters
    ----------
    folder : str or pathlib.Path
        A folder with ``text.json``, ``index.json`` and, if there are images, ``figures``.

    Returns
    -------
    list of PackageProblem
        Empty if it can be loaded.
    """
    return _read(Path(folder))[1]


def load_package(folder: str | Path) -> Package:
    """Load a package and check it: records, order, paths, links and hashes.

    Parameters
    ----------
    folder : str or pathlib.Path
        A folder with ``text.json``, ``index.json`` and, if there are images, ``figures``.

    Returns
    -------
    Package
        Images stay on disk until they are read.

    Raises
    ------
    PackageError
        If anything is wrong; it lists every problem.
    """
    path = Path(folder)
    package, problems = _read(path)
    if problems or package is None:
        raise PackageError(path.name, problems)
    return package


def open_manuscript(path: str | Path, version: str = "original") -> Package:
    """Open a manuscript that is kept as a package, as a Markdown file, or as a folder of versions in Markdown.

    Parameters
    ----------
    path : str or pathlib.Path
        A package's folder, a ``.md`` file, or a folder with ``<version>.md`` or with ``<version>/text.json``.
    version : str
        Which version; a single package or file has to be of this version or `original`.

    Returns
    -------
    Package
        The manuscript.

    Raises
    ------
    FileNotFoundError
        If there is nothing of that version.
    PackageError
        If it is there and something is wrong with it.
    """
    place = Path(path)
    if (place / version / TEXT).is_file():
        return load_package(place / version)
    if (place / TEXT).is_file():
        return load_package(place)
    file = place if place.is_file() else place / f"{version}.md"
    if file.suffix.lower() != ".md" or not file.is_file():
        raise FileNotFoundError(f"{place}: no version {version!r}; expected {TEXT}, {version}.md or {version}/{TEXT}")
    return read_markdown(file, version=version)


def _read(folder: Path) -> tuple[Package | None, list[PackageProblem]]:
    contents: dict[str, Any] = {}
    problems: list[PackageProblem] = []
    for name in (TEXT, INDEX):
        contents[name], found = _json(folder, name)
        problems += found
    if problems:
        return None, problems
    records = contents[TEXT].get("records")
    problems = record_problems(records)
    if problems:
        return None, problems
    ids = [record["id"] for record in records]
    problems = [*_head_problems(contents[INDEX]), *sequence_problems(contents[INDEX].get("sequence"), ids, folder)]
    return (None, problems) if problems else (_package(folder, records, contents[INDEX]), [])


def _json(folder: Path, name: str) -> tuple[Any, list[PackageProblem]]:
    if message := file_message(folder, name):
        return None, [PackageProblem(name, "", message)]
    try:
        content = json.loads((folder / name).read_bytes())
    except (ValueError, RecursionError) as error:
        return None, [PackageProblem(name, "", f"is not JSON in UTF-8: {error}")]
    if not isinstance(content, dict):
        return None, [PackageProblem(name, "", "is no object; expected one as `write_package` makes it")]
    return content, []


def _head_problems(index: dict[str, Any]) -> list[PackageProblem]:
    problems = [
        PackageProblem(INDEX, name, f"is {index.get(name)!r:.60}; expected a word")
        for name in ("paper", "version")
        if not isinstance(index.get(name), str) or not index[name]
    ]
    if not isinstance(index.get("source", {}), dict):
        problems.append(PackageProblem(INDEX, "source", f"is {index['source']!r:.60}; expected an object"))
    return problems


def _package(folder: Path, records: list[dict[str, Any]], index: dict[str, Any]) -> Package:
    texts = {record["id"]: _record(record) for record in records}
    items: list[Item] = []
    for entry in index["sequence"]:
        if "text" in entry:
            items.append(texts[entry["text"]])
        else:
            items.append(Figure(entry["image"], entry["page"], entry["sha256"], folder / entry["image"]))
    return Package(index["paper"], tuple(items), index["version"], index.get("source", {}))


def _record(record: dict[str, Any]) -> TextRecord:
    other = {name: value for name, value in record.items() if name not in _FIELDS}
    return TextRecord(record["id"], record["page"], record["type"], record["text"], other)
