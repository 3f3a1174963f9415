"""Between manuscripts as the engine hands them out and packages with their records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.collect.task import Image, Manuscript
from peerassay.manuscripts import Figure, Item, Package, TextRecord, markdown_records, media_type, open_manuscript
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from peerassay.collect.task import Part

ORIGINAL = "original"


def package_of(manuscript: Manuscript) -> Package:
    """Give the records and figures of a manuscript.

    Parameters
    ----------
    manuscript : Manuscript
        One with a folder, or one that an earlier entry made.

    Returns
    -------
    Package
        Without a folder its texts are split into records as Markdown, images at their places.

    Raises
    ------
    FileNotFoundError, peerassay.manuscripts.PackageError
        If the folder has gone or was damaged since.
    """
    if manuscript.folder is not None:
        package = open_manuscript(manuscript.folder, manuscript.version)
        return Package(manuscript.paper_id, package.items, manuscript.version, package.source)
    return Package(manuscript.paper_id, tuple(_items(manuscript.parts)), manuscript.version)


def _items(parts: Sequence[Part]) -> Iterator[Item]:
    number, page = 1, 1
    for part in parts:
        if isinstance(part, Image):
            yield Figure(f"figures/{part.path.name}", page, part.digest, part.path)
            continue
        records = markdown_records(part, number, page)
        yield from records
        number += len(records)
        page = records[-1].page if records else page


def parts_of(items: Iterable[TextRecord | Figure | str]) -> tuple[Part, ...]:
    """Turn records, figures and texts into parts of a message.

    Parameters
    ----------
    items : iterable of TextRecord, Figure or str
        In reading order.

    Returns
    -------
    tuple of str or Image
        In the same order, neighbouring texts separate.

    Raises
    ------
    ValueError
        If a figure is not on disk.
    """
    return tuple(_part(item) for item in items)


def _part(item: TextRecord | Figure | str) -> Part:
    if isinstance(item, str):
        return item
    if isinstance(item, TextRecord):
        return item.text
    if item.location is None:
        raise ValueError(f"{item.path}: is not on disk; expected a figure of a package that was written")
    return Image(item.location, media_type(item.path), item.sha256)


def made_manuscript(package: Package) -> Manuscript:
    """Turn a package that a task made into a manuscript for later entries.

    Parameters
    ----------
    package : Package
        Its figures are on disk.

    Returns
    -------
    Manuscript
        Without a folder.
    """
    parts = parts_of(package.merged())
    return Manuscript(package.name, package.version, reading_digest(parts), parts)


def reading_digest(parts: Sequence[Part]) -> str:
    """Give the digest of what a model can read.

    Parameters
    ----------
    parts : sequence of str or Image
        Text and images in order.

    Returns
    -------
    str
        SHA-256 over texts and digests of images, in order, 64 hexadecimal digits.
    """
    named = [f"text {part}" if isinstance(part, str) else f"image {part.digest}" for part in parts]
    return digest_bytes("\0".join(named).encode())
