"""Freezing a release: the committed source, built from nothing in a folder of its own, and packed."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from peerassay.project import digest_bytes
from peerassay.release.archive import write_archive
from peerassay.release.building import run_build
from peerassay.release.contents import (
    CITATION,
    citation_text,
    manifest,
    package_version,
    release_date,
    result_files,
)
from peerassay.release.crate import NAME as CRATE
from peerassay.release.crate import crate_text
from peerassay.release.sums import NAME as SUMS
from peerassay.release.sums import sums_text
from peerassay.workflow.places import Places, write_json, write_text
from peerassay.workflow.report import Report
from peerassay.workflow.revision import MANIFEST, Revision, RevisionError, git, read_revision

SHOWN = 10
"""How many uncommitted files a message names."""


class Frozen(NamedTuple):
    """A release that was frozen: where it is, its SHA-256, how many files it holds, and its commit."""

    path: Path
    digest: str
    files: int
    commit: str


def freeze(root: Path, version: str, folder: Path, report: Report | None = None) -> Frozen:
    """Freeze a release of the current commit.

    The commit is written out into a temporary folder and everything is built there from nothing, so that no file that
    is not committed, and no earlier result, can get into the release.

    Parameters
    ----------
    root
        The compendium's root folder, a git checkout without uncommitted changes.
    version
        The version to freeze, which ``pyproject.toml``, ``CITATION.cff`` and ``CHANGELOG.md`` must state.
    folder
        Where the archive goes.
    report
        Is told what happens.

    Returns
    -------
    Frozen
        ``peerassay-compendium-VERSION.zip`` and its facts.

    Raises
    ------
    RevisionError
        If the checkout is not clean, or the version is another.
    peerassay.release.building.BuildFailedError
        If something cannot be built.
    """
    say = report or Report()
    date, revision = check_releasable(root, version)
    top = f"peerassay-compendium-{version}"
    with tempfile.TemporaryDirectory(prefix="peerassay-freeze-") as temporary:
        tree = Path(temporary) / top
        say.step(f"writing commit {revision.commit[:12]} out and building it from nothing")
        runnable = write_out(root, revision, tree)
        named = Revision(revision.commit, date)
        write_text(tree / CITATION, citation_text((tree / CITATION).read_text("utf-8"), version, date, named.commit))
        source = {path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()}
        write_json(tree / MANIFEST, {"commit": named.commit, "date": date, "version": version})
        build_all(tree)
        files = source | result_files(tree)
        files |= facts(tree, version, named, files)
    say.step("packing")
    archive = folder / f"{top}.zip"
    write_archive(archive, top, files, date, runnable)
    return Frozen(archive, digest_bytes(archive.read_bytes()), len(files), revision.commit)


def check_releasable(root: Path, version: str) -> tuple[str, Revision]:
    """Find the date and the commit of a release, or say why there can be none.

    Raises
    ------
    RevisionError
        If the checkout is not clean, or the version is another.
    """
    revision = read_revision(root)
    if not (root / ".git").exists() or not revision.commit:
        raise RevisionError(f"{root}: is no git checkout with a commit; a release is frozen from one")
    if revision.changes:
        shown = "\n".join(f"  {line}" for line in revision.changes[:SHOWN])
        more = f"\n  and {len(revision.changes) - SHOWN} more" if len(revision.changes) > SHOWN else ""
        raise RevisionError(f"not everything is committed:\n{shown}{more}\ncommit or remove these, then freeze again")
    stated = package_version(root)
    if version != stated:
        raise RevisionError(f"version {version}: pyproject.toml states {stated}; change it there, and in {CITATION}")
    return release_date(root, version), revision


def write_out(root: Path, revision: Revision, tree: Path) -> frozenset[str]:
    """Write the files of a commit into a new folder; return the names of those that may be executed.

    Raises
    ------
    RevisionError
        If there is a link or a submodule, or a file is not as committed (which git can be told to overlook).
    """
    listed = git(root, "ls-tree", "-r", "-z", revision.commit).split("\0")
    entries = [line.split(None, 3) for line in listed if line]
    for mode, _, blob, name in entries:
        if mode not in ("100644", "100755"):
            raise RevisionError(f"{name}: is a link or a submodule; a release holds files only")
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, target)
        if _blob(target.read_bytes(), len(blob)) != blob:
            raise RevisionError(
                f"{name}: is not as committed, and git was told to overlook it; restore it, then freeze"
            )
    return frozenset(name for mode, _, _, name in entries if mode == "100755")


def _blob(content: bytes, digits: int) -> str:
    """Give the name that git has for a content: SHA-1 with 40 digits, SHA-256 with 64."""
    kind = {40: "sha1", 64: "sha256"}[digits]
    return hashlib.new(kind, b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def build_all(tree: Path) -> None:
    """Build everything in a folder of its own; the book is rendered without the times at which notebooks ran."""
    run_build(tree)
    shutil.rmtree(Places(tree).build / "timings", ignore_errors=True)
    run_build(tree, render=True)


def facts(tree: Path, version: str, revision: Revision, files: dict[str, bytes]) -> dict[str, bytes]:
    """Write manifest, crate and checksums of the files of a release."""
    listed = manifest(tree, version, revision, files)
    crate = crate_text(files[CITATION].decode(), listed)
    made = {MANIFEST: json.dumps(listed, indent=1, sort_keys=True, ensure_ascii=False) + "\n", CRATE: crate}
    encoded = {name: text.encode() for name, text in made.items()}
    return encoded | {SUMS: sums_text(files | encoded).encode()}
