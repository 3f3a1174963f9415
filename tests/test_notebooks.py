"""The source notebooks: stripped, parameterised as specified, and with logic left to the package."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path
from typing import Any, TypeGuard

import nbformat
import pytest

from peerassay.manifest import Notebook, load_notebooks

NOTEBOOKS = load_notebooks(Path(__file__).parents[1])
TOP_FLOOR = ("peerassay.workflow", "peerassay.cli", "peerassay.release")
LOGIC_LINES = 12


def read(notebook: Notebook) -> Any:
    return nbformat.read(notebook.path, as_version=4)


def code_cells(notebook: Notebook) -> list[Any]:
    return [cell for cell in read(notebook).cells if cell.cell_type == "code"]


def assignments(source: str) -> dict[str, Any]:
    return {node.targets[0].id: ast.literal_eval(node.value) for node in ast.parse(source).body}  # type: ignore[attr-defined]


@pytest.fixture(params=list(NOTEBOOKS))
def notebook(request: pytest.FixtureRequest) -> Notebook:
    return NOTEBOOKS[request.param]


def test_outputs_are_stripped_and_cells_have_readable_ids(notebook: Notebook) -> None:
    nbformat.validate(read(notebook))
    for cell in read(notebook).cells:
        assert re.fullmatch(r"[a-z][a-z0-9-]+", cell.id), cell.id
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
            assert set(cell.metadata) <= {"tags"}
    assert set(read(notebook).metadata) <= {"kernelspec", "language_info"}


def test_the_parameters_cell_equals_the_specification(notebook: Notebook) -> None:
    first = code_cells(notebook)[0]
    assert first.metadata.get("tags") == ["parameters"]
    assert assignments(first.source) == notebook.defaults
    assert [type(value) for value in assignments(first.source).values()] == [
        type(value) for value in notebook.defaults.values()
    ]


def test_every_parameter_is_handed_to_the_page(notebook: Notebook) -> None:
    call = re.search(rf'open_page\(\s*"{notebook.name}"(.*?)\)', code_cells(notebook)[1].source, re.DOTALL)
    assert call, "the second code cell opens the page under the notebook's own name"
    handed = set(re.findall(r"(\w+)=(\w+)", call[1]))
    assert handed == {(name, name) for name in notebook.parameters}


def test_the_last_cell_finishes_the_page(notebook: Notebook) -> None:
    assert code_cells(notebook)[-1].source.strip() == "page.finish()"


def test_one_title_and_no_heading_level_is_skipped(notebook: Notebook) -> None:
    prose = [cell.source for cell in read(notebook).cells if cell.cell_type == "markdown"]
    levels = [len(hashes) for text in prose for hashes in re.findall(r"^(#+) ", text, re.MULTILINE)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_logic_lives_in_the_package(notebook: Notebook) -> None:
    for cell in code_cells(notebook)[1:]:  # the first holds the parameters
        tree = ast.parse(cell.source)
        assert not any(isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.While)) for node in ast.walk(tree)), cell.id
        assert len(tree.body) <= LOGIC_LINES, f"{cell.id}: {len(tree.body)} statements"
        modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [module for module in modules if module.startswith(TOP_FLOOR)]


def is_exhibit(node: ast.AST) -> TypeGuard[ast.Call]:
    """Tell whether a node is a call of ``page.table`` or ``page.figure``, whose second argument is the exhibit's id."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"page.table", "page.figure"}


def test_exhibits_have_a_label_to_refer_to(notebook: Notebook) -> None:
    prose = "\n".join(cell.source for cell in read(notebook).cells if cell.cell_type == "markdown")
    labels = set(re.findall(r"^\(([a-z0-9-]+)\)=$", prose, re.MULTILINE))
    calls = [node for cell in code_cells(notebook) for node in ast.walk(ast.parse(cell.source)) if is_exhibit(node)]
    exhibits = [ast.literal_eval(call.args[1]) for call in calls]
    assert exhibits
    assert set(exhibits) <= labels, set(exhibits) - labels
