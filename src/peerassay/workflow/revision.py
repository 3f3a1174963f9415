"""Which revision of the compendium this is: from git, or from the manifest of a frozen release."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerassay.workflow.places import read_json

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "MANIFEST.json"
SHORT = 12


class RevisionError(RuntimeError):
    """A revision that is not known, or not the one that it has to be."""


@dataclass(frozen=True)
class Revision:
    """A state of the source.

    Attributes
    ----------
    commit : str
        Forty hexadecimal digits; empty if unknown.
    date : str
        Of the commit, as YYYY-MM-DD; empty if unknown.
    changes : tuple of str
        What is not committed: `git status` in its short form, one line a file.
    """

    commit: str = ""
    date: str = ""
    changes: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The commit for people."""
        if not self.commit:
            return "unknown commit"
        return f"commit {self.commit[:SHORT]}" + (" with changes that are not committed" if self.changes else "")


def git(root: Path, *words: str) -> str:
    """Return what a git command prints.

    Parameters
    ----------
    root
        The working tree.
    *words
        The command and its arguments.

    Raises
    ------
    RevisionError
        If there is no git, or it fails.
    """
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True)
    except FileNotFoundError as error:
        raise RevisionError("git is not installed; a release is frozen from a git checkout") from error
    except subprocess.CalledProcessError as error:
        raise RevisionError(f"git {words[0]}: {error.stderr.strip()}") from error
    return done.stdout


def read_revision(root: Path) -> Revision:
    """Find out which revision a folder holds.

    Parameters
    ----------
    root
        The compendium's root folder.

    Returns
    -------
    Revision
        From the manifest of a frozen release if there is one, else from git if the folder is the top of a checkout,
        else empty.
    """
    frozen = read_json(root / MANIFEST)
    if isinstance(frozen, dict) and "commit" in frozen:
        return Revision(str(frozen["commit"]), str(frozen.get("date", "")))
    if not (root / ".git").exists():
        return Revision()
    try:
        commit, date = git(root, "log", "-1", "--format=%H %cs").split()
        changes = tuple(git(root, "status", "--porcelain").splitlines())
    except (RevisionError, ValueError):
        return Revision()
    return Revision(commit, date, changes)
