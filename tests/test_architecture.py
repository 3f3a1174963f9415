"""The house rules: arrows one way, small files, small functions, documented errors."""

from __future__ import annotations

import ast
import statistics
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "peerassay"
FILES = sorted(PACKAGE.rglob("*.py"))
FLOORS: dict[str, int] = {
    **dict.fromkeys(["__init__", "project", "claims", "manifest", "records"], 1),
    **dict.fromkeys(["budgets", "counts", "style", "epistemics", "repeatability", "estimation", "crossover"], 2),
    **dict.fromkeys(["language", "sampling"], 2),
    **dict.fromkeys(["ledger", "audit", "evidence", "reconstruct", "plots", "exhibits", "reconstructed"], 3),
    **dict.fromkeys(["collect", "manuscripts", "rewrites", "fetching"], 3),
    **dict.fromkeys(["workflow", "release", "cli", "__main__"], 4),
}
LONGEST_FILE, LONGEST_MEDIAN, LONGEST_FUNCTION = 300, 8, 45


def top(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Return the modules of the package that a file imports, by the first name below `peerassay`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("peerassay"):
            names = (node.module or "").split(".")[1:]
            found |= {names[0]} if names else {alias.name for alias in node.names}
    return found


def functions() -> list[tuple[str, int]]:
    """Return every function's place and the number of lines of its body without the docstring."""
    sizes = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                sizes.append((f"{path.name}:{node.name}", (body[-1].end_lineno or 0) - body[0].lineno + 1))
    return sizes


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_import_only_from_their_own_floor_or_below(path: Path) -> None:
    unknown = imports(path) - set(FLOORS)
    assert not unknown or unknown <= {"__version__"}, f"give {unknown} a floor"
    above = {name for name in imports(path) if FLOORS[name] > FLOORS[top(path)]}
    assert not above


def test_no_circle_between_the_modules_of_a_floor() -> None:
    graph = {name: set() for name in FLOORS} | {top(path): set() for path in FILES}
    for path in FILES:
        graph[top(path)] |= imports(path) - {top(path)}
    while free := [name for name, needs in graph.items() if not needs & set(graph)]:
        for name in free:
            del graph[name]
    assert not graph, f"a circle among {sorted(graph)}"


def test_files_and_functions_are_small() -> None:
    long_files = [path.name for path in FILES if len(path.read_text("utf-8").splitlines()) > LONGEST_FILE]
    assert not long_files
    sizes = functions()
    assert statistics.median(size for _, size in sizes) <= LONGEST_MEDIAN
    assert not [place for place, size in sizes if size > LONGEST_FUNCTION]


def test_no_dead_function() -> None:
    """Every private function is called somewhere in its own file."""
    for path in FILES:
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("_") and not node.name.startswith("__"):
                assert text.count(node.name) > 1, f"{path.name}: {node.name} is never called"


def test_who_raises_says_so() -> None:
    """A public function with a `raise` of its own has a Raises section."""
    silent = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                raises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
                if raises and "Raises\n" not in (ast.get_docstring(node) or ""):
                    silent.append(f"{path.name}:{node.name}")
    assert not silent
