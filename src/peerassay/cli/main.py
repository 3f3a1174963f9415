"""The commands of `peerassay`; what they do is in `peerassay.workflow`, which they import when they are called."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  # typer reads the annotations
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from peerassay.cli.fetching import COMMANDS
from peerassay.cli.messages import clear_errors, join_pairs

app = typer.Typer(
    name="peerassay",
    help="Can AI peer review be believed? Run the notebooks of the compendium, keep its book up to date, "
    "or run one notebook with parameters of your own.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _examples(*lines: str) -> str:
    return "Examples:\n\n" + "\n\n".join(f"  {line}" for line in lines)


class PairsCommand(TyperCommand):
    """A command whose option -p takes two words, a name and a value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments after each name has been joined to its value."""
        return super().parse_args(ctx, join_pairs(ctx, args))


@app.command(
    "list", epilog=_examples("peerassay list", "peerassay list repeatability/07-budgets", "peerassay list --json")
)
def list_(
    notebook: Annotated[
        str | None, typer.Argument(metavar="NOTEBOOK", help="Show this notebook and its parameters in full.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON, for scripts.")] = False,
) -> None:
    """Show the notebooks, their parameters, and which must run again and why."""
    from peerassay.cli.listing import show_list

    with clear_errors():
        show_list(notebook, as_json)


@app.command(
    epilog=_examples(
        "peerassay build", "peerassay build --only style --only audit/01-consistency", "peerassay build --dry-run"
    )
)
def build(
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Only these notebooks and what they need: a name, a part, or 'style/*'."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Notebooks at a time; as many as cores by default.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")] = False,
    no_render: Annotated[bool, typer.Option("--no-render", help="Leave the rendered book as it is.")] = False,
) -> None:
    """Run every notebook that is not up to date, merge the ledger, render the book.

    A notebook is up to date if its code, its data, the package, its default parameters and the environment
    are those of its last run. Changed prose needs no run.
    """
    from peerassay.cli.building import show_build

    with clear_errors():
        show_build(only or [], jobs, dry_run, not no_render)


@app.command(
    cls=PairsCommand,
    epilog=_examples(
        "peerassay run repeatability/07-budgets",
        "peerassay run repeatability/07-budgets -p tolerance 0.25 -p alpha 0.05 --output my-budgets",
    ),
)
def run(
    notebook: Annotated[
        str, typer.Argument(metavar="NOTEBOOK", help="Its name, such as repeatability/07-budgets, or its path.")
    ],
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--parameter",
            metavar="NAME VALUE",
            help="A parameter and its value; repeat -p for each. 'peerassay list NOTEBOOK' shows what is accepted.",
        ),
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Folder for the results; below build/runs by default.")] = None,
) -> None:
    """Run one notebook with parameters of your own; the book stays as it is.

    You get the notebook with its outputs, the same as one HTML page, and its tables and figures as files.
    """
    from peerassay.cli.running import show_run

    with clear_errors():
        show_run(notebook, parameter or [], output)


@app.command(epilog=_examples("peerassay check"))
def check() -> None:
    """Count the printed numbers by verdict; exit with 1 if a verdict is one that nobody expects.

    Expected are agreements, and the verdicts that data/claims/expected.toml lists.
    """
    from peerassay.cli.checking import show_check

    with clear_errors():
        show_check()


@app.command(epilog=_examples("peerassay reconstruct repeatability", "peerassay reconstruct repeatability --seed 7"))
def reconstruct(
    part: Annotated[str, typer.Argument(metavar="PART", help="The part of the book, such as repeatability.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same bytes.")] = 0,
    output: Annotated[
        Path | None, typer.Option(help="Folder for the tables; build/reconstructed/PART-SEED by default.")
    ] = None,
) -> None:
    """Build synthetic records that have the imposed printed numbers, and show what they predict for the others."""
    from peerassay.cli.reconstructing import show_reconstruction

    with clear_errors():
        show_reconstruction(part, seed, output)


@app.command(
    epilog=_examples(
        "peerassay collect --example my-collection",
        "peerassay collect my-collection/plan.toml --dry-run",
        "peerassay collect my-collection/plan.toml --export my-records",
    )
)
def collect(
    plan: Annotated[Path | None, typer.Argument(metavar="PLAN.toml", help="The plan: a TOML file.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how many calls, tokens and dollars it takes, and send nothing.")
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Then write tables: what notebooks take as `records`."),
    ] = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Send calls again that failed for good, such as refusals.")
    ] = False,
    example: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a plan to start from, every field explained, with manuscripts."),
    ] = None,
    tasks: Annotated[bool, typer.Option("--tasks", help="List the tasks and their options.")] = False,
) -> None:
    """Collect reviews from a model of your own choice, at any endpoint that speaks the OpenAI API.

    A plan names endpoint, models, tasks, manuscripts, and the most to be spent.
    Every attempt is kept in one file, the store. Stop whenever you like and run
    the plan again: only what has no answer is sent. The key is read from the
    environment variable that the plan names, and is written nowhere.

    Without any key, the plan of --example asks a practice endpoint on this
    machine, whose answers are made up.
    """
    from peerassay.cli.collecting import start_collecting

    with clear_errors():
        start_collecting(plan, example, tasks=tasks, dry_run=dry_run, export=export, retry_failed=retry_failed)


for _command, _lines in COMMANDS.items():
    app.command(epilog=_examples(*_lines))(_command)


@app.command(
    epilog=_examples(
        "peerassay prepare paper.pdf --out papers",
        "peerassay prepare submissions/ notes.md --out papers --longest-side 1024",
        "peerassay prepare paper.pdf --out papers --no-blinding --keep-appendix",
    )
)
def prepare(
    inputs: Annotated[
        list[Path], typer.Argument(metavar="INPUT...", help="PDF files, Markdown files, and folders of them.")
    ],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for the packages: one folder a manuscript, named as its file.")
    ],
    no_blinding: Annotated[
        bool, typer.Option("--no-blinding", help="Leave in the text who wrote it; page and line numbers still go.")
    ] = False,
    keep_appendix: Annotated[
        bool, typer.Option("--keep-appendix", help="Keep what stands after the references; it is cut otherwise.")
    ] = False,
    longest_side: Annotated[
        int, typer.Option(min=0, help="Pixels of an image's longest side at most; 0 leaves images as they are.")
    ] = 1568,
    image_limit: Annotated[
        int, typer.Option(min=0, help="A manuscript with more images is left out; 0 for no limit.")
    ] = 100,
    replace: Annotated[bool, typer.Option("--replace", help="Replace packages that are there already.")] = False,
) -> None:
    """Turn PDFs and Markdown files into blinded packages, which is what a plan for `collect` takes.

    A package holds text.json (records with page and type), index.json (the
    order of text and images, with a checksum for each image) and figures/.
    Title block, e-mail addresses, venue lines, page and line numbers,
    thanks, funding, links to repositories and the file's properties are
    removed. Every removal is listed with its place in DIR/_blinding, and so
    is what is left and may still tell who wrote it: look through that list,
    as no rule finds everything. Text comes in the order in which the PDF
    draws it; formulas come as their letters, and figures drawn from lines
    do not come at all, only their captions.

    A manuscript is written whole or not at all. One that cannot be read,
    because it is encrypted, scanned, damaged or far too large, is left out
    with a reason, and the exit status is then 1.
    """
    from peerassay.cli.preparing import show_prepare
    from peerassay.manuscripts import Preparation

    with clear_errors():
        how = Preparation(not no_blinding, keep_appendix, longest_side or None, image_limit or None)
        show_prepare(inputs, out, how, replace=replace)


@app.command(epilog=_examples("peerassay freeze 1.0.0", "peerassay freeze 1.0.0 --output releases"))
def freeze(
    version: Annotated[str, typer.Argument(metavar="VERSION", help="The version that pyproject.toml states.")],
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the archive goes; dist by default.")
    ] = None,
) -> None:
    """Freeze a release that can be cited: source, data, results and book in one archive with checksums.

    Everything must be committed. The commit is built from nothing in a folder of its own, which takes as long as a
    first build; freezing one commit twice gives the same bytes.
    """
    from peerassay.cli.releasing import show_freeze

    with clear_errors():
        show_freeze(version, output)


@app.command(
    epilog=_examples(
        "peerassay verify peerassay-compendium-1.0.0.zip",
        "peerassay verify peerassay-compendium-1.0.0.zip --rerun",
        "peerassay verify unpacked-folder --rerun --only repeatability",
    )
)
def verify(
    release: Annotated[Path, typer.Argument(metavar="ARCHIVE_OR_FOLDER", help="A frozen release, packed or unpacked.")],
    rerun: Annotated[
        bool, typer.Option("--rerun", help="Run its notebooks again and compare exhibit by exhibit.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="With --rerun, only these notebooks: a name, a part, or 'style/*'."),
    ] = None,
) -> None:
    """Check a frozen release: every file against its checksum; exit with 1 if anything differs.

    With --rerun, every exhibit is computed again by the source of the release and is reported as: bytes equal,
    numbers equal (only the rendering differs), differs (which cells, by how much), or missing. The release itself is
    not changed.
    """
    from peerassay.cli.releasing import show_verification

    with clear_errors():
        show_verification(release, rerun, only or [])


def main() -> None:
    """Run the command line."""
    app(prog_name="peerassay")
