"""Archives: equal contents give equal bytes, and nothing hostile is unpacked."""

from __future__ import annotations

import random
import stat
import zipfile
from typing import TYPE_CHECKING

import pytest

from peerassay.release import archive as module
from peerassay.release.archive import ArchiveError, opened, unpack, write_archive

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES = {"a.txt": b"one", "folder/b.csv": b"x\n1\n", "run": b"#!/bin/sh\n"}


def entry(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.create_system, made.external_attr = 3, mode << 16
    return made


def hostile(path: Path, *entries: tuple[zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("top/good.txt", b"good")
        for info, content in entries:
            made.writestr(info, content)
    return path


def test_equal_contents_give_equal_bytes_in_any_order(tmp_path: Path) -> None:
    write_archive(tmp_path / "one.zip", "top", FILES, "2026-11-30", frozenset({"run"}))
    write_archive(tmp_path / "two.zip", "top", dict(reversed(FILES.items())), "2026-11-30", frozenset({"run"}))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as made:
        assert made.namelist() == ["top/a.txt", "top/folder/b.csv", "top/run"]
        assert made.getinfo("top/run").external_attr >> 16 & 0o777 == 0o755
        assert made.getinfo("top/a.txt").date_time == (2026, 11, 30, 0, 0, 0)


def test_what_was_packed_comes_out_again(tmp_path: Path) -> None:
    write_archive(tmp_path / "one.zip", "top", FILES, "2026-11-30", frozenset())
    with opened(tmp_path / "one.zip") as folder:
        assert {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        } == FILES
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("../outside.txt", stat.S_IFREG, "leads elsewhere"),
        ("top/../../outside.txt", stat.S_IFREG, "leads elsewhere"),
        ("/outside.txt", stat.S_IFREG, "leads elsewhere"),
        ("top/./x", stat.S_IFREG, "leads elsewhere"),
        ("C:/outside.txt", stat.S_IFREG, "no file of a release has"),
        ("top\\..\\outside.txt", stat.S_IFREG, "no file of a release has"),
        ("top/link", stat.S_IFLNK, "is a link or a device"),
        ("top/pipe", stat.S_IFIFO, "is a link or a device"),
        ("top/GOOD.txt", stat.S_IFREG, "stands in the archive twice"),
        ("top/folder/", stat.S_IFDIR, "is a bare folder"),
        ("top/new\nline", stat.S_IFREG, "no file of a release has"),
        ("top//twice", stat.S_IFREG, "leads elsewhere"),
        ("top/good.txt/below", stat.S_IFREG, "stands below a file"),
        ("top/" + "n" * 300, stat.S_IFREG, "too long"),
        ("/".join(["top"] + ["d" * 200] * 6), stat.S_IFREG, "too long"),
    ],
)
def test_a_hostile_entry_is_refused_by_name_and_nothing_is_written(
    tmp_path: Path, name: str, mode: int, said: str
) -> None:
    path = hostile(tmp_path / "bad.zip", (entry(name, mode | 0o644), b"../../outside.txt"))
    target = tmp_path / "deep" / "er"
    target.mkdir(parents=True)
    with pytest.raises(ArchiveError, match=said) as caught:
        unpack(path, target)
    assert repr(name) in str(caught.value)
    assert list(target.iterdir()) == []
    assert not list(tmp_path.rglob("outside.txt"))


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        path = hostile(tmp_path / "bad.zip", (entry("top/good.txt"), b"other"))
    with pytest.raises(ArchiveError, match="twice"):
        unpack(path, tmp_path / "target")


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_way_of_packing_that_no_release_has_is_refused(tmp_path: Path, way: int) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w", way) as made:
        made.writestr("top/good.txt", b"good")
    with pytest.raises(ArchiveError, match="packed in a way"):
        unpack(tmp_path / "bad.zip", tmp_path / "target")


def test_damage_at_any_place_is_one_message(tmp_path: Path) -> None:
    path, rng = tmp_path / "one.zip", random.Random(0)
    write_archive(path, "top", {"a.txt": b"some words " * 40 + bytes(range(99))}, "2026-11-30", frozenset())
    whole = path.read_bytes()
    refused = 0
    for number in range(200):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        try:
            unpack(path, tmp_path / str(number))
        except ArchiveError:
            refused += 1
    assert refused > 100


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "packed.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("top/zeros", b"\0" * 3_000_000)
    with pytest.raises(ArchiveError, match="would grow from"):
        unpack(tmp_path / "packed.zip", tmp_path / "target")


@pytest.mark.parametrize(("limit", "said"), [("MOST_ENTRIES", "entries; at most"), ("MOST_BYTES", "would unpack to")])
def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, said: str) -> None:
    monkeypatch.setattr(module, limit, 2)
    write_archive(tmp_path / "one.zip", "top", FILES, "2026-11-30", frozenset())
    with pytest.raises(ArchiveError, match=said):
        unpack(tmp_path / "one.zip", tmp_path / "target")


def test_an_entry_that_holds_more_than_it_declares_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as made:
        made.writestr("top/long.txt", b"123456789")
    content = path.read_bytes().replace((9).to_bytes(4, "little"), (5).to_bytes(4, "little"))
    path.write_bytes(content)
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(ArchiveError):
        unpack(path, target)


def broken(path: Path) -> None:
    path.write_bytes(b"no zip at all")


def empty(path: Path) -> None:
    zipfile.ZipFile(path, "w").close()


def two_tops(path: Path) -> None:
    hostile(path, (entry("other/x"), b"1"))


@pytest.mark.parametrize(
    ("make", "said"), [(broken, "is no zip file"), (empty, "holds nothing"), (two_tops, "expected one folder")]
)
def test_what_is_no_release_is_refused(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    make(tmp_path / "bad.zip")
    with pytest.raises(ArchiveError, match=said), opened(tmp_path / "bad.zip"):
        pytest.fail("it was opened")


def test_nothing_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected an archive or a folder"), opened(tmp_path / "no.zip"):
        pytest.fail("it was opened")
