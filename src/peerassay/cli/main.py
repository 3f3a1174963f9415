"""The commands of `peerassay`; what they do is in `peerassay.workflow`, which they import when they are called."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  # typer reads the annotations
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

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


def main() -> None:
    """Run the command line."""
    app(prog_name="peerassay")
