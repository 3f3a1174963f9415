"""One clear message for every mistake, and the words of the command line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import Console

MISTAKE, FAILED, INTERRUPTED = 2, 1, 130
PAIR_OPTIONS = ("-p", "--parameter")
_FILES = (FileNotFoundError, FileExistsError, PermissionError, NotADirectoryError)  # their message names the file


def console() -> Console:
    """Return where answers are printed: tables fit a terminal, and nothing is cut or coloured in a file."""
    from rich.console import Console

    found = Console(highlight=False, soft_wrap=False)
    return found if found.is_terminal else Console(highlight=False, width=200)


def complain(message: str) -> None:
    """Print a message on stderr."""
    typer.echo(message, err=True)


def mention_strays(root: Path) -> None:
    """Say on stderr which notebooks are left out because they have no specification.

    Parameters
    ----------
    root
        The compendium's root folder.
    """
    from peerassay.manifest import stray_notebooks

    for name in stray_notebooks(root):
        complain(f"note: notebooks/{name} is left out: it has no .toml beside it")


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user can do something about into one message and an exit code.

    Raises
    ------
    typer.Exit
        With 2 for a mistake found before anything ran, 1 for a failure, 130 if interrupted.
    """
    try:
        yield
    except KeyboardInterrupt:
        complain("stopped; what was unfinished was not kept")
        raise typer.Exit(INTERRUPTED) from None
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
        complain(f"peerassay: {error}")
        raise typer.Exit(code) from None


def _exit_code(error: Exception) -> int | None:
    """Return the exit code of an error that has a message for the user; None for one of ours."""
    from peerassay.manifest import ManifestError, ParameterError
    from peerassay.workflow.execute import KernelMissingError
    from peerassay.workflow.expectations import ExpectationError
    from peerassay.workflow.places import OutputError
    from peerassay.workflow.pool import NotebookFailedError
    from peerassay.workflow.selection import SelectionError

    specification = (ManifestError, ParameterError, SelectionError, ExpectationError)
    if isinstance(error, (*specification, OutputError, KernelMissingError, *_FILES)):
        return MISTAKE
    from peerassay.collect import PlanError, StoreBusyError, StoreError
    from peerassay.records import RecordsError

    if isinstance(error, (RecordsError, PlanError, StoreBusyError, StoreError)):
        return MISTAKE
    from peerassay.manuscripts import PackageError

    if isinstance(error, PackageError):
        return MISTAKE
    from peerassay.fetching.problems import FetchError, UnreachableError
    from peerassay.sampling import QuotaError

    if isinstance(error, (FetchError, QuotaError)):
        return FAILED if isinstance(error, UnreachableError) else MISTAKE
    from peerassay.release import ArchiveError
    from peerassay.workflow.revision import RevisionError

    if isinstance(error, (ArchiveError, RevisionError)):
        return MISTAKE
    from peerassay.claims import ClaimFileError
    from peerassay.ledger import LedgerError
    from peerassay.release.building import BuildFailedError
    from peerassay.workflow.book import RenderError

    failures = (NotebookFailedError, LedgerError, ClaimFileError, RenderError, BuildFailedError)
    return FAILED if isinstance(error, failures) else None


def join_pairs(ctx: Any, args: list[str]) -> list[str]:
    """Join the two words after each -p into one, ``NAME=VALUE``, which is how typer can take them.

    Parameters
    ----------
    ctx
        The command that is parsed.
    args
        The words as typed; a value may start with a dash.

    Raises
    ------
    click.UsageError
        If a name or a value is missing.
    """
    joined, words = [], iter(args)
    for word in words:
        joined.append(word)
        if word in PAIR_OPTIONS:
            name, value = next(words, None), next(words, None)
            if name is None or value is None:
                ctx.fail(f"{word} takes a name and a value, as in: {word} tolerance 0.25")
            joined.append(f"{name}={value}")
    return joined
