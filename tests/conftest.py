"""Fixtures shared by the tests: a small compendium of its own, so that no test touches the real one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import nbformat
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

mpl.use("agg")

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """The real compendium."""
    return ROOT


def write_notebook(root: Path, name: str, cells: list[str], spec: str = "", parameters: str = "") -> Path:
    """Write a notebook and its specification below `root/notebooks`."""
    path = root / "notebooks" / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells.append(nbformat.v4.new_markdown_cell("# A notebook", id="title"))
    first = nbformat.v4.new_code_cell(parameters, id="parameters")
    first.metadata["tags"] = ["parameters"]
    notebook.cells.append(first)
    notebook.cells += [nbformat.v4.new_code_cell(cell, id=f"cell-{number}") for number, cell in enumerate(cells)]
    nbformat.write(notebook, path)
    path.with_suffix(".toml").write_text(spec or 'title = "A notebook"\nquestion = "Does it run?"\n', "utf-8")
    return path


@pytest.fixture
def compendium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty compendium with the real published numbers, taken as the project root."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/index\n", "utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "claims").symlink_to(ROOT / "data" / "claims")
    monkeypatch.setenv("PEERASSAY_ROOT", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def add_notebook(compendium: Path) -> Callable[..., Path]:
    """Write a notebook into the small compendium: ``add_notebook(name, cells, spec, parameters)``."""
    return lambda name, cells, spec="", parameters="": write_notebook(compendium, name, cells, spec, parameters)
