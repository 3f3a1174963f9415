"""One list of packages for pip, conda and Binder."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from pathlib import Path


def locked(root: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in (root / "requirements.lock").read_text().splitlines():
        name, version = re.match(r"([a-z0-9_.-]+)==([^ ;]+)", line).groups()  # type: ignore[union-attr]
        found.setdefault(name, set()).add(version)
    return found


def test_every_direct_dependency_is_pinned(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    direct = project["dependencies"] + [name for extra in project["optional-dependencies"].values() for name in extra]
    names = {re.match(r"[A-Za-z0-9_.-]+", requirement)[0].lower() for requirement in direct}  # type: ignore[index]
    assert names <= set(locked(root))


def test_the_lock_names_no_index_and_no_path(root: Path) -> None:
    for lock in root.glob("requirements*.lock"):
        assert not re.search(r"https?://|file:|--index|@ ", lock.read_text()), lock.name


def test_conda_and_binder_take_the_same_lock_and_python(root: Path) -> None:
    environment = yaml.safe_load((root / "environment.yml").read_text())
    python = next(item for item in environment["dependencies"] if str(item).startswith("python="))
    low, high = re.findall(
        r"\d+\.\d+", tomllib.loads((root / "pyproject.toml").read_text())["project"]["requires-python"]
    )
    as_numbers = [tuple(map(int, text.split("."))) for text in (low, python.removeprefix("python="), high)]
    assert as_numbers[0] <= as_numbers[1] < as_numbers[2]
    pip = next(item["pip"] for item in environment["dependencies"] if isinstance(item, dict))
    assert pip == ["-r requirements.lock", "--editable ."]
