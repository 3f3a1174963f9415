"""A miniature compendium under git, and a release frozen from it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from workflow.compendium import Compendium

from peerassay.project import ROOT_VARIABLE
from peerassay.release import freeze, freezing
from peerassay.release.building import run_build

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.release import Frozen

CITATION = """cff-version: 1.2.0
message: Please cite it.
title: A small compendium
abstract: Two notebooks.
version: 1.2.0
authors:
  - name: The contributors
  - family-names: Doe
    given-names: Jane
license: [MIT, CC-BY-4.0]
keywords: [peer review]
"""
EXHIBIT = """
import json
record = {{
    "id": "{id}", "number": "{number}", "kind": "table", "notebook": "{notebook}", "parameters": {{"level": level}},
    "functions": ["peerassay.x"], "data": {{"data/numbers.csv": "0" * 64}}, "tier": "derived", "reproduces": "",
    "claims": [], "files": ["{id}.csv"],
}}
(output / "exhibits" / "{id}.json").write_text(json.dumps(record))
number = int(pathlib.Path("{root}/data/numbers.csv").read_text().split()[1])
(output / "exhibits" / "{id}.csv").write_text(f"x,y\\n{{level}},{{0.1 * number!r}}\\n")
"""


def exhibit(name: str, number: str, notebook: str) -> str:
    text = EXHIBIT.format(id=name, number=number, notebook=notebook, root="ROOT")
    return text.replace('pathlib.Path("ROOT/', 'pathlib.Path(os.environ["PEERASSAY_ROOT"] + "/')


def git(root: Path, *words: str) -> str:
    settings = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *settings, *words], cwd=root, check=True, capture_output=True, text=True).stdout


def make(root: Path) -> Compendium:
    """Write a compendium with two notebooks and commit it."""
    mini = Compendium(root)
    mini.add("style/01-one", claims=("sty.a",), body=exhibit("style-one", "S1.1", "style/01-one"))
    mini.add("audit/01-three", claims=("rep.a",), body=exhibit("audit-three", "A1.1", "audit/01-three"))
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (root / "CITATION.cff").write_text(CITATION)
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.0] - 2026-11-30\n\n### Added\n\n- All.\n")
    (root / "README.md").write_text("# Small\n")
    (root / ".gitignore").write_text("build/\ndist/\n")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "All of it")
    return mini


def without_sphinx(tree: Path, *, only: tuple[str, ...] = (), render: bool = False) -> None:
    """Build as ever, but write a page in place of the book, whose sources a miniature does not have."""
    run_build(tree, only=only)
    if render:
        (tree / "build" / "site").mkdir(parents=True)
        (tree / "build" / "site" / "index.html").write_text("<p>The book.</p>\n")


@pytest.fixture(scope="session")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Compendium:
    return make(tmp_path_factory.mktemp("release") / "root")


@pytest.fixture(scope="session")
def frozen(mini: Compendium, tmp_path_factory: pytest.TempPathFactory) -> Frozen:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(freezing, "run_build", without_sphinx)
        patch.setenv(ROOT_VARIABLE, str(mini.root))
        return freeze(mini.root, "1.2.0", tmp_path_factory.mktemp("dist"))


def manifest_of(folder: Path) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
    return loaded
