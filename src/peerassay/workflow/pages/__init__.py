"""The generated pages of the book: what they say comes from the manifest, the claims, the ledger and the exhibits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.workflow.pages.assets import copy_assets
from peerassay.workflow.pages.citing import citation, launch
from peerassay.workflow.pages.dictionary import dictionary
from peerassay.workflow.pages.facts import PAPERS, Facts, Listed, ListingError, read_listing
from peerassay.workflow.pages.landing import answers, standing
from peerassay.workflow.pages.listing import listing, part_contents
from peerassay.workflow.pages.parameters import own_records, parameters
from peerassay.workflow.pages.status import status
from peerassay.workflow.pages.tiers import tiers, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Facts", "Listed", "ListingError", "copy_assets", "read_listing", "write_pages"]

PAGES: dict[str, Callable[[Facts], str]] = {
    "answers": answers,
    "standing": standing,
    "tiers": tiers,
    "verdicts": verdicts,
    "exhibits": listing,
    "parameters": parameters,
    "data-dictionary": dictionary,
    "status": status,
    "citation": citation,
    "launch": launch,
    "own-records": own_records,
}
"""By file name: whole pages that `_toc.yml` lists, and fragments that pages in ``book/`` include."""


def write_pages(folder: Path, root: Path) -> None:
    """Write every generated page and fragment of the book.

    Parameters
    ----------
    folder
        ``book/generated`` of the book's source; made if it does not exist.
    root
        The compendium's root folder, after the notebooks were run.

    Raises
    ------
    ListingError
        If ``data/exhibits.csv`` is wrong.
    FileNotFoundError
        If a file that a page is made from is missing.
    """
    facts = Facts(root)
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (folder / f"{name}.md").write_text(make(facts), "utf-8")
    for part in (*PAPERS, "audit"):
        (folder / f"contents-{part}.md").write_text(part_contents(facts, part), "utf-8")
