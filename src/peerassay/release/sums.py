"""SHA256SUMS: one line a file, as `sha256sum` writes and checks it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from peerassay.project import digest_bytes
from peerassay.release.archive import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

NAME = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


class Difference(NamedTuple):
    """A file that is not as the list of checksums says."""

    name: str
    kind: str  # changed, missing or unlisted


def sums_text(files: Mapping[str, bytes]) -> str:
    """Write the list of checksums of some files, by name, sorted."""
    return "".join(f"{digest_bytes(files[name])}  {name}\n" for name in sorted(files))


def read_sums(folder: Path) -> dict[str, str]:
    """Read the list of checksums of a release.

    Parameters
    ----------
    folder
        Holds `NAME`.

    Returns
    -------
    dict of str to str
        SHA-256 by name.

    Raises
    ------
    ArchiveError
        If there is none, or a line is no checksum and name, or a name stands twice or leads elsewhere.
    """
    path = folder / NAME
    if not path.is_file():
        raise ArchiveError(f"{folder.name}: has no {NAME}; expected a frozen release")
    try:
        lines = path.read_text("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise ArchiveError(f"{NAME}: is no text ({error})") from error
    found: dict[str, str] = {}
    for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines, start=1):
        match = _LINE.fullmatch(line)
        if match is None or match[2] in found or match[2].startswith("/") or ".." in match[2].split("/"):
            raise ArchiveError(f"{NAME}, line {number}: expected a checksum, two blanks and a name of its own")
        found[match[2]] = match[1]
    return found


def compare_sums(folder: Path, ignored: Callable[[str], bool] | None = None) -> tuple[list[Difference], int]:
    """Compare every file of a release with its checksum.

    Parameters
    ----------
    folder
        The release.
    ignored
        Whether a file that is not listed was made by a person in an unpacked release, by its name; none if not given.

    Returns
    -------
    differences : list of Difference
        Sorted by name.
    files : int
        How many are listed.

    Raises
    ------
    ArchiveError
        As in `read_sums`, or if there is a link in the folder.
    """
    sums = read_sums(folder)
    there = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name == NAME or (ignored and name not in sums and ignored(name)):
            continue
        if path.is_symlink():
            raise ArchiveError(f"{name}: is a link; a release holds files only")
        if path.is_file():
            there[name] = path
    found = [Difference(name, "missing") for name in sums if name not in there]
    found += [Difference(name, "unlisted") for name in there if name not in sums]
    found += [
        Difference(name, "changed")
        for name in sums
        if name in there and digest_bytes(there[name].read_bytes()) != sums[name]
    ]
    return sorted(found), len(sums)
