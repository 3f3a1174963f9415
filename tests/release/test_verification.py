"""Verifying: every changed byte, number and name is found and named, and nothing is written into the release."""

from __future__ import annotations

import json
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from peerassay.cli.main import app
from peerassay.project import digest_bytes
from peerassay.release import ArchiveError, opened, verify
from peerassay.release.building import BuildFailedError
from peerassay.release.verification import _not_source, changed_packages
from peerassay.workflow.selection import SelectionError

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.release import Frozen


@pytest.fixture
def folder(frozen: Frozen, tmp_path: Path) -> Path:
    with opened(frozen.path) as release:
        return shutil.copytree(release, tmp_path / "release")


def change(folder: Path, name: str, old: bytes, new: bytes, *, and_its_checksum: bool = False) -> None:
    path = folder / name
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    if and_its_checksum:
        sums = folder / "SHA256SUMS"
        lines = [f"{digest_bytes(one)}  {name}\n" for one in (content, path.read_bytes())]
        sums.write_text(sums.read_text().replace(*lines))


def test_a_release_is_sound_packed_and_unpacked(frozen: Frozen, folder: Path) -> None:
    assert verify(frozen.path).sound
    found = verify(folder)
    assert found.sound
    assert (found.version, found.commit, found.files) == ("1.2.0", frozen.commit, frozen.files - 1)


def test_one_byte_of_data_is_found(folder: Path) -> None:
    change(folder, "data/numbers.csv", b"1", b"2")
    assert verify(folder).differences == (("data/numbers.csv", "changed"),)
    assert not verify(folder).sound


def test_one_number_of_an_exhibit_is_found(folder: Path) -> None:
    change(folder, "results/exhibits/style-one.csv", b"0.1", b"0.2")
    assert verify(folder).differences == (("results/exhibits/style-one.csv", "changed"),)


def test_a_file_name_is_found(folder: Path) -> None:
    (folder / "README.md").rename(folder / "README.txt")
    assert verify(folder).differences == (("README.md", "missing"), ("README.txt", "unlisted"))


def test_what_a_person_made_in_an_unpacked_release_is_no_difference(folder: Path) -> None:
    for name in (".venv/lib/x.py", "build/exhibits/e.csv", "src/peerassay.egg-info/PKG-INFO", "src/__pycache__/x.pyc"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("x")
    assert verify(folder).sound


def test_an_archive_has_nothing_but_what_is_listed(frozen: Frozen, tmp_path: Path) -> None:
    path = shutil.copyfile(frozen.path, tmp_path / frozen.path.name)
    extra = (".venv/bin/python", "src/__pycache__/x.pyc")
    with zipfile.ZipFile(path, "a") as archive:
        for name in extra:
            archive.writestr(f"{path.stem}/{name}", b"not ours")
    assert verify(path).differences == tuple((name, "unlisted") for name in extra)


def test_a_listed_file_counts_wherever_it_stands(folder: Path) -> None:
    sums = folder / "SHA256SUMS"
    sums.write_text(sums.read_text() + f"{'0' * 64}  build/x.csv\n")
    assert verify(folder).differences == (("build/x.csv", "missing"),)


def test_a_rerun_copies_folders_of_any_name(folder: Path) -> None:
    source = folder / "src" / "results" / "build" / "x.py"
    source.parent.mkdir(parents=True)
    source.write_text("")
    left_out = _not_source(folder)
    assert left_out(str(folder), ["src", "results", "build", "data"]) == ["results", "build"]
    assert left_out(str(folder / "src"), ["results", "__pycache__"]) == ["__pycache__"]
    assert left_out(str(source.parent), ["x.py"]) == []


def test_a_link_in_a_folder_is_refused(folder: Path) -> None:
    (folder / "link").symlink_to("/etc")
    with pytest.raises(ArchiveError, match="link: is a link"):
        verify(folder)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("SHA256SUMS", "", ""),
        ("SHA256SUMS", "no sum\n", "line 1"),
        ("SHA256SUMS", f"{'0' * 64}  ../x\n", "line 1"),
        ("MANIFEST.json", "{}", "not that of a release"),
        ("MANIFEST.json", "no json", "cannot be read"),
        ("MANIFEST.json", "5", "not that of a release"),
        ("MANIFEST.json", '["version", "commit", "environment", "exhibits"]', "not that of a release"),
        ("MANIFEST.json", "[" * 100_000, "cannot be read"),
        (
            "MANIFEST.json",
            '{"version": "1", "commit": "\\u001b[2J", "environment": {}, "exhibits": []}',
            "not that of a release",
        ),
    ],
)
def test_broken_facts_are_one_clear_message_or_differences(folder: Path, name: str, content: str, said: str) -> None:
    (folder / name).write_text(content)
    if said:
        with pytest.raises(ArchiveError, match=said):
            verify(folder)
    else:
        assert {kind for _, kind in verify(folder).differences} == {"unlisted"}


