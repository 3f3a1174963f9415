"""Notebook files as plain JSON: what of them decides a run, and carrying outputs into changed prose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from peerassay.project import digest_bytes
from peerassay.workflow.places import write_text

if TYPE_CHECKING:
    from pathlib import Path

    Cell = dict[str, Any]

DECIDING_TAGS = {"parameters", "raises-exception", "skip-execution"}


def read_notebook(path: Path) -> dict[str, Any]:
    """Return a notebook file's content.

    Raises
    ------
    ValueError
        If it is no notebook.
    """
    try:
        content = json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path}: not a notebook: {error}") from error
    if isinstance(content, dict) and isinstance(content.get("cells"), list):
        return content
    raise ValueError(f"{path}: not a notebook: it has no list of cells")


def read_node(path: Path) -> Any:
    """Return a notebook as nbformat's object, which papermill and nbconvert take."""
    import nbformat

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def write_node(path: Path, node: Any) -> None:
    """Write a notebook's content, as an object of nbformat's or of plain dictionaries, as a notebook file."""
    import nbformat

    write_text(path, nbformat.writes(nbformat.from_dict(node)).rstrip("\n") + "\n")  # type: ignore[no-untyped-call]


def code_cells(notebook: dict[str, Any]) -> list[Cell]:
    """Return the code cells in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def code_digests(notebook: dict[str, Any]) -> dict[str, str]:
    """Digest the code that decides a notebook's outputs.

    Parameters
    ----------
    notebook
        Its content; prose, outputs and metadata other than the tags that steer execution do not count.

    Returns
    -------
    dict of str to str
        A digest per code cell by id (by number where ids are missing or repeated), and one of their ``order``.
    """
    cells = code_cells(notebook)
    ids = [str(cell.get("id", "")) for cell in cells]
    if "" in ids or len(set(ids)) < len(ids):
        ids = [f"cell {number}" for number in range(1, len(cells) + 1)]
    digests = {name: digest_bytes(_deciding(cell).encode()) for name, cell in zip(ids, cells, strict=True)}
    return digests | {"order": digest_bytes("\n".join(ids).encode())}


def _deciding(cell: Cell) -> str:
    tags = sorted(DECIDING_TAGS.intersection(cell.get("metadata", {}).get("tags", ())))
    lines = "".join(cell["source"]).strip().splitlines()
    return "\n".join([" ".join(tags), *(line.rstrip() for line in lines)])


def carry_outputs(source: dict[str, Any], executed: dict[str, Any]) -> dict[str, Any]:
    """Return the source notebook with the outputs of an earlier run of the same code.

    Parameters
    ----------
    source
        The notebook as it is now, perhaps with other prose.
    executed
        Its earlier run; the code cells are the same, in the same order.

    Raises
    ------
    ValueError
        If the numbers of code cells differ.
    """
    cells = [dict(cell) for cell in source["cells"]]
    targets = [cell for cell in cells if cell["cell_type"] == "code"]
    for target, origin in zip(targets, code_cells(executed), strict=True):
        target.update(outputs=origin["outputs"], execution_count=origin["execution_count"])
    metadata = source["metadata"]
    if "widgets" in executed["metadata"]:
        metadata = {**metadata, "widgets": executed["metadata"]["widgets"]}
    return {**source, "cells": cells, "metadata": metadata}


def strip_run(executed: Any, source: dict[str, Any]) -> None:
    """Take out of a run, in place, what would differ in an equal run: times, paths, random ids.

    Parameters
    ----------
    executed
        The notebook that papermill returned.
    source
        The notebook that it was given.
    """
    widgets = executed["metadata"].get("widgets")
    executed["metadata"] = {**source["metadata"], **({"widgets": widgets} if widgets else {})}
    for cell in executed["cells"]:
        metadata = cell["metadata"]
        for key in ("papermill", "execution"):
            metadata.pop(key, None)
        if "injected-parameters" in metadata.get("tags", ()):
            cell["id"] = "injected-parameters"
        if not metadata.get("tags", True):
            del metadata["tags"]
