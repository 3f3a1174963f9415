"""From files to blinded packages: find manuscripts, read, cut, blind, fit images, write each whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.blinding import blind
from peerassay.manuscripts.cutting import cut_after_references, peculiarities
from peerassay.manuscripts.findings import Finding, findings_table
from peerassay.manuscripts.images import IMAGE_LIMIT, LONGEST_SIDE, fit_images
from peerassay.manuscripts.markdown import read_markdown
from peerassay.manuscripts.pdf import read_pdf
from peerassay.manuscripts.pdf.margins import LINE_NUMBERS, PAGE_NUMBER
from peerassay.manuscripts.reading import load_package
from peerassay.manuscripts.validation import TEXT
from peerassay.manuscripts.writing import write_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from peerassay.manuscripts.package import Package

REPORTS: Final = "_blinding"
"""Folder of the blinding reports: beside the packages, as they hold what was removed."""
ORIGINAL: Final = "original.md"
_ENDINGS: Final = (".pdf", ".md")


@dataclass(frozen=True)
class Preparation:
    """How manuscripts are prepared.

    Attributes
    ----------
    blind : bool
        Whether to take out what says who wrote them.
    appendix : bool
        Whether to keep what stands after the references.
    longest : int or None
        Longest side of an image in pixels; None leaves images as they are.
    limit : int or None
        Images at most; None for no limit.
    """

    blind: bool = True
    appendix: bool = False
    longest: int | None = LONGEST_SIDE
    limit: int | None = IMAGE_LIMIT


@dataclass(frozen=True)
class Prepared:
    """A manuscript that is ready, what blinding found, and notes on anything peculiar."""

    package: Package
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def find_manuscripts(inputs: Iterable[str | Path]) -> dict[str, Path]:
    """Find the manuscripts that are meant.

    Parameters
    ----------
    inputs : iterable of str or pathlib.Path
        PDF files, Markdown files, packages, and folders of these. Of a folder with ``original.md`` that file is taken;
        other versions beside it are rewrites.

    Returns
    -------
    dict of str to pathlib.Path
        Place by name, in the order given, folders sorted by name. The name is that of the file without its ending, or
        of the folder.

    Raises
    ------
    FileNotFoundError
        If an input is not there, is of another kind, or is a folder without manuscripts.
    FileExistsError
        If two manuscripts have the same name.
    """
    found: dict[str, Path] = {}
    for given in map(Path, inputs):
        places = list(_places(given))
        if not places:
            raise FileNotFoundError(f"{given}: {_what_is_wrong(given)}")
        for name, place in places:
            if found.get(name, place).resolve() != place.resolve():
                raise FileExistsError(f"two manuscripts are called {name!r}: {found[name]} and {place}; rename one")
            found[name] = place
    return found


def _what_is_wrong(given: Path) -> str:
    if not given.exists():
        return "no such file or folder"
    return "no manuscript in it" if given.is_dir() else "is neither a PDF (.pdf) nor Markdown (.md)"


def _places(given: Path) -> Iterator[tuple[str, Path]]:
    if given.is_file():
        if given.suffix.lower() in _ENDINGS:
            yield (given.resolve().parent.name if given.name == ORIGINAL else given.stem), given
    elif own := _own_place(given):
        yield given.resolve().name, own
    elif given.is_dir():
        for path in sorted(given.iterdir()):
            if path.name.startswith((".", "_")) or path.stem.upper() == "README":
                continue
            if path.is_file() and path.suffix.lower() in _ENDINGS:
                yield path.stem, path
            elif place := _own_place(path):
                yield path.name, place


def _own_place(folder: Path) -> Path | None:
    """Give where the manuscript of a folder is that holds one manuscript."""
    if (folder / TEXT).is_file():
        return folder
    return folder / ORIGINAL if (folder / ORIGINAL).is_file() else None


def read_manuscript(name: str, path: Path) -> Package:
    """Read a manuscript as it is.

    Parameters
    ----------
    name : str
        Name of the paper.
    path : pathlib.Path
        A PDF, a Markdown file or a package.

    Returns
    -------
    Package

    Raises
    ------
    PackageError
        If it cannot be read; the message says why.
    """
    if path.is_dir():
        return replace(load_package(path), name=name)
    return read_pdf(path, name=name) if path.suffix.lower() == ".pdf" else read_markdown(path, name=name)


def prepare(name: str, path: Path, how: Preparation | None = None) -> Prepared:
    """Prepare one manuscript; nothing is written.

    Parameters
    ----------
    name : str
        Name of the paper.
    path : pathlib.Path
        A PDF, a Markdown file or a package.
    how : Preparation, optional
        Blinded, cut after the references, images fitted, if not given.

    Returns
    -------
    Prepared

    Raises
    ------
    PackageError
        If it cannot be read, or has more images than allowed.
    """
    chosen = how or Preparation()
    package = read_manuscript(name, path)
    notes = [*package.source.get("notes", ()), *peculiarities(package)]
    if not chosen.appendix:
        package, dropped = cut_after_references(package)
        notes += [f"{dropped} record(s) and image(s) after the references cut"] if dropped else []
    package, findings = blind(package) if chosen.blind else (_without_numbers(package), ())
    package = fit_images(package, longest=chosen.longest, limit=chosen.limit)
    return Prepared(replace(package, source=dict(package.source) | {"notes": notes}), findings, tuple(notes))


def _without_numbers(package: Package) -> Package:
    """Drop page and line numbers, which are no text, also where nothing is blinded."""
    numbers = {LINE_NUMBERS, PAGE_NUMBER}
    items = tuple(item for item in package.items if getattr(item, "other", {}).get("margin") not in numbers)
    return replace(package, items=items)


def write_prepared(prepared: Prepared, folder: Path, *, replace_old: bool = False) -> Path:
    """Write a prepared manuscript and the report on its blinding.

    Parameters
    ----------
    prepared : Prepared
        As `prepare` gives it.
    folder : pathlib.Path
        Where: the package goes into ``<folder>/<name>``, the report into ``<folder>/_blinding/<name>.csv``.
    replace_old : bool
        Whether a package that is there may be replaced.

    Returns
    -------
    pathlib.Path
        The package.

    Raises
    ------
    FileExistsError
        If there is one and it may not be replaced; neither is written then.
    PackageError
        If the package is not sound; neither is written then.

    Notes
    -----
    The report goes first into a file beside its place and takes its place once the package is there.
    """
    name = prepared.package.name
    report = folder / REPORTS / f"{name}.csv"
    made = report.with_name(f".{name}.csv")
    report.parent.mkdir(parents=True, exist_ok=True)
    try:
        findings_table([(name, prepared.findings)]).to_csv(made, index=False, lineterminator="\n")
        place = write_package(prepared.package, folder / name, replace=replace_old)
        made.replace(report)
    finally:
        made.unlink(missing_ok=True)
        if not any(report.parent.iterdir()):
            report.parent.rmdir()
    return place
