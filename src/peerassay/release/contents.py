"""What goes into a release: the source as committed, the results, and the facts about both."""

from __future__ import annotations

import json
import re
from importlib.metadata import distributions
from platform import python_version
from typing import TYPE_CHECKING, Any

import pandas as pd
import yaml

from peerassay.project import digest_bytes
from peerassay.workflow.places import Places
from peerassay.workflow.revision import RevisionError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from peerassay.workflow.revision import Revision

RESULTS = "results"
CHANGES, CITATION = "CHANGELOG.md", "CITATION.cff"
_ENTRY = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?\s*$", re.MULTILINE)


def package_version(root: Path) -> str:
    """Return the version that ``pyproject.toml`` states, the one place where it is written by hand.

    Raises
    ------
    RevisionError
        If there is none.
    """
    found = re.search(r'^version = "([^"]+)"$', (root / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise RevisionError('pyproject.toml: no line version = "..."')
    return found[1]


def changelog_entries(text: str) -> dict[str, str]:
    """Return the date of every version in a changelog, newest first; empty for one that is not dated."""
    return {found["version"]: found["date"] or "" for found in _ENTRY.finditer(text)}


def release_date(root: Path, version: str) -> str:
    """Return the date of a version, which the changelog states.

    Raises
    ------
    RevisionError
        If the changelog has no dated entry of that version.
    """
    entries = changelog_entries((root / CHANGES).read_text("utf-8"))
    if not entries.get(version):
        raise RevisionError(f"{CHANGES}: no line '## [{version}] - YYYY-MM-DD'; write what changed in {version} first")
    return entries[version]


def citation_text(source: str, version: str, date: str, commit: str) -> str:
    """Write the citation file of a release: the project's, with version, date and commit.

    Parameters
    ----------
    source
        The project's ``CITATION.cff``.
    version, date, commit
        Of the release.
    """
    content: dict[str, Any] = yaml.safe_load(source)
    content |= {"version": version, "date-released": date, "commit": commit}
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110)


def result_files(root: Path) -> dict[str, bytes]:
    """Read what a build made: executed notebooks, exhibits, ledger and book, by their names in a release."""
    places = Places(root)
    folders = {"executed": places.build / "executed", "exhibits": places.exhibits, "book": places.site}
    found = {
        f"{RESULTS}/{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for name, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return found | {f"{RESULTS}/ledger.csv": places.ledger.read_bytes()}


def environment() -> dict[str, str]:
    """Return the version of Python and of every installed package, sorted by name."""
    found = {dist.metadata["Name"].lower(): dist.version for dist in distributions()}
    return {"python": python_version(), **dict(sorted(found.items()))}


def manifest(root: Path, version: str, revision: Revision, files: Mapping[str, bytes]) -> dict[str, Any]:
    """List every exhibit and every printed number of a release with what it was made from.

    Parameters
    ----------
    root
        The compendium, built.
    version
        Of the release.
    revision
        Of the source.
    files
        Content by name in the release.

    Returns
    -------
    dict
        ``version``, ``commit``, ``date``, ``environment``, ``exhibits`` and ``claims``.
    """
    places = Places(root)
    exhibits = []
    for path in sorted(places.exhibits.glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        named = {name: digest_bytes(files[f"{RESULTS}/exhibits/{name}"]) for name in record["files"]}
        kept = ("id", "number", "kind", "notebook", "parameters", "functions", "data", "tier", "reproduces", "claims")
        exhibits.append({key: record[key] for key in kept} | {"files": named})
    ledger = pd.read_csv(places.ledger, dtype=str, keep_default_na=False)
    claims = ledger[["id", "verdict", "tier", "notebook", "function", "data_sha256"]].to_dict("records")
    head = {"name": "peerassay-compendium", "version": version, "commit": revision.commit, "date": revision.date}
    return head | {"environment": environment(), "exhibits": exhibits, "claims": claims}
