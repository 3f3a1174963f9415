"""Archives: written so that equal contents give equal bytes, and read so that nothing in them can do harm."""

from __future__ import annotations

import stat
import tempfile
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_ENTRIES = 20_000
MOST_BYTES = 2 * 1024**3
MOST_RATIO = 200
"""How many times larger than its packed form a file of more than a megabyte may be."""
MOST_NAME, MOST_PATH = 255, 1024
"""Bytes of a file's name and of its whole path."""
_BLOCK = 1024**2
_FORBIDDEN = set('\\:*?"<>|')


class ArchiveError(ValueError):
    """An archive that cannot be a release, or that would do harm if it were unpacked."""


def write_archive(path: Path, top: str, files: Mapping[str, bytes], date: str, runnable: frozenset[str]) -> None:
    """Write a zip file whose bytes depend on nothing but what goes into it.

    Parameters
    ----------
    path
        The file to write; it appears whole or not at all.
    top
        Name of the one folder that holds everything.
    files
        Content by name below that folder, with forward slashes.
    date
        Date of every entry, YYYY-MM-DD, from 1980 on.
    runnable
        Names of the files that may be executed.
    """
    year, month, day = map(int, date.split("-"))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{top}/{name}", (year, month, day, 0, 0, 0))
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if name in runnable else 0o644)) << 16
            archive.writestr(entry, files[name])
    part.replace(path)


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Give the folder of a release: of an archive, unpacked into a temporary folder, or the folder itself.

    Parameters
    ----------
    path
        A zip file or a folder.

    Yields
    ------
    pathlib.Path
        The folder that holds ``SHA256SUMS``.

    Raises
    ------
    FileNotFoundError
        If there is no such file or folder.
    ArchiveError
        If it is no zip file, or an entry could harm; nothing is written outside the temporary folder.
    """
    if path.is_dir():
        yield path
        return
    if not path.is_file():
        raise FileNotFoundError(f"{path}: not there; expected an archive or a folder of a frozen release")
    with tempfile.TemporaryDirectory(prefix="peerassay-") as folder:
        yield unpack(path, Path(folder))


def unpack(path: Path, folder: Path) -> Path:
    """Unpack an archive after every entry has been looked at.

    Parameters
    ----------
    path
        The zip file.
    folder
        An empty folder.

    Returns
    -------
    pathlib.Path
        The one folder that the archive holds.

    Raises
    ------
    ArchiveError
        As in `opened`; the entry is named.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            top = _check(path.name, entries)
            for entry in entries:
                _write(archive, entry, folder)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
        raise ArchiveError(f"{path.name}: is no zip file that can be read ({error})") from error
    except OSError as error:
        raise ArchiveError(f"{path.name}: cannot be unpacked ({error.strerror or error})") from error
    return folder / top


def _check(file: str, entries: list[zipfile.ZipInfo]) -> str:
    """Refuse entries that could write elsewhere or fill the disk; return the name of the top folder."""
    if not entries:
        raise ArchiveError(f"{file}: holds nothing")
    if len(entries) > MOST_ENTRIES:
        raise ArchiveError(f"{file}: holds {len(entries):,} entries; at most {MOST_ENTRIES:,} are taken")
    seen: set[str] = set()
    for entry in entries:
        reason = _reason(entry, seen)
        if reason:
            raise ArchiveError(f"{file}: entry {entry.filename!r} {reason}; nothing was unpacked")
        seen.add(entry.filename.casefold())
    for entry in entries:
        if any(str(above).casefold() in seen for above in PurePosixPath(entry.filename).parents):
            raise ArchiveError(f"{file}: entry {entry.filename!r} stands below a file; nothing was unpacked")
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES:
        raise ArchiveError(f"{file}: would unpack to {total:,} bytes; at most {MOST_BYTES:,} are taken")
    tops = {PurePosixPath(entry.filename).parts[0] for entry in entries}
    if len(tops) != 1:
        raise ArchiveError(f"{file}: holds {len(tops)} things at its top; expected one folder")
    return tops.pop()


def _reason(entry: zipfile.ZipInfo, seen: set[str]) -> str:
    """Say why an entry is refused; empty if it is not."""
    mode = entry.external_attr >> 16
    if found := _wrong_name(entry):
        return found
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.is_dir():
        return "is a bare folder; a release holds files only"
    if entry.filename.casefold() in seen:
        return "stands in the archive twice"
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is encrypted, or packed in a way that no release is"
    if entry.file_size > _BLOCK and entry.file_size > MOST_RATIO * max(entry.compress_size, 1):
        return f"would grow from {entry.compress_size:,} to {entry.file_size:,} bytes"
    return ""


def _wrong_name(entry: zipfile.ZipInfo) -> str:
    """Say what is wrong with the name of an entry; empty if nothing is."""
    name, parts = entry.orig_filename, entry.orig_filename.removesuffix("/").split("/")
    if name != entry.filename or _FORBIDDEN.intersection(name) or any(ord(sign) < 32 for sign in name):
        return "has a name with signs that no file of a release has"
    if {"", ".", ".."}.intersection(parts):
        return "has a path that leads elsewhere"
    if len(name.encode()) > MOST_PATH or max(len(part.encode()) for part in parts) > MOST_NAME:
        return "has a name that is too long"
    return ""


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> None:
    target = folder / entry.filename
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with archive.open(entry) as source, target.open("xb") as goal:
        while block := source.read(_BLOCK):
            written += len(block)
            if written > entry.file_size:
                raise ArchiveError(
                    f"entry {entry.filename!r} holds more than the {entry.file_size:,} bytes it declares"
                )
            goal.write(block)
