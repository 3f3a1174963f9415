"""`peerassay fetch`, `draw` and `join`: papers and reviews by people from OpenReview, and samples of them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path  # noqa: TC003  # typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from peerassay.cli.messages import FAILED, INTERRUPTED, clear_errors, complain, console

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from rich.progress import TaskID

    from peerassay.fetching import Fetched, Sizes, Venue
    from peerassay.fetching.running import Wishes

_LINE_SECONDS = 15.0  # between two lines where there is no terminal


def fetch(
    venue: Annotated[
        str, typer.Argument(metavar="VENUE", help="As OpenReview names it, such as ICLR.cc/2025/Conference.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="A new folder, or that of an interrupted fetch.")
    ] = None,
    as_of: Annotated[
        str,
        typer.Option(metavar="DATE", help="Take the reviews as they were on this day (UTC), where edits are visible."),
    ] = "",
    pdf: Annotated[bool, typer.Option("--pdf", help="Fetch PDFs, too; guests get a few dozen an hour.")] = False,
    papers: Annotated[
        Path | None, typer.Option(metavar="CSV", help="With --pdf, only of the papers in this table (paper_id).")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask again for everything but PDFs.")] = False,
    venues: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Declarations of further venues, in TOML.")
    ] = None,
    per_minute: Annotated[float, typer.Option(min=0.1, max=6000, help="Most requests in a minute.")] = 20,
    patience: Annotated[float, typer.Option(min=0, help="Longest pause in seconds if the server asks for one.")] = 4000,
    page: Annotated[int, typer.Option(min=1, max=1000, help="Submissions that one request asks for.")] = 250,
    address: Annotated[str, typer.Option(help="Another server than OpenReview's own.")] = "",
    known: Annotated[bool, typer.Option("--list", help="List the venues that are declared.")] = False,
) -> None:
    """Fetch the submissions of a venue from OpenReview, with official reviews and decisions, as tidy tables.

    Every final state is fetched: accepted by tier, rejected, withdrawn, desk
    rejected. Pages are kept, so that the same command goes on after any end.
    Ratings are read as declared for the venue; what fits no declared form is
    listed and left empty, and the command then exits with 1.

    Texts of reviews stay in the folder. A log-in is not needed; one is taken
    from OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD if these are set.
    """
    with clear_errors():
        if known:
            _show_venues(venues)
            return
        target = _target(venue, out)
        from peerassay.fetching import find_venue
        from peerassay.fetching.pace import Manners
        from peerassay.fetching.running import Wishes

        manners = Manners(per_minute=per_minute, longest_wait=patience)
        names = None if papers is None else _paper_ids(papers)
        wishes = Wishes(_moment(as_of), pdf, names, page, address, manners=manners)
        _show_fetched(_fetched(find_venue(venue, venues), target, wishes, refresh))


def draw(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="One or more fetched folders.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The new folder.")],
    design: Annotated[
        str, typer.Option(help="nested, by-area, by-tier, per-year, or validation (on joined ratings).")
    ] = "nested",
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed draws the same; 0 by default, 42 for validation.")
    ] = None,
    sizes: Annotated[str, typer.Option(help="nested: sizes of the samples of each year.")] = "100,300,1000",
    each: Annotated[int, typer.Option(min=1, help="by-area: accepted, and rejected, papers of each area.")] = 12,
    batch: Annotated[int, typer.Option(min=1, help="by-area: papers of each area in a batch.")] = 6,
    tiers: Annotated[str, typer.Option(help="by-tier: oral, spotlight and poster papers of each venue.")] = "6,10,84",
    number: Annotated[int, typer.Option(min=1, help="per-year: papers of each year.")] = 200,
    total: Annotated[int, typer.Option(min=1, help="validation: reviews in all.")] = 100,
) -> None:
    """Draw a sample by one of the papers' designs out of fetched folders.

    The new folder has the same tables with the drawn papers only, sample.csv
    with their ids, and cells.csv with what each cell of the design asked for
    and got. A cell that is too small is taken whole and is not made up for.
    """
    from peerassay.fetching import Sizes, draw_sample

    with clear_errors():
        numbers = Sizes(_integers(sizes), each, batch, _integers(tiers), number, total)
        _check_tiers(numbers)
        drawn = draw_sample(folders, design, numbers, out, seed)
        typer.echo(f"drawn:   {len(drawn.rows):,} {drawn.design.table} (design {design}, seed {drawn.seed})")
        for remark in drawn.remarks:
            typer.echo(f"note:    {remark}")
        typer.echo(f"sample:  {out}")


def join(
    records: Annotated[
        Path, typer.Argument(metavar="RECORDS", help="Folder with reviews.csv or ratings.csv by a model.")
    ],
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Fetched folders.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The new folder.")],
) -> None:
    """Put reviews or ratings by a model beside human means, decisions, areas and tiers of their papers.

    Papers are matched by OpenReview's id. Notebooks take the new folder as
    their records.
    """
    from peerassay.fetching import join_records

    with clear_errors():
        joined = join_records(records, folders, out)
        typer.echo(f"papers:  {joined.known:,} of {joined.papers:,} are known from OpenReview")
        if joined.ratings:
            typer.echo(f"ratings: {joined.ratings:,} of fetched reviews")
        typer.echo(f"records: {joined.folder}")


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    fetch: (
        "peerassay fetch --list",
        "peerassay fetch ICLR.cc/2025/Conference --out iclr2025",
        "peerassay fetch ICLR.cc/2025/Conference --out iclr2025 --pdf --papers sample/papers.csv",
    ),
    draw: (
        "peerassay draw iclr2025 --design nested --sizes 100,300 --seed 0 --out sample",
        "peerassay draw iclr2025 icml2025 neurips2025 --design by-tier --out sample",
    ),
    join: ("peerassay join my-records iclr2025 --out joined",),
}
"""The commands of this module, with examples."""


def _target(venue: str, out: Path | None) -> Path:
    if not venue or out is None:
        raise typer.BadParameter("needed: VENUE and --out FOLDER; --list shows the venues that are declared")
    return out


def _fetched(venue: Venue, out: Path, wishes: Wishes, refresh: bool) -> Fetched:
    """Fetch; an interruption is no loss, and that is said."""
    from peerassay.fetching.running import fetch as fetch_venue

    try:
        with SpokenFetch() as listener:
            return fetch_venue(venue, out, wishes, listener, refresh=refresh)
    except KeyboardInterrupt:
        complain("stopped; what was fetched is kept: the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None


def _moment(day: str) -> datetime | None:
    """Give the end of a day, or the moment that is given."""
    if not day:
        return None
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        raise typer.BadParameter(f"--as-of {day}: expected a date such as 2024-11-12, perhaps with a time") from None
    if len(day) == len("2024-11-12"):
        moment = moment.replace(hour=23, minute=59, second=59)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _integers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text}: expected whole numbers with commas between them") from None


def _check_tiers(sizes: Sizes) -> None:
    from peerassay.fetching.designs import TIERS

    if len(sizes.tiers) != len(TIERS):
        raise typer.BadParameter(f"--tiers: expected {len(TIERS)} numbers, for oral, spotlight and poster")


def _paper_ids(file: Path) -> set[str]:
    from peerassay.records.tables import load_table

    return set(load_table(file, "papers", ["paper_id"])[0]["paper_id"])


def _show_venues(extra: Path | None) -> None:
    from rich.table import Table

    from peerassay.fetching import load_venues

    table = Table("venue", "API", "ratings", "public there", box=None, pad_edge=False, header_style="bold")
    for one in load_venues(extra).values():
        table.add_row(one.id, str(one.api), one.rating.words, one.public)
    console().print(table)


def _show_fetched(fetched: Fetched) -> None:
    """Say what is there, and what can be done with it.

    Raises
    ------
    typer.Exit
        With 1 if an answer fits no declared form.
    """
    from peerassay.fetching import next_commands

    counts = fetched.facts["counts"]
    states = ", ".join(f"{number:,} {name}" for name, number in counts["states"].items())
    typer.echo(f"papers:  {counts['papers']:,} ({states})")
    typer.echo(f"reviews: {counts['reviews']:,}; {counts['papers_without_review']:,} papers without one")
    for remark in fetched.facts["remarks"]:
        typer.echo(f"note:    {remark}")
    typer.echo(f"folder:  {fetched.folder} (README.md is its card; texts of reviews stay there)")
    for command in next_commands(str(fetched.folder), fetched.papers, fetched.facts):
        typer.echo(f"next:    {command}")
    if counts["unknown_forms"]:
        complain(f"{counts['unknown_forms']} answers fit no declared form; see {fetched.folder / 'unknown_forms.csv'}")
        raise typer.Exit(FAILED)


class SpokenFetch:
    """A bar on a terminal; a line now and then elsewhere."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.screen = console()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=self.screen, disable=not self.screen.is_terminal, transient=True)
        self.what, self.number, self.done, self.said = "", 0, 0, time.monotonic()
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        """Begin."""
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        self.bar.stop()

    def total(self, what: str, number: int) -> None:
        """Begin a bar."""
        self.what, self.number, self.done = what, number, 0
        self._task = self.bar.add_task(what, total=number)
        if not self.screen.is_terminal:
            complain(f"{what}: {number:,}")

    def step(self, number: int) -> None:
        """Move the bar on."""
        self.done += number
        if self._task is not None:
            self.bar.update(self._task, advance=number)
        if not self.screen.is_terminal and time.monotonic() - self.said > _LINE_SECONDS:
            self.said = time.monotonic()
            complain(f"{self.what}: {self.done:,} of {self.number:,}")

    def say(self, sentence: str) -> None:
        """Print a sentence above the bar."""
        complain(sentence) if not self.screen.is_terminal else self.bar.console.print(sentence, markup=False)
