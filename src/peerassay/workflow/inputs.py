"""The content key: everything that the outputs of a notebook depend on, by component so that a change can be named."""

from __future__ import annotations

import json
import sys
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from peerassay.project import data_files, digest_bytes
from peerassay.workflow.cells import code_digests, read_notebook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.manifest import Notebook

Components = dict[str, dict[str, str]]
"""For each component of a key, named values or digests."""

RUNNER_SCHEMA = 1
"""Raise it when a change of the runner changes what an unchanged notebook gives."""

COMPONENTS = ("code", "source", "data", "parameters", "environment", "upstream")
TOP_FLOOR = {"workflow", "cli", "cli.py", "release", "release.py", "__main__.py"}
PACKAGE = Path(__file__).parents[1]
LOCK = "requirements.lock"


class Inventory:
    """Digests that several notebooks share, each computed once.

    Parameters
    ----------
    root
        The compendium's root folder.
    package
        The folder of the package that notebooks import; this package's own if not given.
    """

    def __init__(self, root: Path, package: Path | None = None) -> None:
        self.root = root
        self.package = package or PACKAGE
        self._files: dict[Path, str] = {}

    def digest(self, path: Path) -> str:
        """Return the SHA-256 of a file, reading it once."""
        if path not in self._files:
            self._files[path] = digest_bytes(path.read_bytes())
        return self._files[path]

    @cached_property
    def source(self) -> dict[str, str]:
        """The digest of every file of the package that a notebook's numbers can depend on."""
        files = [path for path in self.package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        names = {path.relative_to(self.package): path for path in sorted(files)}
        return {name.as_posix(): self.digest(path) for name, path in names.items() if name.parts[0] not in TOP_FLOOR}

    @cached_property
    def environment(self) -> dict[str, str]:
        """Python's minor version, the lock file, the package's version and the runner's schema."""
        lock = self.root / LOCK
        return {
            "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
            LOCK: self.digest(lock) if lock.is_file() else "none",
            "peerassay": _package_version(),
            "runner": str(RUNNER_SCHEMA),
        }

    def components(self, notebook: Notebook, keys: Mapping[str, str]) -> Components:
        """Return what a notebook's outputs depend on.

        Parameters
        ----------
        notebook
            The notebook, run with its default parameters.
        keys
            The keys of the notebooks that it comes after.

        Returns
        -------
        dict
            For each of `COMPONENTS`, named values or digests.

        Raises
        ------
        FileNotFoundError
            If a data file is missing.
        ValueError
            If the notebook file cannot be read.
        """
        files = data_files(notebook.data, self.root)
        return {
            "code": code_digests(read_notebook(notebook.path)),
            "source": self.source,
            "data": {path.relative_to(self.root).as_posix(): self.digest(path) for path in files},
            "parameters": {name: canonical(value) for name, value in notebook.defaults.items()},
            "environment": self.environment,
            "upstream": {name: keys[name] for name in notebook.after},
        }


def _package_version() -> str:
    try:
        return version("peerassay")
    except PackageNotFoundError:
        return "not installed"


def canonical(value: object) -> str:
    """Return a value as JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def content_key(components: Components) -> str:
    """Return the SHA-256 of all components; two runs with the same key give the same outputs."""
    return digest_bytes(canonical(components).encode())
