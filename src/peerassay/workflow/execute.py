"""Running one notebook in a kernel of its own, in this process or in a worker."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from peerassay.project import ROOT_VARIABLE
from peerassay.workflow.cells import read_node, read_notebook, strip_run, write_node
from peerassay.workflow.failure import Failure, failed_cell
from peerassay.workflow.inputs import PACKAGE
from peerassay.workflow.places import Places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from peerassay.manifest import Notebook

KERNEL = "python3"
START_TIMEOUT = 60
IOPUB_TIMEOUT = 60
BOOK_LINKS = "../../exhibits/"
RUN_LINKS = "exhibits/"
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
NO_LEDGER = "it wrote no rows of the ledger: the last cell must call page.finish()"


class KernelMissingError(RuntimeError):
    """Jupyter knows no kernel to run the notebooks with."""


@dataclass(frozen=True)
class Job:
    """One notebook to run.

    Attributes
    ----------
    notebook
        Which one.
    root
        The compendium's root folder.
    output
        An empty folder; gets ``executed.ipynb``, ``exhibits/`` and ``ledger/``.
    parameters
        Values in place of defaults.
    links
        What stands before the file names of exhibits in links.
    for_book
        Whether the run belongs to the book, and so must write rows of the ledger.
    stop
        A file that tells the workers of one build that a notebook has failed.
    """

    notebook: Notebook
    root: Path
    output: Path
    parameters: dict[str, Any] = field(default_factory=dict)
    links: str = BOOK_LINKS
    for_book: bool = True
    stop: Path | None = None

    @property
    def executed(self) -> Path:
        """Where the notebook with its outputs goes."""
        return self.output / "executed.ipynb"


@dataclass(frozen=True)
class Outcome:
    """What became of a job: when it started (UTC, ISO 8601), its seconds, its failure if it failed."""

    name: str
    started: str = ""
    seconds: float = 0.0
    failure: Failure | None = None
    skipped: bool = False


def require_kernel() -> None:
    """Check, before anything runs, that there is a kernel.

    Raises
    ------
    KernelMissingError
        If Jupyter knows none named ``python3``.
    """
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    try:
        KernelSpecManager().get_kernel_spec(KERNEL)
    except NoSuchKernel:
        raise KernelMissingError(f"Jupyter knows no kernel named {KERNEL}: pip install ipykernel") from None


def execute(job: Job) -> Outcome:
    """Run a notebook; an error inside it is an outcome, not an exception.

    Parameters
    ----------
    job
        What to run and where its files go.
    """
    if job.stop is not None and job.stop.exists():
        return Outcome(job.notebook.name, skipped=True)
    started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.perf_counter()
    with _environment(_variables(job)):
        failure = _execute(job)
    if failure is None and job.for_book and not (job.output / "ledger" / f"{job.notebook.slug}.csv").is_file():
        failure = Failure(job.notebook.name, NO_LEDGER)
    if failure is not None and job.stop is not None:
        job.stop.touch()
    return Outcome(job.notebook.name, started, round(time.perf_counter() - clock, 2), failure)


def _execute(job: Job) -> Failure | None:
    source = read_notebook(job.notebook.path)
    kept, failure = _attempt(job)
    if kept is None:  # the kernel did not start; once more, and nothing else is ever retried
        kept, failure = _attempt(job)
    if kept is not None:
        strip_run(kept, source)
        write_node(job.executed, kept)
    return failure


def _attempt(job: Job) -> tuple[Any, Failure | None]:
    """Run once; return the notebook with its outputs (None if no cell was started) and the failure."""
    from nbclient.exceptions import CellTimeoutError, DeadKernelError
    from papermill.exceptions import PapermillExecutionError

    name = job.notebook.name
    kept: list[Any] = []
    try:
        _papermill(job, read_node(job.notebook.path), kept)
    except PapermillExecutionError:
        notebook = _without_markers(kept[0])
        return notebook, failed_cell(name, notebook)
    except (CellTimeoutError, DeadKernelError, RuntimeError) as error:
        if not kept or not _any_started(kept[0]):
            return None, Failure(name, f"the kernel did not start: {error}")
        return kept[0], failed_cell(name, kept[0], _what_happened(job.notebook, error))
    return kept[0], None


def _papermill(job: Job, notebook: Any, kept: list[Any]) -> None:
    from papermill.execute import execute_notebook

    from peerassay.workflow.engine import ENGINE

    execute_notebook(
        notebook,
        None,
        parameters=job.parameters,
        engine_name=ENGINE,
        kernel_name=KERNEL,
        kept=kept,
        progress_bar=False,
        request_save_on_cell_execute=False,
        autosave_cell_every=0,
        record_timing=False,
        start_timeout=START_TIMEOUT,
        execution_timeout=job.notebook.timeout,
        iopub_timeout=IOPUB_TIMEOUT,
        cwd=job.notebook.path.parent,
        shutdown_kernel="immediate",  # all its files are written by then, and a graceful end takes half a second
        extra_arguments=["--IPKernelApp.log_level=40"],
    )


def _any_started(notebook: Any) -> bool:
    return any(cell["metadata"].get("papermill", {}).get("start_time") for cell in notebook["cells"])


def _without_markers(notebook: Any) -> Any:
    from papermill.execute import remove_error_markers

    return remove_error_markers(notebook)


def _what_happened(notebook: Notebook, error: Exception) -> str:
    from nbclient.exceptions import CellTimeoutError

    if isinstance(error, CellTimeoutError):
        return f"the cell took longer than {notebook.timeout} s, the timeout in {notebook.path.stem}.toml"
    return f"the kernel died while the cell ran (out of memory, or a crash in compiled code): {error}"


def _variables(job: Job) -> dict[str, str]:
    return {
        **import_path(),
        ROOT_VARIABLE: str(job.root),
        "PEERASSAY_OUTPUT": str(job.output),
        "PEERASSAY_LINKS": job.links,
        "PEERASSAY_LEDGER": str(Places(job.root).fragments),
        "IPYTHONDIR": str(job.output / ".ipython"),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "PYTHONHASHSEED": "0",
        **dict.fromkeys(THREADS, "1"),
    }


def import_path() -> dict[str, str]:
    """Return the variable with which another process imports the very package that runs here."""
    if {"site-packages", "dist-packages"}.intersection(PACKAGE.parts):
        return {}
    path = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(path)}


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
