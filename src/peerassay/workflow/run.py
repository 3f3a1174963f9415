"""Running one notebook for a reader, with parameters of their own; the book stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.project import data_files, digest_bytes
from peerassay.workflow.execute import RUN_LINKS, Job, execute, require_kernel
from peerassay.workflow.inputs import canonical
from peerassay.workflow.places import Places, check_apart, make_folder, replace_tree
from peerassay.workflow.pool import NotebookFailedError
from peerassay.workflow.publish import keep_failure
from peerassay.workflow.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.manifest import Notebook, Parameter
    from peerassay.workflow.failure import Failure

FAILED = ".failed"
"""What stands in the names of a failed run's files, which lie beside earlier results."""
REFUSALS = ("RecordsError", "UnsuitableError", "QuotaError", "PackageError", "EmbeddingError")
"""Errors of a notebook that say what is wrong with a reader's tables or choices, not with the notebook."""


def parse_parameters(notebook: Notebook, pairs: Sequence[tuple[str, str]], folder: Path) -> dict[str, Any]:
    """Return the parameters that a command line gives, checked.

    Parameters
    ----------
    notebook
        Whose parameters they are.
    pairs
        Names and values as typed.
    folder
        What relative paths are relative to.

    Returns
    -------
    dict
        Only those that were given; paths are absolute.

    Raises
    ------
    peerassay.manifest.ParameterError
        If a name is unknown or given twice, or a value is not accepted.
    FileNotFoundError
        If a path leads to no file or folder.
    """
    from peerassay.manifest import ParameterError, unknown_parameter

    found: dict[str, Any] = {}
    for name, text in pairs:
        if name not in notebook.parameters:
            raise unknown_parameter(notebook, name)
        if name in found:
            raise ParameterError(f"parameter {name} is given twice")
        value = notebook.parameters[name].parse(text)
        found[name] = _existing(name, value, folder) if notebook.parameters[name].type == "path" and value else value
    return found


def _existing(name: str, value: str, folder: Path) -> str:
    path = (folder / Path(value).expanduser()).resolve()
    if not path.exists():
        raise FileNotFoundError(f"parameter {name}: there is no {path}")
    return str(path)


def run_folder(places: Places, notebook: Notebook, parameters: Mapping[str, Any]) -> Path:
    """Return where a run goes by default: its own folder for each set of parameters."""
    digest = digest_bytes(canonical(notebook.resolve(parameters)).encode())[:8]
    return places.build / "runs" / f"{notebook.slug}-{digest}"


def check_records(notebook: Notebook, values: Mapping[str, Any]) -> None:
    """Load the records that a user gives, to refuse them before anything runs.

    Parameters
    ----------
    notebook
        Whose parameters they are; those with ``holds = "records"`` or ``"ratings"`` are looked at.
    values
        All parameters, as from `Notebook.resolve`.

    Raises
    ------
    peerassay.records.RecordsError
        If the tables break their schema.
    peerassay.manifest.ParameterError
        If there is not a single score.
    FileNotFoundError
        If a folder has no table of reviews.
    """
    for parameter in notebook.parameters.values():
        if parameter.holds == "records" and values[parameter.name]:
            _load(parameter, values)
        if parameter.holds == "ratings" and values[parameter.name]:
            _load_ratings(values[parameter.name])


def _load_ratings(path: str) -> None:
    from peerassay.epistemics.rubric import RUBRIC
    from peerassay.records import load_ratings

    load_ratings(path, RUBRIC.tag_names)


def _load(parameter: Parameter, values: Mapping[str, Any]) -> None:
    from peerassay.manifest import ParameterError
    from peerassay.records import RecordsError, load_records

    limits = [values[name] for name in parameter.score_range]
    try:
        records = load_records(values[parameter.name], **({"score_range": (limits[0], limits[1])} if limits else {}))
    except RecordsError as error:
        if limits and any("score range" in problem.expected for problem in error.problems):
            words = " and ".join(f"-p {name}" for name in parameter.score_range)
            error.args = (f"{error}\nthe score range is set by {words}",)
        raise
    if not records.reviews["overall"].notna().any():
        raise ParameterError(f"parameter {parameter.name}: not a single score in the reviews; expected at least one")


