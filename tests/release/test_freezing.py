"""Freezing: only what is committed, whole, described, and with equal bytes each time."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml
from rocrate.rocrate import ROCrate

from peerassay.release import freeze, freezing, opened
from peerassay.release.contents import changelog_entries, package_version
from peerassay.workflow.revision import RevisionError, read_revision
from release.conftest import git, make, manifest_of, without_sphinx

if TYPE_CHECKING:
    from pathlib import Path

    from workflow.compendium import Compendium

    from peerassay.release import Frozen


def test_two_freezes_of_one_commit_have_equal_bytes(
    mini: Compendium, frozen: Frozen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "run_build", without_sphinx)
    again = freeze(mini.root, "1.2.0", tmp_path)
    assert again.digest == frozen.digest
    assert again.path.read_bytes() == frozen.path.read_bytes()
    assert frozen.path.name == "peerassay-compendium-1.2.0.zip"


def test_a_release_holds_source_results_and_facts(frozen: Frozen) -> None:
    with opened(frozen.path) as folder:
        names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {
        "SHA256SUMS", "MANIFEST.json", "ro-crate-metadata.json", "CITATION.cff", "CHANGELOG.md", "requirements.lock",
        "notebooks/style/01-one.ipynb", "data/numbers.csv", "results/ledger.csv", "results/book/index.html",
        "results/executed/style--01-one.ipynb", "results/exhibits/style-one.csv", "results/exhibits/audit-three.json",
    } <= names  # fmt: skip
    assert len(names) == frozen.files
    assert not any(name.startswith(("build/", ".git/")) for name in names)


def test_the_checksums_are_those_of_sha256sum(frozen: Frozen) -> None:
    if shutil.which("sha256sum") is None:
        pytest.skip("sha256sum is not installed")
    with opened(frozen.path) as folder:
        done = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=False)
    assert done.returncode == 0


def test_the_manifest_says_of_every_exhibit_and_claim_where_it_comes_from(mini: Compendium, frozen: Frozen) -> None:
    with opened(frozen.path) as folder:
        manifest = manifest_of(folder)
    assert manifest["commit"] == frozen.commit == git(mini.root, "rev-parse", "HEAD").strip()
    exhibits = {record["id"]: record for record in manifest["exhibits"]}  # type: ignore[attr-defined]
    assert exhibits["style-one"]["parameters"] == {"level": 1}
    assert exhibits["style-one"]["functions"] == ["peerassay.x"]
    assert len(exhibits["style-one"]["files"]["style-one.csv"]) == 64
    claims = {record["id"]: record["verdict"] for record in manifest["claims"]}  # type: ignore[attr-defined]
    assert claims["sty.a"] == "agrees"
    assert len(claims) == 9
    assert "pandas" in manifest["environment"]  # type: ignore[operator]


def test_the_crate_is_read_by_the_library_and_names_run_and_result(frozen: Frozen) -> None:
    with opened(frozen.path) as folder:
        crate = ROCrate(folder)
        assert crate.name == "A small compendium"
        assert crate.root_dataset["version"] == "1.2.0"
        assert str(crate.root_dataset["datePublished"])[:10] == "2026-11-30"
        run = crate.dereference("#run-style--01-one")
        assert run.type == "CreateAction"
        made = {entity.id for entity in run["result"]}
        assert "results/exhibits/style-one.csv" in made
        described = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))
        files = [node["@id"] for node in described["@graph"] if "File" in node["@type"]]
        assert files
        assert all((folder / name).is_file() for name in files)


def test_the_citation_has_version_date_and_commit(frozen: Frozen) -> None:
    with opened(frozen.path) as folder:
        cff = yaml.safe_load((folder / "CITATION.cff").read_text("utf-8"))
    assert (cff["version"], str(cff["date-released"]), cff["commit"]) == ("1.2.0", "2026-11-30", frozen.commit)


def test_what_is_not_committed_is_named(tmp_path: Path) -> None:
    mini = make(tmp_path / "root")
    (mini.root / "notes.txt").write_text("mine")
    mini.replace("README.md", "Small", "Changed")
    with pytest.raises(RevisionError, match="not everything is committed") as caught:
        freeze(mini.root, "1.2.0", tmp_path)
    assert "?? notes.txt" in str(caught.value)
    assert " M README.md" in str(caught.value)
    assert not list(tmp_path.glob("*.zip"))


def test_a_change_that_git_overlooks_is_refused(tmp_path: Path) -> None:
    mini = make(tmp_path / "root")
    git(mini.root, "update-index", "--assume-unchanged", "README.md")
    mini.replace("README.md", "Small", "Changed")
    with pytest.raises(RevisionError, match=r"README\.md: is not as committed"):
        freeze(mini.root, "1.2.0", tmp_path)


def test_another_version_is_refused(mini: Compendium, tmp_path: Path) -> None:
    with pytest.raises(RevisionError, match=r"pyproject\.toml states 1\.2\.0"):
        freeze(mini.root, "2.0.0", tmp_path)


def test_a_version_without_a_dated_entry_is_refused(tmp_path: Path) -> None:
    mini = make(tmp_path / "root")
    mini.replace("CHANGELOG.md", " - 2026-11-30", "")
    git(mini.root, "commit", "--quiet", "--all", "--message", "No date")
    with pytest.raises(RevisionError, match=r"no line '## \[1\.2\.0\] - YYYY-MM-DD'"):
        freeze(mini.root, "1.2.0", tmp_path)


def test_a_folder_without_git_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RevisionError, match="is no git checkout"):
        freeze(tmp_path, "1.2.0", tmp_path)


def test_a_link_is_refused(tmp_path: Path) -> None:
    mini = make(tmp_path / "root")
    (mini.root / "link").symlink_to("README.md")
    git(mini.root, "add", "--all")
    git(mini.root, "commit", "--quiet", "--message", "A link")
    with pytest.raises(RevisionError, match="link: is a link"):
        freeze(mini.root, "1.2.0", tmp_path)


def test_a_revision_is_known_from_git_or_from_a_manifest(mini: Compendium, frozen: Frozen, tmp_path: Path) -> None:
    assert read_revision(tmp_path).words == "unknown commit"
    assert read_revision(mini.root).words == f"commit {frozen.commit[:12]}"
    with opened(frozen.path) as folder:
        assert read_revision(folder).commit == frozen.commit


def test_the_projects_changelog_is_headed_by_its_version() -> None:
    from peerassay.project import project_root

    root = project_root()
    entries = changelog_entries((root / "CHANGELOG.md").read_text("utf-8"))
    assert next(name for name in entries if name != "Unreleased") == package_version(root)
    assert all(date for name, date in entries.items() if name != "Unreleased")
    dates = [date for date in entries.values() if date]
    assert dates == sorted(dates, reverse=True)
