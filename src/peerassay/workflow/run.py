"""Running one notebook for a reader, with parameters of their own; the book stays as it is."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.project import data_files, digest_bytes
from peerassay.workflow.execute import RUN_LINKS, Job, execute, require_kernel
from peerassay.workflow.inputs import canonical
from peerassay.workflow.places import Places, write_text
from peerassay.workflow.pool import NotebookFailedError
from peerassay.workflow.publish import keep_failure
from peerassay.workflow.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.manifest import Notebook


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
        The folder; made if it does not exist. Files of the same names are overwritten, others are left alone.

    report
        Is told when it starts.

    Returns
    -------
    pathlib.Path
        The HTML page.

    Raises
    ------
    peerassay.manifest.ParameterError, FileNotFoundError, peerassay.workflow.execute.KernelMissingError
        Before anything runs.
    NotebookFailedError
        If it fails; the partial notebook and a page that explains it are in the folder.
    """
    checked = notebook.resolve(parameters)
    data_files(notebook.data, root)
    require_kernel()
    places = Places(root)
    target = output or run_folder(places, notebook, parameters)
    target.mkdir(parents=True, exist_ok=True)
    changed = {name: value for name, value in checked.items() if value != notebook.defaults[name]}
    with places.stage() as stage:
        job = Job(notebook, root, Path(stage), changed, links=RUN_LINKS, for_book=False)
        (report or Report()).step(f"running {notebook.name}{_words(changed)}")
        outcome = execute(job)
        if outcome.failure is not None:
            raise NotebookFailedError([(outcome.failure, keep_failure(target, job, outcome.failure))])
        return _deliver(job, target)


def _words(changed: Mapping[str, Any]) -> str:
    return " with " + ", ".join(f"{name} = {value!r}" for name, value in changed.items()) if changed else ""


def _deliver(job: Job, target: Path) -> Path:
    from peerassay.workflow.html import notebook_html

    notebook = target / f"{job.notebook.slug}.ipynb"
    shutil.copyfile(job.executed, notebook)
    exhibits = job.output / "exhibits"
    if exhibits.is_dir():
        shutil.copytree(exhibits, target / "exhibits", dirs_exist_ok=True)
    page = notebook.with_suffix(".html")
    write_text(page, notebook_html(notebook, job.notebook.title, job.root / "book" / "_static"))
    return page
