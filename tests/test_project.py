"""Finding the compendium and its files, and digests of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.project import data_files, digest_bytes, digest_files, project_root

if TYPE_CHECKING:
    from pathlib import Path


def test_the_root_is_found_from_any_folder_below_it(compendium: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PEERASSAY_ROOT")
    below = compendium / "notebooks" / "style"
    below.mkdir()
    monkeypatch.chdir(below)
    assert project_root() == compendium.resolve()


def test_the_variable_comes_before_the_working_directory(compendium: Path, tmp_path_factory, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert project_root() == compendium.resolve()


def test_elsewhere_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEERASSAY_ROOT", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"no compendium at .*set PEERASSAY_ROOT"):
        project_root()


def test_patterns_become_sorted_files_without_repeats(tmp_path: Path) -> None:
    (tmp_path / "data" / "folder").mkdir(parents=True)
    for name in ("b.csv", "a.csv", "c.txt"):
        (tmp_path / "data" / name).touch()
    found = data_files(["data/*.csv", "data/a.csv", "data/*"], tmp_path)
    assert [path.name for path in found] == ["a.csv", "b.csv", "c.txt"], "a folder is no file"


def test_a_pattern_without_a_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"data/no\.csv: no such file below"):
        data_files(["data/no.csv"], tmp_path)


def test_a_digest_is_sha_256() -> None:
    # FIPS 180-2, appendix B.1
    assert digest_bytes(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@settings(max_examples=20, deadline=None)
@given(contents=st.lists(st.binary(max_size=8), min_size=2, max_size=4, unique=True))
def test_the_digest_of_files_depends_on_names_and_contents_but_not_on_order(
    contents: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("digest")
    paths = [folder / f"{number}.bin" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    digest = digest_files(paths, folder)
    assert digest_files(reversed(paths), folder) == digest
    lines = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths)
    assert digest == hashlib.sha256(lines.encode()).hexdigest(), "as of the output of sha256sum"
    paths[0].write_bytes(contents[1])
    paths[1].write_bytes(contents[0])
    assert digest_files(paths, folder) != digest
