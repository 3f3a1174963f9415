"""A miniature compendium that is built once, and copies of it to change."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from peerassay.project import ROOT_VARIABLE
from peerassay.workflow import inputs
from peerassay.workflow.build import build
from workflow.compendium import Compendium

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def frozen_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that no test changes, so that keys are computed over it."""
    target = tmp_path_factory.mktemp("package") / "peerassay"
    shutil.copytree(inputs.PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, frozen_package: Path) -> Compendium:
    """Three notebooks that were run once: two in a row, one apart."""
    mini = Compendium(tmp_path_factory.mktemp("built") / "root")
    mini.add("style/01-one", claims=("sty.a",), exhibits=("style-one",))
    mini.add("style/02-two", claims=("sty.b",), after=["style/01-one"])
    mini.add("audit/01-three", claims=("rep.a", "rep.c"), exhibits=("audit-three", "audit-four"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "PACKAGE", frozen_package)
        done = build(mini.root, jobs=2, render=False)
    assert [status.notebook.name for status in done.executed] == ["style/01-one", "style/02-two", "audit/01-three"]
    return mini


@pytest.fixture
def package(frozen_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package that keys are computed over; a copy that a test may change."""
    target = tmp_path / "package" / "peerassay"
    shutil.copytree(frozen_package, target)
    monkeypatch.setattr(inputs, "PACKAGE", target)
    return target


@pytest.fixture
def mini(built: Compendium, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compendium:
    """A copy of the built compendium, taken as the project root."""
    root = tmp_path / "root"
    shutil.copytree(built.root, root)
    monkeypatch.setenv(ROOT_VARIABLE, str(root))
    return Compendium.at(root)


@pytest.fixture
def empty(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compendium:
    """A compendium without notebooks, taken as the project root."""
    mini = Compendium(tmp_path / "empty")
    monkeypatch.setenv(ROOT_VARIABLE, str(mini.root))
    return mini
