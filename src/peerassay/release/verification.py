"""Verifying a release: every file against its checksum, and on demand every exhibit against a new run."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.release.archive import ArchiveError, opened
from peerassay.release.building import run_build
from peerassay.release.comparison import BYTES, NUMBERS, Comparison, compare_exhibits, compare_tables
from peerassay.release.contents import RESULTS, environment
from peerassay.release.sums import Difference, compare_sums
from peerassay.workflow.revision import MANIFEST
from peerassay.workflow.selection import SelectionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.workflow.report import Report

MADE_LATER = frozenset({".venv", ".venv-cluster", ".venv-lock", "build", "node_modules", "dist", ".git"})
"""What a person may have made in an unpacked release."""


@dataclass(frozen=True)
class Verified:
    """What was found out about a release.

    Attributes
    ----------
    version, commit : str
        As its manifest states.
    files : int
        Files with a checksum.
    differences : tuple of Difference
        Files that are not as they should be.
    comparisons : tuple of Comparison
        Of exhibits that were run again, and of the ledger.
    environment : tuple of str
        Packages whose version is another than in the release, if anything was run again.
    """

    version: str
    commit: str
    files: int
    differences: tuple[Difference, ...]
    comparisons: tuple[Comparison, ...] = ()
    environment: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether every file has its checksum and every number that was computed again is the same."""
        return not self.differences and all(one.outcome in (BYTES, NUMBERS) for one in self.comparisons)


def verify(path: Path, *, rerun: bool = False, only: Sequence[str] = (), report: Report | None = None) -> Verified:
    """Verify a release.

    Parameters
    ----------
    path
        An archive, or a folder into which one was unpacked. Nothing is written into it.
    rerun
        Whether to run the notebooks again, with the source of the release and the packages that are installed here.
    only
        Patterns of the notebooks to run again; all if empty.
    report
        Is told what happens.

    Returns
    -------
    Verified

    Raises
    ------
    FileNotFoundError
        If there is nothing at that path.
    peerassay.release.ArchiveError
        If it is no release, or could do harm.
    peerassay.workflow.selection.SelectionError
        If a pattern matches no notebook of the release.
    peerassay.release.building.BuildFailedError
        If the notebooks do not run.
    """
    with opened(path) as folder:
        known = _manifest(folder)
        differences, files = compare_sums(folder, MADE_LATER)
        again: tuple[Comparison, ...] = ()
        moved: tuple[str, ...] = ()
        if rerun and not differences:
            again = tuple(_rerun(folder, known, only, report))
            moved = changed_packages(known["environment"])
        return Verified(known["version"], known["commit"], files, tuple(differences), again, moved)


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        known: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
        if {"version", "commit", "environment", "exhibits"} <= set(known):
            return known
    except (OSError, ValueError) as error:
        raise ArchiveError(f"{folder.name}: {MANIFEST} cannot be read ({error}); expected a frozen release") from error
    raise ArchiveError(f"{folder.name}: {MANIFEST} is not that of a release")


def changed_packages(before: dict[str, str]) -> tuple[str, ...]:
    """Say which packages are installed in another version than in the release, or not at all."""
    now = environment()
    return tuple(
        f"{name} {version}, here {now.get(name, 'not installed')}"
        for name, version in before.items()
        if now.get(name) != version
    )


def _rerun(folder: Path, known: dict[str, Any], only: Sequence[str], report: Report | None) -> list[Comparison]:
    notebooks = sorted({str(record["notebook"]) for record in known["exhibits"]})
    chosen = [name for name in notebooks if not only or any(_matches(name, pattern) for pattern in only)]
    if not chosen:
        raise SelectionError(f"no notebook matches {', '.join(only)}; the release has {', '.join(notebooks)}")
    with tempfile.TemporaryDirectory(prefix="peerassay-rerun-") as temporary:
        tree = Path(temporary) / "release"
        shutil.copytree(folder, tree, ignore=shutil.ignore_patterns(*MADE_LATER, RESULTS, "__pycache__"))
        if report:
            report.step(f"running {len(chosen)} of {len(notebooks)} notebooks again, from the source of the release")
        run_build(tree, only=chosen if only else [])
        ids = {str(record["id"]) for record in known["exhibits"] if record["notebook"] in chosen}
        found = compare_exhibits(folder / RESULTS / "exhibits", tree / "build" / "exhibits", ids)
        if not only:
            found.append(compare_tables("ledger", folder / RESULTS / "ledger.csv", tree / "build" / "ledger.csv"))
        return found


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or name.split("/")[0] == pattern or fnmatchcase(name, pattern)
