"""A whole fetch: from a venue's name to a folder of tables, and once more without a request if all is there."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from peerassay.fetching.cache import Cache, write_whole
from peerassay.fetching.door import ADDRESSES, Door
from peerassay.fetching.folder import Fetched, write_fetched
from peerassay.fetching.gathering import Gathered, Silence, gather
from peerassay.fetching.pace import Manners
from peerassay.fetching.problems import FetchError, UnreachableError
from peerassay.fetching.reading import read_papers
from peerassay.fetching.tables import make_tables
from peerassay.fetching.versions import choose_versions
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import datetime
    from pathlib import Path

    from peerassay.fetching.gathering import Listener
    from peerassay.fetching.reading import Reading
    from peerassay.fetching.venues import Venue

PDFS = "pdf"


@dataclass(frozen=True)
class Wishes:
    """How a venue is to be fetched.

    Attributes
    ----------
    as_of : datetime.datetime or None
        The moment whose versions of the reviews are taken; the latest if None.
    pdf : bool
        Whether PDFs are fetched, too.
    papers : collection of str or None
        The papers whose PDFs are fetched; all if None.
    page : int
        Submissions that one request asks for, 1 to 1000.
    address : str
        Another server than OpenReview's own.
    notice : tuple of str
        What the card is to say at its head.
    manners : Manners
        How requests are sent.
    """

    as_of: datetime | None = None
    pdf: bool = False
    papers: Collection[str] | None = None
    page: int = 250
    address: str = ""
    notice: tuple[str, ...] = ()
    manners: Manners = field(default_factory=Manners)


def fetch(
    venue: Venue, out: Path, wishes: Wishes | None = None, listener: Listener | None = None, *, refresh: bool = False
) -> Fetched:
    """Fetch a venue into a folder.

    Parameters
    ----------
    venue : Venue
        What is declared about it.
    out : pathlib.Path
        A new folder, or that of an earlier fetch of the same venue, which is continued.
    wishes : Wishes, optional
        How.
    listener : Listener, optional
        Hears the progress.
    refresh : bool
        Forget what was fetched before, apart from PDFs.

    Returns
    -------
    Fetched
        The folder, with `papers.csv` and the other tables of `peerassay.fetching.tables`, `README.md`, `card.json`,
        `judge.toml`, `cache` and perhaps `pdf`.

    Raises
    ------
    peerassay.fetching.problems.EmptyAnswerError
        If the server has no submission; no table is written then.
    FetchError
        If the server refuses, or the folder holds something else.
    UnreachableError
        If the server does not answer; the fetch can be resumed.
    """
    asked, hear, cache = wishes or Wishes(), listener or Silence(), Cache(out)
    if refresh and cache.read("settings.json") is not None:
        shutil.rmtree(cache.folder)
        write_whole(cache.folder / "settings.json", json.dumps(_settings(venue, asked)).encode())
    cache.open(_settings(venue, asked))
    door = lru_cache(maxsize=1)(lambda: Door(venue.api, asked.address, asked.manners, hear.say))
    gathered = gather(venue, door, cache, asked.page, hear)
    reviews = (review for note in gathered.submissions for review in note["reviews"])
    chosen = choose_versions(reviews, asked.as_of, venue, door, cache, hear)
    reading = read_papers(gathered.submissions, venue, chosen)
    tables, facts = make_tables(reading), _facts(venue, asked, gathered, reading)
    told = write_fetched(out, out.name, tables, facts)
    if asked.pdf:
        _pdfs(reading, asked, door, out, facts, hear)
        told = write_fetched(out, out.name, tables, facts)
    return Fetched(out, told)


def _settings(venue: Venue, wishes: Wishes) -> dict[str, Any]:
    declared = digest_bytes(venue.model_dump_json().encode())[:12]
    address = wishes.address or ADDRESSES[venue.api]
    return {"venue": venue.id, "address": address, "page": wishes.page, "declaration": declared}


def _facts(venue: Venue, wishes: Wishes, gathered: Gathered, reading: Reading) -> dict[str, Any]:
    first, last = min(gathered.times), max(gathered.times)
    moment = wishes.as_of.isoformat() if wishes.as_of else ""
    source = {
        "venue": venue.id,
        "name": venue.name,
        "year": venue.year,
        "api": venue.api,
        "address": wishes.address or ADDRESSES[venue.api],
        "fetched": [first, last],
        "as_of": moment,
        "rating": list(venue.rating.values),
        "rating_field": venue.rating.field,
        "openreview_py": importlib.metadata.version("openreview-py"),
    }
    return {
        "notice": list(wishes.notice),
        "sources": [source],
        "source": _told(source, venue.public),
        "remarks": _remarks(gathered, reading),
    }


def _told(source: dict[str, Any], public: str) -> list[str]:
    first, last = source["fetched"]
    when = first if first == last else f"{first} to {last}"
    version = f"as of {source['as_of']}, where edits are visible" if source["as_of"] else "the latest"
    return [
        f"Venue: {source['venue']} ({source['name']} {source['year']}); public there: {public}",
        f"API {source['api']} at {source['address']}, openreview-py {source['openreview_py']}",
        f"Fetched: {when} (UTC)",
        f"Version of edited reviews: {version}",
        f"Ratings ({source['rating_field']}): {', '.join(f'{value:g}' for value in source['rating'])}",
    ]


def _remarks(gathered: Gathered, reading: Reading) -> list[str]:
    remarks = [f"{what}: {number:,}" for what, number in sorted(reading.remarks.items()) if number]
    if reading.unknown:
        remarks.insert(0, f"answers that fit no declared form (see unknown_forms.csv): {len(reading.unknown):,}")
    counted, there = sum(gathered.counted.values()), len(gathered.submissions)
    if counted != there:
        remarks.insert(0, f"the server counts {counted:,} submissions and gave {there:,} different ones")
    return remarks


def _pdfs(
    reading: Reading, wishes: Wishes, door: Callable[[], Door], out: Path, facts: dict[str, Any], listener: Listener
) -> None:
    """Fetch the PDFs that are not there; what the server refuses is remarked and skipped."""
    wanted = [paper for paper in reading.papers if wishes.papers is None or paper.paper_id in wishes.papers]
    missing = [paper for paper in wanted if not (out / PDFS / f"{paper.paper_id}.pdf").is_file()]
    listener.total("PDFs", len(missing))
    refused = 0
    for paper in missing:
        try:
            content = door().pdf(paper.paper_id) if paper.has_pdf else None
        except UnreachableError:
            raise
        except FetchError as error:
            content = None
            listener.say(str(error))
        if content is None:
            refused += 1
        else:
            write_whole(out / PDFS / f"{paper.paper_id}.pdf", content)
        listener.step(1)
    if refused:
        facts["remarks"].append(f"papers without a PDF that the server gives: {refused:,} of {len(wanted):,}")