def run(
    root: Path,
    notebook: Notebook,
    parameters: Mapping[str, Any],
    output: Path | None = None,
    report: Report | None = None,
) -> Path:
    """Run a notebook into a folder: the notebook with its outputs, the same as HTML, and its exhibits.

    Parameters
    ----------
    root
        The compendium's root folder.
    notebook
        Which one.
    parameters
        Values in place of defaults, as from `parse_parameters`.
    output
        The folder; made if it does not exist. Files of the same names are overwritten if the run succeeds, others are
        left alone.
    report
        Is told when it starts.

    Returns
    -------
    pathlib.Path
        The HTML page.

    Raises
    ------
    peerassay.manifest.ParameterError, peerassay.records.RecordsError, FileNotFoundError
        Before anything runs.
    peerassay.workflow.places.OutputError, peerassay.workflow.execute.KernelMissingError
        Before anything runs, too.
    peerassay.manifest.ParameterError
        If the notebook itself finds that it cannot use a reader's tables or choices (`REFUSALS`).
    NotebookFailedError
        If it fails; the partial notebook and a page that explains it are in the folder, under names of their own
        beside the results of an earlier run.
    """
    places, values = Places(root), notebook.resolve(parameters)
    target = output or run_folder(places, notebook, parameters)
    _check(places, notebook, values, target)
    changed = {name: value for name, value in values.items() if value != notebook.defaults[name]}
    with places.stage() as stage:
        job = Job(notebook, root, Path(stage), changed, links=RUN_LINKS, for_book=False)
        (report or Report()).step(f"running {notebook.name}{_words(parameters, changed)}")
        outcome = execute(job)
        if outcome.failure is not None:
            if changed:
                _refuse(outcome.failure)
            raise NotebookFailedError([(outcome.failure, keep_failure(target, job, outcome.failure, FAILED))])
        return _deliver(job, target)


def _refuse(failure: Failure) -> None:
    """Say what is wrong with tables or choices that only the notebook itself could look at; nothing of it is kept."""
    from peerassay.manifest import ParameterError

    kind, _, message = failure.error.partition(": ")
    if kind in REFUSALS:
        raise ParameterError(f"{failure.name} cannot use this: {message}")


def _check(places: Places, notebook: Notebook, values: Mapping[str, Any], target: Path) -> None:
    """Find every mistake that can be found before anything runs; the folder is made last."""
    check_apart(places.root, target)
    data_files(notebook.data, places.root)
    check_records(notebook, values)
    require_kernel()
    make_folder(target)


def _words(given: Mapping[str, Any], changed: Mapping[str, Any]) -> str:
    said = " with " + ", ".join(f"{name} = {value!r}" for name, value in changed.items()) if changed else ""
    same = [f"{name} = {value!r}" for name, value in given.items() if name not in changed]
    return said + (f" (the default, so without effect: {', '.join(same)})" if same else "")


def _deliver(job: Job, target: Path) -> Path:
    """Lay everything ready, and then put it into the user's folder; return the page."""
    from peerassay.workflow.html import notebook_html

    ready = job.output / "ready"
    ready.mkdir()
    notebook = job.executed.rename(ready / f"{job.notebook.slug}.ipynb")
    page = notebook.with_suffix(".html")
    page.write_text(notebook_html(notebook, job.notebook, job.root, target), "utf-8")
    exhibits = job.output / "exhibits"
    if exhibits.is_dir():
        exhibits.rename(ready / "exhibits")
    replace_tree(ready, target)
    for kind in ("ipynb", "html"):
        (target / f"{job.notebook.slug}{FAILED}.{kind}").unlink(missing_ok=True)
    return target / page.name
