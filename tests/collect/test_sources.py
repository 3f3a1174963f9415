"""Manuscripts of a plan: one folder or file per paper, in the versions that an entry names, in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.collect import PlanError
from peerassay.collect.sources import paper_folders, read_manuscripts

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for paper, versions in {"b": ("original", "native"), "a": ("original",)}.items():
        (tmp_path / "papers" / paper).mkdir(parents=True)
        for version in versions:
            (tmp_path / "papers" / paper / f"{version}.md").write_text(f"# {paper}\n\nIn {version} words.\n", "utf-8")
    (tmp_path / "papers" / "README.md").write_text("not a paper", "utf-8")
    (tmp_path / "papers" / "c.md").write_text("# c\n\nA single file.\n", "utf-8")
    return tmp_path / "papers"


def test_papers_come_sorted_and_versions_as_named(folder: Path) -> None:
    found = list(read_manuscripts(folder, ("original",)))
    assert [one.paper_id for one in found] == ["a", "b", "c"]
    assert found[0].text == "# a\n\nIn original words."
    both = list(read_manuscripts(folder, ("native", "original"), ("b",)))
    assert [one.version for one in both] == ["native", "original"]
    assert both[0].digest != both[1].digest
    assert both[1].digest == found[1].digest


def test_a_digest_is_of_what_is_read(folder: Path) -> None:
    (before,) = read_manuscripts(folder, ("original",), ("a",))
    (folder / "a" / "original.md").write_text("# a\n\nIn other words.\n", "utf-8")
    (after,) = read_manuscripts(folder, ("original",), ("a",))
    assert before.digest != after.digest


@pytest.mark.parametrize(
    ("versions", "papers", "message"),
    [
        (("native",), (), r"version 'native' of paper 'a'"),
        (("original",), ("a", "z"), r"no manuscript of z; there are: a, b, c"),
        (("native",), ("c",), r"asks for 'native'|version 'native' of paper 'c'"),
    ],
)
def test_what_is_not_there_is_named(
    folder: Path, versions: tuple[str, ...], papers: tuple[str, ...], message: str
) -> None:
    with pytest.raises(PlanError, match=message):
        list(read_manuscripts(folder, versions, papers))


def test_a_folder_that_is_missing_or_empty(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="no such folder of manuscripts"):
        paper_folders(tmp_path / "none")
    with pytest.raises(PlanError, match="no manuscript of any paper; there are: none"):
        paper_folders(tmp_path)
