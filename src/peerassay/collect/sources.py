"""Where manuscripts come from: the plan's folder, one folder or file per paper, in the versions of an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.collect.plan import PlanError
from peerassay.collect.task import Manuscript

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

ORIGINAL = "original"


def paper_folders(folder: Path, papers: Sequence[str] = ()) -> list[tuple[str, Path]]:
    """List the papers of a folder.

    Parameters
    ----------
    folder : pathlib.Path
        With one folder per paper (``<paper>/<version>.md``, ``<paper>/text.json`` or ``<paper>/<version>/text.json``),
        or one Markdown file per paper.
    papers : sequence of str
        Names to be taken; all if empty.

    Returns
    -------
    list of (str, pathlib.Path)
        Name and place, sorted by name.

    Raises
    ------
    PlanError
        If there is no such folder, nothing in it, or not every named paper.
    """
    if not folder.is_dir():
        raise PlanError(f"{folder}: no such folder of manuscripts; correct `manuscripts` in the plan")
    found = {path.stem if path.is_file() else path.name: path for path in sorted(folder.iterdir()) if _is_paper(path)}
    missing = [name for name in papers if name not in found]
    if missing or not found:
        there = ", ".join(found) or "none"
        raise PlanError(f"{folder}: no manuscript of {', '.join(missing) or 'any paper'}; there are: {there}")
    return sorted((name, path) for name, path in found.items() if not papers or name in papers)


def _is_paper(path: Path) -> bool:
    if path.name.startswith((".", "_")) or path.stem.upper() == "README":
        return False
    if path.is_file():
        return path.suffix == ".md"
    return any(path.glob("*.md")) or any(path.glob("text.json")) or any(path.glob("*/text.json"))


def read_manuscripts(folder: Path, versions: Sequence[str], papers: Sequence[str] = ()) -> Iterator[Manuscript]:
    """Read manuscripts one by one.

    Parameters
    ----------
    folder : pathlib.Path
        As in `paper_folders`.
    versions : sequence of str
        Versions of every paper, in this order.
    papers : sequence of str
        Names to be taken; all if empty.

    Yields
    ------
    Manuscript
        Paper after paper, sorted by name.

    Raises
    ------
    PlanError
        If a paper has no such version, or is damaged.
    """
    for name, place in paper_folders(folder, papers):
        for version in versions:
            yield read_manuscript(name, place, version)


def read_manuscript(name: str, place: Path, version: str) -> Manuscript:
    """Read one version of one paper.

    Parameters
    ----------
    name, version : str
        As in the records.
    place : pathlib.Path
        Folder or file of the paper.

    Returns
    -------
    Manuscript
        Text and images in order.

    Raises
    ------
    PlanError
        If there is no such version, or it is damaged.
    """
    from peerassay.collect.tasks.material import parts_of, reading_digest
    from peerassay.manuscripts import open_manuscript

    if place.is_file() and version != ORIGINAL:
        raise PlanError(f"{place}: a single file is the version {ORIGINAL!r} of a paper; the plan asks for {version!r}")
    try:
        package = open_manuscript(place, version)
        parts = parts_of(package.merged())
    except (OSError, ValueError) as error:
        raise PlanError(f"{place}: version {version!r} of paper {name!r}: {error}") from None
    if package.version != version:
        raise PlanError(f"{place}: is version {package.version!r} of paper {name!r}; the plan asks for {version!r}")
    return Manuscript(name, version, reading_digest(parts), parts, place)