def test_sums_that_are_no_text_are_one_clear_message(folder: Path) -> None:
    (folder / "SHA256SUMS").write_bytes(b"\xff\xfe")
    with pytest.raises(ArchiveError, match="SHA256SUMS: is no text"):
        verify(folder)


def test_a_rerun_gives_the_same_bytes_and_leaves_the_release_alone(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = verify(folder, rerun=True)
    assert found.sound
    assert {one.exhibit: one.outcome for one in found.comparisons} == {
        "audit-three": "bytes equal",
        "style-one": "bytes equal",
        "ledger": "numbers equal",
    }
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_rerun_finds_a_number_that_its_checksum_agrees_with(folder: Path) -> None:
    change(folder, "results/exhibits/style-one.csv", b"0.1", b"0.35", and_its_checksum=True)
    found = verify(folder, rerun=True, only=["style"])
    assert [one.outcome for one in found.comparisons] == ["differs"]
    assert found.comparisons[0].cells == ("row 1, y: '0.35', now '0.1'",)
    assert found.comparisons[0].largest == pytest.approx(0.25)
    assert not found.sound


def test_a_rerun_finds_a_missing_exhibit(folder: Path) -> None:
    for kind in ("csv", "json"):
        (folder / f"results/exhibits/style-one.{kind}").unlink()
    sums = folder / "SHA256SUMS"
    sums.write_text("".join(line for line in sums.read_text().splitlines(keepends=True) if "style-one" not in line))
    assert [one.outcome for one in verify(folder, rerun=True, only=["style/*"]).comparisons] == ["missing"]


def test_nothing_is_run_where_files_differ(folder: Path) -> None:
    change(folder, "data/numbers.csv", b"1", b"2")
    assert verify(folder, rerun=True).comparisons == ()


def test_a_pattern_without_a_notebook_and_a_notebook_that_fails_are_said(folder: Path) -> None:
    with pytest.raises(SelectionError, match="the release has audit/01-three, style/01-one"):
        verify(folder, rerun=True, only=["nothing"])
    change(folder, "notebooks/style/01-one.ipynb", b"import json", b"import nothing_like_it", and_its_checksum=True)
    with pytest.raises(BuildFailedError, match="nothing_like_it"):
        verify(folder, rerun=True, only=["style"])


def test_other_packages_are_named() -> None:
    assert changed_packages({"python": "2.7", "pandas": "0.1"})[0].startswith("python 2.7, here 3.")
    assert changed_packages({"no-such-package": "1"}) == ("no-such-package 1, here not installed",)


def test_the_exit_status_tells(frozen: Frozen, folder: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(app, ["verify", str(frozen.path)]).exit_code == 0
    change(folder, "data/numbers.csv", b"1", b"2")
    changed = runner.invoke(app, ["verify", str(folder)])
    assert changed.exit_code == 1
    assert "changed: data/numbers.csv" in changed.output
    assert runner.invoke(app, ["verify", str(tmp_path / "none.zip")]).exit_code == 2
    (tmp_path / "bad.zip").write_text(json.dumps({}))
    assert runner.invoke(app, ["verify", str(tmp_path / "bad.zip")]).exit_code == 2
