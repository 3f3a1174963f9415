"""The notebooks under a cluster engine: a dry run, a real local run, and what a change makes run again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from peerassay.workflow.state import examine

if TYPE_CHECKING:
    from workflow.compendium import Compendium

ROOT = Path(__file__).parents[2]
SNAKEMAKE = ROOT / ".venv-cluster" / "bin" / "snakemake"
ONE, TWO = "style/01-one", "style/02-two"

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(not SNAKEMAKE.exists(), reason="Snakemake has its own environment: make test-cluster"),
]


def snakemake(here: Path, root: Path, *words: str) -> str:
    """Run the Snakefile over a compendium, with the package below `here`."""
    shutil.copyfile(ROOT / "Snakefile", here / "Snakefile")
    command = [SNAKEMAKE, "--snakefile", here / "Snakefile", "--directory", root, "--cores", "2", *words]
    command += ["--config", f"python={sys.executable}"]
    variables = {**os.environ, "PEERASSAY_ROOT": str(root), "PYTHONPATH": str(here / "src")}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def jobs(log: str) -> list[str]:
    """Return the rules of a dry run, in order."""
    return [line.split()[-1].rstrip(":") for line in log.splitlines() if line.startswith(("rule ", "localrule "))]


def test_a_dry_run_has_one_job_for_every_notebook_of_the_book(tmp_path: Path) -> None:
    command = [SNAKEMAKE, "--snakefile", ROOT / "Snakefile", "--directory", tmp_path, "--dry-run", "--forceall"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = jobs(done.stdout + done.stderr)
    assert sorted(found) == sorted(["book", *(name.replace("/", "__").replace("-", "_") for name in examine(ROOT))])
    assert found.index("audit__02_ledger") == len(found) - 2, "the ledger comes after all others"


def test_a_local_run_executes_in_order_and_a_change_only_what_it_concerns(
    empty: Compendium, package: Path, tmp_path: Path
) -> None:
    (tmp_path / "src").symlink_to(package.parent)
    empty.add(ONE, claims=("sty.a",), exhibits=("style-one",))
    empty.add(TWO, claims=("sty.b",), after=[ONE])
    empty.add("audit/01-three", claims=("rep.a",))
    targets = ("style__02_two", "audit__01_three")
    snakemake(tmp_path, empty.root, *targets)
    assert {path.name for path in (empty.root / "build/state").glob("*.json")} == {
        "style--01-one.json",
        "style--02-two.json",
        "audit--01-three.json",
    }
    assert "sty.b,style,Table 1,result,1.0,1,derived,agrees" in (empty.root / "build/ledger.csv").read_text()
    assert "Nothing to be done" in snakemake(tmp_path, empty.root, *targets)
    empty.replace("notebooks/style/02-two.ipynb", "print(level)", "print(5)")
    assert jobs(snakemake(tmp_path, empty.root, "--dry-run", *targets)) == ["style__02_two"]
