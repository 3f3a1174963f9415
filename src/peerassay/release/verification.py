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
    from collections.abc import Callable, Sequence

    from peerassay.workflow.report import Report

MADE_LATER = frozenset({".venv", ".venv-cluster", ".venv-lock", "build", "node_modules", "dist", ".git", ".snakemake"})
"""Folders at the top that a person may have made in an unpacked release."""
CACHES = (
    "__pycache__",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    "*.egg-info",
)
"""Folders at any place that installing, testing or editing leaves behind."""
_FACTS = {"version": str, "commit": str, "environment": dict, "exhibits": list}


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
        differences, files = compare_sums(folder, made_later if path.is_dir() else None)
        again: tuple[Comparison, ...] = ()
        moved: tuple[str, ...] = ()
        if rerun and not differences:
            again = tuple(_rerun(folder, known, only, report))
            moved = changed_packages(known["environment"])
        return Verified(known["version"], known["commit"], files, tuple(differences), again, moved)


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        known = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArchiveError(f"{folder.name}: {MANIFEST} cannot be read ({reason}); expected a frozen release") from error
    if not _is_manifest(known):
        raise ArchiveError(f"{folder.name}: {MANIFEST} is not that of a release")
    return dict(known)


def _is_manifest(known: object) -> bool:
    """Tell whether a manifest has the facts that a verification needs, and nothing that a terminal would act on."""
    if not isinstance(known, dict) or not all(isinstance(known.get(name), kind) for name, kind in _FACTS.items()):
        return False
    printable = all(str(known[name]).isprintable() for name in ("version", "commit"))
    return printable and all(
        isinstance(record, dict) and all(isinstance(record.get(name), str) for name in ("id", "notebook"))
        for record in known["exhibits"]
    )


def made_later(name: str) -> bool:
    """Tell whether a file of an unpacked release is one that a person, not the release, put there.

    Parameters
    ----------
    name
        Its path below the release's folder, with forward slashes.
    """
    parts = name.split("/")
    return parts[0] in MADE_LATER or any(fnmatchcase(part, pattern) for part in parts for pattern in CACHES)


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
    if not notebooks:
        raise ArchiveError(f"{folder.name}: {MANIFEST} lists no exhibit; nothing can be run again")
    chosen = [name for name in notebooks if not only or any(_matches(name, pattern) for pattern in only)]
    if not chosen:
        raise SelectionError(f"no notebook matches {', '.join(only)}; the release has {', '.join(notebooks)}")
    with tempfile.TemporaryDirectory(prefix="peerassay-rerun-") as temporary:
        tree = Path(temporary) / "release"
        shutil.copytree(folder, tree, ignore=_not_source(folder))
        if report:
            report.step(f"running {len(chosen)} of {len(notebooks)} notebooks again, from the source of the release")
        run_build(tree, only=chosen if only else [])
        ids = {str(record["id"]) for record in known["exhibits"] if record["notebook"] in chosen}
        found = compare_exhibits(folder / RESULTS / "exhibits", tree / "build" / "exhibits", ids)
        if not only:
            found.append(compare_tables("ledger", folder / RESULTS / "ledger.csv", tree / "build" / "ledger.csv"))
        return found


def _not_source(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """Leave results, and what a person made, out of a copy; folders deeper down may have any name."""

    def left_out(inside: str, names: list[str]) -> list[str]:
        below = Path(inside).relative_to(folder).as_posix()
        paths = {name: name if below == "." else f"{below}/{name}" for name in names}
        return [name for name, path in paths.items() if path == RESULTS or made_later(path)]

    return left_out


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or name.split("/")[0] == pattern or fnmatchcase(name, pattern)
