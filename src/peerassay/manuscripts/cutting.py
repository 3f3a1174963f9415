"""Cutting a manuscript after its references, and what is peculiar about its parts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from peerassay.manuscripts.headings import REFERENCES
from peerassay.manuscripts.package import HEADING, TextRecord, heading_level

if TYPE_CHECKING:
    from peerassay.manuscripts.package import Item, Package

NO_REFERENCES: Final = "no list of references found: nothing was cut after it"
NO_SECTIONS: Final = "no headings of sections found: all text is one section"
OTHER_SCRIPT: Final = "mostly not in Latin letters: headings, thanks and funding are known in English only"


def is_references(item: Item) -> bool:
    """Tell whether an item is the heading of the references.

    Parameters
    ----------
    item : TextRecord or Figure
        Any item.

    Returns
    -------
    bool
    """
    if not isinstance(item, TextRecord) or item.type != HEADING:
        return False
    return bool(REFERENCES.match(item.text.strip("#* ")))


def cut_after_references(package: Package) -> tuple[Package, int]:
    """Drop what stands after the references: appendices, checklists, supplements.

    Parameters
    ----------
    package : Package
        Any package.

    Returns
    -------
    package : Package
        Up to the first heading after that of the references, if that is of the same level or a higher one; with page
        markers of the pages that are left.
    dropped : int
        Records and figures that went.
    """
    items = package.items
    start = next((place for place, item in enumerate(items) if is_references(item)), None)
    if start is None:
        return package, 0
    level = heading_level(items[start])  # type: ignore[arg-type]
    end = next((place for place in range(start + 1, len(items)) if _is_heading(items[place], level)), len(items))
    while end > start + 1 and getattr(items[end - 1], "type", "") == "page_marker":
        end -= 1
    return replace(package, items=items[:end]), len(items) - end


def _is_heading(item: Item, level: int) -> bool:
    return isinstance(item, TextRecord) and 0 < heading_level(item) <= level


def peculiarities(package: Package) -> list[str]:
    """Say what a manuscript lacks that others have.

    Parameters
    ----------
    package : Package
        Any package.

    Returns
    -------
    list of str
        One sentence each; usually none.
    """
    notes = [] if any(map(is_references, package.items)) else [NO_REFERENCES]
    if not any(heading_level(record) > 1 for record in package.records):
        notes.append(NO_SECTIONS)
    letters = [character for character in package.text if character.isalpha()]
    if letters and sum(character > "\u024f" for character in letters) > len(letters) / 2:
        notes.append(OTHER_SCRIPT)
    return notes
