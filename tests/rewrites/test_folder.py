"""A folder of originals and rewrites: what is read, and one message per problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.language import VERSIONS
from peerassay.records import RecordsError
from peerassay.rewrites.folder import load_rewrites

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def test_the_manuscripts_of_the_book_come_in_five_versions() -> None:
    ours = load_rewrites()
    assert list(ours.texts) == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert all(tuple(versions) == VERSIONS for versions in ours.texts.values())
    assert not ours.own
    assert ours.notes == ()


def test_own_versions_keep_their_names_and_what_is_missing_is_said(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        {
            "b/original.md": "Text.",
            "b/low.md": "Text, perhaps.",
            "b/formal.md": "The text.",
            "a/low.md": "\ufeffText, perhaps.",
            "a/original.md": "Text.",
            "a/notes.txt": "no version",
            "README.md": "no manuscript",
            ".git/x.md": "no manuscript",
        },
    )
    rewrites = load_rewrites(folder)
    assert {name: list(versions) for name, versions in rewrites.texts.items()} == {
        "a": ["original", "low"],
        "b": ["original", "low", "formal"],
    }
    assert rewrites.texts["a"]["low"] == "Text, perhaps."
    assert rewrites.own
    assert rewrites.versions == ["original", "low", "formal"]
    assert rewrites.notes == (
        "2 manuscripts with original, low, formal",
        "formal: only 1 of 2 have it",
        "formal: not a version of the paper; measured, without an expected direction",
    )


def test_every_problem_has_one_line(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        {
            "a/orignal.md": "Text.",
            "b/original.md": "Text.",
            "c/original.md": b"line one\ncaf\xe9 here",
            "c/low.md": "",
            "d/original.md": "# Title\n\n| 1 |\n",
            "d/low.md": "Text.",
            "e/readme.txt": "nothing",
        },
    )
    with pytest.raises(RecordsError) as caught:
        load_rewrites(folder)
    assert [str(problem) for problem in caught.value.problems] == [
        "a/: 'orignal.md'; expected original.md among them",
        "b/: 'original.md only'; expected at least one rewrite beside it, such as native.md",
        "c/original.md, row 2: '\\\\xe9 he'; expected text in UTF-8 (save it as such)",
        "c/low.md: 'an empty file'; expected a manuscript in Markdown",
        "d/original.md: 'no words outside headings, tables and formulas'; expected a manuscript in Markdown",
        "e/: 'no .md file'; expected original.md among them",
    ]


def test_an_empty_folder_and_a_missing_one(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="no folder in it"):
        load_rewrites(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"no such folder; expected folders named by manuscript"):
        load_rewrites(tmp_path / "nowhere")
