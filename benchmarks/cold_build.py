"""The time of a cold build against Jupyter Book executing the same notebooks itself.

Both start from nothing but the installed packages and end with the rendered book: ours with `peerassay build`, the
peer's with `jupyter-book build` and ``execute_notebooks: force`` on the same pages. They run one after the other on the
same machine, in copies of the compendium, so that the book in ``build/`` stays as it is.

    python benchmarks/cold_build.py [--repeat N]
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from peerassay.manifest import load_notebooks
from peerassay.workflow.execute import THREADS
from peerassay.workflow.places import Places
from peerassay.workflow.pool import usable_cores

ROOT = Path(__file__).parents[1]
TARGET = 0.6
LEFT_OUT = (".git", ".venv*", "build", "dist", "node_modules", "__pycache__", ".*_cache", ".hypothesis", ".snakemake")
SILENT = {"PYDEVD_DISABLE_FILE_VALIDATION": "1", **dict.fromkeys(THREADS, "1")}


class Time(NamedTuple):
    """Seconds of wall time, and seconds that processors worked."""

    wall: float
    work: float


def timed(command: list[str | Path], root: Path, **variables: str) -> Time:
    """Run a command in a compendium; return how long it took, the processes that it started included."""
    environment = {**os.environ, **SILENT, "PEERASSAY_ROOT": str(root), **variables}
    clock, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    seconds, after = time.perf_counter() - clock, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return Time(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def ours(root: Path) -> tuple[Time, Time]:
    """Return the time of a cold build, and of a second one that has nothing to do."""
    shutil.rmtree(root / "build", ignore_errors=True)
    command: list[str | Path] = [sys.executable, "-m", "peerassay", "build"]
    return timed(command, root), timed(command, root)


def peers(root: Path) -> Time:
    """Return the time that Jupyter Book takes for the pages that our build has just assembled.

    It gets the source notebooks in place of the executed ones; all else is as in our build, generated pages included.
    """
    places, work = Places(root), root / "build" / "peer"
    shutil.copytree(places.source, work / "source")
    config = work / "source" / "_config.yml"
    text, changes = re.subn(
        r'execute_notebooks: *"off"', "execute_notebooks: force\n  timeout: 600", config.read_text()
    )
    if changes != 1:
        sys.exit("_config.yml does not say execute_notebooks: off")
    config.write_text(text)
    for notebook in load_notebooks(root).values():
        shutil.copyfile(notebook.path, work / "source" / "notebooks" / f"{notebook.name}.ipynb")
    (work / "output").mkdir()
    command = [
        Path(sys.executable).with_name("jupyter-book"),
        "build",
        work / "source",
        "--path-output",
        work / "output",
    ]
    return timed([*command, "--all"], root, PEERASSAY_OUTPUT=str(work / "output"), PEERASSAY_LINKS="../../exhibits/")


def main() -> None:
    """Time both and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=1, help="how often (medians are compared)")
    repeat = parser.parse_args().repeat
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "compendium"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        runs = [(*ours(root), peers(root)) for _ in range(repeat)]
    cold, again, peer = (median(times) for times in zip(*runs, strict=True))
    load = os.getloadavg()[1] if hasattr(os, "getloadavg") else float("nan")
    print(f"{len(load_notebooks(ROOT))} notebooks, {usable_cores()} cores, median of {repeat}, load {load:.1f}")
    for name, times in (("peerassay, cold", cold), ("peerassay, nothing to do", again), ("jupyter-book", peer)):
        print(f"{name:26}{times.wall:7.1f} s, processors worked {times.work:6.1f} s")
    print(f"ratio {cold.wall / peer.wall:.2f} (target: at most {TARGET}; needs a machine that does nothing else)")


def median(times: tuple[Time, ...]) -> Time:
    """Return the medians of wall time and of work."""
    return Time(*(statistics.median(seconds) for seconds in zip(*times, strict=True)))


if __name__ == "__main__":
    main()
